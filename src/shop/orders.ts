import { and, eq, inArray, sql } from 'drizzle-orm'
import { isOrderable } from '#contract/quantity.ts'
import { refuse } from '#contract/refusals.ts'
import type { Db } from '#db/database.ts'
import { isUniqueViolation } from '#db/errors.ts'
import { memoizePerDb } from '#db/memoize-per-db.ts'
import { type OrderRow, orders, outbox, tools } from '#db/tables.ts'
import type { Account } from './accounts.ts'
import { buildAuditEntry } from './audit-log.ts'
import { buildMailInsert } from './mails.ts'
import { getOrder, matchVisibleOrders } from './order-lists.ts'
import { isChargeable, recordPayment } from './payments.ts'
import type { Shop } from './shop.ts'
import { getTool } from './tools.ts'

export interface OrderRequest {
  toolId: string
  quantity: number
  /** As shown to the buyer. */
  priceCents: number
  totalCents: number
  buyerName: string
  phone: string
  address: string
  idempotencyKey: string | undefined
}

/**
 * Refuses `tool_not_found`, `price_changed`, `out_of_range`, `total_out_of_range`, `idempotency_key_reused` and
 * `order_interrupted`.
 */
export async function placeOrder(shop: Shop, buyer: Account, request: OrderRequest): Promise<string> {
  if (request.totalCents !== request.priceCents * request.quantity) refuse('price_changed')
  if (!isChargeable(request.totalCents)) return refusePlacing(shop, request)
  const placed = await reserveAndInsert(shop, buyer, request).catch(error => {
    if (!isUniqueViolation(error)) throw error
  })
  if (placed) {
    shop.incrementCounter('orders', { step: 'placed' })
    return placed
  }
  return (await findByIdempotencyKey(shop, buyer, request)) ?? refusePlacing(shop, request)
}

async function reserveAndInsert(shop: Shop, buyer: Account, request: OrderRequest): Promise<string | undefined> {
  const values = { ...request, idempotencyKey: request.idempotencyKey ?? null, buyerId: buyer.id }
  const [placed] = await placeOrderStatement(shop.db).execute(values)
  if (placed) shop.notifications.publishThrottled('tools')
  return placed?.id
}

const placeOrderStatement = memoizePerDb((db: Db) => {
  const value = sql.placeholder
  const quantity = sql`${value('quantity')}::int`
  const reserved = db.$with('reserved', {}).as(sql`
    update ${tools} set available = available - ${quantity}
    where id = ${value('toolId')} and deleted_at is null
      and price_cents = ${value('priceCents')} and minimum <= ${quantity} and available >= ${quantity}
    returning id, name, price_cents`)
  const placed = db.$with('placed', { id: sql<string>`id`.as('id') }).as(sql`
    insert into ${orders} (account_id, tool_id, tool_name, price_cents, quantity, total_cents,
      buyer_name, phone, address, idempotency_key)
    select ${value('buyerId')}::uuid, id, name, price_cents, ${quantity}, price_cents * ${quantity},
      ${value('buyerName')}, ${value('phone')}, ${value('address')}, ${value('idempotencyKey')}
    from reserved
    returning id`)
  const mail = db.$with('mail', {}).as(sql`
    insert into ${outbox} (kind, order_id) select 'order_placed', id from placed`)
  return db.with(reserved, placed, mail).select({ id: placed.id }).from(placed).prepare('place_order')
})

async function findByIdempotencyKey(shop: Shop, buyer: Account, request: OrderRequest): Promise<string | undefined> {
  if (request.idempotencyKey === undefined) return undefined
  const [existing] = await shop.db
    .select()
    .from(orders)
    .where(and(eq(orders.accountId, buyer.id), eq(orders.idempotencyKey, request.idempotencyKey)))
  if (!existing) return undefined
  const { toolId, quantity, priceCents, phone, address } = existing
  const sent = [request.toolId, request.quantity, request.priceCents, request.phone, request.address]
  const isSame = [toolId, quantity, priceCents, phone, address].every((value, index) => value === sent[index])
  return isSame ? existing.id : refuse('idempotency_key_reused')
}

async function refusePlacing(shop: Shop, request: OrderRequest): Promise<never> {
  const tool = await getTool(shop, request.toolId)
  if (tool.priceCents !== request.priceCents) refuse('price_changed')
  if (!isOrderable(request.quantity, tool)) refuse('out_of_range')
  return refuse(isChargeable(request.totalCents) ? 'order_interrupted' : 'total_out_of_range')
}

/** A payment that succeeded is recorded. Refuses `order_not_found`, `order_paid` and `payment_processing`. */
export function cancelOrder(shop: Shop, buyer: Account, id: string): Promise<void> {
  return cancel(shop, { owner: buyer }, id)
}

export function cancelAnyOrder(shop: Shop, admin: Account, id: string): Promise<void> {
  return cancel(shop, { admin }, id)
}

interface Canceller {
  owner?: Account | undefined
  admin?: Account | undefined
}

async function cancel(shop: Shop, canceller: Canceller, id: string): Promise<void> {
  const { owner } = canceller
  const [claimed] = await shop.db
    .update(orders)
    .set({ state: 'cancelling', lastCheckedAt: sql`now()` })
    .where(and(matchVisibleOrders(owner), eq(orders.id, id), inArray(orders.state, ['placed', 'cancelling'])))
    .returning()
  if (!claimed) return refuseCancelling(shop, owner, id)
  await cancelWithProvider(shop, claimed, canceller)
}

/** Cancels at the payment provider first; repeatable after a crash. Refuses as `cancelOrder` does. */
export async function cancelWithProvider(shop: Shop, order: OrderRow, { owner, admin }: Canceller = {}): Promise<void> {
  const { id, accountId, paymentIntentId } = order
  if (paymentIntentId) {
    const intent = await shop.payments.cancelIntent(paymentIntentId)
    if (intent.status === 'succeeded') {
      await recordPayment(shop, accountId, id, intent.id)
      refuse('order_paid')
    }
    if (intent.status !== 'cancelled') refuse('payment_processing')
  }
  if (!(await writeCancellation(shop, { owner, admin }, id))) return refuseCancelling(shop, owner, id)
  shop.incrementCounter('orders', { step: 'cancelled' })
}

async function refuseCancelling(shop: Shop, owner: Account | undefined, id: string): Promise<never> {
  await getOrder(shop, owner, id)
  return refuse('order_paid')
}

/** False when it was shipped already. Refuses `order_not_found` and `order_not_paid`. */
export async function markShipped(shop: Shop, admin: Account, id: string): Promise<boolean> {
  await getOrder(shop, undefined, id)
  const { rows } = await shop.db.execute(sql`
    with shipped as (
      update ${orders} set state = 'shipped' where id = ${id} and state = 'paid'
      returning id, tool_name as target,
        '{"state": "paid"}'::jsonb as before, '{"state": "shipped"}'::jsonb as after
    ), ${buildMailInsert(sql`shipped`, 'order_shipped')}, ${buildAuditEntry(sql`shipped`, admin, 'deliver')}
    select 1 from shipped`)
  if (rows.length > 0) {
    shop.incrementCounter('orders', { step: 'shipped' })
    return true
  }
  const { state } = await getOrder(shop, undefined, id)
  return state === 'shipped' ? false : refuse('order_not_paid')
}

async function writeCancellation(shop: Shop, { owner, admin }: Canceller, id: string): Promise<boolean> {
  const data = owner || admin ? ({ cancelledBy: admin ? 'shop' : 'buyer' } as const) : {}
  const record = admin ? sql`, ${buildAuditEntry(sql`cancelled`, admin, 'cancel_order')}` : sql``
  const { rows } = await shop.db.execute(sql`
    with cancelled as (
      update ${orders} set state = 'cancelled', cancelled_at = now()
      where id = ${id} and state = 'cancelling'
      returning id, tool_id, quantity, tool_name as target,
        '{"state": "cancelling"}'::jsonb as before, '{"state": "cancelled"}'::jsonb as after
    ), released as (
      update ${tools} set available = available + cancelled.quantity
      from cancelled where ${tools}.id = cancelled.tool_id
    ), ${buildMailInsert(sql`cancelled`, 'order_cancelled', data)}${record}
    select 1 from cancelled`)
  if (rows.length > 0) shop.notifications.publishThrottled('tools')
  return rows.length > 0
}
