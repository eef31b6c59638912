import { type SQL, sql } from 'drizzle-orm'
import { dayMs } from '#contract/time-zones.ts'
import { brands, tools } from '#db/tables/catalogue.ts'
import { dailySales } from '#db/tables/figures.ts'
import type { Shop } from '#shop/shop.ts'
import { selectDaySales } from './day-figures.ts'

/** Later refunds are not deducted. */
type Sales = {
  pieces: number
  cents: number
}

type TopTool = Sales & { id: string; name: string; sku: string; image: string; isDeleted: boolean }

type TopBrand = Sales & { name: string }

type RunningOut = {
  id: string
  name: string
  sku: string
  available: number
  minimum: number
  sold: number
  daysLeft: number | null
}

export interface SalesFigures {
  topTools: TopTool[]
  topBrands: TopBrand[]
  runningOut: RunningOut[]
}

interface SalesPeriod {
  from: string
  to: string
  today: string
  timeZone: string
  rolledUp: string
}

const topCount = 10
const soldDays = 30
const maxDaysLeft = 30

export async function readSalesFigures(shop: Shop, period: SalesPeriod): Promise<SalesFigures> {
  const { from, to, today } = period
  const recentFrom = new Date(Date.parse(today) - (soldDays - 1) * dayMs).toISOString().slice(0, 10)
  const isInPeriod = sql`day between ${from} and ${to}`
  const isRecent = sql`day >= ${recentFrom}`
  // Sums of bigint are `numeric`, which is slower; floats are exact up to 2^53.
  const sum = (column: SQL, days: SQL) => sql`coalesce(sum(${column}::float8) filter (where ${days}), 0)`
  // Materialized: the planner underestimates the sums, and would look up each tool by index.
  const query = sql`
    with tool as materialized (
      select id, brand_id, available, deleted_at is null and not discontinued as is_on_sale from ${tools}
    ), sold as materialized (
      select tool.*, pieces, cents, recent_pieces from (
        select tool_id, ${sum(sql`pieces`, isInPeriod)} as pieces, ${sum(sql`cents`, isInPeriod)} as cents,
          ${sum(sql`pieces`, isRecent)} as recent_pieces
        from (${selectSales(period, recentFrom)}) as sales where ${isInPeriod} or ${isRecent} group by tool_id
      ) as sums join tool on tool.id = tool_id
    ), top_tools as (
      select id, name, sku, image, deleted_at is not null as "isDeleted", pieces, cents from (
        select id as tool_id, pieces, cents from sold where pieces > 0 order by cents desc, id limit ${topCount}
      ) as top join ${tools} on id = tool_id
    ), top_brands as (
      select coalesce(brand.name, '') as name, pieces, cents from (
        select brand_id, sum(pieces) as pieces, sum(cents) as cents from sold where pieces > 0 group by brand_id
      ) as by_brand left join ${brands} as brand on brand.id = brand_id order by cents desc, name limit ${topCount}
    ), running_out as (
      select tools.id, name, sku, tools.available, minimum, coalesce(recent_pieces, 0)::int as sold,
        (tools.available::bigint * ${soldDays}::int / nullif(recent_pieces, 0)::bigint)::int as "daysLeft",
        row_number() over (order by tools.available >= minimum, tools.available / nullif(recent_pieces, 0), tools.id) as place
      from ${tools} left join sold on sold.id = tools.id
      where deleted_at is null and not discontinued and (tools.available < minimum
        or recent_pieces > 0 and floor(tools.available * ${soldDays}::float8 / recent_pieces) <= ${maxDaysLeft})
      order by place limit ${topCount}
    )
    select coalesce((select json_agg(top_tools order by cents desc, id) from top_tools), '[]') as "topTools",
      coalesce((select json_agg(top_brands order by cents desc, name) from top_brands), '[]') as "topBrands",
      coalesce((select json_agg(to_jsonb(running_out) - 'place' order by place) from running_out), '[]') as "runningOut"`
  return shop.db.transaction(async transaction => {
    // Parallel workers take longer to start than they save.
    await transaction.execute(sql`set local max_parallel_workers_per_gather = 0`)
    const { rows } = await transaction.execute<SalesFigures & Record<string, unknown>>(query)
    return rows[0] ?? { topTools: [], topBrands: [], runningOut: [] }
  })
}

function selectSales({ from, today: last, timeZone, rolledUp }: SalesPeriod, recentFrom: string): SQL {
  const first = from < recentFrom ? from : recentFrom
  const live = { timeZone, first: sql`greatest(${first}::date, ${rolledUp}::date + 1)`, last: sql`${last}::date` }
  return sql`
    select tool_id, day, pieces, cents from ${dailySales}
    where time_zone = ${timeZone} and day between ${first} and least(${last}::date, ${rolledUp}::date)
    union all select tool_id, day, pieces, cents from (${selectDaySales(live)}) as live`
}
