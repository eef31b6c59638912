import { Refusal } from '#contract/refusal.ts'
import type { Log } from '#observability/logger.ts'
import {
  claimExpired,
  claimExpiredHold,
  endExpiredHold,
  expireOrder,
  queueExpiryReminders,
} from '#shop/orders/unpaid-orders.ts'
import type { Shop } from '#shop/shop.ts'

const maxOrdersPerRun = 200

/** Any number of processes may run it. */
export async function expireOrders(shop: Shop, log: Log, signal?: AbortSignal): Promise<void> {
  await queueExpiryReminders(shop)
  const work = [
    { event: 'order expiry', claim: claimExpired, end: expireOrder },
    { event: 'end of a hold', claim: claimExpiredHold, end: endExpiredHold },
  ] as const
  for (const { event, claim, end } of work)
    for (let checked = 0; checked < maxOrdersPerRun && !signal?.aborted; checked++) {
      const order = await claim(shop)
      if (!order) break
      const outcome = await end(shop, order).catch(error => {
        if (error instanceof Refusal) return error.code
        log('error', `${event} failed`, { order: order.id, error })
      })
      if (outcome) log('info', event, { order: order.id, outcome })
      if (outcome === 'payments_unavailable') return
    }
}
