import { eq } from 'drizzle-orm'
import { Refusal } from '#contract/refusal.ts'
import { paymentEvents } from '#db/tables/payments.ts'
import type { PaymentEvent } from '#providers/payments/port.ts'
import { recordProviderRefunds } from '#shop/refunds/settle-refunds.ts'
import type { Shop } from '#shop/shop.ts'
import { recordDisputes } from './disputes.ts'
import { getOwnOrder, isAuthorizedOrCaptured, settlePayment, unconfirmForPayment } from './payments.ts'

/** Events may be late, repeated or out of order: what they are about is read from the provider. */
export async function receiveEvent(shop: Shop, { id, intentId, about }: PaymentEvent): Promise<void> {
  if ((await shop.db.$count(paymentEvents, eq(paymentEvents.id, id))) > 0) return
  // Refunds and disputes need their payment recorded: its own event may still be under way.
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

async function recordPaymentOf(shop: Shop, intentId: string): Promise<void> {
  const intent = await shop.payments.findIntent(intentId)
  if (!intent?.accountId || !intent.orderId) return
  if (intent.status === 'cancelled') await unconfirmForPayment(shop, intent.orderId, intent.id)
  if (!isAuthorizedOrCaptured(intent)) return
  await settlePayment(shop, await getOwnOrder(shop, intent.accountId, intent.orderId), intent)
}
