import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Link, useFetcher, useRevalidator, useRouteLoaderData } from 'react-router'
import type { Client } from '#contract/client.ts'
import { formatMoney } from '#contract/money.ts'
import { formatQuantity } from '#contract/quantity.ts'
import { Refusal } from '#contract/refusal.ts'
import type { Order, OrderLine } from '#contract/schemas/orders.ts'
import { clientContext, type PageSettings } from '#web/context.ts'
import { ErrorPage } from '#web/layout/error-page.tsx'
import { ShortageList } from '#web/orders/shortage-list.tsx'
import { titleMeta } from '#web/seo/meta.ts'
import { getOrNotFound } from '#web/session/api-errors.ts'
import { accountContext, keepFormOnExpiry } from '#web/session/middleware.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { formatTime } from '#web/ui/text/format-time.ts'
import { toast } from '#web/ui/toast.tsx'
import { useResolved } from '#web/ui/use-resolved.ts'
import type { Route } from './+types/payment'
import { SandboxForm } from './sandbox-form.tsx'

const StripeForm = lazy(() => import('./stripe-form.tsx'))

interface Failure {
  message: string
  /** Which lines are sold out. */
  lines: readonly string[]
  /** The payment has ended, and another card or none pays: the page is loaded anew. */
  hasPaymentEnded: boolean
}

interface LoadedIntent {
  clientSecret?: string
  failure?: Failure
  /** The order, when it turned out to be paid. */
  order?: Order
}

/** Does not wait for the payment intent, so that the card can be typed meanwhile. */
export async function clientLoader({ context, params }: Route.ClientLoaderArgs) {
  const client = context.get(clientContext)
  const order = await getOrNotFound(client.getOrder({ params }), 'order')
  return { account: context.get(accountContext), order, intent: order.paid ? undefined : loadIntent(client, order) }
}

export async function clientAction({ request, context, params }: Route.ClientActionArgs) {
  keepFormOnExpiry(context)
  const transactionId = String((await request.formData()).get('transactionId'))
  const { orderId } = params
  const client = context.get(clientContext)
  try {
    const body = { orderId, transactionId }
    const { acknowledged } = await client.recordPayment({ params: { id: orderId }, body })
    if (!acknowledged) return { failure: { message: notRecordedMessage, lines: [], hasPaymentEnded: false } }
  } catch (error) {
    return { failure: toFailure(error) }
  }
  toast('success', 'Thanks for your payment')
  return { order: await client.getOrder({ params }).catch(() => undefined), transactionId }
}

export const meta = titleMeta('Payment')

export default function Payment({ loaderData }: Route.ComponentProps) {
  const { account } = loaderData
  const { payments } = useRouteLoaderData('root') as PageSettings
  const { revalidate } = useRevalidator()
  const recording = useFetcher<{ order?: Order; transactionId?: string; failure?: Failure }>()
  const intent = useResolved<LoadedIntent>(loaderData.intent)
  const loadedOrder = intent?.order ?? loaderData.order
  const order = recording.data?.order ?? loadedOrder
  const CardForm = payments.form === 'stripe' ? StripeForm : SandboxForm
  const transactionId = recording.data?.transactionId ?? order.transactionId
  const isPaid = loadedOrder.paid || transactionId !== null

  const recorded = recording.data?.failure
  // Why the next payment can't begin is newer than why the last one ended, unless pieces are missing: that stays.
  const canPayAgain = recorded?.hasPaymentEnded && !isSoldOut(recorded)
  const failure = (canPayAgain ? intent?.failure : undefined) ?? recorded ?? intent?.failure
  useEffect(() => {
    // Another payment needs another client secret, if the order can be paid at all.
    if (recorded?.hasPaymentEnded) void revalidate()
  }, [recorded, revalidate])

  const [reportedSecret, setReportedSecret] = useState<string>()
  // The payment that has ended takes no other card: a new one is on its way.
  const hasEnded = recorded?.hasPaymentEnded && intent?.clientSecret === reportedSecret

  async function record(paymentIntentId: string) {
    setReportedSecret(intent?.clientSecret)
    // Not revalidated: the form of a paid order would disappear.
    await recording.submit({ transactionId: paymentIntentId }, { method: 'post', defaultShouldRevalidate: false })
  }

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
      {transactionId && (
        <Receipt order={order} transactionId={transactionId} isNew={recording.data?.order !== undefined} />
      )}
      {failure && isSoldOut(failure) && !isPaid && <SoldOut order={order} failure={failure} />}
      {/* Where pieces were missing from the start there is nothing to type; what was typed stays. */}
      {!loadedOrder.paid && (recorded || !isSoldOut(intent?.failure)) && (
        <Suspense fallback={<Spinner />}>
          <CardForm
            payments={payments}
            clientSecret={hasEnded ? undefined : intent?.clientSecret}
            billing={{ name: account.name, email: account.email }}
            paid={isPaid}
            failure={isSoldOut(failure) ? undefined : failure?.message}
            hasPaymentEnded={recorded?.hasPaymentEnded ?? false}
            onAuthorized={record}
            onRefused={revalidate}
          />
        </Suspense>
      )}
    </section>
  )
}

const isSoldOut = (failure: Failure | undefined) => failure !== undefined && failure.lines.length > 0

function SoldOut({ order, failure: { message, lines } }: { order: Order; failure: Failure }) {
  return (
    <div role="alert" className="grid justify-items-start gap-3 rounded-box border border-error bg-base-100 p-6">
      <p className="font-semibold">{message}</p>
      <ShortageList lines={lines} />
      <Link to={`/dashboard/orders/${order._id}`} className="btn btn-quiet">
        Change this order
      </Link>
    </div>
  )
}

/** Open while it leaves the payment in sight. */
function Lines({ lines }: { lines: readonly OrderLine[] }) {
  return (
    <details open={lines.length <= 8}>
      <summary className="cursor-pointer">{lines.length} tools</summary>
      <ul className="mt-2 grid gap-1">
        {lines.map(line => (
          <li key={line.toolId} className="flex justify-between gap-4">
            <span>
              {formatQuantity(line.quantity)} of {line.toolName}
            </span>
            <span className="shrink-0 whitespace-nowrap tabular-nums">{formatMoney(line.totalPrice)}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}

export function ErrorBoundary() {
  return (
    <ErrorPage missing="This order is not here">
      <Link to="/dashboard" className="btn btn-primary">
        My Orders
      </Link>
    </ErrorPage>
  )
}

/** Gets the focus when the form that had it has done its work. */
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

function loadIntent(client: Client, order: Order): Promise<LoadedIntent> {
  return createIntent(client, order).catch(error => ({ failure: toFailure(error) }))
}

async function createIntent(client: Client, { _id: orderId, totalPrice }: Order): Promise<LoadedIntent> {
  const body = { orderId, totalPrice }
  try {
    return await client.createPaymentIntent({ body })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // Paid in another tab, or by a payment whose reply was lost.
    if (error.code === 'order_paid') return { order: await client.getOrder({ params: { orderId } }) }
    // An earlier payment of this order failed only now.
    if (payAgainCodes.includes(error.code))
      return { ...(await client.createPaymentIntent({ body })), failure: toFailure(error) }
    throw error
  }
}

const notRecordedMessage = 'The payment is not recorded yet. Load the page again: nothing is charged twice.'

/** The payment has ended, and the card can pay anew. */
const payAgainCodes: readonly string[] = ['payment_released', 'payment_refunded']
const soldOutCodes: readonly string[] = ['sold_out', 'sold_out_while_paying', 'payment_refunded']
const endingCodes: readonly string[] = [
  ...payAgainCodes,
  'sold_out_while_paying',
  // By a bank transfer meanwhile: the page then shows it.
  'order_paid',
]

function toFailure(error: unknown): Failure {
  if (!(error instanceof Refusal)) {
    const message = 'The shop does not answer. Load the page again: nothing is charged twice.'
    return { message, lines: [], hasPaymentEnded: false }
  }
  const lines = soldOutCodes.includes(error.code) ? error.errors.map(({ message }) => message) : []
  return { message: error.message, lines, hasPaymentEnded: endingCodes.includes(error.code) }
}
