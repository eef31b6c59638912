import type { GenericEndpointContext, User } from 'better-auth'
import { APIError } from 'better-auth/api'
import { z } from 'zod'
import { createPasswordToken } from './password-token.ts'

type Call = Pick<GenericEndpointContext, 'path' | 'body' | 'request' | 'context'>
type UnverifiedUser = Pick<User, 'id' | 'email' | 'name' | 'emailVerified'>
export type SendPasswordLink = (user: UnverifiedUser, token: string, request: Request | undefined) => Promise<void>

const SignUp = z.object({ email: z.email().toLowerCase() })

/** Mails the owner of the address a link to choose a password, in place of a second sign-up. */
export async function refuseUnverifiedSignUp(call: Call, sendPasswordLink: SendPasswordLink): Promise<void> {
  if (call.path !== '/sign-up/email') return
  const { internalAdapter } = call.context
  const { data } = SignUp.safeParse(call.body)
  const user = data && (await internalAdapter.findUserByEmail(data.email))?.user
  if (!user || user.emailVerified) return
  await sendPasswordLink(user, await createPasswordToken(internalAdapter, user.id), call.request)
  throw new APIError('UNPROCESSABLE_ENTITY', {
    code: 'EMAIL_UNVERIFIED',
    message: 'This email has an account. We sent a link to choose its password',
  })
}

/**
 * Called when a credential was added. Google's has proven the email: a password and sessions from before may be somebody
 * else's.
 */
export async function endUnverifiedAccess(
  credential: { userId: string; providerId: string },
  call: GenericEndpointContext | null,
): Promise<void> {
  if (!call || credential.providerId === 'credential') return
  const { internalAdapter } = call.context
  const user = await internalAdapter.findUserById(credential.userId)
  if (!user || user.emailVerified) return
  await endPassword(user.id, internalAdapter)
  await internalAdapter.deleteUserSessions(user.id)
}

type InternalAdapter = GenericEndpointContext['context']['internalAdapter']

export async function endPassword(userId: string, internalAdapter: InternalAdapter): Promise<void> {
  const credential = await internalAdapter.findCredentialAccount(userId)
  if (credential) await internalAdapter.deleteAccount(credential.id)
}

/** Those by other providers: whoever chose them had not proven the email either. */
export async function endOtherSignIns(userId: string, internalAdapter: InternalAdapter): Promise<void> {
  for (const { id, providerId } of await internalAdapter.findAccounts(userId))
    if (providerId !== 'credential') await internalAdapter.deleteAccount(id)
}
