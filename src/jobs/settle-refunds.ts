import { sql } from 'drizzle-orm'
import { Refusal } from '#contract/refusal.ts'
import { type RefundRow, refunds } from '#db/tables/payments.ts'
import type { Log } from '#observability/logger.ts'
import { settleRefund } from '#shop/refunds/settle-refunds.ts'
import type { Shop } from '#shop/shop.ts'

const maxRefundsPerRun = 50

/** Completes refunds whose answer or webhook is missing. Any number of processes may run it. */
export async function settleRefunds(shop: Shop, log: Log, signal?: AbortSignal): Promise<void> {
  for (let settled = 0; settled < maxRefundsPerRun && !signal?.aborted; settled++) {
    const refund = await claimNext(shop)
    if (!refund) return
    try {
      await settleRefund(shop, refund)
    } catch (error) {
      if (error instanceof Refusal && error.code === 'payments_unavailable') return
      log('error', 'refund failed', { refund: refund.id, error })
    }
  }
}

async function claimNext(shop: Shop): Promise<RefundRow | undefined> {
  const [refund] = await shop.db
    .update(refunds)
    .set({ lastCheckedAt: sql`now()` })
    .where(
      sql`id = (select id from ${refunds}
        where state = 'pending' and coalesce(last_checked_at, created_at) < now() - case
          when created_at > now() - interval '1 hour' then interval '1 minute' else interval '1 hour' end
        order by coalesce(last_checked_at, created_at) limit 1 for update skip locked)`,
    )
    .returning()
  return refund
}
