import { normalizeEmail } from '#contract/text.ts'
import type { Api } from './handlers.ts'
import type { AuthCall } from './rate-limits/limits.ts'

const limitedPaths: Record<string, AuthCall> = {
  '/sign-in/email': 'login',
  '/sign-up/email': 'signUp',
  '/request-password-reset': 'passwordReset',
  '/send-verification-email': 'verificationMail',
  '/reset-password': 'passwordChange',
  '/change-password': 'passwordChange',
  '/verify-password': 'passwordChange',
}

/** Refuses `too_many_requests`. */
export async function handleAuth(
  { identity, rateLimiter }: Api,
  request: Request,
  ip: string | undefined,
): Promise<Response> {
  const call = limitedPaths[new URL(request.url).pathname.replace(/^\/api\/auth/, '')]
  if (!call) return identity.handle(request)
  const sender = { ip, email: await readEmail(request) }
  await rateLimiter.consume(call, sender)
  const response = await identity.handle(request)
  if (call === 'login' && response.ok) await rateLimiter.reset(call, sender)
  return response
}

async function readEmail(request: Request): Promise<string> {
  if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? '')) return ''
  const body: unknown = await request
    .clone()
    .json()
    .catch(() => undefined)
  return typeof body === 'object' && body && 'email' in body ? normalizeEmail(String(body.email)) : ''
}
