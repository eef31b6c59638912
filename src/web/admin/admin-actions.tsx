import { Link } from 'react-router'
import type { AdminAction } from '#contract/schemas/admin/admin-actions.ts'
import { clientContext } from '#web/context.ts'
import type { ListColumns } from '#web/paged-list/list-columns.ts'
import { loadList } from '#web/paged-list/load-list.ts'
import { PagedList } from '#web/paged-list/paged-list.tsx'
import { titleMeta } from '#web/seo/meta.ts'
import { formatTime } from '#web/ui/text/format-time.ts'
import type { Route } from './+types/admin-actions'
import { describeAction } from './action-sentence.ts'

const actionNames: Record<AdminAction['action'], string> = {
  promote: 'Admins made',
  demote: 'Admins removed',
  deliver: 'Orders delivered',
  ship: 'Orders shipped in part',
  change_tracking: 'Tracking changed',
  cancel_order: 'Orders cancelled',
  mark_paid: 'Transfers recorded',
  hold_order: 'Orders held',
  refund: 'Refunds made',
  retry_refund: 'Refunds tried again',
  close_refund: 'Refunds closed',
  request_return: 'Returns requested',
  accept_return: 'Returns accepted',
  refuse_return: 'Returns refused',
  receive_return: 'Returns received',
  close_return: 'Returns closed',
  add_tool: 'Tools added',
  update_tool: 'Tools changed',
  delete_tool: 'Tools deleted',
  adjust_stock: 'Stock changed',
  show_review: 'Reviews shown',
  hide_review: 'Reviews hidden',
  delete_review: 'Reviews deleted',
  export_data: 'Data downloaded',
  close_account: 'Accounts closed',
  rename_brand: 'Brands renamed',
  delete_brand: 'Brands deleted',
  add_category: 'Categories added',
  update_category: 'Categories changed',
  move_category: 'Categories moved',
  delete_category: 'Categories deleted',
  change_settings: 'Settings changed',
  export_list: 'Lists exported',
  repair_import: 'Imports repaired',
  apply_import: 'Imports applied',
  undo_import: 'Imports undone',
  discard_import: 'Imports discarded',
  add_note: 'Notes written',
  delete_note: 'Notes deleted',
  place_order: 'Orders placed for buyers',
  block_account: 'Accounts blocked',
  unblock_account: 'Accounts unblocked',
  add_page: 'Pages added',
  update_page: 'Pages changed',
  delete_page: 'Pages deleted',
}

export function clientLoader({ request, context }: Route.ClientLoaderArgs) {
  const client = context.get(clientContext)
  return loadList(request, columns, {
    list: query => client.listAdminActions({ query }),
    count: query => client.countAdminActions({ query }),
  })
}

export const meta = titleMeta('Admin Actions')

const columns: ListColumns<AdminAction, 'listAdminActions'> = [
  { name: 'Time', cell: ({ time }) => <ActionTime time={time} />, card: 'title' },
  {
    name: 'Who',
    cell: ({ actorEmail }) => actorEmail ?? 'The shop',
    className: 'whitespace-nowrap',
    card: 'status',
  },
  {
    name: 'What',
    filter: { param: 'action', choices: Object.entries(actionNames) as [AdminAction['action'], string][] },
    cell: action => <Sentence action={action} />,
    className: 'w-[75%] wrap-anywhere',
    card: 'text',
  },
]

export default function AdminActions({ loaderData: list }: Route.ComponentProps) {
  return (
    <PagedList
      title="Admin Actions"
      nouns={['action', 'actions']}
      searchHint="Email, tool or order number"
      list={list}
      exports={[['adminActions', 'Export as CSV']]}
      columns={columns}
    />
  )
}

function Sentence({ action }: { action: AdminAction }) {
  const { subjectId, orderNumber } = action
  return (
    <>
      {describeAction(action)}
      {orderNumber !== null && (
        <>
          {' '}
          <Link to={`/dashboard/orders/${subjectId}`} className="link whitespace-nowrap">
            Order {orderNumber}
          </Link>
        </>
      )}
    </>
  )
}

function ActionTime({ time }: { time: string }) {
  return (
    <time dateTime={time} className="whitespace-nowrap">
      {formatTime(time)}
    </time>
  )
}
