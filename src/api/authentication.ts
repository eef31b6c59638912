import { jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import { recentLoginMs } from '#contract/limits.ts'
import { refuse } from '#contract/refusals.ts'
import type { SignedInIdentity } from '#providers/identity/port.ts'
import type { Account } from '#shop/accounts/accounts.ts'
import { type Actor, findActor } from '#shop/accounts/actors.ts'
import type { Shop } from '#shop/shop.ts'

export interface Authenticator {
  issue: (account: Account, session: Session) => Promise<string>
  /** Who calls. Refuses `sign_in_required` and `token_invalid`. */
  authenticate: (shop: Shop, headers: Headers) => Promise<Actor>
}

/** Only the embedded identity provider sets `sessionId`. */
type Session = Pick<SignedInIdentity, 'sessionId' | 'signedInAt'>

interface TokenClaims {
  accountId: string
  sessionId: string | undefined
  signedInAtMs: number
  expiresAtMs: number
}

const audience = 'access'
const lifetimeMs = 30 * 60_000
const maxVerifiedTokens = 5_000

/** Account, session and role are read from the database at every call, so a demotion takes effect at once. */
export function createAuthenticator(secret: string, now: () => Date): Authenticator {
  // jose would import raw bytes again for every token.
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = crypto.subtle.importKey('raw', new TextEncoder().encode(secret), algorithm, false, ['sign', 'verify'])
  // Active clients send the same token repeatedly.
  const verifiedTokens = new LRUCache<string, TokenClaims>({ max: maxVerifiedTokens })

  async function verifyToken(token: string): Promise<TokenClaims> {
    const time = now()
    const verified = verifiedTokens.get(token)
    if (verified && time.getTime() < verified.expiresAtMs) return verified
    const options = { audience, algorithms: ['HS256'], requiredClaims: ['sub', 'exp', 'auth_time'], currentDate: time }
    const { payload } = await jwtVerify(token, await key, options).catch(() => refuse('token_invalid'))
    const { sub: accountId = '', sid, auth_time, exp = 0 } = payload
    const claims = {
      accountId,
      sessionId: typeof sid === 'string' ? sid : undefined,
      signedInAtMs: Number(auth_time) * 1000,
      expiresAtMs: exp * 1000,
    }
    verifiedTokens.set(token, claims)
    return claims
  }

  return {
    issue: async ({ id, email, emailVerified, name, picture }, { sessionId, signedInAt }) =>
      new SignJWT({
        email,
        email_verified: emailVerified,
        name,
        picture,
        auth_time: Math.floor(signedInAt.getTime() / 1000),
        ...(sessionId !== undefined && { sid: sessionId }),
      })
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(id)
        .setAudience(audience)
        .setIssuedAt(now())
        .setExpirationTime(new Date(now().getTime() + lifetimeMs))
        .sign(await key),
    async authenticate(shop, headers) {
      const token = /^Bearer (.+)$/.exec(headers.get('authorization') ?? '')?.[1] ?? refuse('sign_in_required')
      const { signedInAtMs, ...claims } = await verifyToken(token)
      const signedInRecently = now().getTime() - signedInAtMs < recentLoginMs
      return (await findActor(shop, { ...claims, signedInRecently })) ?? refuse('token_invalid')
    },
  }
}
