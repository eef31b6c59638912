import { createHash } from 'node:crypto'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import pLimit from 'p-limit'
import { maxChargeCents, maxPriceCents, minChargeCents } from '#contract/limits.ts'
import { priceLine } from '#contract/prices.ts'
import { isOrderable } from '#contract/quantity.ts'
import { refuse } from '#contract/refusals.ts'
import type { Db } from '#db/database.ts'
import { isUniqueViolation } from '#db/errors.ts'
import { memoizePerDb } from '#db/memoize-per-db.ts'
import { orders, outbox, tools } from '#db/tables.ts'
import type { Account } from '#shop/accounts/accounts.ts'
import { getTool } from '#shop/catalogue/tools.ts'
import type { Shop } from '#shop/shop.ts'
import {
  assertUnpaidLimit,
  assertWithinHalfOfStock,
  getHoldTerms,
  type HoldTerms,
  isWithinHalfOfStock,
  sumHeldBeyondCredit,
} from './hold-terms.ts'
import { isUnpaid } from './order-lists.ts'
import { isChargeable } from './payments.ts'

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
  /** A keyed hash of the buyer's IP address. */
  ipKey: string
}

/**
 * Refuses `tool_not_found`, `price_changed`, `out_of_range`, `total_out_of_range`, `unpaid_limit`,
 * `unverified_unpaid_limit`, `credit_limit`, `idempotency_key_reused`, `order_cancelled` and `order_interrupted`.
 */
export async function placeOrder(shop: Shop, buyer: Account, request: OrderRequest): Promise<string> {
  const { quantity, priceCents, totalCents } = request
  if (totalCents !== priceCents * quantity || priceCents > maxPriceCents) refuse('price_changed')
  const terms = getHoldTerms(shop, buyer, request.ipKey)
  const placed = await reserveAndInsert(shop, buyer, request, terms).catch(error => {
    if (!isUniqueViolation(error)) throw error
  })
  if (placed) {
    shop.incrementCounter('orders', { step: 'placed' })
    return placed
  }
  const existing = await findByIdempotencyKey(shop, buyer, request)
  if (existing) return existing
  await assertUnpaidLimit(shop, buyer, terms)
  return refusePlacing(shop, request, terms)
}

async function reserveAndInsert(
  { db, notifications }: Shop,
  buyer: Account,
  request: OrderRequest,
  terms: HoldTerms,
): Promise<string | undefined> {
  const idempotencyKey = request.idempotencyKey ?? null
  const requestHash = idempotencyKey === null ? null : hashRequest(request)
  const values = { ...request, ...terms, idempotencyKey, requestHash, buyerId: buyer.id }
  const attempt = await tryPlaceWithoutLocks(db, values)
  const id = attempt === 'near a limit' ? await limitLockedOrders(() => placeWithLocks(db, values)) : attempt
  if (id) notifications.publishThrottled('tools')
  return id ?? undefined
}

type OrderValues = Record<string, unknown> & { buyerId: string; toolId: string } & HoldTerms

/** Concurrent statements do not see each other's orders: without locks, so many must fit below the buyer's limits. */
const maxConcurrentOrders = 40

async function tryPlaceWithoutLocks(db: Db, values: OrderValues): Promise<string | null | 'near a limit'> {
  const maxUnpaid = values.maxUnpaid - maxConcurrentOrders
  if (maxUnpaid <= 0) return 'near a limit'
  const [row] = await placeOrderStatement(db).execute({ ...values, maxUnpaid, concurrentOrders: maxConcurrentOrders })
  return row === undefined || row.unpaid >= maxUnpaid || row.beyondCredit ? 'near a limit' : row.id
}

/** Orders that wait for one another's locks leave most of the pool's connections to others. */
const limitLockedOrders = pLimit(3)

function placeWithLocks(db: Db, values: OrderValues): Promise<string | null | undefined> {
  return db.transaction(async transaction => {
    for (const key of [values.buyerId, values.ipKey, values.creditCents === null ? null : values.toolId])
      if (key !== null) await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`)
    const [row] = await preparePlaceOrder(transaction).execute({ ...values, concurrentOrders: 1 })
    return row?.id
  })
}

function preparePlaceOrder(db: Db) {
  const value = sql.placeholder
  const quantity = sql`${value('quantity')}::int`
  const buyerId = sql`${value('buyerId')}::uuid`
  const ipKey = sql`${value('ipKey')}::text`
  const countUnpaid = (where: SQL, max: SQL) =>
    sql`(select count(*)::int from (select from ${orders} where ${where} and ${isUnpaid} limit ${max}) counted)`
  const maxUnpaid = sql`${value('maxUnpaid')}::int`
  const maxUnpaidAtIp = sql`${value('maxUnpaidAtIp')}::int`
  const creditCents = sql`${value('creditCents')}::bigint`
  const priceCents = sql`${value('priceCents')}::int`
  const unitPrice = sql`unit_price(price_cents, price_breaks, ${quantity})`
  const concurrentOrders = sql`${value('concurrentOrders')}::int`
  const heldColumns = {
    unpaid: sql<number>`unpaid`.as('unpaid'),
    beyondCredit: sql<boolean>`beyond_credit`.as('beyond_credit'),
  }
  const held = db.$with('held', heldColumns).as(sql`
    select unpaid, beyond_credit,
      case when ${ipKey} is null then 0 else ${countUnpaid(sql`ip_key = ${ipKey}`, maxUnpaidAtIp)} end as unpaid_at_ip,
      case when beyond_credit then ${sumHeldBeyondCredit(sql`${value('toolId')}::uuid`)} end as held_beyond_credit
    from (
      select count(*)::int as unpaid,
        ${creditCents} is not null
          and coalesce(sum(total_cents), 0) + ${concurrentOrders} * ${value('totalCents')}::bigint > ${creditCents} as beyond_credit
      from (select total_cents from ${orders} where account_id = ${buyerId} and ${isUnpaid} limit ${maxUnpaid}) own_orders
    ) own`)
  const reserved = db.$with('reserved', {}).as(sql`
    update ${tools} set available = available - ${quantity} from held
    where id = ${value('toolId')} and deleted_at is null
      and ${priceCents} in (price_cents, ${unitPrice})
      and minimum <= ${quantity} and available >= ${quantity} and ${quantity} % increment = 0
      and ${unitPrice}::bigint * ${quantity} between ${minChargeCents} and ${maxChargeCents}
      and unpaid < ${maxUnpaid} and unpaid_at_ip < ${maxUnpaidAtIp}
      and (not beyond_credit or ${concurrentOrders} = 1 and ${isWithinHalfOfStock(quantity, sql`held_beyond_credit`)})
    returning id, name, ${unitPrice} as unit_cents, beyond_credit`)
  const placed = db.$with('placed', { id: sql<string>`id`.as('id') }).as(sql`
    insert into ${orders} (account_id, tool_id, tool_name, price_cents, quantity, total_cents,
      buyer_name, phone, address, idempotency_key, request_hash, ip_key,
      beyond_credit, expires_at)
    select ${buyerId}, id, name, unit_cents, ${quantity}, unit_cents * ${quantity},
      ${value('buyerName')}, ${value('phone')}, ${value('address')}, ${value('idempotencyKey')},
      ${value('requestHash')}, ${ipKey}, beyond_credit,
      now() + ${value('holdMinutes')}::int * interval '1 minute'
    from reserved
    returning id`)
  const mail = db.$with('mail', {}).as(sql`
    insert into ${outbox} (kind, order_id) select 'order_placed', id from placed`)
  return db
    .with(held, reserved, placed, mail)
    .select({ id: sql<string | null>`(select id from placed)`, unpaid: held.unpaid, beyondCredit: held.beyondCredit })
    .from(held)
    .prepare('place_order')
}

const placeOrderStatement = memoizePerDb(preparePlaceOrder)

async function findByIdempotencyKey(shop: Shop, buyer: Account, request: OrderRequest): Promise<string | undefined> {
  if (request.idempotencyKey === undefined) return undefined
  const [existing] = await shop.db
    .select()
    .from(orders)
    .where(and(eq(orders.accountId, buyer.id), eq(orders.idempotencyKey, request.idempotencyKey)))
  if (!existing) return undefined
  // Orders of earlier versions have no hash; they were placed at the price that was sent.
  const existingHash = existing.requestHash ?? hashRequest(existing)
  if (existingHash !== hashRequest(request)) refuse('idempotency_key_reused')
  return existing.state === 'cancelled' ? refuse('order_cancelled') : existing.id
}

/** Tells whether a repeated idempotency key repeats its order, whose price may be a break's. */
function hashRequest({ toolId, quantity, priceCents, phone, address }: OrderFields): string {
  return createHash('sha256')
    .update(JSON.stringify([toolId, quantity, priceCents, phone, address]))
    .digest('base64url')
}

type OrderFields = Pick<OrderRequest, 'toolId' | 'quantity' | 'priceCents' | 'phone' | 'address'>

async function refusePlacing(shop: Shop, request: OrderRequest, { creditCents }: HoldTerms): Promise<never> {
  const tool = await getTool(shop, request.toolId)
  const { quantity, priceCents } = request
  const { unitCents, totalCents } = priceLine(quantity, tool)
  if (priceCents !== tool.priceCents && priceCents !== unitCents) refuse('price_changed')
  if (!isOrderable(quantity, tool)) refuse('out_of_range')
  if (!isChargeable(totalCents)) refuse('total_out_of_range')
  if (creditCents !== null) await assertWithinHalfOfStock(shop, request.toolId, quantity)
  return refuse('order_interrupted')
}
