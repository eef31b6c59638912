import { useEffect, useRef, useState } from 'react'
import { redirect } from 'react-router'
import { formatMoney } from '#contract/money.ts'
import { Refusal } from '#contract/refusal.ts'
import type { Return } from '#contract/schemas/fulfilment.ts'
import type { OrderDetails } from '#contract/schemas/orders.ts'
import { findEndOfDay } from '#contract/time-zones.ts'
import { storeCheckoutDraft } from '#web/checkout/checkout-draft.ts'
import { clientContext } from '#web/context.ts'
import { titleMeta } from '#web/seo/meta.ts'
import { isAdmin } from '#web/session/api-client.ts'
import { assertDone, getOrNotFound, toConflictMessage } from '#web/session/api-errors.ts'
import { accountContext } from '#web/session/middleware.ts'
import { createId } from '#web/ui/create-id.ts'
import { readLatest, readShown } from '#web/ui/forms/shown-record.tsx'
import { findTimeZone } from '#web/ui/text/format-time.ts'
import { toast } from '#web/ui/toast.tsx'
import type { Route } from './+types/order-page'
import { handleFulfilment } from './fulfilment-action.ts'
import { isShippable, OrderActions } from './order-actions.tsx'
import { OrderFacts } from './order-facts.tsx'
import { OrderLines } from './order-lines.tsx'
import { OrderState, OrderSteps } from './order-steps.tsx'
import { computeRefundable, isRefundable, RefundForm } from './refund-form.tsx'
import { Disputes, Refunds } from './refunds.tsx'
import { isReturnable, ReturnForm } from './return-form.tsx'
import { Returns } from './returns.tsx'
import { ShipForm } from './ship-form.tsx'
import { Shipments } from './shipments.tsx'

export { MissingOrder as ErrorBoundary } from './missing-order.tsx'

export async function clientLoader({ context, params }: Route.ClientLoaderArgs) {
  const client = context.get(clientContext)
  const { email } = context.get(accountContext)
  const [order, admin] = await Promise.all([getOrNotFound(client.getOrderDetails({ params }), 'order'), isAdmin(email)])
  return { order, admin, isOwn: order.userEmail === email }
}

export async function clientAction({ request, context, params }: Route.ClientActionArgs) {
  const client = context.get(clientContext)
  const form = await request.formData()
  const readField = (name: string) => String(form.get(name) ?? '').trim()
  try {
    const handled = await handleFulfilment(client, params.id, form)
    if (handled !== undefined) return handled ?? done()
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
        await client.markPaid({ params, body: { reference: readField('reference'), isPartial: form.has('isPartial') } })
        toast('success', 'The order is marked as paid')
        return null
      case 'hold':
        await client.holdOrder({
          params,
          body: { until: findEndOfDay(readField('until'), findTimeZone()).toISOString(), shown: readShown(form) },
        })
        toast('success', 'The pieces are held')
        return done()
      case 'endHold':
        assertDone((await client.endHold({ params })).deletedCount > 0, 'That order is not held any more.')
        toast('success', 'The hold is over')
        return null
      case 'poNumber':
        await client.changePoNumber({ params, body: { poNumber: readField('poNumber'), shown: readShown(form) } })
        toast('success', 'The purchase order number is changed')
        return done()
      default:
        throw new Error(`unknown intent ${form.get('intent')}`)
    }
  } catch (error) {
    const failure = toConflictMessage(error)
    toast('error', failure)
    const shortages =
      error instanceof Refusal && error.code === 'sold_out' ? error.errors.map(each => each.message) : []
    return { failure, shortages, latest: readLatest(form, error) }
  }
}

/** New after each success. */
const done = () => ({ saved: createId() })

interface OpenForm {
  kind: 'refund' | 'return'
  /** How many refunds and returns there were. */
  added: number
  /** The return that is to be refunded. */
  made?: Return | undefined
}

const countAdded = ({ refunds, returns }: OrderDetails) => refunds.length + returns.length

export const meta = titleMeta('Order')

export default function OrderPage({ loaderData: { order, admin, isOwn } }: Route.ComponentProps) {
  const [form, setForm] = useState<OpenForm>()
  // A form closes with what it adds.
  const isOpen = (kind: OpenForm['kind']) => form?.kind === kind && form.added === countAdded(order)
  const heading = useKeptFocus(order)
  const opener = useRef<Element>(null)
  function open(kind: OpenForm['kind'], made?: Return) {
    opener.current = document.activeElement
    setForm({ kind, added: countAdded(order), made })
  }
  function close() {
    setForm(undefined)
    // Safari does not focus a button that is clicked.
    const button = opener.current === document.body ? heading.current : opener.current
    if (button instanceof HTMLElement) button.focus()
  }
  const canRefund = admin && isRefundable(order)
  return (
    <section className="grid gap-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1 ref={heading} tabIndex={-1} className="section-title">
          Order {order.number}
        </h1>
        <OrderState order={order} />
      </div>
      <OrderActions
        order={order}
        admin={admin}
        isOwn={isOwn}
        onRefund={canRefund ? () => open('refund') : undefined}
        onReturn={isReturnable(order, admin) ? () => open('return') : undefined}
      />
      <Disputes disputes={order.disputes} />
      <OrderLines order={order} />
      <Sums order={order} />
      {canRefund && isOpen('refund') && (
        <RefundForm key={form?.made?._id} order={order} made={form?.made} onClose={close} />
      )}
      {isOpen('return') && <ReturnForm order={order} onClose={close} />}
      <Refunds order={order} admin={admin} />
      <Returns
        order={order}
        admin={admin}
        isOwn={isOwn}
        onRefund={canRefund && computeRefundable(order) > 0 ? made => open('refund', made) : undefined}
      />
      {admin && isShippable(order) && (
        <ShipForm key={`${order.shipments.length} ${order.refunds.length}`} order={order} />
      )}
      <Shipments order={order} admin={admin} />
      <div className="grid gap-6 rounded-box border border-base-300 bg-base-100 p-6 sm:grid-cols-2">
        <OrderSteps order={order} />
        <OrderFacts order={order} isOwn={isOwn} />
      </div>
    </section>
  )
}

/** Focuses the heading when a change of the order has removed what was focused, such as a form that is done. */
function useKeptFocus(order: OrderDetails) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(order)
  useEffect(() => {
    if (shown.current !== order && document.activeElement === document.body) heading.current?.focus()
    shown.current = order
  }, [order])
  return heading
}

function Sums({ order: { lines, totalPrice, tax, refundedTotal } }: { order: OrderDetails }) {
  const rates = [...new Set(lines.map(({ taxPercent }) => taxPercent))].filter(percent => percent > 0)
  return (
    <div className="grid justify-items-end gap-1 tabular-nums">
      <p className="text-2xl font-semibold">Total {formatMoney(totalPrice)}</p>
      {tax > 0 && (
        <p className="text-muted">
          {rates.length === 1 ? `${rates[0]} % tax` : 'Tax'} included: {formatMoney(tax)}
        </p>
      )}
      {refundedTotal > 0 && <p className="font-semibold">Refunded {formatMoney(refundedTotal)}</p>}
    </div>
  )
}
