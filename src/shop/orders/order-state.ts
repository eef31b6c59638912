import { and, eq, sql } from 'drizzle-orm'
import { refuse } from '#contract/refusals.ts'
import { canTakeOrderStep, type OrderStep, toOrderStatus } from '#contract/states/order-status.ts'
import type { Db } from '#db/database.ts'
import { type OrderHeader, type OrderRow, orders } from '#db/tables/orders.ts'
import { isInScope, type Scope } from './scope.ts'

/** The money may be captured already. The wording matches a partial index, as does `hasOpenPieces`. */
export const isUnpaid = sql`(${orders.paidAt} is null and ${orders.state} <> 'cancelled')`
export const isPayable = sql`${orders.approval} is distinct from 'waiting'`
export const hasOpenPieces = sql`(${orders.paidAt} is not null and ${orders.fulfilment} in ('open', 'partial'))`
export const isShipped = sql`${orders.shippedAt} is not null`

/** Locks until the transaction ends. Refuses `order_not_found`, also for a cancelled order. */
export async function lockOrder(db: Db, scope: Scope, id: string): Promise<OrderRow> {
  const order = await lockOrderIncludingCancelled(db, scope, id)
  return order.state === 'cancelled' ? refuse('order_not_found') : order
}

export async function lockOrderIncludingCancelled(db: Db, scope: Scope, id: string): Promise<OrderRow> {
  const isFound = and(eq(orders.id, id), isInScope(scope))
  const [order] = await db.select().from(orders).where(isFound).for('no key update')
  return order ?? refuse('order_not_found')
}

/** Refuses `order_cancelled`, `order_changed`, `approval_needed`, `order_not_paid`, `order_paid`, `order_shipped` or `order_refunded`. */
export function assertOrderStep(step: OrderStep, order: OrderHeader): void {
  const status = toOrderStatus(order)
  if (canTakeOrderStep(step, status)) return
  if (status === 'cancelled') refuse('order_cancelled')
  if (step === 'approve') refuse('order_changed')
  if (status === 'waiting') refuse('approval_needed')
  if (status === 'unpaid') refuse('order_not_paid')
  if (step !== 'ship') refuse('order_paid')
  refuse(status === 'shipped' ? 'order_shipped' : 'order_refunded')
}
