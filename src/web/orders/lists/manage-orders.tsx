import { formatNumber } from '#contract/format-number.ts'
import type { Order } from '#contract/schemas/orders.ts'
import { canTakeOrderStep, isToShip } from '#contract/states/order-status.ts'
import { clientContext } from '#web/context.ts'
import { OrderLink } from '#web/orders/order-link.tsx'
import { OrderReference } from '#web/orders/order-reference.tsx'
import { DeliveryStatus, OrderStatusLabel, PaidStatus } from '#web/orders/order-status.tsx'
import type { ListColumns } from '#web/paged-list/list-columns.ts'
import { loadList } from '#web/paged-list/load-list.ts'
import { PagedList } from '#web/paged-list/paged-list.tsx'
import { titleMeta } from '#web/seo/meta.ts'
import { assertDone, toErrorMessage, toFieldErrors } from '#web/session/api-errors.ts'
import { keepFormOnExpiry } from '#web/session/middleware.ts'
import { Status } from '#web/ui/status.tsx'
import { Cut } from '#web/ui/text/cut.tsx'
import { describeOrder } from '#web/ui/text/describe-order.ts'
import { formatShortDate } from '#web/ui/text/format-time.ts'
import { Money, useCurrency } from '#web/ui/text/money.tsx'
import { toast } from '#web/ui/toast.tsx'
import { ConfirmRowAction } from '#web/widgets/row-actions.tsx'
import type { Route } from './+types/manage-orders'
import { actOnOrders, bulkOrders, Parcels, readParcel, toParcelErrors } from './bulk-orders.tsx'
import { OrderRowDetails } from './order-row-details.tsx'

export function clientLoader({ request, context }: Route.ClientLoaderArgs) {
  const client = context.get(clientContext)
  return loadList(request, columns, {
    list: query => client.listAllOrders({ query }),
    count: query => client.countAllOrders({ query }),
  })
}

export async function clientAction({ request, context }: Route.ClientActionArgs) {
  keepFormOnExpiry(context)
  const client = context.get(clientContext)
  const form = await request.formData()
  if (form.has('ids')) return actOnOrders(client, form)
  const params = { id: String(form.get('id')) }
  const number = String(form.get('number'))
  try {
    if (form.get('intent') === 'cancel') {
      const { deletedCount } = await client.cancelAnyOrder({ params })
      assertDone(deletedCount > 0, 'That order was cancelled already.')
      toast('success', `Order ${number} is cancelled`)
    } else {
      const { modifiedCount } = await client.markShipped({ params, query: readParcel(form, params.id) })
      assertDone(modifiedCount > 0, 'That order was delivered already.')
      toast('success', `Order ${number} is marked as shipped`)
    }
  } catch (error) {
    const failure = toErrorMessage(error)
    toast('error', failure)
    return { failure, errors: toParcelErrors(toFieldErrors(error), params.id) }
  }
  return null
}

export const meta = titleMeta('Manage Orders')

const columns: ListColumns<Order, 'listAllOrders'> = [
  { name: 'SL no.', cell: (_, number) => number, numeric: true },
  {
    name: 'User Name',
    cell: ({ userName, company }) => (
      <>
        <Cut>{userName}</Cut>
        {company && (
          <span className="text-sm font-normal text-muted">
            <Cut>{company.name}</Cut>
          </span>
        )}
      </>
    ),
    className: 'w-[17%] max-w-0',
    sort: 'userName',
    card: 'title',
  },
  {
    name: 'Ordered Tool Name',
    cell: order => <OrderLink order={order} />,
    className: 'w-[32%] max-w-0',
    sort: 'toolName',
    card: 'text',
  },
  {
    name: 'Paid Status',
    filter: {
      param: 'state',
      label: 'Status',
      choices: [
        ['unpaid', 'Unpaid'],
        ['waiting', 'To approve'],
        ['held', 'Held'],
        ['toShip', 'To deliver'],
        ['shipped', 'Shipped'],
      ],
    },
    cell: order => <PaymentStatus order={order} />,
    card: 'status',
  },
  { name: 'Cancel Order', cell: order => <CancelOrder order={order} />, card: 'action' },
  {
    name: 'Delivery Status',
    filter: {
      param: 'problem',
      label: 'Problem',
      choices: [
        ['dispute', 'Disputes'],
        ['refundFailed', 'Refund failed'],
      ],
    },
    cell: order => <DeliveryCell order={order} />,
    card: 'status',
  },
  {
    name: 'Quantity',
    cell: order => formatNumber(order.pieces),
    numeric: true,
  },
  { name: 'Total', cell: order => <Money of={order.totalPrice} />, numeric: true, card: 'amount' },
  { name: 'Deliver To', cell: order => <Cut>{describePlace(order)}</Cut>, className: 'w-[14%] max-w-0' },
  { name: 'Order no.', cell: order => <OrderReference order={order} />, card: 'note' },
]

export default function ManageOrders({ loaderData: list }: Route.ComponentProps) {
  return (
    <PagedList
      title="Manage Orders"
      nouns={['order', 'orders']}
      searchHint="Buyer, address, phone, tool, SKU, PO, number, tracking"
      list={list}
      exports={[
        ['orders', 'Export as CSV'],
        ['orderLines', 'Export the lines'],
      ]}
      bulk={bulkOrders}
      details={{ render: order => <OrderRowDetails order={order} />, toName: ({ number }) => `order ${number}` }}
      wide
      columns={columns}
    />
  )
}

/** In an address of four or more lines, the second is the company or else the street, and the last but one is the town. */
function describePlace({ address }: Order): string {
  const lines = address.split('\n').filter(line => line !== '')
  return lines.length > 3 ? [lines.at(-2), lines[1]].join(', ') : lines.join(', ')
}

function PaymentStatus({ order }: { order: Order }) {
  if (order.cancelled) return <Status kind="error">Cancelled</Status>
  if (order.status === 'waiting') return <OrderStatusLabel order={order} />
  if (!order.paid)
    return (
      <>
        <Status kind="waiting">Unpaid</Status>
        {order.heldUntil && (
          <small className="whitespace-nowrap text-muted">Held until {formatShortDate(order.heldUntil)}</small>
        )}
      </>
    )
  return <PaidStatus order={order} />
}

function CancelOrder({ order }: { order: Order }) {
  const currency = useCurrency()
  if (order.cancelled) return null
  if (!canTakeOrderStep('cancel', order.status))
    return <span className="when-open block min-w-18 text-xs leading-tight">order request accepted</span>
  return (
    <ConfirmRowAction
      question="Are you sure to cancel this order request?"
      detail={`${describeOrder(order, currency)}, ordered by ${order.userName}`}
      fields={{ intent: 'cancel', id: order._id, number: String(order.number) }}
      label={`Cancel the order of ${order.toolName} by ${order.userName}`}
      className="btn-delete"
    >
      Cancel
    </ConfirmRowAction>
  )
}

function DeliveryCell({ order }: { order: Order }) {
  if (!order.paid) return null
  if (!isToShip(order)) return <DeliveryStatus order={order} />
  return (
    <div className="flex items-center gap-2">
      <DeliveryStatus order={order} />
      <ConfirmRowAction
        question={`Are you sure to deliver order ${order.number}?`}
        detail="All that is left of it is marked as shipped, and its buyer is mailed."
        tone="primary"
        questionFields={errors => <Parcels orders={[order]} errors={errors} />}
        fields={{ intent: 'deliver', id: order._id, number: String(order.number) }}
        label={`Deliver the order of ${order.toolName} by ${order.userName}`}
        className="btn-primary"
      >
        Deliver
      </ConfirmRowAction>
    </div>
  )
}
