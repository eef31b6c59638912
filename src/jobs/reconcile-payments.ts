import { sql } from 'drizzle-orm'
import { Refusal } from '#contract/refusal.ts'
import { type OrderRow, orders } from '#db/tables/orders.ts'
import type { Log } from '#observability/logger.ts'
import { cancelWithProvider } from '#shop/orders/cancel-orders.ts'
import { recordPayment } from '#shop/orders/payments.ts'
import type { Shop } from '#shop/shop.ts'

const maxOrdersPerRun = 50

/** Completes orders whose browser call and webhook are missing. Safe in any number of processes at once. */
export async function reconcilePayments(shop: Shop, log: Log, signal?: AbortSignal): Promise<void> {
  for (let checked = 0; checked < maxOrdersPerRun && !signal?.aborted; checked++) {
    const order = await claimNext(shop)
    if (!order) return
    const outcome = await reconcileOrder(shop, order).catch(error => {
      if (error instanceof Refusal) return error.code
      log('error', 'payment reconciliation failed', { order: order.id, error })
    })
    if (outcome) log('info', 'payment reconciliation', { order: order.id, outcome })
    if (outcome === 'payments_unavailable') return
  }
}

async function claimNext(shop: Shop): Promise<OrderRow | undefined> {
  const [order] = await shop.db
    .update(orders)
    .set({ lastCheckedAt: sql`now()` })
    .where(
      sql`id = (select id from ${orders}
        where (state = 'cancelling' or state = 'placed' and payment_intent_id is not null
            and created_at > now() - interval '30 days')
          and coalesce(last_checked_at, created_at) < now() - case
            when last_checked_at is null or state = 'cancelling' then interval '10 minutes' else interval '1 hour' end
        order by last_checked_at nulls first limit 1 for update skip locked)`,
    )
    .returning()
  return order
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
