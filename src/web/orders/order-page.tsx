import { Link, redirect } from 'react-router'
import { formatMoney } from '#contract/money.ts'
import type { OrderDetails } from '#contract/schemas/orders.ts'
import { storeCheckoutDraft } from '#web/checkout/checkout-draft.ts'
import { clientContext } from '#web/context.ts'
import { ErrorPage } from '#web/layout/error-page.tsx'
import { titleMeta } from '#web/seo/meta.ts'
import { isAdmin } from '#web/session/admin-role.ts'
import { assertDone, getOrNotFound, toErrorMessage } from '#web/session/api-errors.ts'
import { accountContext } from '#web/session/middleware.ts'
import { toast } from '#web/ui/toast.tsx'
import type { Route } from './+types/order-page'
import { OrderActions } from './order-actions.tsx'
import { OrderFacts } from './order-facts.tsx'
import { OrderLines } from './order-lines.tsx'
import { OrderState, OrderSteps } from './order-steps.tsx'

export async function clientLoader({ context, params }: Route.ClientLoaderArgs) {
  const client = context.get(clientContext)
  const { email } = context.get(accountContext)
  const [order, admin] = await Promise.all([
    getOrNotFound(client.getOrderDetails({ params }), 'order_not_found'),
    isAdmin(client, email),
  ])
  return { order, admin, isOwn: order.userEmail === email }
}

export async function clientAction({ request, context, params }: Route.ClientActionArgs) {
  const client = context.get(clientContext)
  const form = await request.formData()
  const readField = (name: string) => String(form.get(name) ?? '').trim()
  try {
    switch (form.get('intent')) {
      case 'cancel': {
        const cancel = form.get('by') === 'shop' ? client.cancelAnyOrder : client.cancelOrder
        assertDone((await cancel({ params })).deletedCount > 0, 'That order was cancelled already.')
        toast('success', 'The order is cancelled')
        return null
      }
      case 'change':
        await client.changeOrder({ params })
        storeCheckoutDraft(JSON.parse(readField('draft')))
        toast('success', 'The order is cancelled; its tools are in your cart again')
        return redirect('/cart')
      case 'deliver':
        assertDone((await client.markShipped({ params })).modifiedCount > 0, 'That order was delivered already.')
        toast('success', 'The order is marked as shipped')
        return null
      case 'transfer':
        await client.markPaid({ params, body: { reference: readField('reference') } })
        toast('success', 'The order is marked as paid')
        return null
      case 'poNumber':
        await client.changePoNumber({ params, body: { poNumber: readField('poNumber') } })
        toast('success', 'The purchase order number is changed')
        return null
      default:
        throw new Error(`unknown intent ${form.get('intent')}`)
    }
  } catch (error) {
    toast('error', toErrorMessage(error))
    return { failure: toErrorMessage(error) }
  }
}

export const meta = titleMeta('Order')

export default function OrderPage({ loaderData: { order, admin, isOwn } }: Route.ComponentProps) {
  return (
    <section className="grid gap-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1 className="section-title">Order {order.number}</h1>
        <OrderState state={order.state} />
      </div>
      <OrderActions order={order} admin={admin} isOwn={isOwn} />
      <OrderLines order={order} />
      <Sums order={order} />
      <div className="grid gap-6 rounded-box border border-base-300 bg-base-100 p-6 sm:grid-cols-2">
        <OrderSteps order={order} />
        <OrderFacts order={order} isOwn={isOwn} />
      </div>
    </section>
  )
}

function Sums({ order: { lines, totalPrice, tax } }: { order: OrderDetails }) {
  const rates = [...new Set(lines.map(({ taxPercent }) => taxPercent))].filter(percent => percent > 0)
  return (
    <div className="grid justify-items-end gap-1 tabular-nums">
      <p className="text-2xl font-semibold">Total {formatMoney(totalPrice)}</p>
      {tax > 0 && (
        <p className="text-muted">
          {rates.length === 1 ? `${rates[0]} % tax` : 'Tax'} included: {formatMoney(tax)}
        </p>
      )}
    </div>
  )
}

export function ErrorBoundary() {
  return (
    <ErrorPage missing="This order is not here">
      <Link to="/dashboard" className="btn btn-primary">
        Dashboard
      </Link>
    </ErrorPage>
  )
}
