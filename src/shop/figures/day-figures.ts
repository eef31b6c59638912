import { type SQL, sql } from 'drizzle-orm'
import { accounts } from '#db/tables/accounts.ts'
import { orderLines, orders } from '#db/tables/orders.ts'
import { disputes, refundMovements } from '#db/tables/payments.ts'

/** Orders count on the days when they were placed, paid, shipped and cancelled. */
export interface Figures {
  placed: number
  paid: number
  paidCents: number
  refundedCents: number
  shipped: number
  cancelled: number
  accounts: number
}

/** Days in `timeZone`, both included. */
interface Span {
  timeZone: string
  first: SQL
  last: SQL
  until?: SQL
}

/** The range, wider by 3 hours, lets PostgreSQL use an index. Clocks may change at midnight, so the date decides. */
function isWithin(time: SQL, { timeZone, first, last, until }: Span): SQL {
  const startOf = (day: SQL) => sql`(${day}::timestamp at time zone ${timeZone})`
  return sql`${time} >= ${startOf(first)} - interval '3 hours' and ${time} < ${startOf(sql`(${last} + 1)`)} + interval '3 hours'
    and (${time} at time zone ${timeZone})::date between ${first} and ${last} ${until ? sql`and ${time} < ${until}` : sql``}`
}

export function selectDayFigures(span: Span): SQL {
  return sql`
    select day, count(*) filter (where kind = 'placed')::int as placed, count(*) filter (where kind = 'paid')::int as paid,
      coalesce(sum(cents) filter (where kind = 'paid'), 0)::bigint as paid_cents,
      coalesce(sum(cents) filter (where kind = 'refunded'), 0)::bigint as refunded_cents,
      count(*) filter (where kind = 'shipped')::int as shipped, count(*) filter (where kind = 'cancelled')::int as cancelled,
      count(*) filter (where kind = 'account')::int as accounts
    from (
      ${selectEvents('placed', sql`created_at`, sql`from ${orders}`, span)}
      union all ${selectEvents('paid', sql`paid_at`, sql`from ${orders}`, span, sql`total_cents`)}
      union all ${selectEvents('shipped', sql`shipped_at`, sql`from ${orders}`, span)}
      union all ${selectEvents('cancelled', sql`cancelled_at`, sql`from ${orders}`, span)}
      union all ${selectEvents('refunded', sql`created_at`, sql`from ${refundMovements}`, span, sql`amount_cents`)}
      union all ${selectEvents('refunded', sql`ended_at`, sql`from (select * from ${disputes} where state = 'lost') as lost`, span, sql`amount_cents`)}
      union all ${selectEvents('account', sql`created_at`, sql`from ${accounts}`, span)}
    ) as events group by day`
}

function selectEvents(kind: string, time: SQL, from: SQL, span: Span, cents = sql`0`): SQL {
  return sql`select ${sql.raw(`'${kind}'`)} as kind, (${time} at time zone ${span.timeZone})::date as day, ${cents} as cents
    ${from} where ${isWithin(time, span)}`
}

export function selectDaySales(span: Span): SQL {
  return sql`
    select (paid_at at time zone ${span.timeZone})::date as day, tool_id, sum(quantity)::bigint as pieces,
      sum(quantity::bigint * price_cents)::bigint as cents
    from ${orders} join ${orderLines} on order_id = ${orders.id}
    where ${isWithin(sql`paid_at`, span)} group by 1, 2`
}
