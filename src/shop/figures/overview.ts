import { sql } from 'drizzle-orm'
import { dayMs } from '#contract/time-zones.ts'
import { dailyFigures } from '#db/tables/figures.ts'
import { createQueue } from '#shop/queue.ts'
import type { Shop } from '#shop/shop.ts'
import { type Figures, selectDayFigures } from './day-figures.ts'
import { readSalesFigures, type SalesFigures } from './sales.ts'
import { readSetup, type Setup } from './setup.ts'
import { countWorklists, type Worklists } from './worklists.ts'

/** Dates such as '2026-11-30', both included. */
interface Period {
  from: string
  to: string
}

interface Calendar extends Period {
  today: string
  length: number
  before: Period
  timeZone: string
  rolledUp: string
}

type Day = Figures & { day: string }

export interface Overview extends Period, SalesFigures {
  timeZone: string
  figures: Figures
  before: Figures & Period
  days: Day[]
  work: Worklists
  setup: Setup | undefined
}

export type PeriodChoice = { days: number } | Period

/** Limits overviews per process: orders need the other connections. */
const overviewQueue = createQueue({ concurrency: 2 })

export async function getOverview(shop: Shop, choice: PeriodChoice): Promise<Overview> {
  const calendar = await readCalendar(shop, choice)
  const { from, to, before, timeZone } = calendar
  const [sales, days, cutOff, work, setup] = await Promise.all([
    overviewQueue(() => readSalesFigures(shop, calendar)),
    overviewQueue(() => listDays(shop, calendar)),
    overviewQueue(async () => (calendar.to === calendar.today ? readLastDayBefore(shop, calendar) : undefined)),
    overviewQueue(() => countWorklists(shop)),
    overviewQueue(() => readSetup(shop)),
  ])
  const earlier = days.filter(({ day }) => day < from)
  const comparable = cutOff ? [...earlier.filter(({ day }) => day < before.to), cutOff] : earlier
  const own = days.filter(({ day }) => day >= from)
  return {
    ...{ from, to, timeZone, days: own, figures: addUp(own), before: { ...before, ...addUp(comparable) } },
    ...{ ...sales, work, setup },
  }
}

async function readCalendar(shop: Shop, choice: PeriodChoice): Promise<Calendar> {
  const { timeZone } = shop.settings.current
  const today = sql`(now() at time zone ${timeZone})::date`
  const [first, last] =
    'days' in choice
      ? [sql`today - ${choice.days - 1}::int`, sql`today`]
      : [sql`${choice.from}::date`, sql`${choice.to}::date`]
  const { rows } = await shop.db.execute<
    Record<'today' | 'first' | 'last' | 'before' | 'end' | 'rolledUp', string>
  >(sql`
    with days as (select ${today} as today),
    bounds as (select today, least(${first}, today) as first, least(${last}, today) as last from days)
    select today::text, first::text, last::text, (first - (last - first + 1))::text as before, (first - 1)::text as end,
      coalesce((select max(day) from ${dailyFigures} where time_zone = ${timeZone}), '0001-01-01')::text as "rolledUp"
    from bounds`)
  const [row] = rows
  if (!row) throw new Error('The database has no day.')
  const { first: from, last: to, before, end, rolledUp } = row
  const length = (Date.parse(to) - Date.parse(from)) / dayMs + 1
  return { today: row.today, from, to, length, before: { from: before, to: end }, timeZone, rolledUp }
}

async function listDays(shop: Shop, { before, to, timeZone, rolledUp }: Calendar): Promise<Day[]> {
  const liveFrom = sql`greatest(${before.from}::date, ${rolledUp}::date + 1)`
  const live = { timeZone, first: liveFrom, last: sql`${to}::date` }
  const { rows } = await shop.db.execute<Record<keyof Day, string>>(sql`
    with known as (
      select day, placed, paid, paid_cents, refunded_cents, shipped, cancelled, accounts from ${dailyFigures}
      where time_zone = ${timeZone} and day between ${before.from} and least(${to}::date, ${rolledUp}::date)
      union all ${selectDayFigures(live)}
    )
    select days.day::date::text as day, coalesce(placed, 0) as placed, coalesce(paid, 0) as paid,
      coalesce(paid_cents, 0) as "paidCents", coalesce(refunded_cents, 0) as "refundedCents", coalesce(shipped, 0) as shipped,
      coalesce(cancelled, 0) as cancelled, coalesce(accounts, 0) as accounts
    from generate_series(${before.from}::date, ${to}::date, interval '1 day') as days (day)
    left join known on known.day = days.day::date order by 1`)
  return rows.map(({ day, ...figures }) => ({ day, ...toFigures(figures) }))
}

/** Figures up to the present time of day make the last day comparable with today. */
async function readLastDayBefore(shop: Shop, { before, length, timeZone }: Calendar): Promise<Figures> {
  const until = sql`((now() at time zone ${timeZone} - ${length}::int * interval '1 day') at time zone ${timeZone})`
  const span = { timeZone, first: sql`${before.to}::date`, last: sql`${before.to}::date`, until }
  const { rows } = await shop.db.execute<Record<keyof Figures, string>>(sql`
    select placed, paid, paid_cents as "paidCents", refunded_cents as "refundedCents", shipped, cancelled, accounts
    from (${selectDayFigures(span)}) as figures`)
  return rows[0] ? toFigures(rows[0]) : noFigures
}

const noFigures: Figures = { placed: 0, paid: 0, paidCents: 0, refundedCents: 0, shipped: 0, cancelled: 0, accounts: 0 }
const names = Object.keys(noFigures) as (keyof Figures)[]

/** The drivers return sums as text. */
function toFigures(row: Record<keyof Figures, string>): Figures {
  return { ...noFigures, ...Object.fromEntries(names.map(name => [name, Number(row[name])])) }
}

function addUp(days: readonly Figures[]): Figures {
  const total = (name: keyof Figures) => days.reduce((sum, day) => sum + day[name], 0)
  return { ...noFigures, ...Object.fromEntries(names.map(name => [name, total(name)])) }
}
