import type { BetterAuthOptions } from 'better-auth'
import { cutText, stripInvisible } from '#contract/text.ts'
import type { Db } from '#db/database.ts'
import { claimByOtherProvider, type EmptyAccount } from './mailed-links.ts'
import { assertPasswordUnchanged, beginSession, endStaleChallenge, renewSession } from './sessions.ts'
import { prepareSession } from './two-factor.ts'

export const createDatabaseHooks = (db: Db, emptyAccount: EmptyAccount) =>
  ({
    user: { create: { before: prepareUser }, update: { before: prepareUser } },
    session: {
      create: { before: (session, call) => prepareSession(session, call, db), after: beginSession },
      update: { before: renewSession },
    },
    account: {
      create: {
        async before(credential, call) {
          await claimByOtherProvider(credential, call, db, emptyAccount)
          return { data: withoutProviderTokens(credential) }
        },
      },
      update: { before: assertPasswordUnchanged },
    },
    verification: { create: { after: endStaleChallenge } },
  }) satisfies BetterAuthOptions['databaseHooks']

interface UserFields {
  name?: string | undefined
  image?: string | null | undefined
  emailVerified?: boolean | undefined
}

/** Uses the system clock, like Better Auth's session times that it is compared with. */
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

/** The limit keeps tokens short. */
export const sanitizeName = (name: string) => cutText(stripInvisible(name), 200)

export function sanitizePictureUrl(url: string | null | undefined): string | null {
  return url && /^https:\/\/\S{1,1000}$/.test(url) ? url : null
}

/** The shop calls no API of another provider, so it does not store the provider's tokens. */
const withoutProviderTokens = <Credential extends object>(credential: Credential) => ({
  ...credential,
  accessToken: null,
  refreshToken: null,
  idToken: null,
})
