import { sql } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import type { Db } from '#db/database.ts'
import type { AddedTool } from '#test/open-shop.ts'
import { buildOrderInput } from '#test/open-shop.ts'
import { getIntentId, payByCard } from '#test/pay.ts'
import { createPaymentTarget, type RemoteAccount } from './load-client.ts'

/** An order as its buyer knows it: the request, and what the shop has acknowledged. */
export interface Purchase {
  /** The buyer's email. */
  buyer: string
  /** Its Idempotency-Key, and its phone number, which identifies it. */
  key: string
  goal: 'keep' | 'pay' | 'cancel'
  quantity: number
  placed?: true
  charged?: true
  paid?: true
  /** File name of the invoice, which has its number. */
  invoice?: string
  cancelSent?: true
  cancelled?: true
}

export function createPurchase({ email }: RemoteAccount, random: () => number): Purchase {
  const goal = (['keep', 'pay', 'pay', 'cancel'] as const)[Math.floor(random() * 4)] ?? 'keep'
  return { buyer: email, key: crypto.randomUUID(), goal, quantity: 1 + Math.floor(random() * 5) }
}

/** Takes the purchase from its present state to its goal; idempotent. */
export async function continuePurchase(
  origin: string,
  buyer: RemoteAccount,
  tool: AddedTool,
  purchase: Purchase,
): Promise<void> {
  const { key, goal, quantity } = purchase
  const { body } = buildOrderInput(tool, buyer, quantity)
  await buyer.client.placeOrder({ body: { ...body, phone: key }, headers: { 'idempotency-key': key } })
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
  const secret = await openPaymentIntent(buyer, order)
  if (secret !== 'paid already') {
    if ((await payByCard(createPaymentTarget(origin), secret)).status !== 'succeeded')
      throw new Error(`order ${key} can't be paid`)
    purchase.charged = true
    const body = { orderId: order._id, transactionId: getIntentId(secret) }
    await buyer.client.recordPayment({ params: { id: order._id }, body })
  }
  purchase.paid = true
  const params = { id: order._id, kind: 'invoice' } as const
  purchase.invoice = (await buyer.client.getOrderDocument({ params })).fileName
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

/**
 * Whether the buyer has to repeat an interrupted purchase. The shop itself finishes what was charged or being cancelled.
 */
export function hasToBeRepeated({ placed, goal, paid, charged, cancelSent }: Purchase): boolean {
  return !placed || (goal === 'pay' && !paid && !charged) || (goal === 'cancel' && !cancelSent)
}

/** The purchases that the shop does not hold once, in the acknowledged state and with the acknowledged invoice. */
export async function findLost(db: Db, purchases: readonly Purchase[]): Promise<string[]> {
  const { rows } = await db.execute<{ phone: string; state: string; invoice: number | null }>(sql`
    select phone, state, invoices.number::int as invoice from orders left join invoices on order_id = orders.id`)
  const found = Map.groupBy(rows, ({ phone }) => phone)
  const getFound = ({ key }: Purchase) => found.get(key) ?? []
  return purchases
    .filter(purchase => {
      const [order] = getFound(purchase)
      const hasInvoice = !purchase.invoice || purchase.invoice.includes(String(order?.invoice))
      return (
        !hasInvoice ||
        !isAsAcknowledged(
          purchase,
          getFound(purchase).map(({ state }) => state),
        )
      )
    })
    .map(purchase => `not as acknowledged: ${JSON.stringify(purchase)}, but ${JSON.stringify(getFound(purchase))}`)
}

function isAsAcknowledged(
  { placed, charged, paid, cancelSent, cancelled }: Purchase,
  states: readonly string[],
): boolean {
  const [state = '', another] = states
  if (another !== undefined) return false
  if (charged || paid) return state === 'paid'
  if (cancelled) return state === 'cancelled'
  if (cancelSent) return state === 'placed' || state === 'cancelled'
  return placed ? state === 'placed' : false
}
