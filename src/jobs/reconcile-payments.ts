import { sql } from 'drizzle-orm'
import { Refusal, type RefusalCode } from '#contract/refusals.ts'
import { type OrderRow, orders } from '#db/tables.ts'
import type { Log } from '#observability/logger.ts'
import { cancelWithProvider } from '#shop/orders.ts'
import { recordPayment } from '#shop/payments.ts'
import type { Shop } from '#shop/shop.ts'

const batchSize = 50

/** Completes orders whose browser call and webhook are missing. Safe in any number of processes at once. */
export async function reconcilePayments(shop: Shop, log: Log, signal?: AbortSignal): Promise<void> {
  const claimed = await shop.db
    .update(orders)
    .set({ lastCheckedAt: sql`now()` })
    .where(
      sql`id in (select id from ${orders}
        where (state = 'cancelling' or state = 'placed' and payment_intent_id is not null
            and created_at > now() - interval '30 days')
          and coalesce(last_checked_at, created_at) < now() - case
            when last_checked_at is null or state = 'cancelling' then interval '10 minutes' else interval '1 hour' end
        order by last_checked_at nulls first limit ${batchSize} for update skip locked)`,
    )
    .returning()
  for (const order of claimed) {
    if (signal?.aborted) return
    const outcome = await reconcileOrder(shop, order).catch(toRefusalCode)
    if (outcome) log('info', 'payment reconciliation', { order: order.id, outcome })
    if (outcome === 'payments_unavailable') return
  }
}

async function reconcileOrder(shop: Shop, order: OrderRow) {
  if (order.state === 'cancelling') {
    await cancelWithProvider(shop, order)
    return 'cancelled'
  }
  const intent = order.paymentIntentId ? await shop.payments.findIntent(order.paymentIntentId) : undefined
  if (intent?.status !== 'succeeded') return undefined
  await recordPayment(shop, order.accountId, order.id, intent.id)
  return 'paid'
}

function toRefusalCode(error: unknown): RefusalCode {
  if (error instanceof Refusal) return error.code
  throw error
}
