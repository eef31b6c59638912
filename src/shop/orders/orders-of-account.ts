import { and, eq, gt, inArray } from 'drizzle-orm'
import { orderLines, orders } from '#db/tables/orders.ts'
import type { Account } from '#shop/accounts/accounts.ts'
import { readPages } from '#shop/pagination.ts'
import { listRefunds } from '#shop/refunds/refunds.ts'
import { listReturnsOfOrders } from '#shop/returns/returns.ts'
import { listShipments } from '#shop/shipments/shipments.ts'
import type { Shop } from '#shop/shop.ts'
import { derivedColumns, type OrderDetails, orderColumns, refundedAt } from './order-lists.ts'

/** Of up to a thousand lines each. */
const ordersPerPage = 5

/** With cancelled ones and all lines, oldest first. */
export function readOrdersOfAccount(shop: Shop, { id }: Account): AsyncGenerator<OrderDetails> {
  return readPages<OrderDetails>(async last => {
    const rows = await shop.db
      .select({ ...orderColumns, ...derivedColumns, refundedAt })
      .from(orders)
      .where(and(eq(orders.accountId, id), last && gt(orders.id, last.id)))
      .orderBy(orders.id)
      .limit(ordersPerPage)
    const ids = rows.map(order => order.id)
    const lines = await shop.db
      .select()
      .from(orderLines)
      .where(inArray(orderLines.orderId, ids))
      .orderBy(orderLines.orderId, orderLines.position)
    const shipments = await listShipments(shop.db, ids)
    const returns = await listReturnsOfOrders(shop.db, ids)
    const refunds = await listRefunds(shop.db, ids)
    const linesByOrder = Map.groupBy(lines, ({ orderId }) => orderId)
    return rows.map(order => ({
      ...order,
      lines: linesByOrder.get(order.id) ?? [],
      shipments: shipments.get(order.id) ?? [],
      refunds: refunds.get(order.id) ?? [],
      lateRefunds: [],
      disputes: [],
      returns: returns.get(order.id) ?? [],
    }))
  })
}
