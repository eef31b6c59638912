import { formatMoney } from '#contract/money.ts'
import { canTakeOrderStep, toShownStatus } from '#contract/order-status.ts'
import { formatQuantity } from '#contract/quantity.ts'
import type { Order } from '#contract/schemas/orders.ts'
import { clientContext } from '#web/context.ts'
import { OrderLink } from '#web/orders/order-link.tsx'
import { OrderReference } from '#web/orders/order-reference.tsx'
import { DeliveryStatus } from '#web/orders/order-status.tsx'
import type { ListColumns } from '#web/paged-list/list-columns.ts'
import { loadList } from '#web/paged-list/load-list.ts'
import { PagedList } from '#web/paged-list/paged-list.tsx'
import { titleMeta } from '#web/seo/meta.ts'
import { assertDone, toErrorMessage } from '#web/session/api-errors.ts'
import { LineList } from '#web/ui/line-list.tsx'
import { ConfirmRowAction, RowAction } from '#web/ui/row-actions.tsx'
import { Status } from '#web/ui/status.tsx'
import { describeOrder } from '#web/ui/text/describe-order.ts'
import { Email } from '#web/ui/text/email.tsx'
import { formatTime } from '#web/ui/text/format-time.ts'
import { toast } from '#web/ui/toast.tsx'
import type { Route } from './+types/manage-orders'
import { actOnOrders, bulkOrders } from './bulk-orders.ts'

export function clientLoader({ request, context }: Route.ClientLoaderArgs) {
  const client = context.get(clientContext)
  return loadList(request, columns, {
    list: query => client.listAllOrders({ query }),
    count: query => client.countAllOrders({ query }),
  })
}

export async function clientAction({ request, context }: Route.ClientActionArgs) {
  const client = context.get(clientContext)
  const form = await request.formData()
  if (form.has('ids')) return actOnOrders(client, form)
  const params = { id: String(form.get('id')) }
  try {
    if (form.get('intent') === 'cancel') {
      const { deletedCount } = await client.cancelAnyOrder({ params })
      assertDone(deletedCount > 0, 'That order was cancelled already.')
      toast('success', 'The order is cancelled')
    } else {
      const { modifiedCount } = await client.markShipped({ params })
      assertDone(modifiedCount > 0, 'That order was delivered already.')
      toast('success', 'The order is marked as shipped')
    }
  } catch (error) {
    toast('error', toErrorMessage(error))
  }
  return null
}

export const meta = titleMeta('Manage Orders')

const columns: ListColumns<Order, 'listAllOrders'> = [
  { name: 'SL no.', cell: (_, number) => number, numeric: true },
  {
    name: 'User Name',
    cell: order => order.userName,
    className: 'min-w-24 font-semibold wrap-anywhere',
    sort: 'userName',
  },
  {
    name: 'Ordered Tool Name',
    cell: order => <OrderLink order={order} />,
    className: 'font-semibold wrap-anywhere',
    sort: 'toolName',
  },
  {
    name: 'Paid Status',
    filter: {
      param: 'problem',
      label: 'Problem',
      choices: [
        ['disputed', 'Disputed'],
        ['refundFailed', 'Refund failed'],
      ],
    },
    cell: order => <PaidStatus order={order} />,
  },
  { name: 'Cancel Order', cell: order => <CancelOrder order={order} /> },
  {
    name: 'Delivery Status',
    filter: {
      param: 'state',
      label: 'Status',
      choices: [
        ['unpaid', 'Unpaid'],
        ['held', 'Held'],
        ['toShip', 'To deliver'],
        ['shipped', 'Shipped'],
      ],
    },
    cell: order => <DeliveryCell order={order} />,
  },
  {
    name: 'Quantity',
    cell: order => <LineList order={order}>{line => formatQuantity(line.quantity)}</LineList>,
    numeric: true,
  },
  { name: 'Total', cell: order => formatMoney(order.totalPrice), numeric: true },
  {
    name: 'Deliver To',
    cell: order => <DeliverTo order={order} />,
    className: 'min-w-26 text-sm wrap-anywhere',
  },
  { name: 'Order no.', cell: order => <OrderReference order={order} /> },
]

export default function ManageOrders({ loaderData: list }: Route.ComponentProps) {
  return (
    <PagedList
      title="Manage Orders"
      nouns={['order', 'orders']}
      searchLabel="Search by buyer, address, tool or number"
      list={list}
      exports={[
        ['orders', 'Export as CSV'],
        ['orderLines', 'Export the lines'],
      ]}
      bulk={bulkOrders}
      wide
      columns={columns}
    />
  )
}

function PaidStatus({ order }: { order: Order }) {
  if (order.cancelled) return <Status kind="error">Cancelled</Status>
  if (!order.paid)
    return (
      <>
        <Status kind="waiting">Unpaid</Status>
        {order.heldUntil && <small>Held until {formatTime(order.heldUntil)}</small>}
      </>
    )
  return (
    <>
      <Status kind="success">Paid</Status>
      {order.refundedTotal > 0 && <small>{formatMoney(order.refundedTotal)} refunded</small>}
    </>
  )
}

function CancelOrder({ order }: { order: Order }) {
  if (order.cancelled) return '–'
  if (!canTakeOrderStep('cancel', order.status)) return 'order request accepted'
  return (
    <ConfirmRowAction
      question="Are you sure to cancel this order request?"
      detail={`${describeOrder(order)}, ordered by ${order.userName}`}
      fields={{ intent: 'cancel', id: order._id }}
      label={`Cancel the order of ${order.toolName} by ${order.userName}`}
      className="btn-delete"
    >
      Cancel
    </ConfirmRowAction>
  )
}

function DeliveryCell({ order }: { order: Order }) {
  if (!order.paid) return '–'
  const isToShip = ['open', 'partial'].some(status => status === toShownStatus(order))
  if (!isToShip) return <DeliveryStatus order={order} />
  return (
    <div className="grid justify-items-start gap-2">
      <DeliveryStatus order={order} />
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
  const lines = [order.address, order.phone].filter(line => line !== '')
  return (
    <div>
      {lines.length > 0 && <span className="block whitespace-pre-line">{lines.join('\n')}</span>}
      <span className="block">
        <Email>{order.userEmail}</Email>
      </span>
    </div>
  )
}
