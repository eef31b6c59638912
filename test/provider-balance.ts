import { sql } from 'drizzle-orm'
import type { Db } from '#db/database.ts'

/** In cents: what the sandbox has charged for paid orders and transfers have paid, less what went back of either. */
export async function readBalance(db: Db): Promise<number> {
  const { rows } = await db.execute<{ cents: string }>(sql`
    with charged as (
      select coalesce(sum((s.body->>'amount_received')::int), 0) as cents
      from sandbox_objects s join orders on transaction_id = s.id and payment_method = 'card' and paid_at is not null
    ), transferred as (
      select coalesce(sum(total_cents), 0) as cents from orders where payment_method = 'transfer' and paid_at is not null
    ), returned as (
      select coalesce(sum((r.body->>'amount')::int), 0) as cents from sandbox_objects r join orders on transaction_id = r.body->>'payment_intent' and paid_at is not null
      where r.body->>'object' = 'refund' and coalesce(r.body->>'outcome', '') <> 'failed'
    ), sent_back as (
      select coalesce(sum(amount_cents), 0) as cents from refunds
      where kind <> 'late_payment' and state = 'succeeded' and provider_id is null
    )
    select charged.cents + transferred.cents - returned.cents - sent_back.cents as cents
    from charged, transferred, returned, sent_back`)
  return Number(rows[0]?.cents)
}
