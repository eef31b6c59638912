import { eq, sql } from 'drizzle-orm'
import { refuse } from '#contract/refusals.ts'
import type { Db } from '#db/database.ts'
import { accounts } from '#db/tables/accounts.ts'
import { identitySessions } from '#db/tables/identity.ts'
import type { SignedInIdentity } from '#providers/identity/port.ts'
import type { Shop } from '#shop/shop.ts'
import type { Account } from './accounts.ts'
import { grantAdminRole } from './set-areas.ts'

/** Refuses `not_yours`, `account_blocked`, `sign_in_required` and, if another identity is verified, `email_unverified`. */
export async function ensureAccount(shop: Shop, claims: SignedInIdentity, email: string): Promise<Account> {
  if (claims.email !== email) refuse('not_yours')
  const { name, picture, emailVerified, emailVerifiedAt, signedInAt, sessionId } = claims
  const account = await shop.db.transaction(async transaction => {
    const [written] = await transaction
      .insert(accounts)
      .values({ email, name, picture, emailVerified })
      .onConflictDoUpdate({
        target: accounts.email,
        set: { name, picture, emailVerified },
        setWhere: sql`${emailVerified} or not ${accounts.emailVerified}`,
      })
      .returning()
    // The session is checked after the write: closing the account ends it, and the account must not come back.
    if (sessionId !== undefined && !(await hasSession(transaction, sessionId))) refuse('sign_in_required')
    return written ?? refuse('email_unverified')
  })
  if (account.blockedAt) refuse('account_blocked')
  // An older session may belong to somebody who signed up with another person's email.
  const isProven = emailVerified && emailVerifiedAt && signedInAt >= emailVerifiedAt
  const becomesAdmin = isProven && shop.adminEmails.includes(email)
  if (!becomesAdmin || account.role === 'admin') return account
  const becameAdmin = await grantAdminRole(shop, email)
  return becameAdmin ? { ...account, role: 'admin' } : account
}

const hasSession = async (db: Db, id: string) => (await db.$count(identitySessions, eq(identitySessions.id, id))) > 0
