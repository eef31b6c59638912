import { and, eq, sql } from 'drizzle-orm'
import { maxOrderLines, maxStock } from '#contract/limits.ts'
import { refuse } from '#contract/refusals.ts'
import { cartLines } from '#db/tables/carts.ts'
import { stockAdjustments, tools } from '#db/tables/catalogue.ts'
import { type OrderRow, orderLines, orders } from '#db/tables/orders.ts'
import { type Account, lockAccounts } from '#shop/accounts/accounts.ts'
import { buildAuditEntry } from '#shop/audit-log.ts'
import { buildMailInsert } from '#shop/mails.ts'
import type { Shop } from '#shop/shop.ts'
import { lockOrderIncludingCancelled } from './open-pieces.ts'
import { isUnpaid, matchVisibleOrders } from './order-search.ts'
import { recordPayment } from './payments.ts'

/**
 * False when it was cancelled already. A payment that succeeded is recorded. Refuses `order_not_found`, `order_paid` and
 * `payment_processing`.
 */
export function cancelOrder(shop: Shop, buyer: Account, id: string): Promise<boolean> {
  return cancel(shop, { owner: buyer }, id)
}

export function cancelAnyOrder(shop: Shop, admin: Account, id: string): Promise<boolean> {
  return cancel(shop, { admin }, id)
}

/** Cancels it and puts its lines into the buyer's cart. Refuses as `cancelOrder` does, and `order_cancelled`, `cart_full`. */
export async function changeOrder(shop: Shop, buyer: Account, id: string): Promise<void> {
  const { rows } = await shop.db.execute<{ count: string }>(sql`
    select count(*) from (
      select tool_id from ${cartLines} where account_id = ${buyer.id}
      union select tool_id from ${orderLines} join ${orders} on ${orders.id} = order_id
        where order_id = ${id} and ${orders.accountId} = ${buyer.id}) as merged`)
  if (Number(rows[0]?.count) > maxOrderLines) refuse('cart_full')
  if (!(await cancel(shop, { owner: buyer, intoCart: true }, id))) refuse('order_cancelled')
}

interface Canceller {
  owner?: Account | undefined
  /** Puts the lines into the buyer's cart. */
  intoCart?: boolean
  admin?: Account | undefined
}

async function cancel(shop: Shop, canceller: Canceller, id: string): Promise<boolean> {
  const { owner, admin, intoCart = false } = canceller
  const [claimed] = await shop.db
    .update(orders)
    .set({
      ...{ state: 'cancelling', lastCheckedAt: sql`now()` },
      // Read when the cancellation is completed after a crash.
      ...{ cancelledBy: admin ? 'shop' : 'buyer', refillsCart: intoCart },
    })
    .where(and(matchVisibleOrders(owner), eq(orders.id, id), isUnpaid))
    .returning()
  return claimed ? cancelWithProvider(shop, claimed, canceller) : assertCancelled(shop, owner, id)
}

/** Cancels at the payment provider first; repeatable after a crash. `order` is being cancelled. Refuses as `cancelOrder` does. */
export async function cancelWithProvider(shop: Shop, order: OrderRow, canceller: Canceller = {}): Promise<boolean> {
  const { owner } = canceller
  const { id, accountId, paymentIntentId } = order
  if (paymentIntentId) {
    const intent = await shop.payments.cancelIntent(paymentIntentId)
    if (intent?.status === 'succeeded') {
      await recordPayment(shop, accountId, id, intent.id)
      refuse('order_paid')
    }
    if (intent && intent.status !== 'cancelled') refuse('payment_processing')
  }
  if (!(await writeCancellation(shop, order, canceller.admin))) return assertCancelled(shop, owner, id)
  shop.incrementCounter('orders', { step: 'cancelled' })
  return true
}

async function assertCancelled(shop: Shop, owner: Account | undefined, id: string): Promise<false> {
  const isOwn = owner && eq(orders.accountId, owner.id)
  const [order] = await shop.db
    .select({ state: orders.state })
    .from(orders)
    .where(and(isOwn, eq(orders.id, id)))
  if (!order) refuse('order_not_found')
  return order.state === 'cancelled' ? false : refuse('order_paid')
}

async function writeCancellation(shop: Shop, order: OrderRow, admin?: Account): Promise<boolean> {
  const { id, accountId, cancelledBy, refillsCart } = order
  const data = cancelledBy ? { cancelledBy } : {}
  const record = admin ? sql`, ${buildAuditEntry(sql`cancelled`, admin, 'cancel_order')}` : sql``
  const statement = sql`
    with cancelled as (
      update ${orders} set state = 'cancelled', cancelled_at = now()
      where id = ${id} and state = 'cancelling'
      returning id, account_id, refills_cart, title as target,
        '{"state": "cancelling"}'::jsonb as before, '{"state": "cancelled"}'::jsonb as after
    ), locked as (
      select ${tools}.id, available, quantity from ${orderLines}
      join cancelled on cancelled.id = order_id join ${tools} on ${tools}.id = tool_id
      order by ${tools}.id for no key update of ${tools}
    ), released as (
      update ${tools} set available = least(locked.available + quantity, ${maxStock})
      from locked where ${tools}.id = locked.id
    ), limited as (
      insert into ${stockAdjustments} (tool_id, delta, reason)
      select id, ${maxStock} - (available + quantity), 'limit' from locked where available + quantity > ${maxStock}
    ), ${buildMailInsert(sql`cancelled`, 'order_cancelled', data)}${record}, ${fillCart}
    select 1 from cancelled`
  const { rows } = refillsCart
    ? await shop.db.transaction(async transaction => {
        // In the order in which a payment locks them.
        await lockOrderIncludingCancelled(transaction, id)
        await lockAccounts(transaction, accountId)
        return transaction.execute(statement)
      })
    : await shop.db.execute(statement)
  if (rows.length > 0) shop.notifications.publishThrottled('tools')
  return rows.length > 0
}

/** Reads the CTE `cancelled`. Of a tool in both, the larger quantity stays. */
const fillCart = sql`carted as (
  insert into ${cartLines} (account_id, tool_id, quantity, price_cents, added_at)
  select cancelled.account_id, line.tool_id, line.quantity, line.price_cents,
    now() + position * interval '1 microsecond'
  from cancelled join ${orderLines} as line on line.order_id = cancelled.id
  left join ${cartLines} as own on own.account_id = cancelled.account_id and own.tool_id = line.tool_id
  where refills_cart
  order by own.tool_id is null, position
  limit ${maxOrderLines} - (select count(*) from ${cartLines} as own join cancelled using (account_id)
    where not exists (select from ${orderLines} as line where line.order_id = cancelled.id and line.tool_id = own.tool_id))
  on conflict (account_id, tool_id) do update
    set quantity = greatest(${cartLines}.quantity, excluded.quantity), price_cents = excluded.price_cents)`
