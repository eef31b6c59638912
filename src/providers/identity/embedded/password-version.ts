import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { Db } from '#db/database.ts'
import { identityCredentials, identityUsers } from '#db/tables/identity.ts'

export async function findPasswordVersion(db: Db, email: string): Promise<string | undefined> {
  const [credential] = await db
    .select({ password: identityCredentials.password })
    .from(identityCredentials)
    .innerJoin(identityUsers, eq(identityUsers.id, identityCredentials.userId))
    .where(and(eq(identityUsers.email, email), eq(identityCredentials.providerId, 'credential')))
  return credential?.password ? toPasswordVersion(credential.password) : undefined
}

/** Of the stored hash, which is salted: no two passwords that were set have the same. */
export const toPasswordVersion = (passwordHash: string) => createHash('sha256').update(passwordHash).digest('base64url')
