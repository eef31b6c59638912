import type { BetterAuthOptions, GenericEndpointContext } from 'better-auth'
import type { Db } from '#db/database.ts'
import { sanitizeName, sanitizePictureUrl } from '#providers/identity/claims.ts'
import { claimByCredential } from './mailed-links.ts'
import { capSessionLifetime, revokePreviousSession } from './sessions.ts'
import { endStaleSession, replaceComparedPassword } from './stale-passwords.ts'
import { prepareSession } from './two-factor.ts'

/** What has to hold whichever of Better Auth's calls writes a row. */
export const createDatabaseHooks = (db: Db) =>
  ({
    user: { create: { before: prepareUser }, update: { before: prepareUser } },
    session: {
      create: { before: (session, call) => prepareSession(session, call, db), after: beginSession },
      update: { before: capSessionLifetime },
    },
    account: {
      create: { before: addCredential },
      update: { before: replaceComparedPassword },
    },
  }) satisfies BetterAuthOptions['databaseHooks']

async function beginSession(...[session, call]: Parameters<typeof endStaleSession>): Promise<void> {
  await endStaleSession(session, call)
  await revokePreviousSession(call)
}

interface NewCredential {
  userId: string
  providerId: string
}

interface UserFields {
  name?: string | undefined
  image?: string | null | undefined
  emailVerified?: boolean | undefined
}

/** Sessions begin by Better Auth's clock too: the two times are compared. */
async function prepareUser<User extends UserFields>(user: User) {
  const { name, image, emailVerified } = user
  return {
    data: {
      ...user,
      ...(name !== undefined && { name: sanitizeName(name) }),
      ...(image !== undefined && { image: sanitizePictureUrl(image) }),
      ...(emailVerified && { emailVerifiedAt: new Date() }),
    },
  }
}

/** The shop never calls Google's APIs, so it does not store Google's tokens. */
async function addCredential<Credential extends NewCredential>(
  credential: Credential,
  call: GenericEndpointContext | null,
) {
  await claimByCredential(credential, call)
  return { data: { ...credential, accessToken: null, refreshToken: null, idToken: null } }
}
