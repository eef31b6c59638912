import type { GenericEndpointContext } from 'better-auth'
import { APIError } from 'better-auth/api'
import { hashPassword as hash, verifyPassword } from 'better-auth/crypto'
import pLimit from 'p-limit'
import { getCallState } from './call-state.ts'

export interface Adapters {
  adapter: {
    deleteMany: (rows: { model: string; where: { field: string; value: string }[] }) => Promise<number>
  }
  internalAdapter: GenericEndpointContext['context']['internalAdapter']
}

/** Of Node's four threads, which also read files, scrypt takes at most half. */
const limitHashing = pLimit(2)

export const hashPassword = (password: string) => limitHashing(() => hash(password))

/** Records the compared hash: another call may replace the password while scrypt runs. */
export async function comparePassword(input: { hash: string; password: string }): Promise<boolean> {
  const isRight = await limitHashing(() => verifyPassword(input))
  if (isRight) getCallState().passwordHash = input.hash
  return isRight
}

/** Called before a credential changes. False tells Better Auth that nothing is left to do. */
export async function replaceComparedPassword(
  { password }: { password?: string | null | undefined },
  call: GenericEndpointContext | null,
): Promise<false | undefined> {
  const state = getCallState()
  const userId = call?.context.session?.user.id
  if (!userId || !state.passwordHash || !password) return undefined
  const replaced = await call.context.adapter.updateMany({
    model: 'account',
    where: [
      { field: 'userId', value: userId },
      { field: 'password', value: state.passwordHash },
    ],
    update: { password },
  })
  if (replaced === 0) throw new APIError('BAD_REQUEST', { code: 'INVALID_PASSWORD', message: 'Invalid password' })
  await deleteChallenges(call.context.adapter, userId)
  state.passwordHash = password
  return false
}

/** Logins that wait for a code, and mailed links: without this they would stay valid after a change of password. */
export async function deleteChallenges(adapter: Adapters['adapter'], userId: string): Promise<void> {
  await adapter.deleteMany({ model: 'verification', where: [{ field: 'value', value: userId }] })
}

export const wrongPassword = { code: 'INVALID_EMAIL_OR_PASSWORD', message: 'Invalid email or password' }

const callsByPassword = ['/sign-in/email', '/change-password']

/** Called when a session began. */
export async function endStaleSession(
  { userId, token }: { userId: string; token: string },
  call: GenericEndpointContext | null,
): Promise<void> {
  if (!call || !callsByPassword.includes(call.path)) return
  const { internalAdapter } = call.context
  const state = getCallState()
  state.userId = userId
  const credential = await internalAdapter.findCredentialAccount(userId)
  if (credential?.password && credential.password === state.passwordHash) return
  await internalAdapter.deleteSession(token)
  throw new APIError('UNAUTHORIZED', wrongPassword)
}

/** Called when a login waits for a code: true when its password was replaced since `endStaleSession` looked. */
export async function endStaleChallenge({ adapter, internalAdapter }: Adapters): Promise<boolean> {
  const { userId, passwordHash } = getCallState()
  if (!userId || !passwordHash) return false
  const credential = await internalAdapter.findCredentialAccount(userId)
  if (credential?.password === passwordHash) return false
  await deleteChallenges(adapter, userId)
  return true
}
