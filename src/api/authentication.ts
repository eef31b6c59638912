import { createHash } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import type { Use } from '#api/rate-limits/rate-limit-store.ts'
import { byteCache } from '#byte-cache.ts'
import type { Secrets } from '#config/secrets.ts'
import type { AccessRule as Rule } from '#contract/endpoint.ts'
import { refuse } from '#contract/refusals.ts'
import { type Account, findAccount } from '#shop/accounts.ts'
import type { Shop } from '#shop/shop.ts'

export interface Authenticator {
  /** An access token for the account: a JWT good for 30 minutes, and no longer than the session. */
  issue: (account: Account, session?: string) => Promise<string>
  /** Whose token the headers carry, with that account's use counted; refuses whoever the rule keeps out. */
  authenticate: (shop: Shop, rule: Rule, headers: Headers, accountUse: AccountUse) => Promise<Account | undefined>
}

type AccountUse = (accountId: string) => Use | undefined

/** What a token says that was found to be genuine. */
interface TokenClaims {
  id: string
  session: string | undefined
  expires: number
}

const audience = 'access'
/** Milliseconds that a token is good for. */
const lifetime = 30 * 60_000

/**
 * Access tokens signed with the newest secret, and good if one of them all signed them. Who somebody is comes from the
 * token; the role, each time, from the database.
 */
export function createAuthenticator(secrets: Secrets, now: () => Date): Authenticator {
  const newest = secrets[0]
  const newestKey = importKey(newest)
  const keys = new Map(secrets.map(secret => [toKeyId(secret), importKey(secret)]))
  // Whoever is here asks again soon.
  const known = byteCache<TokenClaims>(2_000_000, lifetime)

  async function bearerOf(token: string): Promise<TokenClaims> {
    const time = now()
    const before = known.get(token, time.getTime())
    if (before && time.getTime() < before.expires) return before
    const keyFor = ({ kid = '' }) => keys.get(kid) ?? refuse('token_invalid')
    const rules = { audience, algorithms: ['HS256'], requiredClaims: ['exp'], currentDate: time }
    const { payload } = await jwtVerify(token, keyFor, rules).catch(() => refuse('token_invalid'))
    const { sub: id = '', sid, exp = 0 } = payload
    const bearer = { id, session: typeof sid === 'string' ? sid : undefined, expires: exp * 1000 }
    known.set(token, bearer, 2 * token.length + 300, time.getTime())
    return bearer
  }

  return {
    issue: async ({ id, email, name, picture }, session) =>
      new SignJWT({ email, name, picture, ...(session !== undefined && { sid: session }) })
        .setProtectedHeader({ alg: 'HS256', kid: toKeyId(newest) })
        .setSubject(id)
        .setAudience(audience)
        .setIssuedAt(now())
        .setExpirationTime(new Date(now().getTime() + lifetime))
        .sign(await newestKey),
    async authenticate(shop, rule, headers, accountUse) {
      if (rule === 'public' || rule === 'proof') return undefined
      const token = /^Bearer (.+)$/.exec(headers.get('authorization') ?? '')?.[1] ?? refuse('sign_in_required')
      const { id, session } = await bearerOf(token)
      const account = (await findAccount(shop, id, { session, use: accountUse(id) })) ?? refuse('token_invalid')
      if (rule === 'admin' && account.role !== 'admin') refuse('admins_only')
      return account
    },
  }
}

/** Made once: jose would make one of the bytes for each token. */
const importKey = (secret: string) =>
  crypto.subtle.importKey('raw', new TextEncoder().encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
    'verify',
  ])
/** Names a secret in public (RFC 7515, 4.1.4). */
const toKeyId = (secret: string) => createHash('sha256').update(secret).digest('base64url').slice(0, 8)
