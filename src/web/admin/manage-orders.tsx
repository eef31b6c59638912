import { redirect } from 'react-router'
import { formatMoney } from '#contract/money.ts'
import type { Order } from '#contract/orders.ts'
import { clientContext } from '#web/context.ts'
import { toErrorMessage } from '#web/layout/failure.ts'
import { privateMeta } from '#web/seo/meta.ts'
import { CardTable } from '#web/ui/card-table.tsx'
import { ConfirmRowAction, RowAction } from '#web/ui/row-actions.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { Route } from './+types/manage-orders'
import { AdminListLayout } from './admin-list-layout.tsx'
import { buildAddress, readListSearch, toColumnSorting, toListPage, toListQuery } from './list-search.ts'

const sorts = [
  ['newest', 'Newest first'],
  ['oldest', 'Oldest first'],
  ['userName', 'User name, A to Z'],
  ['-userName', 'User name, Z to A'],
  ['toolName', 'Tool name, A to Z'],
  ['-toolName', 'Tool name, Z to A'],
] as const
const shows = [
  ['unpaid', 'Unpaid'],
  ['paid', 'To deliver'],
  ['shipped', 'Shipped'],
] as const

export async function clientLoader({ request, context }: Route.ClientLoaderArgs) {
  const api = context.get(clientContext)
  const search = readListSearch(request, sorts, shows)
  const { q, show: state } = search
  const [found, { count }] = await Promise.all([
    api.listAllOrders({ query: { ...toListQuery(search), state } }),
    api.countAllOrders({ query: { q, state } }),
  ])
  if (found.length === 0 && count > 0) throw redirect(buildAddress(search))
  return { search, page: toListPage(search, found), count }
}

export async function clientAction({ request, context }: Route.ClientActionArgs) {
  const api = context.get(clientContext)
  const form = await request.formData()
  const params = { id: String(form.get('id')) }
  try {
    if (form.get('intent') === 'cancel') await api.cancelAnyOrder({ params })
    else await api.markDelivered({ params })
  } catch (error) {
    toast('error', toErrorMessage(error))
  }
  return null
}

export const meta = privateMeta('Manage Orders')

export default function ManageOrders({ loaderData: list }: Route.ComponentProps) {
  const { search, page } = list
  return (
    <AdminListLayout
      title="Manage Orders"
      nouns={['order', 'orders']}
      searchLabel="Search by email, name or tool"
      sorts={sorts}
      shows={shows}
      list={list}
    >
      <CardTable
        wide
        first={search.row}
        rows={page.rows}
        columns={[
          { name: 'SL no.', cell: (_, number) => number },
          {
            name: 'User Name',
            cell: order => order.userName,
            className: 'font-semibold wrap-anywhere',
            sorting: toColumnSorting(search, 'userName', '-userName'),
          },
          {
            name: 'Ordered Tool Name',
            cell: order => order.toolName,
            className: 'font-semibold',
            sorting: toColumnSorting(search, 'toolName', '-toolName'),
          },
          { name: 'Paid Status', cell: order => <PaidStatus order={order} /> },
          { name: 'Cancel Order', cell: order => <CancelOrder order={order} /> },
          { name: 'Delivery Status', cell: order => <DeliveryStatus order={order} /> },
          { name: 'Quantity', cell: order => order.quantity, className: 'whitespace-nowrap' },
          { name: 'Total', cell: order => formatMoney(order.totalPrice) },
          {
            name: 'Deliver To',
            cell: order => <DeliverTo order={order} />,
            className: 'min-w-40 text-sm wrap-anywhere',
          },
        ]}
      />
    </AdminListLayout>
  )
}

function PaidStatus({ order }: { order: Order }) {
  if (!order.paid) return 'Unpaid'
  return <StatusBadge>Paid</StatusBadge>
}

function CancelOrder({ order }: { order: Order }) {
  if (order.paid) return 'order request accepted'
  return (
    <ConfirmRowAction
      question="Are you sure to cancel this order request?"
      fields={{ intent: 'cancel', id: order._id }}
      label={`Cancel the order of ${order.toolName} by ${order.userName}`}
      className="btn-outline btn-error"
    >
      Cancel
    </ConfirmRowAction>
  )
}

function DeliveryStatus({ order }: { order: Order }) {
  if (order.deliveryStatus) return <StatusBadge>Shipped</StatusBadge>
  if (!order.paid) return '–'
  return (
    <div className="grid justify-items-start gap-2">
      Pending...
      <RowAction
        fields={{ intent: 'deliver', id: order._id }}
        label={`Deliver the order of ${order.toolName} by ${order.userName}`}
        className="btn-primary"
      >
        Deliver
      </RowAction>
    </div>
  )
}

function DeliverTo({ order }: { order: Order }) {
  const lines = [order.address, order.phone, order.userEmail].filter(line => line !== '')
  return <span className="whitespace-pre-line">{lines.join('\n')}</span>
}
