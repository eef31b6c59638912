import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/database.ts'

/** Invariants of money and stock that hold at any moment, each as a query of the rows that violate it. */
const always: Record<string, SQL> = {
  'an order without its lines or their total': sql`
    select o.id from orders o left join order_lines l on l.order_id = o.id
    group by o.id having count(l) <> o.line_count or sum(l.price_cents::bigint * l.quantity) <> o.total_cents`,
  'an invoice number that is missing': sql`
    select last_number from document_numbers where series = 'invoice'
      and last_number <> (select count(distinct number) from invoices)`,
  'stock below nothing': sql`select id from tools where available < 0`,
  'a paid order without a charge of its amount': sql`
    select o.id from orders o left join sandbox_objects s on s.id = o.transaction_id
    where o.state in ('paid', 'shipped') and o.payment_method = 'card' and not coalesce(
      s.body->>'status' = 'succeeded' and (s.body->>'amount_received')::int = o.total_cents
        and s.body->'metadata'->>'orderId' = o.id::text, false)`,
  'an order charged twice': sql`
    select body->'metadata'->>'orderId' from sandbox_objects s
    where body->>'object' = 'payment_intent' and body->>'status' = 'succeeded' and not ${isRefunded('s.id')}
    group by 1 having count(*) > 1`,
  'a step without its one mail': sql`
    select id, kind, sum(mails) from (
      select id, 'order_placed' as kind, 1 as mails from orders
      union all select id, 'order_paid', 1 from orders where state in ('paid', 'shipped')
      union all select id, 'order_shipped', 1 from orders where state = 'shipped'
      union all select id, 'order_cancelled', 1 from orders where state = 'cancelled'
      union all select order_id, 'order_refunded', 1 from refunds
      union all select order_id, kind, -1 from outbox where order_id is not null
    ) as steps group by 1, 2 having sum(mails) <> 0`,
}

/** Invariants that hold in addition while no request is in flight. */
const atRest: Record<string, SQL> = {
  'an order whose cancelling was never finished': sql`select id from orders where state = 'cancelling'`,
  'a payment that no order records': sql`
    select id from sandbox_objects s
    where body->>'object' = 'payment_intent' and body->>'status' = 'succeeded' and not ${isRefunded('s.id')}
      and not exists (select from orders o where o.transaction_id = s.id)`,
}

function isRefunded(intent: string): SQL {
  return sql`${sql.raw(intent)} in (
    select r.body->>'payment_intent' from sandbox_objects r where r.body->>'object' = 'refund')`
}

/** The violated invariants, a line for each with its rows. */
export const findViolations = (db: Db): Promise<string[]> => findBroken(db, always)

/** The same while no request is in flight. */
export const findViolationsAtRest = (db: Db): Promise<string[]> => findBroken(db, { ...always, ...atRest })

async function findBroken(db: Db, invariants: Record<string, SQL>): Promise<string[]> {
  const broken: string[] = []
  for (const [name, query] of Object.entries(invariants)) {
    const { rows } = await db.execute(query)
    if (rows.length > 0) broken.push(`${name}: ${JSON.stringify(rows.slice(0, 3))}`)
  }
  return broken
}

/** How many pieces of the tool there are, free or reserved by an order. */
export async function countPieces(db: Db, toolId: string): Promise<number> {
  const { rows } = await db.execute<{ pieces: number }>(sql`
    select (available + (select coalesce(sum(quantity), 0) from orders join order_lines on order_id = orders.id
      where tool_id = tools.id and state <> 'cancelled'))::int as pieces
    from tools where id = ${toolId}`)
  return rows[0]?.pieces ?? 0
}
