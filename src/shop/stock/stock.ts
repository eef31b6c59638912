import { sql } from 'drizzle-orm'
import { refuse } from '#contract/refusals.ts'
import type { Db } from '#db/database.ts'
import { stockAdjustments, tools } from '#db/tables/catalogue.ts'
import { orderLines, orders, shipmentLines, shipments } from '#db/tables/orders.ts'
import { refundLines, refunds } from '#db/tables/payments.ts'
import type { Shop } from '#shop/shop.ts'

type AdjustmentReason = typeof stockAdjustments.$inferSelect.reason

interface StockDay {
  day: string
  closing: number
  sold: number
  received: number
}

export type Stock = {
  id: string
  name: string
  sku: string
  image: string
  available: number
  allocated: number
  adjustments: number
  days: StockDay[]
}

/** Refuses `tool_not_found`. */
export async function getStock(shop: Shop, toolId: string, dayCount: number): Promise<Stock> {
  const { timeZone } = shop.settings.current
  const today = sql`(now() at time zone ${timeZone})::date`
  const { rows } = await shop.db.execute<Stock>(sql`
    with tool as (
      select id, name, sku, image, available from ${tools} where id = ${toolId} and deleted_at is null
    ), daily as (
      select (created_at at time zone ${timeZone})::date as day, sum(delta) as change,
        -sum(delta) filter (where reason in ('order', 'release', 'refund')) as sold,
        sum(delta) filter (where reason = 'receipt') as received
      from stock_movements
      where tool_id = ${toolId} and created_at >= (${today} - ${dayCount - 1}::int)::timestamp at time zone ${timeZone}
      group by 1
    ), days as (
      select ${today} - ago as day, coalesce(sold, 0)::int as sold, coalesce(received, 0)::int as received,
        (available - coalesce(sum(change) over (order by ago rows between unbounded preceding and 1 preceding), 0))::int
          as closing
      from tool cross join generate_series(0, ${dayCount - 1}::int) as ago left join daily on day = ${today} - ago
    )
    select tool.*, ${selectAllocated(sql`tool.id`)} as allocated, (
      select count(*)::int from ${stockAdjustments}
      where tool_id = tool.id and reason = any(${sql.param([...adjustmentReasons])}::text[])
    ) as adjustments,
      (select json_agg(days order by day) from days) as days
    from tool`)
  return rows[0] ?? refuse('tool_not_found')
}

export async function sumAllocated(db: Db, toolId: string): Promise<number> {
  const { rows } = await db.execute<{ allocated: number }>(
    sql`select ${selectAllocated(sql`${toolId}::uuid`)} as allocated`,
  )
  return rows[0]?.allocated ?? 0
}

export const adjustmentReasons = ['receipt', 'count', 'damage', 'edit'] as const

function selectAllocated(toolId: ReturnType<typeof sql>) {
  return sql`(
    select coalesce(sum(line.quantity - coalesce(shipped, 0) - coalesce(refunded, 0)), 0)::int
    from ${orderLines} as line join ${orders} on ${orders.id} = order_id
    left join lateral (
      select sum(quantity) as shipped from ${shipmentLines} join ${shipments} on ${shipments.id} = shipment_id
      where fulfilment = 'partial' and ${shipments.orderId} = line.order_id and ${shipmentLines.toolId} = line.tool_id
    ) as sent on true
    left join lateral (
      select sum(quantity) as refunded from ${refundLines} join ${refunds} on ${refunds.id} = refund_id
      where pieces_refunded and ${refunds.orderId} = line.order_id and ${refundLines.toolId} = line.tool_id
    ) as given_back on true
    where line.tool_id = ${toolId} and state = 'confirmed' and shipped_at is null)`
}

export interface StockMovement {
  /** Sorts by time, and is the cursor of the next page. */
  id: string
  createdAt: Date
  reason: AdjustmentReason
  delta: number
  balance: number
  note: string
  counted: number | null
  actorEmail: string | null
  orderId: string | null
  orderNumber: number | null
}

/** Newest first, also for a deleted tool. */
export async function listStockMovements(
  shop: Shop,
  toolId: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<StockMovement[]> {
  const [micros = '', id = '', reason = ''] = cursor?.split('_') ?? []
  const isOlder = sql`(micros, id, reason) < (${micros}::bigint, ${id}::uuid, ${reason})`
  const { rows } = await shop.db.execute<Omit<StockMovement, 'createdAt'> & { createdAt: string }>(sql`
    with movements as (
      select stock_movements.*, (extract(epoch from created_at) * 1000000)::bigint as micros,
        available - coalesce(sum(delta) over (
          order by created_at desc, stock_movements.id desc, reason desc rows between unbounded preceding and 1 preceding), 0)
          as balance
      from stock_movements join ${tools} on ${tools.id} = tool_id where tool_id = ${toolId}
    ), page as (
      select * from movements ${cursor === undefined ? sql`` : sql`where ${isOlder}`}
      order by micros desc, id desc, reason desc limit ${limit}
    )
    select micros || '_' || page.id || '_' || reason as id, page.created_at as "createdAt", reason, delta,
      balance::int, page.note, counted, actor_email as "actorEmail", ${orders.id} as "orderId", number::int as "orderNumber"
    from page left join ${orders} on ${orders.id} = page.order_id
    order by micros desc, page.id desc, reason desc`)
  return rows.map(row => ({ ...row, createdAt: new Date(row.createdAt) }))
}
