import { maxEmailLength } from '#contract/limits.ts'
import { refuse } from '#contract/refusals.ts'
import { normalizeEmail } from '#contract/text.ts'
import { emptyClaimedAccount } from '#shop/accounts/private-rows.ts'
import { toEndSite } from './client-ip.ts'
import type { Api } from './handlers/handler.ts'
import type { AuthCall } from './rate-limits/limits.ts'

/** The calls of Better Auth that the shop uses, by the limit that they count against. */
export const authCalls: Readonly<Record<string, AuthCall>> = {
  'POST /sign-up/email': 'signUp',
  'POST /sign-in/email': 'login',
  'POST /sign-in/social': 'socialLogin',
  'GET /callback/google': 'socialLogin',
  'GET /callback/oidc': 'socialLogin',
  'POST /send-verification-email': 'verificationMail',
  'POST /confirm-email': 'mailedToken',
  'POST /request-password-reset': 'passwordReset',
  'POST /check-password-token': 'mailedToken',
  'POST /reset-password': 'mailedToken',
  'POST /change-password': 'passwordProof',
  'POST /two-factor/enable': 'passwordProof',
  'POST /two-factor/disable': 'passwordProof',
  'POST /two-factor/generate-backup-codes': 'passwordProof',
  'POST /two-factor/verify-totp': 'secondFactor',
  'POST /two-factor/verify-backup-code': 'secondFactor',
  'GET /get-session': 'session',
  'GET /list-sessions': 'session',
  'POST /revoke-session': 'session',
  'POST /revoke-other-sessions': 'session',
  'POST /sign-out': 'session',
}

/** Refuses `call_unknown`, `invalid_input` and `too_many_requests`. */
export async function handleAuth(api: Api, sent: Request, ip: string | undefined): Promise<Response> {
  const path = new URL(sent.url).pathname.replace(/^\/api\/auth/, '')
  const call = authCalls[`${sent.method} ${path}`] ?? refuse('call_unknown')
  const request = path.startsWith('/two-factor/') ? withCookiesOnly(sent) : sent
  const email = await readEmail(request)
  return call === 'login' ? handleLogin(api, request, { ip, email }) : handleAuthCall(api, request, call, { ip, email })
}

/** Better Auth's hooks see the sessions of cookies only, and one of them guards second factors. */
function withCookiesOnly(request: Request): Request {
  const headers = new Headers(request.headers)
  headers.delete('authorization')
  return new Request(request, { headers })
}

interface Sender {
  ip: string | undefined
  email: string
}

async function handleLogin(api: Api, request: Request, { ip, email }: Sender): Promise<Response> {
  const { rateLimiter } = api
  const sender = { ip, email }
  await rateLimiter.consume('login', sender)
  const { response } = await runCall(api, request, 'login', ip).catch(async error => {
    await rateLimiter.refund('login', sender)
    throw error
  })
  if (response.ok) await rateLimiter.reset('login', sender)
  // The password was not looked at.
  else if (response.status !== 401) await rateLimiter.refund('login', sender)
  return response
}

async function handleAuthCall(api: Api, request: Request, call: AuthCall, { ip, email }: Sender): Promise<Response> {
  const { identity, rateLimiter } = api
  // What is guessed there belongs to the session's account, whatever the body says.
  const isGuess = call === 'passwordProof' || call === 'secondFactor'
  const guessedFor = isGuess ? ((await identity.identify(request.headers))?.email ?? '') : email
  await rateLimiter.consume(call, { ip, email: guessedFor })
  // Where nothing was mailed, nobody uses up the calls of the email's owner.
  const refund = async () => (isGuess ? undefined : rateLimiter.refund(call, { ip, email }))
  const { response, passwordResetFor, claimed } = await runCall(api, request, call, ip).catch(async error => {
    await refund()
    throw error
  })
  if ([400, 403].includes(response.status)) await refund()
  if (claimed) await emptyClaimedAccount(api.shop, claimed)
  if (passwordResetFor) await rateLimiter.resetEmail('login', { ip, email: passwordResetFor })
  return response
}

const callsWithPasswords: readonly AuthCall[] = ['login', 'signUp', 'mailedToken', 'passwordProof']

/** Calls with passwords of one IPv4 address or IPv6 /48 share a queue. */
function runCall(api: Api, request: Request, call: AuthCall, ip = '') {
  const run = () => api.identity.handle(request)
  return callsWithPasswords.includes(call) ? api.passwordQueue(toEndSite(ip), run) : run()
}

async function readEmail(request: Request): Promise<string> {
  if (request.method === 'GET') return ''
  // Better Auth takes forms too, whose emails would not be counted.
  if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? '')) refuse('invalid_input')
  const text = await request
    .clone()
    .text()
    .catch(() => refuse('invalid_input'))
  // Better Auth refuses what is no JSON, and takes an empty body.
  const body: unknown = await new Response(text).json().catch(() => undefined)
  const isText = typeof body === 'object' && body && 'email' in body && typeof body.email === 'string'
  const email = isText ? normalizeEmail(String(body.email)) : ''
  // Better Auth would store it, and no other call would take it.
  return email.length > maxEmailLength ? refuse('invalid_input') : email
}
