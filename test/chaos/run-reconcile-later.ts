import { inArray, sql } from 'drizzle-orm'
import { orders } from '#db/tables.ts'
import { reconcile } from '#jobs/reconcile-payments.ts'
import type { Shop } from '#shop/shop.ts'

const isUnsettled = inArray(orders.state, ['placed', 'cancelling'])

/** Lets more than an hour pass for the orders that are not settled, and upkeep do what it does in that time. */
export async function anHourLater(shop: Shop): Promise<void> {
  const back = sql`interval '2 hours'`
  const unsettled = await shop.db
    .update(orders)
    .set({ createdAt: sql`created_at - ${back}`, askedAt: sql`asked_at - ${back}` })
    .where(isUnsettled)
    .returning({ id: orders.id })
  // Upkeep takes fifty at a time.
  for (let done = 0; done < unsettled.length; done += 50) await reconcile(shop, () => {})
}
