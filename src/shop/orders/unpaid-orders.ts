import { sql } from 'drizzle-orm'
import { type OrderRow, orders } from '#db/tables/orders.ts'
import { buildMailInsert } from '#shop/mails.ts'
import { settleActivePayment } from '#shop/payments/payments.ts'
import type { Shop } from '#shop/shop.ts'
import { cancelExpired } from './cancel-orders.ts'
import { isUnpaid } from './order-state.ts'

/** Mails the buyers of orders that end within a day, or whose hold does, once, unless they were placed within the last day or a card is being captured. */
export async function remindOfEnd(shop: Shop): Promise<void> {
  await shop.db.execute(sql`
    with reminded as (
      update ${orders} set reminded_at = now()
      where ${isUnpaid} and transaction_id is null and reminded_at is null and created_at < now() - interval '1 day'
        and coalesce(held_until, expires_at) between now() and now() + interval '1 day'
      returning id
    ), ${buildMailInsert(sql`reminded`, 'order_expiring')}
    select 1 from reminded`)
}

/** The next order to expire. One whose payment is being processed or unknown is tried again after ten minutes. */
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

/** Undefined if it was cancelled, held or got more time meanwhile. Refuses as `settleActivePayment` and `cancelOrder` do. */
export async function expireOrder(shop: Shop, order: OrderRow): Promise<'expired' | 'paid' | undefined> {
  if (await settleActivePayment(shop, order)) return 'paid'
  return (await cancelExpired(shop, order)) ? 'expired' : undefined
}
