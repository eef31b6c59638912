import { createHash } from 'node:crypto'
import { getCurrentAuthEndpointContext } from '@better-auth/core/context'
import type { GenericEndpointContext } from 'better-auth'
import { APIError } from 'better-auth/api'
import { verifyPassword } from 'better-auth/crypto'
import { z } from 'zod'
import { minPasswordLength } from '#contract/limits.ts'
import type { Log } from '#observability/logger.ts'

export type Adapter = Pick<GenericEndpointContext['context']['adapter'], 'deleteMany'>

/** Hash that a call last compared or set: another call may set a password while scrypt runs. */
const currentHashes = new WeakMap<Request, string>()

export async function comparePassword(input: { hash: string; password: string }): Promise<boolean> {
  const { request } = getCurrentAuthEndpointContext()
  const isRight = await verifyPassword(input)
  if (isRight && request) currentHashes.set(request, input.hash)
  return isRight
}

/** Runs before a credential changes. False tells Better Auth to skip its own update. */
export async function replaceComparedPassword(
  { password }: { password?: string | null | undefined },
  call: GenericEndpointContext | null,
): Promise<false | undefined> {
  const userId = call?.context.session?.user.id
  const compared = call?.request && currentHashes.get(call.request)
  if (!userId || !call.request || !compared || !password) return undefined
  const replaced = await call.context.adapter.updateMany({
    model: 'account',
    where: [
      { field: 'userId', value: userId },
      { field: 'password', value: compared },
    ],
    update: { password },
  })
  if (replaced === 0) throw new APIError('BAD_REQUEST', { code: 'INVALID_PASSWORD', message: 'Invalid password' })
  await deleteChallenges(call.context.adapter, userId)
  currentHashes.set(call.request, password)
  return false
}

/** Logins that wait for a code and mailed links would otherwise stay valid after a password change. */
export async function deleteChallenges(adapter: Adapter, userId: string): Promise<void> {
  await adapter.deleteMany({ model: 'verification', where: [{ field: 'value', value: userId }] })
}

export const wrongPassword = { code: 'INVALID_EMAIL_OR_PASSWORD', message: 'Invalid email or password' }

const callsByPassword = ['/sign-in/email', '/change-password']

/** Ends a new session if its password was replaced, or its sign-in by a provider deleted, in the meantime. */
export async function endStaleSession(
  { userId, token }: { userId: string; token: string },
  call: GenericEndpointContext | null,
): Promise<void> {
  if (!call || ((await isPasswordUnchanged(userId, call)) && (await hasProvider(userId, call)))) return
  await call.context.internalAdapter.deleteSession(token)
  throw new APIError('UNAUTHORIZED', wrongPassword)
}

/** Ends a login that waits for a code if its password was replaced. */
export async function endStaleChallenge(
  { value: userId }: { value: string },
  call: GenericEndpointContext | null,
): Promise<void> {
  if (!call || (await isPasswordUnchanged(userId, call))) return
  // Better Auth also stores counts of tries, whose value is no user id.
  if (!(await call.context.internalAdapter.findUserById(userId))) return
  await deleteChallenges(call.context.adapter, userId)
  throw new APIError('UNAUTHORIZED', wrongPassword)
}

async function isPasswordUnchanged(
  userId: string,
  { path, request, context }: GenericEndpointContext,
): Promise<boolean> {
  if (!callsByPassword.includes(path)) return true
  const credential = await context.internalAdapter.findCredentialAccount(userId)
  return credential?.password != null && credential.password === (request && currentHashes.get(request))
}

async function hasProvider(userId: string, { path, params, context }: GenericEndpointContext): Promise<boolean> {
  if (path !== '/callback/:id') return true
  const credentials = await context.internalAdapter.findAccounts(userId)
  return credentials.some(({ providerId }) => providerId === params?.id)
}

export type IsBreached = (password: string) => Promise<boolean>

interface BreachOptions {
  log: Log
  timeoutMs?: number
  fetch?: typeof fetch
}

/** Pause after a failed lookup, so that calls with passwords do not each wait for the timeout. */
const pauseMs = 60_000

/**
 * Sends five digits of a hash (https://haveibeenpwned.com/API/v3#PwnedPasswords). If the lookup fails,
 * this password passes, and all others for a minute.
 */
export function createBreachCheck({ log, timeoutMs = 1_000, fetch: request = fetch }: BreachOptions): IsBreached {
  let pausedUntil = 0
  return async password => {
    if (Date.now() < pausedUntil) return false
    const hash = createHash('sha1').update(password).digest('hex').toUpperCase()
    const url = `https://api.pwnedpasswords.com/range/${hash.slice(0, 5)}`
    const signal = AbortSignal.timeout(timeoutMs)
    try {
      const response = await request(url, { headers: { 'add-padding': 'true' }, redirect: 'manual', signal })
      if (!response.ok) throw new Error(`The list of breached passwords answered ${response.status}.`)
      const lines = (await response.text()).split(/\r?\n/)
      // The reply is padded with hashes that occur 0 times.
      return lines.some(line => line.startsWith(`${hash.slice(5)}:`) && !line.endsWith(':0'))
    } catch (error) {
      pausedUntil = Date.now() + pauseMs
      log('info', 'password not looked up', { error })
      return false
    }
  }
}

const passwordPaths = ['/sign-up/email', '/reset-password', '/change-password']
const Body = z.object({
  password: z.string().optional(),
  newPassword: z.string().optional(),
  name: z.string().default(''),
  email: z.string().default(''),
})

export async function checkPassword(
  { path, body }: { path: string; body?: unknown },
  storeName: string,
  isBreached: IsBreached,
): Promise<void> {
  const { data } = Body.safeParse(passwordPaths.includes(path) ? body : undefined)
  const password = data?.newPassword ?? data?.password
  if (!data || !password || password.length < minPasswordLength) return
  const names = [storeName, 'Ironmonger', data.name, ...data.name.split(' '), data.email.split('@')[0] ?? '']
  if (names.map(extractLetters).includes(extractLetters(password)))
    throw new APIError('BAD_REQUEST', {
      code: 'PASSWORD_IS_A_NAME',
      message: 'That password is a name that others would try. Please take another one.',
    })
  if (await isBreached(password))
    throw new APIError('BAD_REQUEST', {
      code: 'PASSWORD_BREACHED',
      message: 'That password is known from a data breach. Please take another one.',
    })
}

function extractLetters(text: string): string {
  return text.toLowerCase().replace(/\P{L}/gu, '') || text
}
