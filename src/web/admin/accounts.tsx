import { Link, redirect } from 'react-router'
import type { AccountSummary } from '#contract/accounts.ts'
import { clientContext } from '#web/context.ts'
import { toErrorMessage } from '#web/layout/failure.ts'
import { privateMeta } from '#web/seo/meta.ts'
import { accountContext } from '#web/session/middleware.ts'
import { CardTable } from '#web/ui/card-table.tsx'
import { RowAction } from '#web/ui/row-actions.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { Route } from './+types/accounts'
import { AdminListLayout } from './admin-list-layout.tsx'
import { buildAddress, readListSearch, toColumnSorting, toListPage, toListQuery } from './list-search.ts'

const sorts = [
  ['newest', 'Newest first'],
  ['oldest', 'Oldest first'],
  ['email', 'Email, A to Z'],
  ['-email', 'Email, Z to A'],
] as const
const shows = [
  ['admin', 'Admins'],
  ['customer', 'Customers'],
] as const

export async function clientLoader({ request, context }: Route.ClientLoaderArgs) {
  const api = context.get(clientContext)
  const search = readListSearch(request, sorts, shows)
  const { q, show: role } = search
  const [found, { count }] = await Promise.all([
    api.listAccounts({ query: { ...toListQuery(search), role } }),
    api.countAccounts({ query: { q, role } }),
  ])
  if (found.length === 0 && count > 0) throw redirect(buildAddress(search))
  return { own: context.get(accountContext).email, search, page: toListPage(search, found), count }
}

export async function clientAction({ request, context }: Route.ClientActionArgs) {
  const api = context.get(clientContext)
  const form = await request.formData()
  const params = { email: String(form.get('email')) }
  try {
    if (form.get('intent') === 'demote') {
      await api.demote({ params })
      toast('success', 'Successfully removed an admin')
    } else {
      await api.promote({ params })
      toast('success', 'Successfully made an admin')
    }
  } catch (error) {
    const sentence = toErrorMessage(error)
    toast('error', form.get('intent') === 'demote' ? sentence : 'Failed to make an admin')
  }
  return null
}

export const meta = privateMeta('All Users')

export default function AllUsers({ loaderData: list }: Route.ComponentProps) {
  const { own, search, page } = list
  return (
    <AdminListLayout
      title="All Users"
      beside={
        <Link to="/dashboard/adminActions" className="link">
          What admins did
        </Link>
      }
      nouns={['user', 'users']}
      searchLabel="Search by email or name"
      sorts={sorts}
      shows={shows}
      list={list}
    >
      <CardTable
        first={search.row}
        rows={page.rows}
        columns={[
          { name: 'SL no.', cell: (_, number) => number },
          {
            name: 'Email',
            cell: user => user.email,
            className: 'font-semibold break-all',
            sorting: toColumnSorting(search, 'email', '-email'),
          },
          { name: 'Make admin', cell: user => <MakeAdmin user={user} own={user.email === own} /> },
        ]}
      />
    </AdminListLayout>
  )
}

function MakeAdmin({ user, own }: { user: AccountSummary; own: boolean }) {
  if (user.role !== 'admin')
    return (
      <RowAction
        fields={{ intent: 'promote', email: user.email }}
        label={`Make admin: ${user.email}`}
        className="btn-quiet"
      >
        Make admin
      </RowAction>
    )
  return (
    <div className="flex flex-wrap items-center gap-4">
      <StatusBadge>Admin</StatusBadge>
      {!own && (
        <RowAction
          fields={{ intent: 'demote', email: user.email }}
          label={`Remove admin: ${user.email}`}
          className="btn-quiet"
        >
          Remove admin
        </RowAction>
      )}
    </div>
  )
}
