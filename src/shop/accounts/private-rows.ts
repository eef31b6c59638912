import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/database.ts'
import { accounts, addresses, profiles } from '#db/tables/accounts.ts'
import { cartLines, savedLists } from '#db/tables/carts.ts'
import { images } from '#db/tables/content.ts'

export async function deletePrivateRows(db: Db, accountIds: SQL): Promise<void> {
  for (const table of [profiles, cartLines, addresses, savedLists])
    await db.delete(table).where(sql`${table.accountId} in (${accountIds})`)
  await db.delete(cartLines).where(sql`${cartLines.buyerId} in (${accountIds})`)
}

/** Empties an account that somebody else may have used before the owner proved the email. Waits for writes under way. */
export async function emptyUnverifiedAccount(transaction: Db, email: string): Promise<void> {
  const isTheirs = and(eq(accounts.email, email), eq(accounts.emailVerified, false))
  const [account] = await transaction.select({ id: accounts.id }).from(accounts).where(isTheirs).for('update')
  if (!account) return
  await deletePrivateRows(transaction, sql`${account.id}`)
  await transaction.update(images).set({ uploadedBy: null }).where(eq(images.uploadedBy, account.id))
}
