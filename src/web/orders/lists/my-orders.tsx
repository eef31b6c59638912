import { Link, redirect, type ShouldRevalidateFunctionArgs, useLoaderData } from 'react-router'
import type { Client } from '#contract/client.ts'
import { formatQuantity } from '#contract/pricing/quantity.ts'
import type { Order } from '#contract/schemas/orders.ts'
import { canTakeOrderStep } from '#contract/states/order-status.ts'
import { clientContext } from '#web/context.ts'
import { OrderLink } from '#web/orders/order-link.tsx'
import { OrderReference } from '#web/orders/order-reference.tsx'
import { findRights } from '#web/orders/order-rights.ts'
import { DeliveryStatus, OrderStatusLabel, PaidStatus } from '#web/orders/order-status.tsx'
import type { ListColumns } from '#web/paged-list/list-columns.ts'
import { isNarrowed } from '#web/paged-list/list-search.ts'
import { loadList } from '#web/paged-list/load-list.ts'
import { PagedList } from '#web/paged-list/paged-list.tsx'
import { readMembership } from '#web/prices/read-membership.ts'
import { titleMeta } from '#web/seo/meta.ts'
import { isAdmin } from '#web/session/api-client.ts'
import { toErrorMessage } from '#web/session/api-errors.ts'
import { accountContext } from '#web/session/middleware.ts'
import { Cut } from '#web/ui/text/cut.tsx'
import { describeOrder } from '#web/ui/text/describe-order.ts'
import { formatShortDate, formatTime } from '#web/ui/text/format-time.ts'
import { Money, useCurrency, useMoney } from '#web/ui/text/money.tsx'
import { toast } from '#web/ui/toast.tsx'
import { CopyableCode } from '#web/widgets/copyable-code.tsx'
import { ConfirmRowAction } from '#web/widgets/row-actions.tsx'
import type { Route } from './+types/my-orders'
import { OrderRowDetails } from './order-row-details.tsx'

export async function clientLoader({ request, context }: Route.ClientLoaderArgs) {
  const { email } = context.get(accountContext)
  const [admin, orders] = await Promise.all([isAdmin(email), loadOwnOrders(request, context.get(clientContext), email)])
  if (admin) throw redirect('/dashboard/profile')
  return orders
}

export async function loadOwnOrders(request: Request, client: Client, email: string) {
  const [list, { role }] = await Promise.all([
    loadList(request, columns, {
      list: query => client.listOrders({ query: { ...query, email } }),
      count: query => client.countOrders({ query }),
    }),
    readMembership(client),
  ])
  const [waiting, declined] = await Promise.all([
    role === 'manager' ? client.listOrders({ query: { state: 'waiting', limit: 20 } }) : [],
    role === null ? [] : client.listOrders({ query: { state: 'declined', limit: 5 } }),
  ])
  const { unpaid, unpaidTotal } = list.countReply
  return { list, debt: { unpaid, unpaidTotal }, email, role, waiting, declined }
}

export async function clientAction({ request, context }: Route.ClientActionArgs) {
  const form = await request.formData()
  try {
    const { deletedCount } = await context.get(clientContext).cancelOrder({ params: { id: String(form.get('id')) } })
    if (deletedCount > 0) toast('success', `Your order ${form.get('number')} is cancelled`)
    else toast('error', 'That order was cancelled already.')
    return { isCancelled: deletedCount > 0 }
  } catch (error) {
    toast('error', toErrorMessage(error))
  }
  return null
}

/** The specification reloads the orders only after a cancellation with an effect. */
export const shouldRevalidate = ({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  actionResult?.isCancelled === false ? false : defaultShouldRevalidate

export const meta = titleMeta('My Orders')

const columns: ListColumns<Order, 'listOrders'> = [
  { name: 'SL no.', cell: (_, number) => number, numeric: true },
  {
    name: 'Tool Name',
    cell: order => <OrderLink order={order} />,
    className: 'w-[30%] max-w-0',
    card: 'text',
  },
  { name: 'Price Per Unit', cell: order => <UnitPrice order={order} />, numeric: true, card: 'note' },
  { name: 'Quantity', cell: order => formatQuantity(order.pieces), numeric: true, card: 'note' },
  { name: 'Payment', cell: order => <Payment order={order} />, card: 'status' },
  { name: 'XID', cell: order => <TransactionId order={order} /> },
  { name: 'Cancel Order', cell: order => <CancelOrder order={order} />, card: 'action' },
  { name: 'Total', cell: order => <Money of={order.totalPrice} />, numeric: true, card: 'amount' },
  {
    name: 'Delivery Status',
    filter: {
      param: 'state',
      label: 'Status',
      choices: [
        ['unpaid', 'To pay'],
        ['waiting', 'To approve'],
        ['toShip', 'Paid, not shipped yet'],
        ['shipped', 'Shipped'],
      ],
    },
    cell: order => <Delivery order={order} />,
    card: 'status',
  },
  { name: 'Order no.', cell: order => <OwnReference order={order} />, card: 'title' },
]

export default function MyOrders({ loaderData: { list, debt, waiting, declined } }: Route.ComponentProps) {
  const formatMoney = useMoney()
  const due = debt.unpaid === 1 ? '1 order' : `${debt.unpaid} orders`
  const { search, count } = list
  const hasNone = count === 0 && !isNarrowed(search)
  return hasNone ? (
    <section className="grid gap-3">
      <h1 className="section-title">My Orders</h1>
      <DeclinedOrders orders={declined} />
      <div className="grid justify-items-start gap-4 rounded-box border border-base-300 bg-base-100 p-6">
        <p>You have no orders yet.</p>
        <div className="flex flex-wrap gap-3">
          <Link to="/shop" className="btn btn-primary">
            Shop Now
          </Link>
          <Link to="/quick-order" className="btn btn-quiet">
            Quick order
          </Link>
        </div>
      </div>
    </section>
  ) : (
    <>
      <WaitingOrders orders={waiting} />
      <DeclinedOrders orders={declined} />
      <PagedList
        title="My Orders"
        nouns={['order', 'orders']}
        searchHint="Tool, SKU, PO, order, tracking or payment"
        list={list}
        wide
        isPlainWhenShort
        note={debt.unpaid > 0 ? ` · ${formatMoney(debt.unpaidTotal)} to pay for ${due}` : ''}
        columns={columns}
        details={{
          render: order => (
            <OrderRowDetails order={order} isOwn>
              <Link to={`/dashboard/orders/${order._id}/again`} className="btn btn-quiet btn-sm">
                Order again
              </Link>
            </OrderRowDetails>
          ),
          toName: ({ number }) => `order ${number}`,
        }}
      />
    </>
  )
}

/** A manager approves or declines these orders of the company. */
function WaitingOrders({ orders }: { orders: readonly Order[] }) {
  if (orders.length === 0) return null
  return (
    <section className="mb-4 grid gap-2 rounded-box border border-base-300 bg-base-100 p-4">
      <h2 className="text-lg">Waiting for your approval</h2>
      <ul className="grid gap-2">
        {orders.map(order => (
          <li key={order._id} className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <OrderReference order={order} />
            <span className="min-w-0 wrap-anywhere">
              {order.toolName}, by {order.userName}
            </span>
            <span className="ms-auto font-semibold tabular-nums">
              <Money of={order.totalPrice} />
            </span>
            <Link
              to={`/dashboard/orders/${order._id}`}
              className="btn btn-primary btn-sm"
              aria-label={`Approve or decline order ${order.number}`}
            >
              Approve or decline
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The list has no cancelled orders. */
function DeclinedOrders({ orders }: { orders: readonly Order[] }) {
  if (orders.length === 0) return null
  return (
    <section className="mb-4 grid gap-2 rounded-box border border-base-300 bg-base-100 p-4">
      <h2 className="text-lg">Declined</h2>
      <ul className="grid gap-2">
        {orders.map(order => (
          <li key={order._id} className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <OrderReference order={order} />
            <span className="min-w-0 wrap-anywhere">{order.toolName}</span>
            <Link to={`/dashboard/orders/${order._id}`} className="link ms-auto py-1.5">
              See why
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Orders of a company say who has placed them. */
function OwnReference({ order }: { order: Order }) {
  const { email } = useLoaderData<typeof loadOwnOrders>()
  return (
    <>
      <OrderReference order={order} />
      {order.userEmail !== email && (
        <span className="font-normal text-muted">
          <Cut>{`by ${order.userName}`}</Cut>
        </span>
      )}
    </>
  )
}

function UnitPrice({ order: { lineCount, price } }: { order: Order }) {
  return lineCount === 1 ? (
    <span data-unit="each">
      <Money of={price} />
    </span>
  ) : (
    <span data-unit="prices">several</span>
  )
}

function Payment({ order }: { order: Order }) {
  if (order.paid) return <PaidStatus order={order} />
  if (order.status === 'waiting') return <OrderStatusLabel order={order} />
  return (
    <Link
      to={`/dashboard/payment/${order._id}`}
      className="btn btn-primary btn-sm"
      aria-label={`Pay for ${order.toolName}`}
      title={order.heldUntil ? `Held until ${formatTime(order.heldUntil)}` : 'Pay to secure your pieces'}
    >
      Pay
    </Link>
  )
}

function Delivery({ order }: { order: Order }) {
  if (order.paid) return <DeliveryStatus order={order} />
  return order.heldUntil && <span className="whitespace-nowrap">Held until {formatShortDate(order.heldUntil)}</span>
}

function TransactionId({ order: { transactionId, toolName } }: { order: Order }) {
  if (!transactionId) return null
  return <CopyableCode label={`Copy the transaction id of ${toolName}`}>{transactionId}</CopyableCode>
}

function CancelOrder({ order }: { order: Order }) {
  const currency = useCurrency()
  const { email, role } = useLoaderData<typeof loadOwnOrders>()
  const { mayChange, mayApprove } = findRights(order, { email, admin: false, role })
  if (!mayChange) return null
  if (mayApprove)
    return (
      <Link
        to={`/dashboard/orders/${order._id}`}
        className="btn btn-quiet btn-sm"
        aria-label={`Decide on order ${order.number}`}
      >
        Decide
      </Link>
    )
  if (!canTakeOrderStep('cancel', order.status))
    return <span className="when-open block min-w-22">Order request accepted</span>
  return (
    <ConfirmRowAction
      question="Are you sure to cancel this order?"
      detail={describeOrder(order, currency)}
      fields={{ id: order._id, number: String(order.number) }}
      label={`Cancel the order of ${order.toolName}`}
      className="btn-delete"
    >
      Cancel
    </ConfirmRowAction>
  )
}
