import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { Db } from '#db/database.ts'
import { identityCredentials, identityUsers } from '#db/tables.ts'

/** A hash of the stored hash, which is salted: no two passwords that were set have the same. */
export async function findPasswordVersion(db: Db, email: string): Promise<string | undefined> {
  const [credential] = await db
    .select({ password: identityCredentials.password })
    .from(identityCredentials)
    .innerJoin(identityUsers, eq(identityUsers.id, identityCredentials.userId))
    .where(and(eq(identityUsers.email, email), eq(identityCredentials.providerId, 'credential')))
  return credential?.password ? createHash('sha256').update(credential.password).digest('base64url') : undefined
}
