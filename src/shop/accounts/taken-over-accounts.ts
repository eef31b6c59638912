import { and, eq, sql } from 'drizzle-orm'
import { accounts, orders, profiles, reviews } from '#db/tables.ts'
import { isUnpaid } from '#shop/orders/order-lists.ts'
import type { Shop } from '#shop/shop.ts'
import { findAccountByEmail } from './accounts.ts'

/**
 * Of an account whose email its owner has just proven: takes away what somebody else may have written there. Unpaid orders
 * expire within minutes, through the job that asks the payment provider first.
 */
export async function forgetUnverifiedOwner(shop: Shop, email: string): Promise<void> {
  const account = await findAccountByEmail(shop, email)
  if (!account || account.emailVerified) return
  await shop.db.update(accounts).set({ takenOverAt: sql`now()` }).where(eq(accounts.id, account.id))
  await shop.db.delete(profiles).where(eq(profiles.accountId, account.id))
  await shop.db
    .update(orders)
    .set({ expiresAt: sql`now()`, ipKey: null })
    .where(and(eq(orders.accountId, account.id), isUnpaid))
  const deleted = await shop.db.delete(reviews).where(eq(reviews.accountId, account.id)).returning({ id: reviews.id })
  if (deleted.length > 0) await shop.notifications.publish('reviews')
}
