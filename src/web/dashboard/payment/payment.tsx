import { useEffect, useState } from 'react'
import { data, Link, useRouteLoaderData } from 'react-router'
import type { Order } from '#contract/orders.ts'
import { Refusal } from '#contract/refusals.ts'
import { money } from '#contract/rules.ts'
import { api } from '#web/api.ts'
import type { Settings } from '#web/context.ts'
import { requireAccount } from '#web/guards.ts'
import { titled } from '#web/titled.ts'
import { toast } from '#web/ui/toast.tsx'
import type { Route } from './+types/payment'
import { CardForm } from './card-form.tsx'

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const account = await requireAccount(request)
  return { account, order: await getOrder(params.orderId) }
}

async function getOrder(orderId: string): Promise<Order> {
  try {
    return await api.getOrder({ params: { orderId } })
  } catch (error) {
    if (error instanceof Refusal && error.status < 500) throw data(error.message, { status: 404 })
    throw error
  }
}

export const meta = titled('Payment')

export default function Payment({ loaderData: { account, order } }: Route.ComponentProps) {
  const { payments } = useRouteLoaderData('root') as Settings
  const [clientSecret, setClientSecret] = useState<string>()
  const [transactionId, setTransactionId] = useState(order.transactionId)
  const [error, setError] = useState<string>()

  useEffect(() => {
    if (order.paid) return
    let current = true
    api.createPaymentIntent({ body: { orderId: order._id, totalPrice: order.totalPrice } }).then(
      reply => current && setClientSecret(reply.clientSecret),
      failure => current && setError(messageOf(failure)),
    )
    return () => {
      current = false
    }
  }, [order._id, order.paid, order.totalPrice])

  async function record(paymentIntentId: string) {
    await api.payOrder({ params: { id: order._id }, body: { orderId: order._id, transactionId: paymentIntentId } })
    setTransactionId(paymentIntentId)
    toast('success', 'Thanks for your payment')
  }

  return (
    <section className="grid max-w-xl gap-6">
      <div className="grid gap-3 rounded-box border border-base-300 bg-base-100 p-6">
        <h1 className="section-title">Hello, {account.displayName}</h1>
        <p className="text-lg">
          Please Pay for <strong>{order.toolName}</strong>
        </p>
        <p>Quantity: {order.quantity}</p>
        <p className="text-2xl font-semibold tabular-nums">Please pay {money(order.totalPrice)}</p>
      </div>
      <CardForm
        payments={payments}
        clientSecret={clientSecret}
        billing={{ name: account.displayName, email: account.email }}
        paid={transactionId !== null}
        failure={error}
        onPaid={paymentIntentId => record(paymentIntentId).catch(failure => setError(messageOf(failure)))}
      />
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

function messageOf(failure: unknown): string {
  return failure instanceof Refusal
    ? failure.message
    : 'The shop does not answer. Load the page again: nothing is charged twice.'
}
