import type { IdentityCall } from '#api/rate-limits/limits.ts'
import { normalizeEmail } from '#contract/text.ts'
import type { Api } from './handlers.ts'

/** The identity provider's paths below /api/auth that let somebody in, or send mail. */
const calls: Record<string, IdentityCall> = {
  '/sign-in/email': 'login',
  '/sign-up/email': 'signUp',
  '/request-password-reset': 'passwordReset',
  '/send-verification-email': 'verificationMail',
  '/reset-password': 'newPassword',
  '/change-password': 'newPassword',
  '/verify-password': 'newPassword',
}

/** Passes a request on to the identity provider, if it is not one too many; refuses `too_many_requests`. */
export async function handleAuth(
  { identity, limiter }: Api,
  request: Request,
  address: string | undefined,
): Promise<Response> {
  const call = calls[new URL(request.url).pathname.replace(/^\/api\/auth/, '')]
  if (!call) return identity.handle(request)
  const asker = { address, email: await readEmail(request) }
  await limiter.admit(call, asker)
  const response = await identity.handle(request)
  if (call === 'login' && response.ok) await limiter.forgive(call, asker)
  return response
}

/** The email in a JSON body. Any other body has none, and counts with the others that have none. */
async function readEmail(request: Request): Promise<string> {
  if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? '')) return ''
  const body: unknown = await request
    .clone()
    .json()
    .catch(() => undefined)
  return typeof body === 'object' && body && 'email' in body ? normalizeEmail(String(body.email)) : ''
}
