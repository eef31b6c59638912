import { type SQL, sql } from 'drizzle-orm'
import { accounts } from '#db/tables/accounts.ts'
import { dailyFigures, dailySales } from '#db/tables/figures.ts'
import { orders } from '#db/tables/orders.ts'
import type { Shop } from '#shop/shop.ts'
import { selectDayFigures, selectDaySales } from './day-figures.ts'

const daysAtOnce = 31

/** Drops figures of other time zones. Transactions of the last hour may still be open, so that its day is skipped. */
export async function rollUpDays(shop: Shop, signal?: AbortSignal): Promise<number> {
  const { timeZone } = shop.settings.current
  await shop.db.delete(dailyFigures).where(sql`time_zone <> ${timeZone}`)
  await shop.db.delete(dailySales).where(sql`time_zone <> ${timeZone}`)
  let count = 0
  for (;;) {
    const added = signal?.aborted ? 0 : await rollUpSome(shop, timeZone)
    if (added === 0) return count
    count += added
  }
}

async function rollUpSome(shop: Shop, timeZone: string): Promise<number> {
  const toDay = (time: SQL) => sql`(${time} at time zone ${timeZone})::date`
  return shop.db.transaction(async transaction => {
    const { rows } = await transaction.execute<{ first: string; last: string }>(sql`
      select first::text, least(first + ${daysAtOnce - 1}::int, last)::text as last from (
        select coalesce((select max(day) + 1 from ${dailyFigures} where time_zone = ${timeZone}),
          ${toDay(sql`least((select min(created_at) from ${orders}), (select min(created_at) from ${accounts}))`)}) as first,
          ${toDay(sql`(now() - interval '1 hour')`)} - 1 as last
      ) as days where first <= last`)
    const [days] = rows
    if (!days) return 0
    const [first, last] = [sql`${days.first}::date`, sql`${days.last}::date`]
    const span = { timeZone, first, last }
    const added = await transaction.execute(sql`
      insert into ${dailyFigures}
      select ${timeZone}, days.day::date, coalesce(placed, 0), coalesce(paid, 0), coalesce(paid_cents, 0), coalesce(refunded_cents, 0),
        coalesce(shipped, 0), coalesce(cancelled, 0), coalesce(accounts, 0)
      from generate_series(${first}, ${last}, interval '1 day') as days (day)
      left join (${selectDayFigures(span)}) as figures on figures.day = days.day::date
      on conflict do nothing returning day`)
    if (added.rows.length > 0)
      await transaction.execute(sql`
        insert into ${dailySales} select ${timeZone}, sales.* from (${selectDaySales(span)}) as sales on conflict do nothing`)
    return added.rows.length
  })
}
