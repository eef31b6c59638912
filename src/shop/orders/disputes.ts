import { and, eq, sql } from 'drizzle-orm'
import { accounts } from '#db/tables/accounts.ts'
import { orders } from '#db/tables/orders.ts'
import { disputes } from '#db/tables/payments.ts'
import type { Shop } from '#shop/shop.ts'

/** Records the disputes that the provider reports of a payment. A lost one lowers the revenue, and the buyer's credit. */
export async function recordDisputes(shop: Shop, intentId: string): Promise<void> {
  const reported = await shop.payments.listDisputes(intentId)
  const isPaidBy = and(eq(orders.transactionId, intentId), sql`payment_method = 'card'`)
  const [order] = await shop.db.select().from(orders).where(isPaidBy)
  if (!order || reported.length === 0) return
  await shop.db.transaction(async transaction => {
    const written = await transaction
      .insert(disputes)
      .values(
        reported.map(dispute => ({
          ...dispute,
          orderId: order.id,
          endedAt: dispute.state === 'open' ? null : sql`now()`,
        })),
      )
      .onConflictDoUpdate({
        target: disputes.id,
        // What was read earlier may be written later: a dispute that has ended, and was counted, stays as it is.
        setWhere: eq(disputes.state, 'open'),
        set: {
          state: sql`excluded.state`,
          amountCents: sql`excluded.amount_cents`,
          dueAt: sql`excluded.due_at`,
          endedAt: sql`excluded.ended_at`,
        },
      })
      .returning()
    const lostCents = written.reduce((sum, { state, amountCents }) => sum + (state === 'lost' ? amountCents : 0), 0)
    if (lostCents === 0) return
    await transaction
      .update(accounts)
      .set({ paidCents: sql`paid_cents - ${lostCents}` })
      .where(eq(accounts.id, order.accountId))
  })
}
