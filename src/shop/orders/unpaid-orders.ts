import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { Refusal } from '#contract/refusal.ts'
import { refuse } from '#contract/refusals.ts'
import { type OrderRow, orders } from '#db/tables/orders.ts'
import { type Account, findAccountByEmail } from '#shop/accounts/accounts.ts'
import { buildMailInsert } from '#shop/mails.ts'
import type { Shop } from '#shop/shop.ts'
import { cancelAnyOrder, cancelOrder, cancelWithProvider } from './cancel-orders.ts'
import { isUnpaid } from './order-search.ts'

/** Once the email is verified, its orders hold their stock as long as others, except those held briefly above the share. */
export async function extendHolds(shop: Shop, account: Account): Promise<void> {
  if (!shop.limitsUnverified || !account.emailVerified) return
  await shop.db
    .update(orders)
    .set({
      ipKey: null,
      expiresAt: sql`case when ${orders.heldBriefly} then expires_at
        else created_at + ${shop.unpaidOrderHours} * interval '1 hour' end`,
    })
    .where(and(eq(orders.accountId, account.id), isNotNull(orders.ipKey), isUnpaid))
}

/** Mails the buyers of orders that expire within a day, once, unless they were placed within the last day. */
export async function remindOfExpiry(shop: Shop): Promise<void> {
  await shop.db.execute(sql`
    with reminded as (
      update ${orders} set reminded_at = now()
      where state = 'placed' and reminded_at is null and created_at < now() - interval '1 day'
        and expires_at between now() and now() + interval '1 day'
      returning id
    ), ${buildMailInsert(sql`reminded`, 'order_expiring')}
    select 1 from reminded`)
}

/** The next order to expire. An order whose payment is open or unknown is tried again after ten minutes. */
export async function claimExpired(shop: Shop): Promise<OrderRow | undefined> {
  const [order] = await shop.db
    .update(orders)
    .set({ lastCheckedAt: sql`now()` })
    .where(
      sql`id = (select id from ${orders} where state = 'placed' and expires_at <= now()
        and coalesce(last_checked_at, created_at) < now() - interval '10 minutes'
        order by expires_at limit 1 for update skip locked)`,
    )
    .returning()
  return order
}

/** Refuses `payment_processing` and `order_paid`; a payment that succeeded is recorded. */
export async function expireOrder(shop: Shop, order: OrderRow): Promise<void> {
  const { id, paymentIntentId } = order
  const intent = paymentIntentId ? await shop.payments.findIntent(paymentIntentId) : undefined
  // It stays placed: only then can a payment that fails be repeated.
  if (intent?.status === 'processing') refuse('payment_processing')
  const [claimed] = await shop.db
    .update(orders)
    .set({ state: 'cancelling', cancelledBy: 'expiry', refillsCart: false })
    .where(and(eq(orders.id, id), eq(orders.state, 'placed')))
    .returning()
  if (claimed) await cancelWithProvider(shop, claimed)
}

/** By an admin or, without one, by the buyer; orders that are being paid stay. Refuses `account_not_found`. */
export async function cancelAllUnpaid(
  shop: Shop,
  admin: Account | undefined,
  email: string,
): Promise<{ cancelled: number; beingPaid: number }> {
  const buyer = (await findAccountByEmail(shop, email)) ?? refuse('account_not_found')
  const unpaid = await shop.db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.accountId, buyer.id), isUnpaid))
  const cancel = (id: string) => (admin ? cancelAnyOrder(shop, admin, id) : cancelOrder(shop, buyer, id))
  const counts = { cancelled: 0, beingPaid: 0 }
  for (const { id } of unpaid) {
    const outcome = await settleCancellation(cancel(id))
    if (outcome) counts[outcome] += 1
  }
  return counts
}

/** Undefined when the order was paid or cancelled meanwhile. */
async function settleCancellation(cancelling: Promise<boolean>): Promise<'cancelled' | 'beingPaid' | undefined> {
  try {
    return (await cancelling) ? 'cancelled' : undefined
  } catch (error) {
    const code = error instanceof Refusal && error.code
    if (code === 'payment_processing') return 'beingPaid'
    if (code === 'order_paid') return undefined
    throw error
  }
}
