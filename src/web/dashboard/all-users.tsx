import { Link, redirect } from 'react-router'
import type { User } from '#contract/accounts.ts'
import { api } from '#web/account/api.ts'
import { signedInAdmin } from '#web/account/guards.ts'
import { failureOf } from '#web/frame/failure.ts'
import { titled } from '#web/meta.ts'
import { CardTable } from '#web/ui/card-table.tsx'
import { Good } from '#web/ui/mark.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { Route } from './+types/all-users'
import { ListFrame } from './list-frame.tsx'
import { addressOf, pageOf, queryOf, readListSearch, sortingBy } from './list-search.ts'
import { RowAction } from './row-actions.tsx'

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

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { account, api } = await signedInAdmin(request)
  const search = readListSearch(request, sorts, shows)
  const { q, show: role } = search
  const [found, { count }] = await Promise.all([
    api.listUsers({ query: { ...queryOf(search), role } }),
    api.countUsers({ query: { q, role } }),
  ])
  if (found.length === 0 && count > 0) throw redirect(addressOf(search))
  return { own: account.email, search, page: pageOf(search, found), count }
}

export async function clientAction({ request }: Route.ClientActionArgs) {
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
    const sentence = failureOf(error)
    toast('error', form.get('intent') === 'demote' ? sentence : 'Failed to make an admin')
  }
  return null
}

export const meta = titled('All Users')

export default function AllUsers({ loaderData: list }: Route.ComponentProps) {
  const { own, search, page } = list
  return (
    <ListFrame
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
            sorting: sortingBy(search, 'email', '-email'),
          },
          { name: 'Make admin', cell: user => <MakeAdmin user={user} own={user.email === own} /> },
        ]}
      />
    </ListFrame>
  )
}

function MakeAdmin({ user, own }: { user: User; own: boolean }) {
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
      <Good>Admin</Good>
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
