import { inArray } from 'drizzle-orm'
import type { Db } from '#db/database.ts'
import { identityUsers } from '#db/tables/identity.ts'

/** The passwords of these accounts are public. */
export const demoEmails = { admin: 'admin@example.com', buyer: 'buyer@example.com' } as const

export async function hasDemoAccounts(db: Db): Promise<boolean> {
  return (await db.$count(identityUsers, inArray(identityUsers.email, Object.values(demoEmails)))) > 0
}
