import { and, eq, sql } from 'drizzle-orm'
import { maxOrderLines } from '#contract/limits.ts'
import { Refusal } from '#contract/refusal.ts'
import { refuse } from '#contract/refusals.ts'
import type { Db } from '#db/database.ts'
import { cartLines } from '#db/tables/carts.ts'
import { outbox } from '#db/tables/mails.ts'
import { type OrderHeader, orderLines, orders } from '#db/tables/orders.ts'
import type { PaymentIntent } from '#providers/payments/port.ts'
import { findAccountByEmail, lockAccounts } from '#shop/accounts/accounts.ts'
import type { Actor } from '#shop/accounts/actors.ts'
import { assertMayChangeOrder } from '#shop/accounts/company-role.ts'
import { isLostRight, theShop, transactAs } from '#shop/accounts/transact-as.ts'
import { recordAction } from '#shop/audit-log.ts'
import { isInCart } from '#shop/carts/carts.ts'
import { settlePayment } from '#shop/payments/payments.ts'
import { hasLateRefund } from '#shop/refunds/settle-refunds.ts'
import type { Shop } from '#shop/shop.ts'
import { releasePieces } from './confirm-order.ts'
import { getOrderIncludingCancelled } from './order-lists.ts'
import { assertOrderStep, isUnpaid, lockOrderIncludingCancelled } from './order-state.ts'
import { isOwnOrder, type Scope, shopScope, toScope } from './scope.ts'

interface Canceller {
  by: NonNullable<OrderHeader['cancelledBy']>
  actor: Actor | typeof theShop
  scope: Scope
  deadline?: Date
  /** Why a manager does not approve it: then it is cancelled only while it waits. */
  declineReason?: string
  /** The account whose cart its lines go into. */
  cartOf?: string
}

/** Returns false if cancelled before. Refuses `order_not_found` and as `releasePayment` does. */
export async function cancelOrder(shop: Shop, buyer: Actor, id: string): Promise<boolean> {
  const scope = toScope(buyer.account)
  const order = await getOrderIncludingCancelled(shop, scope, id)
  assertMayChangeOrder(buyer.account, order)
  return cancel(shop, order, { by: nameCanceller(buyer, order), actor: buyer, scope })
}

const nameCanceller = ({ account }: Actor, { accountId }: OrderHeader): Canceller['by'] =>
  accountId === account.id ? 'buyer' : 'company'

/** Refuses `order_not_found`, `order_cancelled` and `order_changed`. */
export async function declineOrder(shop: Shop, manager: Actor, id: string, declineReason: string): Promise<void> {
  const scope = toScope(manager.account)
  const order = await getOrderIncludingCancelled(shop, scope, id)
  assertOrderStep('approve', order)
  const canceller = { by: 'company', actor: manager, scope, declineReason } as const
  if (!(await cancel(shop, order, canceller))) refuse('order_changed')
}

export async function cancelAnyOrder(shop: Shop, admin: Actor, id: string): Promise<boolean> {
  return cancel(shop, await getOrderIncludingCancelled(shop, shopScope, id), {
    by: 'shop',
    actor: admin,
    scope: shopScope,
  })
}

export const cancelExpired = (shop: Shop, order: OrderHeader): Promise<boolean> =>
  cancel(shop, order, { by: 'expiry', actor: theShop, scope: shopScope, deadline: order.expiresAt })

/** Moves the lines to the caller's cart. Refuses as `cancelOrder` does, and `order_cancelled` and `cart_full`. */
export async function changeOrder(shop: Shop, buyer: Actor, id: string): Promise<void> {
  const scope = toScope(buyer.account)
  const order = await getOrderIncludingCancelled(shop, scope, id)
  assertMayChangeOrder(buyer.account, order)
  assertOrderStep('change', order)
  const cartOf = buyer.account.id
  await assertCartHasRoom(shop.db, order, cartOf)
  const canceller = { by: nameCanceller(buyer, order), actor: buyer, scope, cartOf }
  if (!(await cancel(shop, order, canceller))) refuse('order_cancelled')
}

/** The payment is cancelled at the provider first, so that no card is charged for a cancelled order. */
async function cancel(shop: Shop, order: OrderHeader, canceller: Canceller): Promise<boolean> {
  if (hasNothingToCancel(order, canceller)) return false
  assertOrderStep('cancel', order)
  await releasePayment(shop, order)
  const { present, isCancelled } = await transactAs(shop, canceller.actor, async db => {
    // The cart is filled below: accounts are locked before orders.
    if (canceller.cartOf) await lockAccounts(db, canceller.cartOf)
    const present = await lockOrderIncludingCancelled(db, canceller.scope, order.id)
    // Before its payment is cancelled: another manager may have approved it.
    if (canceller.declineReason !== undefined) assertOrderStep('approve', present)
    if (hasNothingToCancel(present, canceller) || isPaidOrHasOtherPayment(present, order))
      return { present, isCancelled: false }
    if (present.state === 'confirmed') await releasePieces(db, present)
    await writeCancellation(db, present, canceller)
    if (canceller.cartOf) await fillCart(db, present, canceller.cartOf)
    return { present, isCancelled: true }
  })
  // The order is over, which ends the recursion, or it has another payment, which is cancelled next.
  if (!isCancelled) return cancel(shop, present, canceller)
  if (present.state === 'confirmed') shop.notifications.publishThrottled('tools')
  shop.incrementCounter('orders', { step: 'cancelled' })
  return true
}

/** An order that an admin holds, or whose deadline has moved, does not expire. */
const hasNothingToCancel = ({ state, heldUntil, expiresAt }: OrderHeader, { by, deadline }: Canceller) =>
  state === 'cancelled' || (by === 'expiry' && (heldUntil !== null || expiresAt.getTime() !== deadline?.getTime()))

/** Settles a card payment that has succeeded. Refuses `order_paid`, `payment_processing` and as `settlePayment` does. */
export async function releasePayment(shop: Shop, order: OrderHeader): Promise<void> {
  // The capture decides whether the order, confirmed for this card, is paid.
  if (order.transactionId !== null) refuse('payment_processing')
  if (!order.paymentIntentId) return
  const intent = await shop.payments.cancelIntent(order.paymentIntentId)
  if (!intent || intent.status === 'cancelled' || (await hasLateRefund(shop.db, intent.id))) return
  if (intent.status !== 'succeeded') refuse('payment_processing')
  if (await settleOrRefund(shop, order, intent)) refuse('order_paid')
}

/** Returns false if the order could not take the money, which goes back. */
async function settleOrRefund(shop: Shop, order: OrderHeader, intent: PaymentIntent): Promise<boolean> {
  try {
    await settlePayment(shop, order, intent)
    return true
  } catch (error) {
    if (error instanceof Refusal && error.code === 'payment_refunded') return false
    throw error
  }
}

/** Ignores the payment that `releasePayment` cancelled, also when the order was confirmed for it: it can't be captured now. */
export function isPaidOrHasOtherPayment(
  { paidAt, paymentIntentId, transactionId }: OrderHeader,
  cancelled: Pick<OrderHeader, 'paymentIntentId'>,
): boolean {
  const isOther = (id: string | null) => id !== cancelled.paymentIntentId
  return paidAt !== null || isOther(paymentIntentId) || (transactionId !== null && isOther(transactionId))
}

async function writeCancellation(db: Db, { id, title, state }: OrderHeader, canceller: Canceller): Promise<void> {
  const { by, actor, declineReason: cancelledReason = '' } = canceller
  const end = {
    state: 'cancelled',
    confirmedAt: null,
    heldUntil: null,
    transactionId: null,
    cancelledBy: by,
    cancelledReason,
  } as const
  await db
    .update(orders)
    .set({ ...end, cancelledAt: sql`now()` })
    .where(eq(orders.id, id))
  await db.insert(outbox).values({ kind: 'order_cancelled', orderId: id, data: { cancelledBy: by } })
  if (by !== 'shop' || actor === theShop) return
  await recordAction(db, actor, 'cancel_order', { id, target: title, before: { state }, after: { state: 'cancelled' } })
}

async function assertCartHasRoom(db: Db, { id }: OrderHeader, accountId: string): Promise<void> {
  const { rows } = await db.execute<{ count: string }>(sql`
    select count(*) from (
      select tool_id from ${cartLines} where ${isInCart({ accountId, buyerId: accountId })}
      union select tool_id from ${orderLines} where order_id = ${id}) as merged`)
  if (Number(rows[0]?.count) > maxOrderLines) refuse('cart_full')
}

/** A tool in both keeps the larger quantity. Lines above the cart's limit are dropped. Call it with the account locked. */
async function fillCart(db: Db, { id }: OrderHeader, accountId: string): Promise<void> {
  await db.execute(sql`
    insert into ${cartLines} (account_id, buyer_id, tool_id, quantity, price_cents, added_at)
    select ${accountId}::uuid, ${accountId}::uuid, line.tool_id, line.quantity, line.price_cents, now() + position * interval '1 microsecond'
    from ${orderLines} as line
    left join ${cartLines} as own on own.account_id = ${accountId} and own.buyer_id = ${accountId} and own.tool_id = line.tool_id
    where order_id = ${id}
    order by own.tool_id is null, position
    limit ${maxOrderLines} - (select count(*) from ${cartLines} as own where account_id = ${accountId} and buyer_id = ${accountId}
      and not exists (select from ${orderLines} as line where order_id = ${id} and line.tool_id = own.tool_id))
    on conflict (account_id, buyer_id, tool_id) do update
      set quantity = greatest(${cartLines}.quantity, excluded.quantity), price_cents = excluded.price_cents`)
}

export interface CancelledOrders {
  cancelled: number
  beingPaid: number
  unavailable: number
  mismatched: number
}

/** Skips orders that can't be cancelled, and those of a company. Refuses `account_not_found`. */
export async function cancelAllUnpaid(
  shop: Shop,
  { by, actor }: Pick<Canceller, 'by' | 'actor'>,
  email: string,
): Promise<CancelledOrders> {
  const buyer = (await findAccountByEmail(shop, email)) ?? refuse('account_not_found')
  const unpaid = await shop.db
    .select()
    .from(orders)
    .where(and(isOwnOrder(buyer.id), isUnpaid))
  const counts = { cancelled: 0, beingPaid: 0, unavailable: 0, mismatched: 0 }
  for (const order of unpaid) {
    const outcome = await settleCancellation(
      cancel(shop, order, { by, actor, scope: { kind: 'account', accountId: buyer.id } }),
    )
    if (outcome) counts[outcome] += 1
  }
  return counts
}

async function settleCancellation(cancellation: Promise<boolean>): Promise<keyof CancelledOrders | undefined> {
  try {
    return (await cancellation) ? 'cancelled' : undefined
  } catch (error) {
    if (!(error instanceof Refusal) || isLostRight(error)) throw error
    if (error.code === 'order_paid' || error.code === 'cancelled_while_paying') return undefined
    if (error.code === 'payments_unavailable') return 'unavailable'
    return error.code === 'payment_mismatch' ? 'mismatched' : 'beingPaid'
  }
}
