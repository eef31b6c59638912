import { sql } from 'drizzle-orm'
import { Refusal } from '#contract/refusal.ts'
import type { Db } from '#db/database.ts'
import type { AddedTool } from '#test/open-shop.ts'
import { buildOrderInput } from '#test/open-shop.ts'
import { getIntentId, payByCard } from '#test/pay.ts'
import { createPaymentTarget, type RemoteAccount } from './load-client.ts'

/** An order as its buyer knows it: the request, and what the shop has acknowledged. */
export interface Purchase {
  buyer: string
  /** Its Idempotency-Key, and its phone number, which identifies it. */
  key: string
  goal: 'keep' | 'hold' | 'pay' | 'cancel' | 'ship' | 'refund'
  quantity: number
  /** Of the first piece, which is shipped or refunded. */
  partId: string
  placed?: true
  held?: true
  /** Its card is authorized. */
  charged?: true
  paid?: true
  /** File name of the invoice, which has its number. */
  invoice?: string
  cancelSent?: true
  cancelled?: true
  shipped?: true
  refunded?: true
  /** File name of the credit note, which has its number. */
  creditNote?: string
}

const goals = ['keep', 'hold', 'pay', 'pay', 'cancel', 'ship', 'refund'] as const
const heldUntil = new Date(Date.now() + 30 * 86_400_000).toISOString()

export function createPurchase({ email }: RemoteAccount, random: () => number): Purchase {
  const goal = goals[Math.floor(random() * goals.length)] ?? 'keep'
  const [key, partId] = [crypto.randomUUID(), crypto.randomUUID()]
  return { buyer: email, key, goal, quantity: 1 + Math.floor(random() * 5), partId }
}

export async function continuePurchase(
  origin: string,
  { buyer, admin }: { buyer: RemoteAccount; admin: RemoteAccount },
  tool: AddedTool,
  purchase: Purchase,
): Promise<void> {
  const { key, goal, quantity } = purchase
  const { body } = buildOrderInput(tool, buyer, quantity)
  const input = { body: { ...body, phone: key }, headers: { 'idempotency-key': key } }
  await buyer.client.placeOrder(input).catch(error => {
    // The reply to its cancellation was lost.
    const isCancelled = error instanceof Refusal && error.code === 'order_cancelled'
    if (!(isCancelled && purchase.cancelSent)) throw error
  })
  purchase.placed = true
  if (goal === 'keep') return
  const order = (await buyer.client.listOrders({ query: { limit: 20 } })).find(({ phone }) => phone === key)
  if (goal === 'cancel') {
    const isRepeated = purchase.cancelSent
    purchase.cancelSent = true
    if (order || !isRepeated) await buyer.client.cancelOrder({ params: { id: order?._id ?? '' } })
    purchase.cancelled = true
    return
  }
  if (!order) throw new Error(`order ${key} was acknowledged and is not there`)
  if (goal === 'hold') {
    await admin.client.holdOrder({ params: { id: order._id }, body: { until: heldUntil } })
    purchase.held = true
    return
  }
  const secret = await openPaymentIntent(buyer, order)
  if (secret !== 'paid already') {
    if ((await payByCard(createPaymentTarget(origin), secret)).status !== 'requires_capture')
      throw new Error(`order ${key} can't be paid`)
    purchase.charged = true
    const body = { orderId: order._id, transactionId: getIntentId(secret) }
    await buyer.client.recordPayment({ params: { id: order._id }, body })
  }
  purchase.paid = true
  const params = { id: order._id, kind: 'invoice' } as const
  purchase.invoice = (await buyer.client.getOrderDocument({ params })).fileName
  if (goal === 'ship') await ship(admin, order._id, tool, purchase)
  if (goal === 'refund') await refund({ buyer, admin }, order._id, tool, purchase)
}

async function ship(admin: RemoteAccount, id: string, tool: AddedTool, purchase: Purchase): Promise<void> {
  const lines = [{ toolId: tool._id, quantity: 1 }]
  await admin.client.shipOrder({ params: { id, shipmentId: purchase.partId }, body: { lines } })
  purchase.shipped = true
}

async function refund(
  { buyer, admin }: { buyer: RemoteAccount; admin: RemoteAccount },
  id: string,
  tool: AddedTool,
  purchase: Purchase,
): Promise<void> {
  const body = { lines: [{ toolId: tool._id, quantity: 1, restocked: true }], amount: tool.price }
  await admin.client.refundOrder({ params: { id, refundId: purchase.partId }, body })
  purchase.refunded = true
  purchase.creditNote = (await buyer.client.getCreditNote({ params: { id: purchase.partId } })).fileName
}

async function openPaymentIntent(
  { client }: RemoteAccount,
  order: { _id: string; totalPrice: number },
): Promise<string> {
  const body = { orderId: order._id, totalPrice: order.totalPrice }
  const { clientSecret } = await client.createPaymentIntent({ body }).catch(error => {
    if (error instanceof Refusal && error.code === 'order_paid') return { clientSecret: 'paid already' }
    throw error
  })
  return clientSecret
}

/** The shop itself settles a card that was authorized. */
export function hasToBeRepeated(purchase: Purchase): boolean {
  const { placed, goal, held, paid, charged, cancelSent, shipped, refunded } = purchase
  if ((goal === 'ship' && !shipped) || (goal === 'refund' && !refunded)) return true
  return (
    !placed || (goal === 'hold' && !held) || (goal === 'pay' && !paid && !charged) || (goal === 'cancel' && !cancelSent)
  )
}

/** The purchases that the shop does not hold once, in the acknowledged state and with the acknowledged invoice. */
export async function findLost(db: Db, purchases: readonly Purchase[]): Promise<string[]> {
  const { rows } = await db.execute<FoundOrder>(sql`
    select phone, case when shipped_at is not null then 'shipped' when paid_at is not null then 'paid'
        when held_until is not null then 'held' else orders.state end as state, invoices.number::int as invoice, shipments.id as "shipmentId", refunds.id as "refundId",
      refunds.state as "refundState", credit_notes.number::int as "creditNote"
    from orders left join invoices on invoices.order_id = orders.id left join shipments on shipments.order_id = orders.id
    left join refunds on refunds.order_id = orders.id and refunds.kind = 'order'
    left join credit_notes on refund_id = refunds.id`)
  const found = Map.groupBy(rows, ({ phone }) => phone)
  const getFound = ({ key }: Purchase) => found.get(key) ?? []
  return purchases
    .filter(purchase => {
      const [order] = getFound(purchase)
      return (
        !hasParts(purchase, order) ||
        !isAsAcknowledged(
          purchase,
          getFound(purchase).map(({ state }) => state),
        )
      )
    })
    .map(purchase => `not as acknowledged: ${JSON.stringify(purchase)}, but ${JSON.stringify(getFound(purchase))}`)
}

type FoundOrder = {
  phone: string
  state: string
  invoice: number | null
  shipmentId: string | null
  refundId: string | null
  refundState: string | null
  creditNote: number | null
}

/** A second shipment or refund of the order would be a second row. */
function hasParts(
  { partId, invoice, shipped, refunded, creditNote }: Purchase,
  found: FoundOrder | undefined,
): boolean {
  return (
    (!invoice || invoice.includes(String(found?.invoice))) &&
    (!shipped || found?.shipmentId === partId) &&
    (!refunded || (found?.refundId === partId && found.refundState === 'succeeded')) &&
    (!creditNote || creditNote.includes(String(found?.creditNote)))
  )
}

function isAsAcknowledged(
  { goal, quantity, placed, held, charged, paid, cancelSent, cancelled }: Purchase,
  states: readonly string[],
): boolean {
  const [state = '', another] = states
  if (another !== undefined) return false
  const isShipped = goal === 'ship' && quantity === 1 && state === 'shipped'
  if (charged || paid) return state === 'paid' || isShipped
  if (cancelled) return state === 'cancelled'
  if (held) return state === 'held'
  if (goal === 'hold' && state === 'held') return true
  if (cancelSent) return state === 'placed' || state === 'cancelled'
  return placed ? state === 'placed' : false
}
