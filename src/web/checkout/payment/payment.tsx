import { lazy, Suspense, useEffect, useRef } from 'react'
import { Link, redirect, useFetcher } from 'react-router'
import { formatAddress } from '#contract/addresses.ts'
import { namePoNumber } from '#contract/order-number.ts'
import { formatPieceCount } from '#contract/pricing/quantity.ts'
import type { Order, OrderDetails } from '#contract/schemas/orders.ts'
import { isToShip } from '#contract/states/order-status.ts'
import { DispatchTime } from '#web/cart/order-total.tsx'
import { SaveList } from '#web/cart/save-list.tsx'
import { clientContext } from '#web/context.ts'
import { DocumentButton } from '#web/orders/document-button.tsx'
import { useOrderSums } from '#web/orders/order-sums.ts'
import { ShortageList } from '#web/orders/shortage-list.tsx'
import { titleMeta } from '#web/seo/meta.ts'
import { apiClient } from '#web/session/api-client.ts'
import { getOrNotFound } from '#web/session/api-errors.ts'
import { accountContext, keepFormOnExpiry } from '#web/session/middleware.ts'
import { usePageSettings } from '#web/ui/page-settings.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { formatTime } from '#web/ui/text/format-time.ts'
import { useMoney } from '#web/ui/text/money.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useResolved } from '#web/ui/use-resolved.ts'
import type { Route } from './+types/payment'
import { beginPayment, type Failure, type PaymentState, recordPayment, reloadAndBeginPayment } from './payment-state.ts'
import { SandboxForm } from './sandbox-form.tsx'

const StripeForm = lazy(() => import('./stripe-form.tsx'))

/** Does not wait for the payment intent, so that the buyer can enter the card meanwhile. */
export async function clientLoader({ context, params }: Route.ClientLoaderArgs) {
  const client = context.get(clientContext)
  const [order, details] = await Promise.all([
    getOrNotFound(client.getOrder({ params }), 'order'),
    getOrNotFound(client.getOrderDetails({ params: { id: params.orderId } }), 'order'),
  ])
  if (order.status === 'waiting') throw redirect(`/dashboard/orders/${order._id}`)
  const payment = order.paid ? undefined : beginPayment(client, order)
  return { account: context.get(accountContext), order, details, payment }
}

export async function clientAction({ request, context, params }: Route.ClientActionArgs): Promise<PaymentState> {
  keepFormOnExpiry(context)
  const client = context.get(clientContext)
  const form = await request.formData()
  const [transactionId, clientSecret] = [form.get('transactionId'), form.get('clientSecret')]
  if (transactionId === null) return reloadAndBeginPayment(client, params)
  const state = await recordPayment(client, params, String(transactionId), String(clientSecret))
  if (state.transactionId) toast('success', 'Thanks for your payment')
  return state
}

export const meta = titleMeta('Payment')

export default function Payment({ loaderData }: Route.ComponentProps) {
  const formatMoney = useMoney()
  const { account, details } = loaderData
  const { payments } = usePageSettings()
  const fetcher = useFetcher<PaymentState>()
  const loadedState = useResolved<PaymentState>(loaderData.payment)
  const wasPaid = loaderData.order.paid || loadedState?.order !== undefined
  const state: PaymentState = fetcher.data ?? loadedState ?? {}
  const { order = loaderData.order, transactionId = order.transactionId, clientSecret, failure } = state
  const isPaid = order.paid || transactionId !== null
  const isSoldOut = failure !== undefined && failure.shortages.length > 0
  const CardForm = payments.form === 'stripe' ? StripeForm : SandboxForm

  // Revalidation would remove the form of a paid order.
  const submit = (fields: Record<string, string>) =>
    fetcher.submit(fields, { method: 'post', defaultShouldRevalidate: false })

  return (
    <section className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <div className="grid gap-2 rounded-box border border-base-300 bg-base-100 p-4 sm:p-6">
          <h1 className="section-title wrap-anywhere">
            Order {order.number}
            {order.poNumber !== '' && ` · ${namePoNumber(order.poNumber)}`}
          </h1>
          <h2 className="text-xl">Hello, {account.name}</h2>
          <p className="text-lg">
            {isPaid ? 'You have paid for' : 'Please Pay for'} <strong>{order.toolName}</strong>
          </p>
          {order.lineCount === 1 && <p>Quantity: {order.quantity}</p>}
          <p className="text-2xl font-semibold tabular-nums">
            {isPaid ? 'Paid' : 'Please pay'} {formatMoney(order.totalPrice)}
          </p>
          {order.paidAt && <p>Paid on {formatTime(order.paidAt)}</p>}
          {!isPaid && !failure && (
            <p>
              {order.heldUntil
                ? `The pieces are held for you until ${formatTime(order.heldUntil)}.`
                : 'Pay to secure your pieces.'}
              {order.expiresAt && ` The order is cancelled on ${formatTime(order.expiresAt)} if it is not paid.`}
            </p>
          )}
        </div>
        {transactionId && <Receipt order={details} transactionId={transactionId} isNew={fetcher.data !== undefined} />}
        {isSoldOut && !isPaid && <SoldOut order={order} failure={failure} />}
        {/* An order that is sold out at first needs no form. A form in use keeps its input. */}
        {!wasPaid && (fetcher.data || !isSoldOut) && (
          <Suspense fallback={<Spinner />}>
            <CardForm
              payments={payments}
              clientSecret={clientSecret}
              billing={{ name: account.name, email: account.email }}
              total={formatMoney(order.totalPrice)}
              paid={isPaid}
              failure={isSoldOut ? undefined : failure?.message}
              onAuthorized={id => submit({ transactionId: id, clientSecret: clientSecret ?? '' })}
              onRefused={() => submit({})}
            />
          </Suspense>
        )}
      </div>
      <div className="grid gap-4 rounded-box border border-base-300 bg-base-100 p-4 text-sm">
        <OrderedGoods order={details} isUnpaid={!isPaid} />
        {!isPaid && !isSoldOut && details.bankAccount !== '' && <Transfer order={details} />}
        <Receiver order={details} />
      </div>
    </section>
  )
}

function SoldOut({ order, failure: { message, shortages } }: { order: Order; failure: Failure }) {
  return (
    <div role="alert" className="grid justify-items-start gap-3 rounded-box border border-error bg-base-100 p-6">
      <p className="font-semibold">{message}</p>
      <ShortageList lines={shortages} />
      <Link to={`/dashboard/orders/${order._id}`} className="btn btn-quiet">
        Change this order
      </Link>
    </div>
  )
}

function OrderedGoods({ order, isUnpaid }: { order: OrderDetails; isUnpaid: boolean }) {
  const formatMoney = useMoney()
  const { lines } = order
  const sums = useOrderSums(order)
  return (
    <div className="grid gap-2">
      {lines.length > 1 && (
        <details open={lines.length <= 8}>
          <summary className="cursor-pointer font-semibold">{lines.length} tools</summary>
          <ul className="mt-2 grid gap-1">
            {lines.map(line => (
              <li key={line.toolId} className="flex justify-between gap-4">
                <span className="wrap-anywhere">
                  {formatPieceCount(line.quantity)} of {line.toolName}
                </span>
                <span className="shrink-0 whitespace-nowrap tabular-nums">{formatMoney(line.totalPrice)}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
      <dl className="grid gap-1 tabular-nums">
        {sums.map(({ name, amount, isTotal }) => (
          <div key={name} className={`flex justify-between gap-4 ${isTotal ? 'font-semibold' : 'text-muted'}`}>
            <dt>{name}</dt>
            <dd>{amount}</dd>
          </div>
        ))}
      </dl>
      {(!order.paid || isToShip(order)) && <DispatchTime isPaid={!isUnpaid} />}
    </div>
  )
}

function Receiver({ order: { shipTo, address, phone } }: { order: OrderDetails }) {
  const lines = [shipTo ? formatAddress(shipTo) : address, shipTo?.phone || phone].filter(text => text !== '')
  if (lines.length === 0) return null
  return (
    <div>
      <h2 className="font-sans text-sm font-semibold">Deliver to</h2>
      <p className="whitespace-pre-line wrap-anywhere">{lines.join('\n')}</p>
    </div>
  )
}

function Transfer({ order: { _id, number, totalPrice, bankAccount } }: { order: OrderDetails }) {
  const formatMoney = useMoney()
  return (
    <div className="grid justify-items-start gap-2">
      <h2 className="font-sans text-sm font-semibold">Or pay by bank transfer</h2>
      <p className="whitespace-pre-line wrap-anywhere">{bankAccount}</p>
      <p className="tabular-nums">
        {formatMoney(totalPrice)}, reference “Order {number}”. It is paid when the money has arrived.
      </p>
      <DocumentButton load={() => apiClient.getOrderDocument({ params: { id: _id, kind: 'proForma' } })}>
        Pro forma (PDF)
      </DocumentButton>
    </div>
  )
}

export { MissingOrder as ErrorBoundary } from '#web/orders/missing-order.tsx'

function Receipt({ order, transactionId, isNew }: { order: OrderDetails; transactionId: string; isNew: boolean }) {
  const receipt = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isNew) receipt.current?.focus()
  }, [isNew])
  return (
    <div className="grid gap-2 rounded-box border border-success bg-base-100 p-4 sm:p-6">
      <div ref={receipt} role="status" tabIndex={-1} className="grid gap-2">
        <p className="font-semibold text-success">Your payment is done.</p>
        <p className="break-all">Your transactionId is: {transactionId}</p>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
          <Link to="/dashboard" className="btn btn-primary">
            My Orders
          </Link>
          <Link to={`/dashboard/orders/${order._id}`} className="link py-2">
            Order {order.number}
          </Link>
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        <DocumentButton load={() => apiClient.getOrderDocument({ params: { id: order._id, kind: 'invoice' } })}>
          Invoice (PDF)
        </DocumentButton>
        <SaveList lines={order.lines} className="btn-sm" />
      </div>
    </div>
  )
}
