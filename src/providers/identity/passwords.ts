import { setTimeout as wait } from 'node:timers/promises'
import { APIError } from 'better-auth/api'
import { isPasswordCompromised } from 'better-auth/plugins'
import { z } from 'zod'
import { minPasswordLength } from '#contract/limits.ts'
import type { Log } from '#observability/logger.ts'

export type IsBreached = (password: string) => Promise<boolean>

/** During the pause, no call waits for a list that has failed. */
const pauseMs = 60_000

/** A list that fails or takes longer than a second lets this password pass, and all others for a minute. */
export function createBreachCheck(log: Log): IsBreached {
  let pausedUntil = 0
  return async password => {
    if (Date.now() < pausedUntil) return false
    try {
      return await Promise.race([isPasswordCompromised(password), rejectAfter(1_000)])
    } catch (error) {
      pausedUntil = Date.now() + pauseMs
      log('info', 'password not looked up', { error })
      return false
    }
  }
}

async function rejectAfter(ms: number): Promise<never> {
  await wait(ms, undefined, { ref: false })
  throw new Error('The list of breached passwords does not answer.')
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
