import { randomBytes } from 'node:crypto'
import type { GenericEndpointContext, User } from 'better-auth'
import { APIError, createAuthEndpoint, getSessionFromCtx } from 'better-auth/api'
import { and, eq, ne, sql } from 'drizzle-orm'
import { jwtVerify } from 'jose'
import { z } from 'zod'
import type { Db } from '#db/database.ts'
import {
  identityCredentials,
  identitySessions,
  identityTwoFactors,
  identityUsers,
  identityVerifications,
} from '#db/tables/identity.ts'

type InternalAdapter = GenericEndpointContext['context']['internalAdapter']
type LinkCall = Pick<GenericEndpointContext, 'path' | 'body' | 'request' | 'context'>
type LinkedUser = Pick<User, 'id' | 'email' | 'name' | 'emailVerified'>
export type SendPasswordLink = (user: LinkedUser, token: string, request: Request | undefined) => void

/** The mails mention this lifetime. */
export const linkLifetimeSeconds = 3600
const toIdentifier = (token: string) => `reset-password:${token}`

async function createPasswordToken(internalAdapter: InternalAdapter, userId: string): Promise<string> {
  const token = randomBytes(18).toString('base64url')
  const expiresAt = new Date(Date.now() + linkLifetimeSeconds * 1000)
  await internalAdapter.createVerificationValue({ identifier: toIdentifier(token), value: userId, expiresAt })
  return token
}

const invalidToken = { code: 'INVALID_TOKEN', message: 'That link is no longer good' }

/**
 * A session of the account verifies the email. Without one the reply is `isElsewhere`: somebody else may have signed up
 * with that email. With `claims` it is a `passwordToken` for `/reset-password`, which claims the account.
 */
export const confirmEmail = (secret: string) => ({
  id: 'confirm-email',
  endpoints: {
    confirmEmail: createAuthEndpoint(
      '/confirm-email',
      { method: 'POST', body: z.object({ token: z.string(), claims: z.boolean().optional() }) },
      async context => {
        const { internalAdapter } = context.context
        const { token, claims } = context.body
        const email = await readTokenEmail(token, secret)
        const user = email && (await internalAdapter.findUserByEmail(email))?.user
        if (!user) throw new APIError('UNAUTHORIZED', invalidToken)
        if (user.emailVerified) return context.json({})
        const session = await getSessionFromCtx(context)
        if (session?.user.id === user.id) {
          await internalAdapter.updateUser(user.id, { emailVerified: true })
          return context.json({})
        }
        if (!claims) return context.json({ isElsewhere: true })
        return context.json({ passwordToken: await createPasswordToken(internalAdapter, user.id) })
      },
    ),
  },
})

const Payload = z.object({ email: z.email(), updateTo: z.undefined().optional() })

async function readTokenEmail(token: string, secret: string): Promise<string | undefined> {
  const key = new TextEncoder().encode(secret)
  const verified = await jwtVerify(token, key, { algorithms: ['HS256'] }).catch(() => undefined)
  return Payload.safeParse(verified?.payload).data?.email
}

/** Checks a token before a new password is typed. `claims`: the reset will claim the account. */
export const checkPasswordToken = () => ({
  id: 'check-password-token',
  endpoints: {
    checkPasswordToken: createAuthEndpoint(
      '/check-password-token',
      { method: 'POST', body: z.object({ token: z.string() }) },
      async context => {
        const { internalAdapter } = context.context
        const found = await internalAdapter.findVerificationValue(toIdentifier(context.body.token))
        if (!found || found.expiresAt < new Date()) throw new APIError('UNAUTHORIZED', invalidToken)
        const user = await internalAdapter.findUserById(found.value)
        return context.json({ claims: user?.emailVerified === false })
      },
    ),
  },
})

const passwordProvider = 'credential'

const SignUp = z.object({ email: z.email() })

/** Mails a link to choose a password to the owner of the address, instead of a second sign-up. */
export async function refuseUnverifiedSignUp(call: LinkCall, sendPasswordLink: SendPasswordLink): Promise<void> {
  if (call.path !== '/sign-up/email') return
  const { internalAdapter } = call.context
  const { data } = SignUp.safeParse(call.body)
  const user = data && (await internalAdapter.findUserByEmail(data.email))?.user
  if (!user || user.emailVerified) return
  sendPasswordLink(user, await createPasswordToken(internalAdapter, user.id), call.request)
  throw new APIError('UNPROCESSABLE_ENTITY', {
    code: 'EMAIL_UNVERIFIED',
    message: 'This email has an account. We sent a link to choose its password',
  })
}

/** Removes what an account of an unverified email keeps in the shop. */
export type EmptyAccount = (transaction: Db, email: string) => Promise<void>

/** Claims before Better Auth consumes the mailed token: if something fails in between, the link is still good. */
export async function claimByLink(call: LinkCall, db: Db, emptyAccount: EmptyAccount): Promise<void> {
  if (call.path !== '/reset-password') return
  const { internalAdapter } = call.context
  // Better Auth would also take the token of the query.
  const { data } = PasswordReset.safeParse(call.body)
  if (!data) throw new APIError('BAD_REQUEST', invalidToken)
  const link = await internalAdapter.findVerificationValue(toIdentifier(data.token))
  const user = link && link.expiresAt > new Date() && (await internalAdapter.findUserById(link.value))
  if (user && !user.emailVerified) await claimAccount(user, db, emptyAccount, link.id)
}

const PasswordReset = z.object({ token: z.string().min(1) })

/**
 * Claims the account of an unverified email for a sign-in of another provider, which Better Auth links only if that
 * provider has verified the email. Runs before the credential is stored, since the next sign-in would take a stored one as proof although the
 * claim had failed. An account without credentials has nothing to claim: it is new, or was claimed by a link.
 */
export async function claimByOtherProvider(
  { userId, providerId }: { userId: string; providerId: string },
  call: GenericEndpointContext | null,
  db: Db,
  emptyAccount: EmptyAccount,
): Promise<void> {
  if (!call || providerId === passwordProvider) return
  const user = await call.context.internalAdapter.findUserById(userId)
  if (!user || user.emailVerified || (await call.context.internalAdapter.findAccounts(userId)).length === 0) return
  const session = await getSessionFromCtx(call)
  if (session?.user.id !== userId) await claimAccount(user, db, emptyAccount)
}

/** Removes what somebody else may have chosen. Sessions end first: their calls would add rows meanwhile. */
async function claimAccount(
  { id, email }: Pick<User, 'id' | 'email'>,
  db: Db,
  emptyAccount: EmptyAccount,
  linkId?: string,
): Promise<void> {
  await db.delete(identitySessions).where(eq(identitySessions.userId, id))
  await db.transaction(async transaction => {
    // Only one of several calls with the same link claims: a later one would delete the new password.
    const link = sql`select from ${identityVerifications} where id = ${linkId} for update`
    if (linkId && (await transaction.execute(link)).rows.length === 0) return
    await emptyAccount(transaction, email)
    await transaction.delete(identityCredentials).where(eq(identityCredentials.userId, id))
    await transaction.delete(identityTwoFactors).where(eq(identityTwoFactors.userId, id))
    const isOther = linkId === undefined ? undefined : ne(identityVerifications.id, linkId)
    await transaction.delete(identityVerifications).where(and(eq(identityVerifications.value, id), isOther))
    const unchosen = { name: email.split('@')[0] ?? email, image: null, twoFactorEnabled: false }
    await transaction.update(identityUsers).set(unchosen).where(eq(identityUsers.id, id))
  })
}
