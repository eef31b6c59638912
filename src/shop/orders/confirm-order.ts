import { and, eq, lt, type SQL, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { FieldError } from '#contract/refusal.ts'
import { refuse } from '#contract/refusals.ts'
import type { Db } from '#db/database.ts'
import { stockAdjustments, tools } from '#db/tables/catalogue.ts'
import { type OrderHeader, orderLines, orders } from '#db/tables/orders.ts'
import type { Actor } from '#shop/accounts/actors.ts'
import { type theShop, transactAs } from '#shop/accounts/transact-as.ts'
import type { Shop } from '#shop/shop.ts'
import { putBackIntoStock } from '#shop/stock/put-back-into-stock.ts'
import { lockOrderIncludingCancelled } from './order-state.ts'
import { shopScope } from './scope.ts'

interface LineStock {
  position: number
  toolId: string
  toolName: string
  quantity: number
  available: number
}

export type Shortage = LineStock

/** `transactionId` or `heldUntil` says why the order is confirmed. */
type ConfirmedColumns = PgUpdateSetSource<typeof orders> &
  (Pick<OrderHeader, 'transactionId'> | Pick<OrderHeader, 'heldUntil'>)

/**
 * If lines are short, returns them and takes nothing. Call it in a transaction that has locked the placed order. Refuses
 * `approval_needed`.
 */
export async function confirmOrder(
  db: Db,
  { id, approval }: OrderHeader,
  columns: ConfirmedColumns,
): Promise<Shortage[]> {
  if (approval === 'waiting') refuse('approval_needed')
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

/** Locks the tools in the order of their ids. */
const lockStock = (db: Db, orderId: string): Promise<LineStock[]> =>
  selectLines(db, orderId).orderBy(tools.id).for('no key update', { of: tools })

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

/** Drops pieces above the maximum stock. Call it with the order locked, before its state changes. */
export async function releasePieces(db: Db, { id: orderId }: OrderHeader): Promise<void> {
  const lines = await lockStock(db, orderId)
  // The view `stock_movements` shows only what confirmed orders took: these rows keep the movement.
  await db.execute(sql`
    insert into ${stockAdjustments} (tool_id, delta, reason, order_id, created_at)
    select tool_id, -quantity, 'order', order_id, confirmed_at
    from ${orderLines} join ${orders} on ${orders.id} = order_id where order_id = ${orderId}`)
  await putBackIntoStock(db, lines, 'release', orderId)
}

/**
 * Returns false where nothing was put back into the stock: of an order that is not confirmed, is paid, or stays held. Of the
 * last, `onUnconfirm` runs, too.
 */
export async function unconfirmOrder(
  shop: Shop,
  actor: Actor | typeof theShop,
  id: string,
  isToUnconfirm: (order: OrderHeader) => boolean,
  onUnconfirm: (db: Db, order: OrderHeader) => Promise<unknown> = async () => {},
): Promise<boolean> {
  const isUnconfirmed = await transactAs(shop, actor, async db => {
    const order = await lockOrderIncludingCancelled(db, shopScope, id)
    if (order.state !== 'confirmed' || order.paidAt || !isToUnconfirm(order)) return false
    if (order.transactionId !== null && order.heldUntil !== null) {
      await db.update(orders).set({ transactionId: null }).where(eq(orders.id, id))
      await onUnconfirm(db, order)
      return false
    }
    await releasePieces(db, order)
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
