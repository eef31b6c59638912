import { type SQL, sql } from 'drizzle-orm'
import { brands, dailySales, tools } from '#db/tables.ts'
import type { Shop } from '#shop/shop.ts'
import { selectDaySales } from './day-figures.ts'

/** Lines of orders that were paid in the time, whatever was refunded later. */
type Sales = {
  pieces: number
  cents: number
}

export type TopTool = Sales & { id: string; name: string; sku: string; image: string; isDeleted: boolean }

/** Without a name: tools of no brand. */
export type TopBrand = Sales & { name: string }

interface SalesPeriod {
  from: string
  to: string
  timeZone: string
  /** The last day whose sales are stored. */
  rolledUp: string
}

const topCount = 10

/** Sums the sales of a tool once for both. */
export async function listTopSellers(
  shop: Shop,
  period: SalesPeriod,
): Promise<{ topTools: TopTool[]; topBrands: TopBrand[] }> {
  const { rows } = await shop.db.execute<{ tools: TopTool[]; brands: TopBrand[] }>(sql`
    with sold as materialized (
      select tool_id, sum(pieces) as pieces, sum(cents) as cents from (${selectSales(period)}) as sales group by tool_id
    ), top_tools as (
      select id, name, sku, image, deleted_at is not null as "isDeleted", pieces, cents from (
        select * from sold order by cents desc, tool_id limit ${topCount}
      ) as top join ${tools} on id = tool_id
    ), top_brands as (
      select coalesce(brand.name, '') as name, pieces, cents from (
        select brand_id, sum(pieces) as pieces, sum(cents) as cents
        from sold join (select id, brand_id from ${tools}) as tool on tool.id = tool_id group by brand_id
      ) as by_brand left join ${brands} as brand on brand.id = brand_id order by cents desc, name limit ${topCount}
    )
    select (select json_agg(top_tools order by cents desc, id) from top_tools) as tools,
      (select json_agg(top_brands order by cents desc, name) from top_brands) as brands`)
  return { topTools: rows[0]?.tools ?? [], topBrands: rows[0]?.brands ?? [] }
}

/** Rows of tool, pieces and cents, several of a tool. */
export function selectSales({ from, to, timeZone, rolledUp }: SalesPeriod): SQL {
  const liveFrom = sql`greatest(${from}::date, ${rolledUp}::date + 1)`
  const live = { timeZone, first: liveFrom, last: sql`${to}::date` }
  return sql`
    select tool_id, pieces, cents from ${dailySales} where time_zone = ${timeZone} and day between ${from} and least(${to}::date, ${rolledUp}::date)
    union all select tool_id, pieces, cents from (${selectDaySales(live)}) as live`
}
