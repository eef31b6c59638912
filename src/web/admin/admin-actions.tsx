import { Link } from 'react-router'
import type { AdminAction } from '#contract/schemas/admin/admin-actions.ts'
import { clientContext } from '#web/context.ts'
import type { ListColumns } from '#web/paged-list/list-columns.ts'
import { loadList } from '#web/paged-list/load-list.ts'
import { PagedList } from '#web/paged-list/paged-list.tsx'
import { titleMeta } from '#web/seo/meta.ts'
import { formatTime } from '#web/ui/text/format-time.ts'
import { useCurrency } from '#web/ui/text/money.tsx'
import type { Route } from './+types/admin-actions'
import { describeChanges } from './action-changes.ts'

const actionNames: Record<AdminAction['action'], string> = {
  promote: 'Admin made',
  demote: 'Admin removed',
  set_areas: 'Areas of an admin set',
  deliver: 'Order delivered',
  ship: 'Order shipped in part',
  change_tracking: 'Tracking changed',
  cancel_order: 'Order cancelled',
  mark_paid: 'Transfer recorded',
  hold_order: 'Order held',
  refund: 'Refund made',
  retry_refund: 'Refund tried again',
  close_refund: 'Refund closed',
  request_return: 'Return requested',
  accept_return: 'Return accepted',
  refuse_return: 'Return refused',
  receive_return: 'Return received',
  close_return: 'Return closed',
  add_tool: 'Tool added',
  update_tool: 'Tool changed',
  delete_tool: 'Tool deleted',
  adjust_stock: 'Stock changed',
  show_review: 'Review shown',
  hide_review: 'Review hidden',
  delete_review: 'Review deleted',
  export_data: 'Data downloaded',
  close_account: 'Account closed',
  rename_brand: 'Brand renamed',
  delete_brand: 'Brand deleted',
  add_category: 'Category added',
  update_category: 'Category changed',
  move_category: 'Category moved',
  delete_category: 'Category deleted',
  change_settings: 'Settings changed',
  change_picture: 'Picture of the shop changed',
  export_list: 'List exported',
  map_import: 'Columns of an import chosen',
  repair_import: 'Import repaired',
  apply_import: 'Import applied',
  undo_import: 'Undo of an import begun',
  discard_import: 'Import discarded',
  add_note: 'Note written',
  delete_note: 'Note deleted',
  place_order: 'Order placed for a buyer',
  block_account: 'Account blocked',
  unblock_account: 'Account unblocked',
  accept_company: 'Company accepted',
  refuse_company: 'Company refused',
  add_company: 'Company added',
  update_company: 'Company changed',
  invite_member: 'Member invited',
  withdraw_invitation: 'Invitation withdrawn',
  set_member: 'Member changed',
  remove_member: 'Member removed',
  approve_order: 'Order approved',
  add_price_list: 'Price list added',
  rename_price_list: 'Price list renamed',
  delete_price_list: 'Price list deleted',
  add_list_row: 'Row of a price list added',
  delete_list_row: 'Row of a price list deleted',
  import_list_rows: 'Rows of a price list imported',
  set_price_list: 'Price list of a company set',
  add_page: 'Page added',
  update_page: 'Page changed',
  delete_page: 'Page deleted',
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
    cell: action => <What action={action} />,
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

function What({ action }: { action: AdminAction }) {
  const { subject, subjectId, orderNumber, buyerEmail } = action
  const changes = describeChanges(action, useCurrency())
  return (
    <>
      <b>{actionNames[action.action]}</b>: {subject}
      {buyerEmail && `, ordered by ${buyerEmail}`}
      {orderNumber !== null && (
        <>
          {' '}
          <Link to={`/dashboard/orders/${subjectId}`} className="link whitespace-nowrap">
            Order {orderNumber}
          </Link>
        </>
      )}
      {changes && <span className="text-muted"> {changes}</span>}
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
