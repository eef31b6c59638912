import { sql } from 'drizzle-orm'
import { Refusal } from '#contract/refusal.ts'
import { type OrderRow, orders } from '#db/tables/orders.ts'
import type { Log } from '#observability/logger.ts'
import { settleActivePayment, settleConfirmedPayment } from '#shop/payments/payments.ts'
import type { Shop } from '#shop/shop.ts'

const maxOrdersPerRun = 50

/** Settles payments whose browser call and webhook are missing or interrupted. Any number of processes may run it. */
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

const isDueForCard = sql`greatest(confirmed_at, last_checked_at) < now() - interval '1 minute'`
const isDueUnconfirmed = sql`case when last_checked_at is null
  then created_at < now() - interval '10 minutes' else last_checked_at < now() - interval '1 hour' end`

/** Orders confirmed for a card come first, every minute; others ten minutes after they were placed, then hourly. */
async function claimNext(shop: Shop): Promise<OrderRow | undefined> {
  const [order] = await shop.db
    .update(orders)
    .set({ lastCheckedAt: sql`now()` })
    .where(
      sql`id = (select id from ${orders}
        where paid_at is null and state <> 'cancelled' and payment_intent_id is not null
          and case when transaction_id is null then ${isDueUnconfirmed} else ${isDueForCard} end
        order by transaction_id is null, last_checked_at nulls first limit 1 for update skip locked)`,
    )
    .returning()
  return order
}

async function reconcileOrder(shop: Shop, order: OrderRow): Promise<'paid' | 'payment_not_found' | undefined> {
  if (order.transactionId === null) return (await settleActivePayment(shop, order)) ? 'paid' : undefined
  return (await settleConfirmedPayment(shop, order, order.transactionId)) ? 'paid' : 'payment_not_found'
}
