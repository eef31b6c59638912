import { lazy, Suspense, useEffect, useState } from 'react'
import { Link, useRevalidator, useRouteLoaderData } from 'react-router'
import { formatMoney } from '#contract/money.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Settings } from '#web/context.ts'
import { orNotFound } from '#web/layout/failure.ts'
import { privateMeta } from '#web/seo/meta.ts'
import { api } from '#web/session/api.ts'
import { accountContext } from '#web/session/middleware.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { Route } from './+types/payment'
import { SandboxForm } from './sandbox-form.tsx'

const StripeForm = lazy(() => import('./stripe-form.tsx'))

export async function clientLoader({ context, params }: Route.ClientLoaderArgs) {
  const account = context.get(accountContext)
  return { account, order: await orNotFound(api.getOrder({ params }), 'order_not_found') }
}

export const meta = privateMeta('Payment')

export default function Payment({ loaderData: { account, order } }: Route.ComponentProps) {
  const { payments } = useRouteLoaderData('root') as Settings
  const { revalidate } = useRevalidator()
  const [clientSecret, setClientSecret] = useState<string>()
  const [recorded, setRecorded] = useState<string>()
  const [error, setError] = useState<string>()
  const CardForm = payments.form === 'stripe' ? StripeForm : SandboxForm
  const transactionId = recorded ?? order.transactionId

  useEffect(() => {
    if (order.paid) return
    let current = true
    api.createPaymentIntent({ body: { orderId: order._id, totalPrice: order.totalPrice } }).then(
      reply => current && setClientSecret(reply.clientSecret),
      failure => {
        if (!current) return
        // Paid in another tab, or by a payment whose answer was lost: the order itself says so.
        if (failure instanceof Refusal && failure.code === 'order_paid') void revalidate()
        else setError(toPaymentMessage(failure))
      },
    )
    return () => {
      current = false
    }
  }, [order._id, order.paid, order.totalPrice, revalidate])

  async function record(paymentIntentId: string) {
    try {
      await api.recordPayment({
        params: { id: order._id },
        body: { orderId: order._id, transactionId: paymentIntentId },
      })
      setRecorded(paymentIntentId)
      toast('success', 'Thanks for your payment')
    } catch (failure) {
      setError(toPaymentMessage(failure))
    }
  }

  return (
    <section className="grid max-w-xl gap-6">
      <div className="grid gap-3 rounded-box border border-base-300 bg-base-100 p-6">
        <h1 className="section-title">Hello, {account.displayName}</h1>
        <p className="text-lg">
          {order.paid ? 'You have paid for' : 'Please Pay for'} <strong>{order.toolName}</strong>
        </p>
        <p>Quantity: {order.quantity}</p>
        <p className="text-2xl font-semibold tabular-nums">
          {order.paid ? 'Paid' : 'Please pay'} {formatMoney(order.totalPrice)}
        </p>
      </div>
      {!order.paid && (
        <Suspense fallback={<Spinner />}>
          <CardForm
            payments={payments}
            clientSecret={clientSecret}
            billing={{ name: account.displayName, email: account.email }}
            paid={recorded !== undefined}
            failure={error}
            onPaid={record}
            onRefused={revalidate}
          />
        </Suspense>
      )}
      {transactionId && (
        <div role="status" className="grid gap-2 rounded-box border border-success bg-base-100 p-6">
          <p className="font-semibold text-success">Your payment is done.</p>
          <p className="break-all">Your transactionId is: {transactionId}</p>
          <Link to="/dashboard" className="link">
            My Orders
          </Link>
        </div>
      )}
    </section>
  )
}

function toPaymentMessage(failure: unknown): string {
  if (failure instanceof Refusal) return failure.message
  return 'The shop does not answer. Load the page again: nothing is charged twice.'
}
