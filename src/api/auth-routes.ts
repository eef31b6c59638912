import type { LimitClass } from '#contract/endpoint.ts'
import { maxEmailLength } from '#contract/limits.ts'
import { refuse } from '#contract/refusals.ts'
import { normalizeEmail } from '#contract/text.ts'
import type { HandledCall } from '#providers/identity/port.ts'
import type { Api } from './api.ts'
import { toCustomerNetwork } from './client-ip.ts'
import type { Guess } from './rate-limiter.ts'

interface IdentityCall {
  limit: LimitClass
  /** Runs in `passwordQueue`. Codes too, because Better Auth miscounts wrong codes that arrive concurrently. */
  isQueued?: true
  guessesAt?: Guess['at']
}

export const identityCalls: Readonly<Record<string, IdentityCall>> = {
  'POST /sign-up/email': { limit: 'heavy', isQueued: true },
  'POST /send-verification-email': { limit: 'heavy' },
  'POST /request-password-reset': { limit: 'heavy' },
  'POST /sign-in/email': { limit: 'sign-in', isQueued: true, guessesAt: 'login' },
  'POST /sign-in/social': { limit: 'sign-in' },
  'GET /callback/google': { limit: 'sign-in' },
  'GET /callback/oidc': { limit: 'sign-in' },
  'POST /confirm-email': { limit: 'sign-in' },
  'POST /check-password-token': { limit: 'sign-in' },
  'POST /reset-password': { limit: 'sign-in', isQueued: true },
  'POST /change-password': { limit: 'sign-in', isQueued: true, guessesAt: 'session' },
  'POST /two-factor/enable': { limit: 'sign-in', isQueued: true, guessesAt: 'session' },
  'POST /two-factor/disable': { limit: 'sign-in', isQueued: true, guessesAt: 'session' },
  'POST /two-factor/generate-backup-codes': { limit: 'sign-in', isQueued: true, guessesAt: 'session' },
  'POST /two-factor/verify-totp': { limit: 'sign-in', isQueued: true, guessesAt: 'session' },
  'POST /two-factor/verify-backup-code': { limit: 'sign-in', isQueued: true, guessesAt: 'session' },
  'GET /get-session': { limit: 'read' },
  'GET /list-sessions': { limit: 'read' },
  'POST /revoke-session': { limit: 'read' },
  'POST /revoke-other-sessions': { limit: 'read' },
  'POST /sign-out': { limit: 'read' },
}

/** Refuses `call_unknown`, `invalid_input` and `too_many_requests`. */
export async function handleAuth(api: Api, sent: Request, ip: string | undefined): Promise<Response> {
  const path = new URL(sent.url).pathname.replace(/^\/api\/auth/, '')
  const call = identityCalls[`${sent.method} ${path}`] ?? refuse('call_unknown')
  const request = path.startsWith('/two-factor/') ? withCookiesOnly(sent) : sent
  const email = await readTypedEmail(request)
  await api.rateLimiter.count(call.limit, { ip })
  const guess = call.guessesAt && (await toGuess(api, call.guessesAt, request, { email, ip }))
  const run = () => api.identity.handle(request)
  const runInTurn = () => (call.isQueued ? api.passwordQueue(run, toCustomerNetwork(ip ?? '')) : run())
  const { response, passwordResetFor } = await (guess ? countGuess(api, guess, runInTurn) : runInTurn())
  if (passwordResetFor) await api.rateLimiter.forgetAllGuesses(passwordResetFor, ip)
  return response
}

/** Better Auth's hooks, one of which guards second factors, only see cookie sessions. */
function withCookiesOnly(request: Request): Request {
  const headers = new Headers(request.headers)
  headers.delete('authorization')
  return new Request(request, { headers })
}

/** A guess in a session counts for the session's account, not for the email of the body. */
async function toGuess(
  api: Api,
  at: Guess['at'],
  request: Request,
  { email, ip }: Pick<Guess, 'email' | 'ip'>,
): Promise<Guess | undefined> {
  const guessedEmail = at === 'login' ? email : (await api.identity.identify(request.headers))?.email
  return guessedEmail ? { at, email: guessedEmail, ip } : undefined
}

async function countGuess({ rateLimiter }: Api, guess: Guess, run: () => Promise<HandledCall>): Promise<HandledCall> {
  await rateLimiter.countGuess(guess)
  const refund = () => rateLimiter.uncountGuess(guess)
  const handled = await run().catch(async error => {
    await refund()
    throw error
  })
  const { ok, status } = handled.response
  // Better Auth answers a wrong password or code with 401, or 400 in a session. Other errors come before the comparison.
  const isWrong = status === 401 || (guess.at === 'session' && status === 400)
  if (ok) await rateLimiter.clearGuesses(guess)
  else if (!isWrong) await refund()
  return handled
}

async function readTypedEmail(request: Request): Promise<string> {
  if (request.method === 'GET') return ''
  // Better Auth also accepts forms, whose emails would not be counted.
  if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? '')) refuse('invalid_input')
  const text = await request
    .clone()
    .text()
    .catch(() => refuse('invalid_input'))
  // Better Auth refuses invalid JSON and accepts an empty body.
  const body: unknown = await new Response(text).json().catch(() => undefined)
  const isText = typeof body === 'object' && body && 'email' in body && typeof body.email === 'string'
  const email = isText ? normalizeEmail(String(body.email)) : ''
  // Better Auth would store a longer email, which no other call accepts.
  return email.length > maxEmailLength ? refuse('invalid_input') : email
}
