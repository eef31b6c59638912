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

export async function listTopTools(shop: Shop, period: SalesPeriod): Promise<TopTool[]> {
  const { rows } = await shop.db.execute<TopTool & Record<keyof Sales, string>>(sql`
    select id, name, sku, image, deleted_at is not null as "isDeleted", pieces, cents from (
      select tool_id, sum(pieces) as pieces, sum(cents) as cents from (${selectSales(period)}) as sold
      group by tool_id order by cents desc, tool_id limit ${topCount}
    ) as top join ${tools} on id = tool_id order by cents desc, tool_id`)
  return rows.map(toSales)
}

export async function listTopBrands(shop: Shop, period: SalesPeriod): Promise<TopBrand[]> {
  const { rows } = await shop.db.execute<TopBrand & Record<keyof Sales, string>>(sql`
    select coalesce(brand.name, '') as name, pieces, cents from (
      select brand_id, sum(pieces) as pieces, sum(cents) as cents
      from (${selectSales(period)}) as sold join ${tools} on ${tools.id} = tool_id group by brand_id
    ) as sold left join ${brands} as brand on brand.id = brand_id order by cents desc, name limit ${topCount}`)
  return rows.map(toSales)
}

const toSales = <Row extends Record<keyof Sales, string | number>>(row: Row) => ({
  ...row,
  pieces: Number(row.pieces),
  cents: Number(row.cents),
})

/** Rows of tool, pieces and cents, several of a tool. */
export function selectSales({ from, to, timeZone, rolledUp }: SalesPeriod): SQL {
  const liveFrom = sql`greatest(${from}::date, ${rolledUp}::date + 1)`
  const live = { timeZone, first: liveFrom, last: sql`${to}::date` }
  return sql`
    select tool_id, pieces, cents from ${dailySales} where time_zone = ${timeZone} and day between ${from} and least(${to}::date, ${rolledUp}::date)
    union all select tool_id, pieces, cents from (${selectDaySales(live)}) as live`
}
