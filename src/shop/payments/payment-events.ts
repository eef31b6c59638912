import { and, eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { Refusal } from '#contract/refusal.ts'
import { id } from '#contract/schemas/fields.ts'
import { orders } from '#db/tables/orders.ts'
import { disputes, paymentEvents } from '#db/tables/payments.ts'
import type { Dispute, PaymentEvent } from '#providers/payments/port.ts'
import { recordProviderRefunds } from '#shop/refunds/settle-refunds.ts'
import type { Shop } from '#shop/shop.ts'
import { getOwnOrder, isAuthorizedOrCaptured, settlePayment, unconfirmForPayment } from './payments.ts'

/** Events may be late, repeated or out of order: the provider's present state is read instead of theirs. */
export async function receiveEvent(shop: Shop, { id, intentId, about }: PaymentEvent): Promise<void> {
  if ((await shop.db.$count(paymentEvents, eq(paymentEvents.id, id))) > 0) return
  // Refunds and disputes need a recorded payment, whose own event may still be on its way.
  if (about === 'payment') await recordPaymentOf(shop, intentId)
  else await recordPaymentOf(shop, intentId).catch(ignoreRefusal)
  if (about === 'refund') await recordProviderRefunds(shop, intentId)
  if (about === 'dispute') await recordDisputes(shop, intentId)
  await shop.db.insert(paymentEvents).values({ id }).onConflictDoNothing()
}

/** A payment that its order could not take may still be refunded or disputed. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof Refusal) || error.code === 'payments_unavailable') throw error
}

const paidIds = z.object({ accountId: id, orderId: id })

async function recordPaymentOf(shop: Shop, intentId: string): Promise<void> {
  const intent = await shop.payments.findIntent(intentId)
  // Another program may use the provider's account with ids of its own.
  const ids = paidIds.safeParse(intent)
  if (!intent || !ids.success) return
  const { accountId, orderId } = ids.data
  if (intent.status === 'cancelled') await unconfirmForPayment(shop, orderId, intent.id)
  if (!isAuthorizedOrCaptured(intent)) return
  await settlePayment(shop, await getOwnOrder(shop, accountId, orderId), intent)
}

async function recordDisputes(shop: Shop, intentId: string): Promise<void> {
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
      // Reads may be written out of order: a dispute that has ended is not changed.
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
