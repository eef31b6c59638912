import { sql } from 'drizzle-orm'
import { tools } from '#db/tables.ts'
import type { Shop } from '#shop/shop.ts'
import { selectSales } from './top-sellers.ts'

/** A tool that sells, and for how many days its stock lasts if it sells on like that. */
export type RunningOut = {
  id: string
  name: string
  sku: string
  available: number
  minimum: number
  /** Paid pieces in the last `soldDays` days. */
  sold: number
  daysLeft: number
}

const soldDays = 30
const shownCount = 10

/** The tools of the catalogue whose stock lasts shortest, at most 90 days. */
export async function listRunningOut(
  shop: Shop,
  { today, timeZone, rolledUp }: { today: string; timeZone: string; rolledUp: string },
): Promise<RunningOut[]> {
  const from = new Date(Date.parse(today) - (soldDays - 1) * 24 * 3_600_000).toISOString().slice(0, 10)
  const { rows } = await shop.db.execute<RunningOut>(sql`
    select id, name, sku, available, minimum, sold::int, (available::bigint * ${soldDays}::int / sold)::int as "daysLeft" from (
      select tool_id, sum(pieces)::bigint as sold from (${selectSales({ from, to: today, timeZone, rolledUp })}) as sales
      group by tool_id
    ) as sales join ${tools} on id = tool_id
    where deleted_at is null and not discontinued and available::bigint * ${soldDays}::int / sold <= 90
    order by available::numeric / sold, id limit ${shownCount}`)
  return rows
}
