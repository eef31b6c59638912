import { redirect } from 'react-router'
import { clientContext } from '#web/context.ts'
import { privateMeta } from '#web/seo/meta.ts'
import { CardTable } from '#web/ui/card-table.tsx'
import type { Route } from './+types/admin-actions'
import { describeAction } from './action-sentence.ts'
import { AdminListLayout } from './admin-list-layout.tsx'
import { buildAddress, readListSearch, toListPage, toListQuery } from './list-search.ts'

const sorts = [
  ['newest', 'Newest first'],
  ['oldest', 'Oldest first'],
] as const
const shows = [
  ['promote', 'Admins made'],
  ['demote', 'Admins removed'],
  ['deliver', 'Orders delivered'],
  ['cancel_order', 'Orders cancelled'],
  ['add_tool', 'Tools added'],
  ['update_tool', 'Tools changed'],
  ['delete_tool', 'Tools deleted'],
] as const

export async function clientLoader({ request, context }: Route.ClientLoaderArgs) {
  const api = context.get(clientContext)
  const search = readListSearch(request, sorts, shows)
  const { q, show: action } = search
  const [found, { count }] = await Promise.all([
    api.listAdminActions({ query: { ...toListQuery(search), action } }),
    api.countAdminActions({ query: { q, action } }),
  ])
  if (found.length === 0 && count > 0) throw redirect(buildAddress(search))
  return { search, page: toListPage(search, found), count }
}

export const meta = privateMeta('Admin Actions')

export default function AdminActions({ loaderData: list }: Route.ComponentProps) {
  const { search, page } = list
  return (
    <AdminListLayout
      title="Admin Actions"
      nouns={['action', 'actions']}
      searchLabel="Search by email or tool"
      sorts={sorts}
      shows={shows}
      list={list}
    >
      <CardTable
        first={search.row}
        rows={page.rows}
        columns={[
          { name: 'Time', cell: ({ time }) => <Moment time={time} />, className: card },
          {
            name: 'Who',
            cell: ({ actorEmail }) => actorEmail ?? 'The shop',
            className: `wrap-anywhere sm:min-w-48 ${card}`,
          },
          { name: 'What', cell: describeAction, className: `wrap-anywhere ${card}` },
        ]}
      />
    </AdminListLayout>
  )
}

// On a card, these short names leave more room than usual.
const card = 'grid-cols-[3rem_1fr]!'

const inWords = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

/** A moment in the reader's own time zone. */
function Moment({ time }: { time: string }) {
  return (
    <time dateTime={time} className="whitespace-nowrap">
      {inWords.format(new Date(time))}
    </time>
  )
}
