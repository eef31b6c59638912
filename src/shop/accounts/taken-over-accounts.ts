import { and, eq, sql } from 'drizzle-orm'
import { accounts } from '#db/tables/accounts.ts'
import { images, reviews } from '#db/tables/content.ts'
import { orders } from '#db/tables/orders.ts'
import { isUnpaid } from '#shop/orders/order-state.ts'
import type { Shop } from '#shop/shop.ts'
import { type Account, findAccountByEmail } from './accounts.ts'
import { deletePrivateRows } from './private-rows.ts'

/** Placed by whoever signed up with the email, before its owner took the account over. */
export function isFromBeforeTakeover({ createdAt }: { createdAt: Date }, { takenOverAt }: Account): boolean {
  return takenOverAt !== null && createdAt < takenOverAt
}

/**
 * Deletes what others may have written in an account whose email its owner has just proven. Unpaid orders expire within
 * minutes, through the job that asks the payment provider first.
 */
export async function deleteFormerContent(shop: Shop, email: string): Promise<void> {
  const account = await findAccountByEmail(shop, email)
  if (!account || account.emailVerified) return
  await shop.db.update(accounts).set({ takenOverAt: sql`now()` }).where(eq(accounts.id, account.id))
  await deletePrivateRows(shop.db, sql`${account.id}`)
  await shop.db.update(images).set({ uploadedBy: null }).where(eq(images.uploadedBy, account.id))
  await shop.db
    .update(orders)
    .set({ expiresAt: sql`now()` })
    .where(and(eq(orders.accountId, account.id), isUnpaid))
  const deleted = await shop.db.delete(reviews).where(eq(reviews.accountId, account.id)).returning({ id: reviews.id })
  if (deleted.length > 0) await shop.notifications.publish('reviews')
}
