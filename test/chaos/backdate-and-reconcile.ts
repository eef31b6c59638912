import { inArray, sql } from 'drizzle-orm'
import { orders } from '#db/tables.ts'
import { reconcilePayments } from '#jobs/reconcile-payments.ts'
import type { Shop } from '#shop/shop.ts'

const isUnsettled = inArray(orders.state, ['placed', 'cancelling'])

/** Back-dates the unpaid and cancelling orders by two hours, and reconciles them. */
export async function backdateAndReconcile(shop: Shop): Promise<void> {
  const back = sql`interval '2 hours'`
  const unsettled = await shop.db
    .update(orders)
    .set({ createdAt: sql`created_at - ${back}`, lastCheckedAt: sql`last_checked_at - ${back}` })
    .where(isUnsettled)
    .returning({ id: orders.id })
  // A run takes fifty orders.
  for (let done = 0; done < unsettled.length; done += 50) await reconcilePayments(shop, () => {})
}
