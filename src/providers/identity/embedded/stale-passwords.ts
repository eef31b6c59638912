import type { GenericEndpointContext } from 'better-auth'
import { APIError } from 'better-auth/api'
import { verifyPassword } from 'better-auth/crypto'
import { callState } from './call-state.ts'

/** Takes long enough for another call to replace the password meanwhile, which the two functions below look for. */
export async function comparePassword(input: { hash: string; password: string }): Promise<boolean> {
  const isEqual = await verifyPassword(input)
  const state = callState.getStore()
  if (state && isEqual) state.passwordHash = input.hash
  return isEqual
}

/** Called before a credential changes. False tells Better Auth that nothing is left to do. */
export async function replaceComparedPassword(
  { password }: { password?: string | null | undefined },
  call: GenericEndpointContext | null,
): Promise<false | undefined> {
  const state = callState.getStore()
  const userId = call?.context.session?.user.id
  if (call?.path !== '/change-password' || !userId || !state?.passwordHash || !password) return undefined
  const replaced = await call.context.adapter.updateMany({
    model: 'account',
    where: [
      { field: 'userId', value: userId },
      { field: 'password', value: state.passwordHash },
    ],
    update: { password },
  })
  if (replaced === 0) throw new APIError('BAD_REQUEST', { code: 'INVALID_PASSWORD', message: 'Invalid password' })
  state.passwordHash = password
  return false
}

const callsByPassword = ['/sign-in/email', '/change-password']

/** Called when a session began. */
export async function endStaleSession(
  { userId, token }: { userId: string; token: string },
  call: GenericEndpointContext | null,
): Promise<void> {
  if (!call || !callsByPassword.includes(call.path)) return
  const { internalAdapter } = call.context
  const credential = await internalAdapter.findCredentialAccount(userId)
  if (credential?.password && credential.password === callState.getStore()?.passwordHash) return
  await internalAdapter.deleteSession(token)
  throw new APIError('UNAUTHORIZED', { code: 'INVALID_EMAIL_OR_PASSWORD', message: 'Invalid email or password' })
}
