import { eq, sql } from 'drizzle-orm'
import { orders } from '#db/tables/orders.ts'
import { refunds } from '#db/tables/payments.ts'
import { reconcilePayments } from '#jobs/reconcile-payments.ts'
import { settleRefunds } from '#jobs/settle-refunds.ts'
import { isUnpaid } from '#shop/orders/order-state.ts'
import type { Shop } from '#shop/shop.ts'

/** Back-dates the unpaid orders and the pending refunds by two hours, and reconciles them. */
export async function backdateAndReconcile(shop: Shop): Promise<void> {
  const back = sql`interval '2 hours'`
  const unsettled = await shop.db
    .update(orders)
    .set({
      createdAt: sql`created_at - ${back}`,
      confirmedAt: sql`confirmed_at - ${back}`,
      lastCheckedAt: sql`last_checked_at - ${back}`,
    })
    .where(isUnpaid)
    .returning({ id: orders.id })
  // A run takes fifty orders.
  for (let done = 0; done < unsettled.length; done += 50) await reconcilePayments(shop, () => {})
  const pending = await shop.db
    .update(refunds)
    .set({ createdAt: sql`created_at - ${back}`, lastCheckedAt: sql`last_checked_at - ${back}` })
    .where(eq(refunds.state, 'pending'))
    .returning({ id: refunds.id })
  for (let done = 0; done < pending.length; done += 50) await settleRefunds(shop, () => {})
}
