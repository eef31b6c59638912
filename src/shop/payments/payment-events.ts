import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { Refusal } from '#contract/refusal.ts'
import { refuse } from '#contract/refusals.ts'
import { id } from '#contract/schemas/fields.ts'
import { orders } from '#db/tables/orders.ts'
import { disputes, paymentEvents } from '#db/tables/payments.ts'
import type { Log } from '#observability/logger.ts'
import type { Dispute, PaymentEvent } from '#providers/payments/port.ts'
import { shopScope } from '#shop/orders/scope.ts'
import { recordProviderRefunds } from '#shop/refunds/settle-refunds.ts'
import type { Shop } from '#shop/shop.ts'
import { getOrderHeader, isAuthorizedOrCaptured, settlePayment, unconfirmForPayment } from './payments.ts'

/** Events may be late, repeated or out of order: the provider's present state is read instead of theirs. */
export async function receiveEvent(shop: Shop, { id, intentId, about }: PaymentEvent, log?: Log): Promise<void> {
  if ((await shop.db.$count(paymentEvents, eq(paymentEvents.id, id))) > 0) return
  // Refunds and disputes need a recorded payment, whose own event may still be on its way.
  if (about === 'payment') await recordPaymentOf(shop, intentId)
  else await recordPaymentOf(shop, intentId).catch(ignoreRefusal)
  if (about === 'refund') await recordProviderRefunds(shop, intentId)
  if (about === 'dispute' && !(await recordDisputes(shop, intentId)))
    log?.('error', 'dispute of a payment that no order has', { eventId: id, intentId })
  await shop.db.insert(paymentEvents).values({ id }).onConflictDoNothing()
}

/** A payment that its order could not take may still be refunded or disputed. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof Refusal) || error.code === 'payments_unavailable') throw error
}

type DisputeRow = typeof disputes.$inferSelect

const paidIds = z.object({ accountId: id, orderId: id })

async function recordPaymentOf(shop: Shop, intentId: string): Promise<void> {
  const intent = await shop.payments.findIntent(intentId)
  // Another program may use the provider's account with ids of its own.
  const ids = paidIds.safeParse(intent)
  if (!intent || !ids.success) return
  const { accountId, orderId } = ids.data
  if (intent.status === 'cancelled') await unconfirmForPayment(shop, orderId, intent.id)
  if (!isAuthorizedOrCaptured(intent)) return
  const order = await getOrderHeader(shop, shopScope, orderId)
  if (order.accountId !== accountId) refuse('order_not_found')
  await settlePayment(shop, order, intent)
}

/** Returns false for disputes of a payment that no order has, such as one that was refunded. */
async function recordDisputes(shop: Shop, intentId: string, tries = 5): Promise<boolean> {
  const isPaidBy = and(eq(orders.transactionId, intentId), sql`payment_method = 'card' and paid_at is not null`)
  const [order] = await shop.db.select().from(orders).where(isPaidBy)
  const known = order ? await shop.db.select().from(disputes).where(eq(disputes.orderId, order.id)) : []
  const reported = await shop.payments.listDisputes(intentId)
  if (!order) return reported.length === 0
  for (const dispute of reported) {
    const isRecorded = await recordDispute(
      shop,
      order.id,
      dispute,
      known.find(({ id }) => id === dispute.id),
    )
    // Another call has written a state that may be newer than the one read here.
    if (!isRecorded) return tries > 1 ? recordDisputes(shop, intentId, tries - 1) : refuse('payments_unavailable')
  }
  return true
}

/** Returns false if the stored dispute is not `known` any more. The bank may reopen one that has ended. */
async function recordDispute(
  { db }: Shop,
  orderId: string,
  { id, ...dispute }: Dispute,
  known: DisputeRow | undefined,
): Promise<boolean> {
  const isEnded = dispute.state === 'won' || dispute.state === 'lost'
  if (!known) {
    const row = { ...dispute, id, orderId, endedAt: isEnded ? sql`now()` : null }
    return (await db.insert(disputes).values(row).onConflictDoNothing().returning()).length > 0
  }
  const endedAt = known.state === dispute.state ? known.endedAt : isEnded ? sql`now()` : null
  const { state, amountCents, dueAt } = dispute
  const isKnown = and(eq(disputes.id, id), eq(disputes.state, known.state))
  return (await db.update(disputes).set({ state, amountCents, dueAt, endedAt }).where(isKnown).returning()).length > 0
}
