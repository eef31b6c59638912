import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { isChargeable } from '#contract/pricing/currencies.ts'
import { Refusal } from '#contract/refusal.ts'
import { refuse } from '#contract/refusals.ts'
import type { Db } from '#db/database.ts'
import { type OrderHeader, orders } from '#db/tables/orders.ts'
import { refunds } from '#db/tables/payments.ts'
import type { PaymentIntent } from '#providers/payments/port.ts'
import type { Account } from '#shop/accounts/accounts.ts'
import type { Actor } from '#shop/accounts/actors.ts'
import { theShop, transactAs } from '#shop/accounts/transact-as.ts'
import { buildMailInsert } from '#shop/mails/mails.ts'
import {
  confirmOrder,
  findShortages,
  type Shortage,
  toFieldErrors,
  unconfirmOrder,
} from '#shop/orders/confirm-order.ts'
import { assertOrderStep, isPayable, isUnpaid, lockOrderIncludingCancelled } from '#shop/orders/order-state.ts'
import { isInScope, matchReadableOf, type Scope, shopScope, toScope } from '#shop/orders/scope.ts'
import { addLateRefund, hasLateRefund, isLateRefund, settleLateRefund } from '#shop/refunds/settle-refunds.ts'
import type { Shop } from '#shop/shop.ts'

/**
 * Settles a card that was authorized before. Refuses `order_not_found`, `order_cancelled`, `price_changed`,
 * `payment_processing`, `order_paid`, `sold_out` with the short lines, and as `settlePayment` does.
 */
export async function getOrCreateClientSecret(
  shop: Shop,
  buyer: Actor,
  request: { orderId: string | undefined; totalCents: number },
): Promise<string> {
  if (!isChargeable(request.totalCents, shop.settings.current.currency)) refuse('price_changed')
  const order = request.orderId
    ? await getOrderHeader(shop, toScope(buyer.account), request.orderId)
    : await getNewestUnpaidOrder(shop, buyer.account, request.totalCents)
  if (order.totalCents !== request.totalCents) refuse('price_changed')
  assertOrderStep('pay', order)
  if (order.transactionId !== null) {
    if (await settleConfirmedPayment(shop, order, order.transactionId)) refuse('order_paid')
    return getOrCreateClientSecret(shop, buyer, { ...request, orderId: order.id })
  }
  const payment = await findActivePayment(shop, order)
  if (await settleIfAuthorized(shop, order, payment)) refuse('order_paid')
  if (order.heldUntil === null) {
    const shortages = await findShortages(shop.db, order.id)
    if (shortages.length > 0) refuse('sold_out', toFieldErrors(shortages))
  }
  if (payment) return payment.clientSecret
  const intent = await shop.payments.createIntent({ ...order, currency: shop.settings.current.currency })
  if (await storeIntent(shop, buyer, order, intent.id)) return intent.clientSecret
  // The order got another payment meanwhile, or can't be paid any more.
  await shop.payments.cancelIntent(intent.id)
  return getOrCreateClientSecret(shop, buyer, { ...request, orderId: order.id })
}

/** Returns false if the card is not authorized. Refuses `payment_processing` and as `settlePayment` does. */
export const settleActivePayment = async (shop: Shop, order: OrderHeader): Promise<boolean> =>
  settleIfAuthorized(shop, order, await findActivePayment(shop, order))

async function settleIfAuthorized(
  shop: Shop,
  order: OrderHeader,
  payment: PaymentIntent | undefined,
): Promise<boolean> {
  if (payment?.status === 'processing') refuse('payment_processing')
  if (!payment || !isAuthorizedOrCaptured(payment)) return false
  await settlePayment(shop, order, payment)
  return true
}

/** Returns false, with the order unconfirmed or held, for an unknown payment. Refuses as `settlePayment` does. */
export async function settleConfirmedPayment(shop: Shop, order: OrderHeader, intentId: string): Promise<boolean> {
  const found = await shop.payments.findIntent(intentId)
  // The order was confirmed for an authorized card; an open intent has lost that authorization.
  const intent = found?.status === 'open' ? await shop.payments.cancelIntent(intentId) : found
  if (intent) await settlePayment(shop, order, intent)
  else await unconfirmForPayment(shop, order.id, intentId)
  return intent !== undefined
}

async function findActivePayment(
  shop: Shop,
  { paymentIntentId }: Pick<OrderHeader, 'paymentIntentId'>,
): Promise<PaymentIntent | undefined> {
  const intent = paymentIntentId === null ? undefined : await shop.payments.findIntent(paymentIntentId)
  if (!intent || intent.status === 'cancelled' || (await hasLateRefund(shop.db, intent.id))) return undefined
  return intent
}

async function storeIntent(shop: Shop, buyer: Actor, order: OrderHeader, intentId: string): Promise<boolean> {
  const hasSameIntent = sql`payment_intent_id is not distinct from ${order.paymentIntentId}`
  const stored = await transactAs(shop, buyer, db =>
    db
      .update(orders)
      .set({ paymentIntentId: intentId })
      .where(and(eq(orders.id, order.id), isUnpaid, isNull(orders.transactionId), hasSameIntent))
      .returning({ id: orders.id }),
  )
  return stored.length > 0
}

/** Can be repeated. Refuses `order_not_found`, `payment_mismatch` and as `settlePayment` does. */
export async function recordPayment(shop: Shop, scope: Scope, orderId: string, transactionId: string): Promise<void> {
  const order = await getOrderHeader(shop, scope, orderId)
  const intent = (await shop.payments.findIntent(transactionId)) ?? refuse('payment_mismatch')
  await settlePayment(shop, order, intent)
}

function isIntentOfOrder({ settings }: Shop, intent: PaymentIntent, order: OrderHeader): boolean {
  return (
    intent.orderId === order.id &&
    intent.accountId === order.accountId &&
    intent.amountCents === order.totalCents &&
    intent.currency === settings.current.currency.toLowerCase()
  )
}

export const isAuthorizedOrCaptured = ({ status }: PaymentIntent) => status === 'authorized' || status === 'succeeded'

/**
 * Every step can be repeated, also concurrently. Refuses `payment_mismatch`, `payment_incomplete`, `payment_released`,
 * `payment_refunded`, `sold_out_while_paying`, `cancelled_while_paying`, `order_paid`, `payments_unavailable`, and
 * `payment_unfinished` for a capture without an answer, which `reconcilePayments` finishes.
 */
export async function settlePayment(shop: Shop, order: OrderHeader, intent: PaymentIntent): Promise<void> {
  if (!isIntentOfOrder(shop, intent, order)) refuse('payment_mismatch')
  if (intent.status === 'cancelled') return endAndRefuse(shop, order, intent)
  if (!isAuthorizedOrCaptured(intent)) refuse('payment_incomplete')
  const { isConfirmed, shortages } = await confirmForPayment(shop, order.id, intent)
  if (!isConfirmed) return releaseOrRefund(shop, order, intent, shortages)
  if (intent.status === 'succeeded') return recordPaid(shop, order.id, intent.id)
  // The provider may have captured a part only, or released the card.
  return settlePayment(shop, order, await capture(shop, intent))
}

/** The refusal tells why the payment ended, even if another call ended it. */
async function endAndRefuse(shop: Shop, { id }: OrderHeader, intent: PaymentIntent): Promise<never> {
  await unconfirmForPayment(shop, id, intent.id)
  await clearPaymentIntent(shop.db, id, intent.id)
  const { state, paidAt } = await getOrderHeader(shop, shopScope, id)
  if (state === 'cancelled') refuse('cancelled_while_paying')
  if (paidAt) refuse('order_paid')
  const shortages = state === 'placed' ? await findShortages(shop.db, id) : []
  return refuse(shortages.length > 0 ? 'sold_out_while_paying' : 'payment_released', toFieldErrors(shortages))
}

/** Mails the buyer once: they may have left the page. A refund of captured money has its own mail. */
async function clearPaymentIntent(db: Db, orderId: string, intentId: string): Promise<void> {
  await db.execute(sql`
    with ended as (
      update ${orders} set payment_intent_id = null
      where id = ${orderId} and payment_intent_id = ${intentId} and transaction_id is null and ${isUnpaid}
        and not exists (select from ${refunds} where ${isLateRefund(intentId)})
      returning id
    ), ${buildMailInsert(sql`ended`, 'order_payment_failed')}
    select 1 from ended`)
}

interface Confirmation {
  isConfirmed: boolean
  shortages: readonly Shortage[]
}

const confirmed: Confirmation = { isConfirmed: true, shortages: [] }
const notConfirmed: Confirmation = { isConfirmed: false, shortages: [] }

/** A late refund is written in the transaction that decides that the order can't take the money. */
async function confirmForPayment(shop: Shop, orderId: string, intent: PaymentIntent): Promise<Confirmation> {
  const { confirmation, takesPieces } = await shop.db.transaction(async db => {
    const order = await lockOrderIncludingCancelled(db, shopScope, orderId)
    const confirmation = await tryConfirming(db, order, intent)
    const { isConfirmed } = confirmation
    if (!isConfirmed && intent.status === 'succeeded') await addLateRefund(db, orderId, intent)
    return { confirmation, takesPieces: isConfirmed && order.state === 'placed' }
  })
  if (takesPieces) shop.notifications.publishThrottled('tools')
  return confirmation
}

async function tryConfirming(
  db: Db,
  order: OrderHeader,
  { id, status, receivedCents, capturableCents }: PaymentIntent,
): Promise<Confirmation> {
  if ((status === 'succeeded' ? receivedCents : capturableCents) !== order.totalCents) return notConfirmed
  if (order.transactionId === id) return confirmed
  if (await hasLateRefund(db, id)) return notConfirmed
  if (order.state === 'placed') {
    const shortages = await confirmOrder(db, order, { transactionId: id })
    return { isConfirmed: shortages.length === 0, shortages }
  }
  const isHeldUnpaid = order.state === 'confirmed' && order.transactionId === null
  if (!isHeldUnpaid) return notConfirmed
  await db.update(orders).set({ transactionId: id }).where(eq(orders.id, order.id))
  return confirmed
}

async function capture(shop: Shop, { id }: PaymentIntent): Promise<PaymentIntent> {
  try {
    const captured = await shop.payments.captureIntent(id)
    // The bank refused the capture. Without this, its reservation could last for days.
    const ended = captured?.status === 'authorized' ? await shop.payments.cancelIntent(id) : captured
    return ended?.status === 'succeeded' || ended?.status === 'cancelled' ? ended : refuse('payment_unfinished')
  } catch (error) {
    if (error instanceof Refusal && error.code === 'payments_unavailable') refuse('payment_unfinished')
    throw error
  }
}

async function recordPaid(shop: Shop, orderId: string, intentId: string): Promise<void> {
  const { rows } = await shop.db.execute(sql`
    with paid as (
      update ${orders} set paid_at = now(), held_until = null, invoice_due = true
      where id = ${orderId} and transaction_id = ${intentId} and paid_at is null
      returning id
    ), ${buildMailInsert(sql`paid`, 'order_paid')}
    select 1 from paid`)
  if (rows.length > 0) shop.incrementCounter('orders', { step: 'paid' })
}

export async function unconfirmForPayment(shop: Shop, orderId: string, intentId: string): Promise<void> {
  const isFor = ({ transactionId }: OrderHeader) => transactionId === intentId
  await unconfirmOrder(shop, theShop, orderId, isFor, db => clearPaymentIntent(db, orderId, intentId))
}

/** Always refuses, unless the payment was captured meanwhile: then it is settled. */
async function releaseOrRefund(
  shop: Shop,
  order: OrderHeader,
  intent: PaymentIntent,
  shortages: readonly Shortage[],
): Promise<void> {
  if (intent.status === 'succeeded') {
    await unconfirmForPayment(shop, order.id, intent.id)
    await settleLateRefund(shop, intent.id)
    refuse('payment_refunded', toFieldErrors(shortages))
  }
  const ended = await shop.payments.cancelIntent(intent.id)
  if (ended?.status === 'succeeded') return settlePayment(shop, order, ended)
  if (ended && ended.status !== 'cancelled') refuse('payments_unavailable')
  return endAndRefuse(shop, order, intent)
}

/** Includes cancelled orders. Refuses `order_not_found`. */
export async function getOrderHeader(shop: Shop, scope: Scope, id: string): Promise<OrderHeader> {
  const [order] = await shop.db
    .select()
    .from(orders)
    .where(and(eq(orders.id, id), isInScope(scope)))
  return order ?? refuse('order_not_found')
}

async function getNewestUnpaidOrder(shop: Shop, buyer: Account, totalCents: number): Promise<OrderHeader> {
  const [order] = await shop.db
    .select()
    .from(orders)
    .where(and(matchReadableOf(buyer), isUnpaid, isPayable, eq(orders.totalCents, totalCents)))
    .orderBy(desc(orders.id))
    .limit(1)
  return order ?? refuse('order_not_found')
}
