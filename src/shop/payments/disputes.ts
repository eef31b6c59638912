import { and, eq, inArray, sql } from 'drizzle-orm'
import { orders } from '#db/tables/orders.ts'
import { disputes } from '#db/tables/payments.ts'
import type { Dispute } from '#providers/payments/port.ts'
import type { Shop } from '#shop/shop.ts'

/** Records the disputes that the provider reports of a payment. A lost one lowers the revenue. */
export async function recordDisputes(shop: Shop, intentId: string): Promise<void> {
  const reported = await shop.payments.listDisputes(intentId)
  const isPaidBy = and(eq(orders.transactionId, intentId), sql`payment_method = 'card' and paid_at is not null`)
  const [order] = await shop.db.select().from(orders).where(isPaidBy)
  if (!order || reported.length === 0) return
  await shop.db
    .insert(disputes)
    .values(
      reported.map(dispute => ({
        ...dispute,
        orderId: order.id,
        endedAt: isEnded(dispute) ? sql`now()` : null,
      })),
    )
    .onConflictDoUpdate({
      target: disputes.id,
      // What was read earlier may be written later: a dispute that has ended, and was counted, stays as it is.
      setWhere: inArray(disputes.state, ['inquiry', 'open']),
      set: {
        state: sql`excluded.state`,
        amountCents: sql`excluded.amount_cents`,
        dueAt: sql`excluded.due_at`,
        endedAt: sql`excluded.ended_at`,
      },
    })
}

const isEnded = ({ state }: Dispute) => state === 'won' || state === 'lost'
