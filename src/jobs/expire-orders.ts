import { Refusal } from '#contract/refusal.ts'
import type { Log } from '#observability/logger.ts'
import { claimExpired, expireOrder, remindOfExpiry } from '#shop/orders/unpaid-orders.ts'
import type { Shop } from '#shop/shop.ts'

const maxOrdersPerRun = 200

/** Reminds of unpaid orders and cancels those whose time is over. Safe in any number of processes at once. */
export async function expireOrders(shop: Shop, log: Log, signal?: AbortSignal): Promise<void> {
  await remindOfExpiry(shop)
  for (let checked = 0; checked < maxOrdersPerRun && !signal?.aborted; checked++) {
    const order = await claimExpired(shop)
    if (!order) return
    const outcome = await expireOrder(shop, order).then(
      () => 'expired' as const,
      error => {
        if (error instanceof Refusal) return error.code
        log('error', 'order not expired', { order: order.id, error })
      },
    )
    if (outcome) log('info', 'order expiry', { order: order.id, outcome })
    if (outcome === 'payments_unavailable') return
  }
}
