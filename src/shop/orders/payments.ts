import { and, desc, eq, sql } from 'drizzle-orm'
import { maxChargeCents, minChargeCents } from '#contract/limits.ts'
import { refuse } from '#contract/refusals.ts'
import { accounts } from '#db/tables/accounts.ts'
import { type OrderRow, orders } from '#db/tables/orders.ts'
import type { PaymentIntent } from '#providers/payments/port.ts'
import type { Account } from '#shop/accounts/accounts.ts'
import { isFromBeforeTakeover } from '#shop/accounts/taken-over-accounts.ts'
import { buildMailInsert } from '#shop/mails.ts'
import type { Shop } from '#shop/shop.ts'
import { sendBackPayment } from './settle-refunds.ts'

export function isChargeable(totalCents: number): boolean {
  return totalCents >= minChargeCents && totalCents <= maxChargeCents
}

/** Refuses `order_not_found`, `order_paid`, `order_cancelled`, `order_cancelling` and `price_changed`. */
export async function getOrCreateClientSecret(
  shop: Shop,
  buyer: Account,
  request: { orderId: string | undefined; totalCents: number },
): Promise<string> {
  if (!isChargeable(request.totalCents)) refuse('price_changed')
  const order = request.orderId
    ? await getOwnOrder(shop, buyer.id, request.orderId)
    : await getNewestPlacedOrder(shop, buyer, request.totalCents)
  if (order.totalCents !== request.totalCents) refuse('price_changed')
  if (order.transactionId) refuse('order_paid')
  if (order.state === 'cancelled') refuse('order_cancelled')
  if (isFromBeforeTakeover(order, buyer)) refuse('order_cancelling')
  const existingIntent = order.paymentIntentId ? await shop.payments.findIntent(order.paymentIntentId) : undefined
  if (existingIntent?.status === 'succeeded') {
    await recordPayment(shop, buyer.id, order.id, existingIntent.id)
    refuse('order_paid')
  }
  if (order.state === 'cancelling') refuse('order_cancelling')
  if (existingIntent && existingIntent.status !== 'cancelled') return existingIntent.clientSecret
  const attempt = existingIntent ? order.paymentAttempt + 1 : order.paymentAttempt
  const intent = await shop.payments.createIntent({ ...order, attempt })
  const updated = await shop.db
    .update(orders)
    .set({ paymentIntentId: intent.id, paymentAttempt: attempt })
    .where(and(eq(orders.id, order.id), eq(orders.state, 'placed'), matchesIntent(order.paymentIntentId, intent.id)))
    .returning({ id: orders.id })
  if (updated.length === 0) {
    await shop.payments.cancelIntent(intent.id)
    const { transactionId } = await getOwnOrder(shop, buyer.id, order.id)
    refuse(transactionId ? 'order_paid' : 'order_cancelled')
  }
  return intent.clientSecret
}

const matchesIntent = (previousId: string | null, newId: string) =>
  sql`(${orders.paymentIntentId} is not distinct from ${previousId} or ${orders.paymentIntentId} = ${newId})`

/**
 * Idempotent. Refuses `order_not_found`, `payment_not_found`, `payment_mismatch`, `payment_incomplete` and
 * `payment_refunded`.
 */
export async function recordPayment(
  shop: Shop,
  accountId: string,
  orderId: string,
  transactionId: string,
): Promise<void> {
  const order = await getOwnOrder(shop, accountId, orderId)
  const intent = (await shop.payments.findIntent(transactionId)) ?? refuse('payment_not_found')
  if (!isIntentOfOrder(intent, order)) refuse('payment_mismatch')
  if (intent.status !== 'succeeded' || intent.receivedCents !== order.totalCents) refuse('payment_incomplete')
  const { rows: paid } = await shop.db.execute(sql`
    with paid as (
      update ${orders} set state = 'paid', transaction_id = ${intent.id}, paid_at = now(), invoice_due = true, cancelled_by = null, refills_cart = false
      where id = ${orderId} and state in ('placed', 'cancelling') and transaction_id is null
      returning id, account_id, total_cents
    ), credit as (
      update ${accounts} set paid_cents = paid_cents + paid.total_cents from paid where ${accounts}.id = paid.account_id
    ), ${buildMailInsert(sql`paid`, 'order_paid')}
    select 1 from paid`)
  if (paid.length > 0) return shop.incrementCounter('orders', { step: 'paid' })
  const currentOrder = await getOwnOrder(shop, accountId, orderId)
  if (currentOrder.transactionId === intent.id) return
  await sendBackPayment(shop, orderId, intent.id, intent.receivedCents)
  refuse('payment_refunded')
}

function isIntentOfOrder(intent: PaymentIntent, order: OrderRow): boolean {
  return (
    intent.orderId === order.id &&
    intent.accountId === order.accountId &&
    intent.amountCents === order.totalCents &&
    intent.currency === 'usd'
  )
}

async function getOwnOrder(shop: Shop, accountId: string, id: string): Promise<OrderRow> {
  const [order] = await shop.db
    .select()
    .from(orders)
    .where(and(eq(orders.id, id), eq(orders.accountId, accountId)))
  return order ?? refuse('order_not_found')
}

async function getNewestPlacedOrder(shop: Shop, buyer: Account, totalCents: number): Promise<OrderRow> {
  const [order] = await shop.db
    .select()
    .from(orders)
    .where(and(eq(orders.accountId, buyer.id), eq(orders.state, 'placed'), eq(orders.totalCents, totalCents)))
    .orderBy(desc(orders.id))
    .limit(1)
  return order ?? refuse('order_not_found')
}
