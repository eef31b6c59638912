import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import pLimit from 'p-limit'
import type { PostalAddress } from '#contract/addresses.ts'
import { maxPriceCents, minChargeCents } from '#contract/limits.ts'
import { Refusal } from '#contract/refusal.ts'
import { refuse } from '#contract/refusals.ts'
import type { Db } from '#db/database.ts'
import { isUniqueViolation } from '#db/errors.ts'
import { memoizePerDb } from '#db/memoize-per-db.ts'
import { orders } from '#db/tables/orders.ts'
import type { Account } from '#shop/accounts/accounts.ts'
import type { Shop } from '#shop/shop.ts'
import { assertUnpaidLimit, getHoldTerms, type HoldTerms } from './hold-terms.ts'
import { lockForOrder, type OrderValues, prepareOrderStatement } from './place-statement.ts'
import { type RequestedLine, refuseOrder } from './refuse-order.ts'

export interface OrderRequest {
  /** Of different tools. */
  lines: readonly (RequestedLine & { reference?: string })[]
  buyerName: string
  phone: string
  address: string
  shipTo?: PostalAddress | undefined
  billTo?: PostalAddress | undefined
  poNumber?: string
  note?: string
  /** Takes the lines out of the buyer's cart. */
  fromCart: boolean
  idempotencyKey: string | undefined
  /** A keyed hash of the IP address of a buyer who orders. */
  ipKey?: string
  /** Email of the admin who orders for the buyer. */
  placedBy?: string
}

export interface PlacedOrder {
  id: string
  number: number
}

/**
 * All lines or none. Refuses `unpaid_limit`, `unverified_unpaid_limit`, `idempotency_key_reused`, `order_cancelled`, and
 * what `refuseOrder` does.
 */
export async function placeOrder(shop: Shop, buyer: Account, request: OrderRequest): Promise<PlacedOrder> {
  return tryPlace(shop, buyer, request).catch(error => {
    // Stock came back after the order had failed for want of it.
    if (error instanceof Refusal && error.code === 'order_interrupted') return tryPlace(shop, buyer, request)
    throw error
  })
}

async function tryPlace(shop: Shop, buyer: Account, request: OrderRequest): Promise<PlacedOrder> {
  if (request.lines.some(({ priceCents }) => priceCents > maxPriceCents)) refuse('price_changed')
  const terms = getHoldTerms(shop, buyer, request)
  const attempt = await reserveAndInsert(shop.db, toValues(shop, request, terms, buyer)).catch(error => {
    if (!isUniqueViolation(error)) throw error
  })
  const placed = attempt && toPlaced(attempt)
  if (placed) {
    shop.notifications.publishThrottled('tools')
    shop.incrementCounter('orders', { step: 'placed' })
    return placed
  }
  const existing = await findByIdempotencyKey(shop, buyer, request)
  if (existing) return existing
  await assertUnpaidLimit(shop, buyer, terms)
  const isBeyondCredit = attempt?.beyondCredit ?? false
  return refuseOrder(shop, { buyer, terms, lines: request.lines, isBeyondCredit })
}

function toValues(shop: Shop, request: OrderRequest, terms: HoldTerms, buyer: Account): OrderValues {
  const { lines, idempotencyKey = null, buyerName, phone, address, fromCart, placedBy = null } = request
  const { poNumber = '', note = '', shipTo, billTo } = request
  return {
    ...terms,
    toolIds: lines.map(({ toolId }) => toolId),
    quantities: lines.map(({ quantity }) => quantity),
    prices: lines.map(({ priceCents }) => priceCents),
    references: lines.map(({ reference = '' }) => reference),
    // More than any order may come to, and no more than a bigint holds.
    shownTotalCents: Math.min(
      lines.reduce((sum, { priceCents, quantity }) => sum + priceCents * quantity, 0),
      1e15,
    ),
    buyerId: buyer.id,
    buyerName,
    phone,
    address,
    poNumber,
    note,
    shipTo: shipTo ? JSON.stringify(shipTo) : null,
    billTo: billTo ? JSON.stringify(billTo) : null,
    taxPercent: shop.settings.current.taxPercent,
    minTotalCents: Math.max(shop.settings.current.orderMinimumCents, minChargeCents),
    fromCart,
    placedBy,
    idempotencyKey,
    requestHash: idempotencyKey === null ? null : hashRequest(request),
  }
}

/** Without an id, the order was not placed. */
interface Attempt {
  id: string | null
  number: number | null
  beyondCredit: boolean
}

async function reserveAndInsert(db: Db, values: OrderValues): Promise<Attempt | undefined> {
  const attempt = await tryPlaceWithoutLocks(db, values)
  return attempt === 'near a limit' ? limitLockedOrders(() => placeWithLocks(db, values)) : attempt
}

const orderStatement = memoizePerDb(prepareOrderStatement)

/** Concurrent statements do not see each other's orders: without locks, so many must fit below the buyer's limits. */
const maxConcurrentOrders = 40

async function tryPlaceWithoutLocks(db: Db, values: OrderValues): Promise<Attempt | 'near a limit'> {
  const maxUnpaid = values.maxUnpaid - maxConcurrentOrders
  if (maxUnpaid <= 0) return 'near a limit'
  const [row] = await orderStatement(db).execute({ ...values, maxUnpaid, concurrentOrders: maxConcurrentOrders })
  return row === undefined || row.unpaid >= maxUnpaid || row.beyondCredit ? 'near a limit' : row
}

/** Orders that wait for one another's locks leave most of the pool's connections to others. */
const limitLockedOrders = pLimit(3)

function placeWithLocks(db: Db, values: OrderValues): Promise<Attempt | undefined> {
  return db.transaction(async transaction => {
    await lockForOrder(transaction, values)
    const [row] = await prepareOrderStatement(transaction).execute({ ...values, concurrentOrders: 1 })
    return row
  })
}

const toPlaced = ({ id, number }: Attempt): PlacedOrder | undefined =>
  id === null || number === null ? undefined : { id, number: Number(number) }

async function findByIdempotencyKey(
  shop: Shop,
  buyer: Account,
  request: OrderRequest,
): Promise<PlacedOrder | undefined> {
  if (request.idempotencyKey === undefined) return undefined
  const [existing] = await shop.db
    .select()
    .from(orders)
    .where(and(eq(orders.accountId, buyer.id), eq(orders.idempotencyKey, request.idempotencyKey)))
  if (!existing) return undefined
  const { id, number, requestHash, state } = existing
  if (requestHash !== hashRequest(request)) refuse('idempotency_key_reused')
  return state === 'cancelled' ? refuse('order_cancelled') : { id, number }
}

type HashedFields = 'lines' | 'phone' | 'address' | 'shipTo' | 'billTo' | 'poNumber' | 'note'

/** Tells whether a repeated idempotency key repeats its order, whose prices may be a break's. */
function hashRequest(request: Pick<OrderRequest, HashedFields>): string {
  const { lines, phone, address, shipTo = null, billTo = null, poNumber = '', note = '' } = request
  const contents = lines.map(({ toolId, quantity, priceCents, reference = '' }) => [
    toolId,
    quantity,
    priceCents,
    reference,
  ])
  return createHash('sha256')
    .update(JSON.stringify([contents, phone, address, shipTo, billTo, poNumber, note]))
    .digest('base64url')
}
