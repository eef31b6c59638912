import { and, eq, lt, type SQL, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { FieldError } from '#contract/refusal.ts'
import type { Db } from '#db/database.ts'
import { stockAdjustments, tools } from '#db/tables/catalogue.ts'
import { type OrderHeader, orderLines, orders } from '#db/tables/orders.ts'
import type { Shop } from '#shop/shop.ts'
import { returnToStock } from '#shop/stock/return-to-stock.ts'
import { lockOrderIncludingCancelled } from './order-state.ts'

/** A line of an order, and how many pieces of its tool are in stock. */
interface LineStock {
  /** The place of the line in the order, from 1. */
  position: number
  toolId: string
  toolName: string
  quantity: number
  available: number
}

/** A line of which less is in stock than was ordered. */
export type Shortage = LineStock

/** What is written with the state: above all why the order is confirmed, for a payment or until when an admin holds its pieces. */
type ConfirmedColumns = PgUpdateSetSource<typeof orders> &
  (Pick<OrderHeader, 'transactionId'> | Pick<OrderHeader, 'heldUntil'>)

/**
 * Takes the pieces of all lines out of the stock, or those of none when some line is short: returns these. Nothing else takes
 * pieces for an order. In a transaction that has locked the order, which is placed.
 */
export async function confirmOrder(db: Db, { id }: OrderHeader, columns: ConfirmedColumns): Promise<Shortage[]> {
  const lines = await lockStock(db, id)
  const short = lines.filter(({ quantity, available }) => available < quantity)
  if (short.length > 0) return short
  await db.execute(sql`
    update ${tools} set available = available - quantity from ${orderLines}
    where ${orderLines.orderId} = ${id} and ${tools.id} = tool_id`)
  await db
    .update(orders)
    .set({ state: 'confirmed', confirmedAt: sql`clock_timestamp()`, ...columns })
    .where(eq(orders.id, id))
  return []
}

const lineColumns = {
  position: orderLines.position,
  toolId: orderLines.toolId,
  toolName: orderLines.toolName,
  quantity: orderLines.quantity,
}

const selectLines = (db: Db, orderId: string, isWanted?: SQL) =>
  db
    .select({ ...lineColumns, available: tools.available })
    .from(orderLines)
    .innerJoin(tools, eq(tools.id, lineColumns.toolId))
    .where(and(eq(orderLines.orderId, orderId), isWanted))

/** The lines of an order with the stock of their tools, which are locked in the order of their ids. */
const lockStock = (db: Db, orderId: string): Promise<LineStock[]> =>
  selectLines(db, orderId).orderBy(tools.id).for('no key update', { of: tools })

/** The lines of a placed order of which less is in stock now than was ordered. */
export const findShortages = (db: Db, orderId: string): Promise<Shortage[]> =>
  selectLines(db, orderId, lt(tools.available, lineColumns.quantity)).orderBy(lineColumns.position)

export const toFieldErrors = (shortages: readonly Shortage[]): FieldError[] =>
  shortages
    .toSorted((a, b) => a.position - b.position)
    .map(({ position, toolName, quantity, available }) => ({
      field: `lines.${position - 1}`,
      code: 'sold_out',
      message: `${available} of ${quantity} ${quantity === 1 ? 'piece' : 'pieces'} of ${toolName} ${available === 1 ? 'is' : 'are'} left.`,
    }))

/**
 * Gives the pieces of a confirmed order back to the stock. What a stock can't take above its maximum is left out. In a
 * transaction that has locked the order, before its state changes.
 */
export async function returnPieces(db: Db, { id: orderId }: OrderHeader): Promise<void> {
  const lines = await lockStock(db, orderId)
  // Of an order that is not confirmed any more, the view `stock_movements` no longer shows what it had taken: these rows do.
  await db.execute(sql`
    insert into ${stockAdjustments} (tool_id, delta, reason, order_id, created_at)
    select tool_id, -quantity, 'order', order_id, confirmed_at
    from ${orderLines} join ${orders} on ${orders.id} = order_id where order_id = ${orderId}`)
  await returnToStock(db, lines, 'release', orderId)
}

/**
 * Makes a confirmed order that is not paid a placed one, whose pieces others may take: true. One that was held before it was
 * confirmed for a card is held again, and keeps its pieces: false. Both call `onUnconfirm`. Any other order stays as it is: false.
 */
export async function unconfirmOrder(
  shop: Shop,
  id: string,
  isToUnconfirm: (order: OrderHeader) => boolean,
  onUnconfirm: (db: Db, order: OrderHeader) => Promise<unknown> = async () => {},
): Promise<boolean> {
  const isUnconfirmed = await shop.db.transaction(async db => {
    const order = await lockOrderIncludingCancelled(db, id)
    if (order.state !== 'confirmed' || order.paidAt || !isToUnconfirm(order)) return false
    if (order.transactionId !== null && order.heldUntil !== null) {
      await db.update(orders).set({ transactionId: null }).where(eq(orders.id, id))
      await onUnconfirm(db, order)
      return false
    }
    await returnPieces(db, order)
    const expiresAt = sql`now() + ${shop.unpaidOrderHours} * interval '1 hour'`
    const placed = { state: 'placed', confirmedAt: null, heldUntil: null, transactionId: null } as const
    await db
      .update(orders)
      .set({ ...placed, expiresAt, remindedAt: null })
      .where(eq(orders.id, id))
    await onUnconfirm(db, order)
    return true
  })
  if (isUnconfirmed) shop.notifications.publishThrottled('tools')
  return isUnconfirmed
}
