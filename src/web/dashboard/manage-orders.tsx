import { redirect } from 'react-router'
import type { Order } from '#contract/orders.ts'
import { money } from '#contract/rules.ts'
import { api } from '#web/account/api.ts'
import { signedInAdmin } from '#web/account/guards.ts'
import { failureOf } from '#web/frame/failure.ts'
import { titled } from '#web/meta.ts'
import { CardTable } from '#web/ui/card-table.tsx'
import { Good } from '#web/ui/mark.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { Route } from './+types/manage-orders'
import { ListFrame } from './list-frame.tsx'
import { addressOf, pageOf, queryOf, readListSearch, sortingBy } from './list-search.ts'
import { AskedRowAction, RowAction } from './row-actions.tsx'

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

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { api } = await signedInAdmin(request)
  const search = readListSearch(request, sorts, shows)
  const { q, show: state } = search
  const [found, { count }] = await Promise.all([
    api.listAllOrders({ query: { ...queryOf(search), state } }),
    api.countAllOrders({ query: { q, state } }),
  ])
  if (found.length === 0 && count > 0) throw redirect(addressOf(search))
  return { search, page: pageOf(search, found), count }
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  const form = await request.formData()
  const params = { id: String(form.get('id')) }
  try {
    if (form.get('intent') === 'cancel') await api.cancelOrderRequest({ params })
    else await api.markDelivered({ params })
  } catch (error) {
    toast('error', failureOf(error))
  }
  return null
}

export const meta = titled('Manage Orders')

export default function ManageOrders({ loaderData: list }: Route.ComponentProps) {
  const { search, page } = list
  return (
    <ListFrame
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
            sorting: sortingBy(search, 'userName', '-userName'),
          },
          {
            name: 'Ordered Tool Name',
            cell: order => order.toolName,
            className: 'font-semibold',
            sorting: sortingBy(search, 'toolName', '-toolName'),
          },
          { name: 'Paid Status', cell: order => <PaidStatus order={order} /> },
          { name: 'Cancel Order', cell: order => <CancelOrder order={order} /> },
          { name: 'Delivery Status', cell: order => <DeliveryStatus order={order} /> },
          { name: 'Quantity', cell: order => order.quantity, className: 'whitespace-nowrap' },
          { name: 'Total', cell: order => money(order.totalPrice) },
          {
            name: 'Deliver To',
            cell: order => <DeliverTo order={order} />,
            className: 'min-w-40 text-sm wrap-anywhere',
          },
        ]}
      />
    </ListFrame>
  )
}

function PaidStatus({ order }: { order: Order }) {
  if (!order.paid) return 'Unpaid'
  return <Good>Paid</Good>
}

function CancelOrder({ order }: { order: Order }) {
  if (order.paid) return 'order request accepted'
  return (
    <AskedRowAction
      question="Are you sure to cancel this order request?"
      fields={{ intent: 'cancel', id: order._id }}
      label={`Cancel the order of ${order.toolName} by ${order.userName}`}
      className="btn-outline btn-error"
    >
      Cancel
    </AskedRowAction>
  )
}

function DeliveryStatus({ order }: { order: Order }) {
  if (order.deliveryStatus) return <Good>Shipped</Good>
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
