import { eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/database.ts'
import { addresses, profiles } from '#db/tables/accounts.ts'
import { adminCartLines, cartLines, savedLists } from '#db/tables/carts.ts'
import { images } from '#db/tables/content.ts'
import type { Shop } from '#shop/shop.ts'
import { findAccountByEmail } from './accounts.ts'

/** `accounts` is a query of ids. */
export async function deletePrivateRows(db: Db, accounts: SQL): Promise<void> {
  for (const table of [profiles, cartLines, addresses, savedLists, adminCartLines])
    await db.delete(table).where(sql`${table.accountId} in (${accounts})`)
  await db.delete(adminCartLines).where(sql`${adminCartLines.adminId} in (${accounts})`)
}

/** Empties an account that somebody else may have used before the owner proved the email. */
export async function emptyClaimedAccount(shop: Shop, email: string): Promise<void> {
  const account = await findAccountByEmail(shop, email)
  if (!account || account.emailVerified) return
  await deletePrivateRows(shop.db, sql`${account.id}`)
  await shop.db.update(images).set({ uploadedBy: null }).where(eq(images.uploadedBy, account.id))
}
