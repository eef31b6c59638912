import { and, eq, sql } from 'drizzle-orm'
import { disputes, orders } from '#db/tables.ts'
import type { Shop } from '#shop/shop.ts'

/** What the provider tells of the disputes of a payment, of the order that it paid. */
export async function recordDisputes(shop: Shop, intentId: string): Promise<void> {
  const told = await shop.payments.listDisputes(intentId)
  const isPaidBy = and(eq(orders.transactionId, intentId), sql`payment_method = 'card'`)
  const [order] = await shop.db.select({ id: orders.id }).from(orders).where(isPaidBy)
  if (!order || told.length === 0) return
  await shop.db
    .insert(disputes)
    .values(told.map(dispute => ({ ...dispute, orderId: order.id })))
    .onConflictDoUpdate({
      target: disputes.id,
      // What was read earlier may be written later.
      setWhere: eq(disputes.state, 'open'),
      set: { state: sql`excluded.state`, amountCents: sql`excluded.amount_cents`, dueAt: sql`excluded.due_at` },
    })
}
