import type { BetterAuthOptions, GenericEndpointContext } from 'better-auth'
import { cutText, stripInvisible } from '#contract/text.ts'
import type { Db } from '#db/database.ts'
import { claimByOtherProvider, type EmptyAccount } from './mailed-links.ts'
import { endStaleChallenge, endStaleSession, replaceComparedPassword } from './passwords.ts'
import { prepareSession } from './two-factor.ts'

type HookCall = GenericEndpointContext | null

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
      update: { before: replaceComparedPassword },
    },
    verification: { create: { after: endStaleChallenge } },
  }) satisfies BetterAuthOptions['databaseHooks']

async function beginSession(session: { userId: string; token: string }, call: HookCall): Promise<void> {
  await endStaleSession(session, call)
  await revokePreviousSession(call)
  await recordUse(session.userId, call)
}

/** Unverified accounts that nobody uses are deleted. */
async function recordUse(userId: string, call: HookCall): Promise<void> {
  await call?.context.internalAdapter.updateUser(userId, { updatedAt: new Date() })
}

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

const daySeconds = 86_400

/** In seconds. With a `freshAge` of 0, a session of any age may list the others and end them. */
export const sessionTimes = { expiresIn: 7 * daySeconds, updateAge: daySeconds, freshAge: 0 }
const maxLifetimeMs = 30 * daySeconds * 1000

async function renewSession<Session extends { expiresAt?: Date | undefined }>(session: Session, call: HookCall) {
  const current = call?.context.session
  if (!current || !session.expiresAt) return
  await recordUse(current.user.id, call)
  const latest = current.session.createdAt.getTime() + maxLifetimeMs
  return { data: { ...session, expiresAt: new Date(Math.min(session.expiresAt.getTime(), latest)) } }
}

async function revokePreviousSession(call: HookCall): Promise<void> {
  if (!call) return
  const { secret, authCookies, internalAdapter } = call.context
  const previous = await call.getSignedCookie(authCookies.sessionToken.name, secret)
  if (previous) await internalAdapter.deleteSession(previous)
}
