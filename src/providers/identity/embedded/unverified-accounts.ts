import type { GenericEndpointContext, User } from 'better-auth'
import { APIError } from 'better-auth/api'
import { z } from 'zod'
import { getCallState } from './call-state.ts'
import { createPasswordToken } from './password-token.ts'
import { type Adapters, deleteChallenges } from './stale-passwords.ts'

type Call = Pick<GenericEndpointContext, 'path' | 'body' | 'request' | 'context'>
type UnverifiedUser = Pick<User, 'id' | 'email' | 'name' | 'emailVerified'>
export type SendPasswordLink = (user: UnverifiedUser, token: string, request: Request | undefined) => void

const SignUp = z.object({ email: z.email() })

/** Mails the owner of the address a link to choose a password, in place of a second sign-up. */
export async function refuseUnverifiedSignUp(call: Call, sendPasswordLink: SendPasswordLink): Promise<void> {
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

/**
 * Called before a credential is added, so that a failure leaves none: Better Auth would take it for proof the next time.
 * Google's has proven the email.
 */
export async function takeOverByCredential(
  { userId, providerId }: { userId: string; providerId: string },
  call: GenericEndpointContext | null,
): Promise<void> {
  if (!call || providerId === 'credential') return
  const user = await call.context.internalAdapter.findUserById(userId)
  if (user && !user.emailVerified) await takeOverAccount(user, call.context)
}

/**
 * For whoever has proven the email: nothing that somebody else may have chosen opens the account or speaks for it, neither
 * passwords, sessions, links and second factors nor the name. A browser that had the password proves that it was the
 * owner who signed up: the account keeps its name and what was written in it.
 */
export async function takeOverAccount(
  { id, email }: Pick<User, 'id' | 'email'>,
  { adapter, internalAdapter }: Adapters,
  keeps: (credential: { id: string; providerId: string }) => boolean = () => false,
): Promise<void> {
  for (const credential of await internalAdapter.findAccounts(id))
    if (!keeps(credential)) await internalAdapter.deleteAccount(credential.id)
  await internalAdapter.deleteUserSessions(id)
  await adapter.deleteMany({ model: 'twoFactor', where: [{ field: 'userId', value: id }] })
  await deleteChallenges(adapter, id)
  const state = getCallState()
  const isOwn = state.hasUsedUnverified(email)
  const ownName = { name: email.split('@')[0] ?? email, image: null }
  await internalAdapter.updateUser(id, { ...(!isOwn && ownName), twoFactorEnabled: false })
  if (!isOwn) state.takenOver = email
}
