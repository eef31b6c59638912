import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { ShopSettings } from '#contract/shop-settings.ts'
import type { ReturnState } from '#contract/states/return-steps.ts'
import { dayMs } from '#contract/time-zones.ts'
import type { Db } from '#db/database.ts'
import { orderLines, orders } from '#db/tables/orders.ts'
import { type ReturnRow, returnImages, returnLines, returns } from '#db/tables/returns.ts'
import { matchWords } from '#shop/orders/order-search.ts'
import {
  buildKeysetPage,
  countRows,
  type PagePosition,
  type SortOrder,
  sortAscending,
  sortDescending,
} from '#shop/pagination.ts'
import type { Shop } from '#shop/shop.ts'

interface ReturnLine {
  toolId: string
  quantity: number
  received: number | null
  restocked: number
}

export type Return = ReturnRow & { lines: ReturnLine[]; images: string[] }

export async function listReturnsOfOrders(db: Db, orderIds: readonly string[]): Promise<Map<string, Return[]>> {
  const rows = await db
    .select()
    .from(returns)
    .where(inArray(returns.orderId, [...orderIds]))
    .orderBy(returns.requestedAt, returns.id)
  if (rows.length === 0) return new Map()
  const ids = rows.map(({ id }) => id)
  const lines = await db.select().from(returnLines).where(inArray(returnLines.returnId, ids))
  const images = await db
    .select()
    .from(returnImages)
    .where(inArray(returnImages.returnId, ids))
    .orderBy(returnImages.position)
  const linesOfReturns = Map.groupBy(lines, ({ returnId }) => returnId)
  const imagesOfReturns = Map.groupBy(images, ({ returnId }) => returnId)
  const all = rows.map(
    (row): Return => ({
      ...row,
      lines: (linesOfReturns.get(row.id) ?? []).map(({ returnId: _, ...line }) => line),
      images: (imagesOfReturns.get(row.id) ?? []).map(({ url }) => url),
    }),
  )
  return Map.groupBy(all, ({ orderId }) => orderId)
}

export async function findReturn(db: Db, id: string): Promise<Return | undefined> {
  const [row] = await db.select().from(returns).where(eq(returns.id, id))
  return row && (await listReturnsOfOrders(db, [row.orderId])).get(row.orderId)?.find(each => each.id === id)
}

/** After the last shipment: the “Back guarantee” of the home page. */
const returnDays = 7

export function findReturnEnd(settings: ShopSettings, shipments: readonly { createdAt: Date }[]): Date | null {
  const last = Math.max(...shipments.map(({ createdAt }) => createdAt.getTime()))
  return shipments.length > 0 ? new Date(last + (returnDays + settings.returnTransitDays) * dayMs) : null
}

const sorts = {
  newest: sortDescending({ ofRow: sql`${returns.requestedAt}` }),
  oldest: sortAscending({ ofRow: sql`${returns.requestedAt}` }),
} as const satisfies Record<string, SortOrder>

export interface ReturnSearch {
  q?: string | undefined
  state?: ReturnState | undefined
}

export type ListedReturn = ReturnRow & {
  orderNumber: number
  title: string
  buyerName: string
  pieces: number
  lines: { toolId: string; toolName: string; quantity: number }[]
  images: string[]
}

export async function listReturns(
  shop: Shop,
  { q, state, sort = 'oldest', ...page }: ReturnSearch & PagePosition & { sort?: keyof typeof sorts | undefined },
): Promise<ListedReturn[]> {
  const { where, orderBy, toListOrder } = buildKeysetPage(returns, sorts[sort], page)
  const rows = shop.db
    .select({
      row: returns,
      orderNumber: orders.number,
      title: orders.title,
      buyerName: orders.buyerName,
      pieces: sql<number>`(select sum(quantity)::int from ${returnLines} where return_id = ${returns.id})`,
      lines: sql<ListedReturn['lines']>`(
        select json_agg(json_build_object('toolId', line.tool_id, 'toolName', tool_name, 'quantity', returned.quantity)
          order by line.position)
        from ${returnLines} as returned join ${orderLines} as line using (tool_id)
        where return_id = ${returns.id} and line.order_id = ${orders.id})`,
      images: sql<string[]>`(
        select coalesce(json_agg(url order by position), '[]') from ${returnImages} where return_id = ${returns.id})`,
    })
    .from(returns)
    .innerJoin(orders, eq(orders.id, returns.orderId))
    .where(and(buildFilter({ q, state }), where))
    .orderBy(orderBy)
    .limit(page.limit)
  return toListOrder((await rows).map(({ row, ...rest }) => ({ ...row, ...rest })))
}

export function countReturns({ db }: Shop, search: ReturnSearch): Promise<number> {
  return countRows(db, returns, buildFilter(search), search.q)
}

const buildFilter = ({ q, state }: ReturnSearch): SQL | undefined =>
  and(state && eq(returns.state, state), q ? matchesOrder(q) : undefined)

const matchesOrder = (q: string) => sql`${returns.orderId} in (select ${orders.id} from ${orders}
  where state <> 'cancelled' and (${matchWords(q)}))`
