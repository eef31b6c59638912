import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/database.ts'

/** Of a credit note whose prices are without tax. */
const sumAddedTaxes = sql`case when contents->>'pricesIncludeTax' = 'false'
  then (select coalesce(sum((tax->>'cents')::int), 0) from jsonb_array_elements(contents->'taxes') tax) else 0 end`

/** Invariants of money and stock that hold at any moment, each as a query of the rows that violate it. */
const always: Record<string, SQL> = {
  'an order without its lines or their total': sql`
    select o.id from orders o left join order_lines l on l.order_id = o.id
    group by o.id having count(l) <> o.line_count or sum(l.price_cents::bigint * l.quantity) + o.added_tax_cents <> o.total_cents`,
  'an invoice number that is missing': sql`
    select last_number from document_numbers where series = 'invoice'
      and last_number <> (select count(distinct number) from invoices)`,
  'stock that is not the sum of its movements': sql`
    select tools.id, available, coalesce(sum(delta), 0) as expected
    from tools left join stock_movements on tool_id = tools.id group by tools.id having available <> coalesce(sum(delta), 0)`,
  'stock below nothing': sql`select id from tools where available < 0`,
  'more pieces shipped than ordered, or fewer of a shipped order': sql`
    select orders.id from order_lines line join orders on orders.id = order_id left join lateral (
      select coalesce(sum(quantity), 0) as shipped from shipment_lines join shipments on shipments.id = shipment_id
      where shipments.order_id = line.order_id and tool_id = line.tool_id
    ) as sent on true left join lateral (
      select coalesce(sum(quantity), 0) as refunded from refund_lines join refunds on refunds.id = refund_id
      where refunds.order_id = line.order_id and tool_id = line.tool_id
    ) as given_back on true
    group by orders.id having bool_or(shipped + refunded > quantity)
      or (shipped_at is not null) <> (bool_and(shipped + refunded = quantity) and bool_or(shipped > 0))
      or (fulfilment = 'partial') <> (bool_or(shipped > 0) and not bool_and(shipped + refunded = quantity))
      or pieces_refunded <> bool_or(refunded > 0)
      or (fulfilment = 'closed') <> bool_and(refunded = quantity)`,
  'more pieces returned than shipped, or a return whose state is not that of its refund': sql`
    select line.order_id from order_lines line left join lateral (
      select coalesce(sum(quantity), 0) as shipped from shipment_lines join shipments on shipments.id = shipment_id
      where shipments.order_id = line.order_id and tool_id = line.tool_id
    ) as sent on true left join lateral (
      select coalesce(sum(coalesce(received, quantity)), 0) as returned from return_lines join returns on returns.id = return_id
      where returns.order_id = line.order_id and tool_id = line.tool_id and state not in ('refused', 'withdrawn')
    ) as back on true where returned > shipped
    union all select order_id from returns
      where (state = 'refunded') <> exists (select from refunds where return_id = returns.id)`,
  'more money refunded than paid': sql`
    select orders.id from orders join refunds on order_id = orders.id
    where kind <> 'late_payment' and refunds.state in ('pending', 'succeeded')
    group by orders.id having sum(amount_cents) > total_cents or paid_at is null`,
  'a refund that the provider did not make': sql`
    select refunds.id from refunds left join sandbox_objects s on s.id = provider_id
    where payment_intent_id is not null and reference = '' and (provider_id is not null or state = 'succeeded') and not coalesce(
      (s.body->>'amount')::int = amount_cents and s.body->>'payment_intent' = payment_intent_id, false)`,
  'a refund whose movements of money are not its amount': sql`
    select refunds.id from refunds left join refund_movements on refund_id = refunds.id
    where kind <> 'late_payment' group by refunds.id
    having coalesce(sum(refund_movements.amount_cents), 0) <> case state when 'succeeded' then refunds.amount_cents else 0 end`,
  'a refund without its one credit note, or a number that is missing': sql`
    select refunds.id, number from refunds full join credit_notes on refund_id = refunds.id and cancels is null
    where refunds.id is not null and state <> 'closed'
        and (number is not null or credit_note_due) <> (succeeded_at is not null and kind <> 'late_payment')
      or number > (select last_number from document_numbers where series = 'credit_note')
      or number is not null and ((contents->>'totalCents')::int <> amount_cents or amount_cents <> (
        select sum((line->>'totalCents')::int) from jsonb_array_elements(contents->'lines') line) + ${sumAddedTaxes})
    union all select null, last_number from document_numbers where series = 'credit_note'
      and last_number <> (select count(*) from credit_notes)`,
  'credit notes of more than was paid': sql`
    select order_id from credit_notes join refunds on refunds.id = refund_id join orders on orders.id = order_id
    group by order_id, total_cents having sum((contents->>'totalCents')::int) > total_cents`,
  'a paid order without a charge of its amount': sql`
    select o.id from orders o left join sandbox_objects s on s.id = o.transaction_id
    where o.paid_at is not null and o.payment_method = 'card' and not coalesce(
      s.body->>'status' = 'succeeded' and (s.body->>'amount_received')::int = o.total_cents
        and s.body->'metadata'->>'orderId' = o.id::text, false)`,
  'an order charged twice': sql`
    select body->'metadata'->>'orderId' from sandbox_objects s
    where body->>'object' = 'payment_intent' and body->>'status' = 'succeeded' and not ${isRefunded('s.id')}
    group by 1 having count(*) > 1`,
  'a step without its one mail': sql`
    select id, kind, sum(mails) from (
      select id, 'order_placed' as kind, 1 as mails from orders
      union all select id, 'order_approved', 1 from orders where approval = 'granted'
      union all select id, 'order_paid', 1 from orders where paid_at is not null
      union all select order_id, 'order_shipped', 1 from shipments
      union all select id, 'order_cancelled', 1 from orders where state = 'cancelled'
      union all select order_id, 'order_refunded', 1 from refunds where succeeded_at is not null
      union all select order_id, kind, -1 from outbox
        where order_id is not null and kind not in ('order_waiting', 'order_held', 'order_hold_ended', 'order_payment_failed', 'order_expiring', 'order_tracked', 'order_return_accepted', 'order_return_refused')
    ) as steps where not exists (
      select from orders join accounts on accounts.id = account_id where orders.id = steps.id and closed_at is not null
    ) group by 1, 2 having sum(mails) <> 0`,
}

/** Invariants that hold in addition while no request is in flight. */
const atRest: Record<string, SQL> = {
  'an order that was confirmed for a card, and not paid': sql`
    select id from orders where transaction_id is not null and paid_at is null`,
  'a card whose money stays reserved': sql`
    select id from sandbox_objects s
    where body->>'object' = 'payment_intent' and body->>'status' = 'requires_capture'`,
  'a payment that no order records': sql`
    select id from sandbox_objects s
    where body->>'object' = 'payment_intent' and body->>'status' = 'succeeded' and not ${isRefunded('s.id')}
      and not exists (select from orders o where o.transaction_id = s.id and paid_at is not null)`,
  'a refund of the provider that the shop does not have': sql`
    select id, body from sandbox_objects s
    where body->>'object' = 'refund' and coalesce(body->>'outcome', '') <> 'failed' and not exists (
      select from sandbox_objects p where p.id = s.body->>'payment_intent' and p.body->>'status' = 'canceled'
    ) and not exists (
      select from refunds where provider_id = s.id or refunds.id::text = s.body->'metadata'->>'refundId')`,
}

function isRefunded(intent: string): SQL {
  return sql`(select coalesce(sum((r.body->>'amount')::int), 0) from sandbox_objects r
    where r.body->>'object' = 'refund' and r.body->>'payment_intent' = ${sql.raw(intent)}) >= (s.body->>'amount_received')::int`
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

/** How many pieces of the tool there are, in stock or of confirmed orders. */
export async function countPieces(db: Db, toolId: string): Promise<number> {
  const { rows } = await db.execute<{ pieces: number }>(sql`
    select (available + (select coalesce(sum(quantity), 0) from orders join order_lines on order_id = orders.id
      where tool_id = tools.id and state = 'confirmed')
      - (select coalesce(sum(quantity), 0) from refund_lines where tool_id = tools.id and restocked)
      - (select coalesce(sum(restocked), 0) from return_lines where tool_id = tools.id))::int as pieces
    from tools where id = ${toolId}`)
  return rows[0]?.pieces ?? 0
}
