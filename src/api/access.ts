import { jwtVerify, SignJWT } from 'jose'
import type { Access as Rule } from '#contract/endpoint.ts'
import { refuse } from '#contract/refusals.ts'
import { type Account, findAccount } from '#shop/accounts.ts'
import type { Shop } from '#shop/shop.ts'

export interface Access {
  /** An access token for the account: a JWT good for 30 minutes. */
  issue: (account: Account) => Promise<string>
  /** Whose token the headers carry; refuses whoever the rule keeps out. */
  admit: (shop: Shop, rule: Rule, headers: Headers) => Promise<Account | undefined>
}

const audience = 'access'

/** Access tokens signed with `secret`. Who somebody is comes from the token; the role, each time, from the database. */
export function createAccess(secret: string, now: () => Date): Access {
  const key = new TextEncoder().encode(secret)
  return {
    issue: ({ id, email, name, picture }) =>
      new SignJWT({ email, name, picture })
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(id)
        .setAudience(audience)
        .setIssuedAt(now())
        .setExpirationTime(new Date(now().getTime() + 30 * 60_000))
        .sign(key),
    async admit(shop, rule, headers) {
      if (rule === 'public' || rule === 'proof') return undefined
      const token = /^Bearer (.+)$/.exec(headers.get('authorization') ?? '')?.[1] ?? refuse('sign_in_required')
      const verified = await jwtVerify(token, key, { audience, algorithms: ['HS256'], currentDate: now() }).catch(() =>
        refuse('token_invalid'),
      )
      const account = (await findAccount(shop, verified.payload.sub ?? '')) ?? refuse('token_invalid')
      if (rule === 'admin' && account.role !== 'admin') refuse('admins_only')
      return account
    },
  }
}
