import { getCurrentAdapter } from '@better-auth/core/context'
import type { GenericEndpointContext } from 'better-auth'
import { APIError } from 'better-auth/api'
import { eq } from 'drizzle-orm'
import type { Db } from '#db/database.ts'
import { identityUsers } from '#db/tables/identity.ts'
import { callRecord } from './call-record.ts'

type HookCall = GenericEndpointContext | null

const daySeconds = 86_400

/** In seconds. With a `freshAge` of 0, a session of any age may list the others and end them. */
export const sessionTimes = { expiresIn: 7 * daySeconds, updateAge: daySeconds, freshAge: 0 }
const maxLifetimeMs = 30 * daySeconds * 1000

export const wrongPassword = { code: 'INVALID_EMAIL_OR_PASSWORD', message: 'Invalid email or password' }

/** Runs before a password is compared. */
export async function recordCredentialsVersion({ path, body }: { path: string; body?: { email?: unknown } }, db: Db) {
  const record = callRecord.getStore()
  if (path !== '/sign-in/email' || !record || typeof body?.email !== 'string') return
  const hasEmail = eq(identityUsers.email, body.email.toLowerCase())
  const [user] = await db.select({ version: identityUsers.credentialsVersion }).from(identityUsers).where(hasEmail)
  record.credentialsVersion = user?.version
}

/** The version of the account's credentials that a new session begins with; undefined refuses it. */
export async function findCredentialsVersion(
  userId: string,
  { path, params, context }: GenericEndpointContext,
): Promise<number | undefined> {
  if (path === '/sign-in/email') return callRecord.getStore()?.credentialsVersion
  // A session that replaces another one when a second factor is set or removed.
  if (path.startsWith('/two-factor/') && context.session) return readVersion(context.session.session)
  const version = readVersion(await context.internalAdapter.findUserById(userId))
  if (path !== '/callback/:id') return version
  // A claim may have deleted this provider's credential meanwhile.
  const credentials = await context.internalAdapter.findAccounts(userId)
  return credentials.some(({ providerId }) => providerId === params?.id) ? version : undefined
}

const readVersion = (row: object | null) => (row as { credentialsVersion?: number } | null)?.credentialsVersion

/** Ends a login that waits for a code if its password was replaced. */
export async function endStaleChallenge({ id, value: userId }: { id: string; value: string }, call: HookCall) {
  if (call?.path !== '/sign-in/email') return
  const user = await call.context.internalAdapter.findUserById(userId)
  // Better Auth also stores counts of tries, whose value is no user id.
  if (!user || readVersion(user) === callRecord.getStore()?.credentialsVersion) return
  await call.context.adapter.delete({ model: 'verification', where: [{ field: 'id', value: id }] })
  throw new APIError('UNAUTHORIZED', wrongPassword)
}

/** Locks the user, and refuses a change of the password if another was set since its session began. */
export async function assertPasswordUnchanged(_: unknown, call: HookCall): Promise<void> {
  const session = call?.context.session?.session
  if (!session || call.path !== '/change-password') return
  const adapter = await getCurrentAdapter(call.context.adapter)
  const held = await adapter.updateMany({
    model: 'user',
    where: [
      { field: 'id', value: session.userId },
      { field: 'credentialsVersion', value: readVersion(session) ?? null },
    ],
    update: { updatedAt: new Date() },
  })
  if (held === 0) throw new APIError('BAD_REQUEST', { code: 'INVALID_PASSWORD', message: 'Invalid password' })
}

/** Sets the time of the last use: unverified accounts that nobody uses are deleted. */
async function recordUse(userId: string, call: HookCall): Promise<void> {
  await call?.context.internalAdapter.updateUser(userId, { updatedAt: new Date() })
}

export async function beginSession({ userId }: { userId: string }, call: HookCall): Promise<void> {
  await recordUse(userId, call)
  const { secret, authCookies, internalAdapter } = call?.context ?? {}
  const previous = authCookies && (await call?.getSignedCookie(authCookies.sessionToken.name, secret ?? ''))
  if (previous) await internalAdapter?.deleteSession(previous)
}

export async function renewSession<Session extends { expiresAt?: Date | undefined }>(session: Session, call: HookCall) {
  const current = call?.context.session
  if (!current || !session.expiresAt) return
  await recordUse(current.user.id, call)
  const latest = current.session.createdAt.getTime() + maxLifetimeMs
  return { data: { ...session, expiresAt: new Date(Math.min(session.expiresAt.getTime(), latest)) } }
}
