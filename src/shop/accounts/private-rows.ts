import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/database.ts'
import { addresses, profiles } from '#db/tables/accounts.ts'
import { adminCartLines, cartLines, savedLists } from '#db/tables/carts.ts'

/** What only the person and the shop see: deleted with the account. `accounts` is a query of ids. */
export async function deletePrivateRows(db: Db, accounts: SQL): Promise<void> {
  for (const table of [profiles, cartLines, addresses, savedLists, adminCartLines])
    await db.delete(table).where(sql`${table.accountId} in (${accounts})`)
  await db.delete(adminCartLines).where(sql`${adminCartLines.adminId} in (${accounts})`)
}
