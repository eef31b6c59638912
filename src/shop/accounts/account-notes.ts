import { and, desc, eq } from 'drizzle-orm'
import { refuse } from '#contract/refusals.ts'
import type { Db } from '#db/database.ts'
import { accountNotes } from '#db/tables/accounts.ts'
import { recordAction } from '#shop/audit-log.ts'
import type { Shop } from '#shop/shop.ts'
import { type Account, getAccount, lockAccounts, lockInOrder } from './accounts.ts'
import type { Actor } from './actors.ts'
import { transactAs } from './transact-as.ts'

export type AccountNote = typeof accountNotes.$inferSelect

export function listNotes({ db }: Pick<Shop, 'db'>, accountId: string): Promise<AccountNote[]> {
  return db
    .select()
    .from(accountNotes)
    .where(eq(accountNotes.accountId, accountId))
    .orderBy(desc(accountNotes.createdAt), desc(accountNotes.id))
}

/** Idempotent by id. Refuses `account_not_found` and `change_reused`. */
export async function addNote(
  shop: Shop,
  admin: Actor,
  accountId: string,
  { id, text }: { id: string; text: string },
): Promise<void> {
  const account = await getAccount(shop, accountId)
  const add = async (transaction: Db) => {
    await lockAccounts(transaction, accountId)
    const values = { id, accountId, authorEmail: admin.account.email, text }
    const added = await transaction.insert(accountNotes).values(values).onConflictDoNothing().returning()
    if (added.length > 0) return recordNote(transaction, admin, account, 'add_note')
    const [note] = await transaction.select().from(accountNotes).where(eq(accountNotes.id, id))
    if (note?.accountId !== accountId || note.text !== text) refuse('change_reused')
  }
  await transactAs(shop, admin, add, transaction => lockInOrder(transaction, admin.account.id, accountId))
}

/** Returns false when the note was deleted before. Refuses `account_not_found`. */
export async function deleteNote(shop: Shop, admin: Actor, accountId: string, id: string): Promise<boolean> {
  const account = await getAccount(shop, accountId)
  const isNote = and(eq(accountNotes.id, id), eq(accountNotes.accountId, accountId))
  return transactAs(shop, admin, async transaction => {
    const deleted = await transaction.delete(accountNotes).where(isNote).returning({ id: accountNotes.id })
    if (deleted.length > 0) await recordNote(transaction, admin, account, 'delete_note')
    return deleted.length > 0
  })
}

/** The audit log omits the text, which is deleted with the account. */
function recordNote(db: Db, admin: Actor, { id, email }: Account, action: 'add_note' | 'delete_note'): Promise<void> {
  return recordAction(db, admin, action, { id, target: email, after: { noted: action === 'add_note' } })
}
