import { createHash } from 'node:crypto'
import { APIError } from 'better-auth/api'
import { z } from 'zod'
import { minPasswordLength } from '#contract/limits.ts'
import type { Log } from '#observability/logger.ts'

export type IsBreached = (password: string) => Promise<boolean>

interface BreachOptions {
  log: Log
  timeoutMs?: number
  fetch?: typeof fetch
}

/** Sends five digits of a hash (https://haveibeenpwned.com/API/v3#PwnedPasswords); a failed look-up passes. */
export function createBreachCheck({ log, timeoutMs = 2_000, fetch: request = fetch }: BreachOptions): IsBreached {
  return async password => {
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
