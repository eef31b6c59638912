import { and, desc, eq } from 'drizzle-orm'
import { refuse } from '#contract/refusals.ts'
import { accountNotes } from '#db/tables.ts'
import type { Shop } from '#shop/shop.ts'
import { type Account, getAccount } from './accounts.ts'

export type AccountNote = typeof accountNotes.$inferSelect

/** What admins wrote about an account, newest first. */
export function listNotes({ db }: Pick<Shop, 'db'>, accountId: string): Promise<AccountNote[]> {
  return db
    .select()
    .from(accountNotes)
    .where(eq(accountNotes.accountId, accountId))
    .orderBy(desc(accountNotes.createdAt), desc(accountNotes.id))
}

/** Once per id. Refuses `account_not_found` and `change_reused`. */
export async function addNote(
  shop: Shop,
  admin: Account,
  accountId: string,
  { id, text }: { id: string; text: string },
): Promise<void> {
  await getAccount(shop, accountId)
  await shop.db.insert(accountNotes).values({ id, accountId, authorEmail: admin.email, text }).onConflictDoNothing()
  const [note] = await shop.db.select().from(accountNotes).where(eq(accountNotes.id, id))
  if (note?.accountId !== accountId || note.text !== text) refuse('change_reused')
}

/** False when it was deleted already. */
export async function deleteNote({ db }: Shop, accountId: string, id: string): Promise<boolean> {
  const isNote = and(eq(accountNotes.id, id), eq(accountNotes.accountId, accountId))
  const deleted = await db.delete(accountNotes).where(isNote).returning({ id: accountNotes.id })
  return deleted.length > 0
}
