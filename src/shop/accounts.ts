import { eq, type InferSelectModel, sql } from 'drizzle-orm'
import { refuse } from '#contract/refusals.ts'
import { normalEmail } from '#contract/rules.ts'
import { accounts } from '#db/tables.ts'
import type { Person } from '#providers/identity/port.ts'
import type { Shop } from './shop.ts'

export type Account = InferSelectModel<typeof accounts>

/**
 * The account of whoever the identity provider vouches for, made at the first call and kept in step after that.
 * Refuses `not_yours` for an email that is not that person's.
 */
export async function storeAccount(shop: Shop, person: Person, email: string): Promise<Account> {
  if (normalEmail(person.email) !== email) refuse('not_yours')
  const isFirstAdmin = person.emailVerified && shop.adminEmails.includes(email)
  const known = {
    name: person.name,
    picture: person.picture,
    emailVerified: person.emailVerified,
    ...(isFirstAdmin && { role: 'admin' as const }),
  }
  const [account] = await shop.db
    .insert(accounts)
    .values({ email, ...known })
    .onConflictDoUpdate({ target: accounts.email, set: known })
    .returning()
  return account ?? refuse('internal')
}

export async function findAccount(shop: Shop, id: string): Promise<Account | undefined> {
  const [account] = await shop.db.select().from(accounts).where(eq(accounts.id, id))
  return account
}

/** Whether the email's account is an admin's; one's own, or any for an admin, else refuses `not_yours`. */
export async function isAdmin(shop: Shop, actor: Account, email: string): Promise<boolean> {
  if (email === actor.email) return actor.role === 'admin'
  if (actor.role !== 'admin') refuse('not_yours')
  const [found] = await shop.db
    .select({ admin: sql<boolean>`${accounts.role} = 'admin'` })
    .from(accounts)
    .where(eq(accounts.email, email))
  return found?.admin ?? false
}
