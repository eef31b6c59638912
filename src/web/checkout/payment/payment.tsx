import { lazy, Suspense, useEffect, useRef } from 'react'
import { Link, useFetcher } from 'react-router'
import { formatPieceCount } from '#contract/pricing/quantity.ts'
import type { Order, OrderLine } from '#contract/schemas/orders.ts'
import { clientContext } from '#web/context.ts'
import { ShortageList } from '#web/orders/shortage-list.tsx'
import { titleMeta } from '#web/seo/meta.ts'
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
  const order = await getOrNotFound(client.getOrder({ params }), 'order')
  return { account: context.get(accountContext), order, payment: order.paid ? undefined : beginPayment(client, order) }
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
  const { account } = loaderData
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
    <section className="grid max-w-xl gap-6">
      <div className="grid gap-3 rounded-box border border-base-300 bg-base-100 p-6">
        <h1 className="section-title">Hello, {account.name}</h1>
        <p className="text-lg">
          {isPaid ? 'You have paid for' : 'Please Pay for'} <strong>{order.toolName}</strong>
        </p>
        {order.lineCount === 1 ? <p>Quantity: {order.quantity}</p> : <Lines lines={order.lines} />}
        <p className="text-2xl font-semibold tabular-nums">
          {isPaid ? 'Paid' : 'Please pay'} {formatMoney(order.totalPrice)}
        </p>
        {order.paidAt && <p>Paid on {formatTime(order.paidAt)}</p>}
        {!isPaid && !failure && (
          <p>
            {order.heldUntil
              ? `The pieces are held for you until ${formatTime(order.heldUntil)}.`
              : 'Pay to secure your pieces.'}
          </p>
        )}
      </div>
      {transactionId && <Receipt order={order} transactionId={transactionId} isNew={fetcher.data !== undefined} />}
      {isSoldOut && !isPaid && <SoldOut order={order} failure={failure} />}
      {/* An order that is sold out at first needs no form. A form in use keeps its input. */}
      {!wasPaid && (fetcher.data || !isSoldOut) && (
        <Suspense fallback={<Spinner />}>
          <CardForm
            payments={payments}
            clientSecret={clientSecret}
            billing={{ name: account.name, email: account.email }}
            paid={isPaid}
            failure={isSoldOut ? undefined : failure?.message}
            onAuthorized={id => submit({ transactionId: id, clientSecret: clientSecret ?? '' })}
            onRefused={() => submit({})}
          />
        </Suspense>
      )}
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

function Lines({ lines }: { lines: readonly OrderLine[] }) {
  const formatMoney = useMoney()
  return (
    <details open={lines.length <= 8}>
      <summary className="cursor-pointer">{lines.length} tools</summary>
      <ul className="mt-2 grid gap-1">
        {lines.map(line => (
          <li key={line.toolId} className="flex justify-between gap-4">
            <span>
              {formatPieceCount(line.quantity)} of {line.toolName}
            </span>
            <span className="shrink-0 whitespace-nowrap tabular-nums">{formatMoney(line.totalPrice)}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}

export { MissingOrder as ErrorBoundary } from '#web/orders/missing-order.tsx'

function Receipt({ order, transactionId, isNew }: { order: Order; transactionId: string; isNew: boolean }) {
  const receipt = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isNew) receipt.current?.focus()
  }, [isNew])
  return (
    <div
      ref={receipt}
      role="status"
      tabIndex={-1}
      className="grid gap-2 rounded-box border border-success bg-base-100 p-6"
    >
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
  )
}
