import { setTimeout as wait } from 'node:timers/promises'
import type { GenericOAuthConfig } from 'better-auth/plugins'
import { decodeJwt } from 'jose'
import { z } from 'zod'
import type { Config } from '#config/config.ts'
import { refuse } from '#contract/refusals.ts'
import { isTrimmedEmail } from '#contract/text.ts'

type OpenIdConnect = NonNullable<Config['oidc']>

const providerId = 'oidc'
const discoveryMs = 5_000

const givenText = z.string().optional().catch(undefined)
/**
 * Better Auth checks an email in lower case only, in which U+212A has become an ASCII k. It refuses the text that stands here for
 * an invalid email.
 */
const givenEmail = givenText.transform(email => (!email || isTrimmedEmail(email) ? email : 'invalid email'))
/** OpenID Connect Core 2: at most 255 ASCII characters. */
const Subject = z.string().regex(/^[ -~]{1,255}$/)
/** Some providers never send `email_verified`; only `true` verifies an email. */
const Profile = z.object({
  email: givenEmail,
  email_verified: z.unknown().optional(),
  name: givenText,
  picture: givenText,
})

const toOAuthConfig = ({ issuer, clientId, clientSecret }: OpenIdConnect): GenericOAuthConfig => ({
  providerId,
  clientId,
  clientSecret,
  discoveryUrl: `${issuer}/.well-known/openid-configuration`,
  requireIdTokenVerification: true,
  scopes: ['openid', 'email', 'profile'],
  accountSubject: ({ tokens, profile }) => readSubject(tokens.idToken ?? '', profile.sub, clientId),
  mapProfileToUser(profile) {
    const { email, email_verified, name, picture } = Profile.parse(profile)
    const nameOrMailbox = name || (email?.split('@')[0] ?? '')
    return { email: email ?? null, emailVerified: email_verified === true, name: nameOrMailbox, image: picture ?? '' }
  },
})

/**
 * Better Auth has verified signature, issuer, audience and nonce, but of a token that is there, and not these claims
 * (OpenID Connect Core 2, 3.1.3.7 and 5.3.2). It turns an error into a sign-in that failed.
 */
function readSubject(idToken: string, profileSubject: unknown, clientId: string): string {
  const { exp, aud, azp, ...claims } = decodeJwt(idToken)
  const sub = Subject.parse(claims.sub)
  const isForThisClient = azp === undefined ? [aud].flat().length === 1 : azp === clientId
  if (sub !== profileSubject || !exp || !isForThisClient) throw new Error('The ID token has wrong claims.')
  return sub
}

interface Auth {
  $context: Promise<{ socialProviders: { id: string; issuer?: string | undefined }[] }>
}

/** Opens the provider on first use, so that it delays no other sign-in. The function refuses `sign_in_unavailable`. */
export function openWhenNeeded<Instance extends Auth>(
  oidc: OpenIdConnect,
  createAuth: (provider: GenericOAuthConfig) => Instance,
): () => Promise<Instance> {
  let opening: Promise<Instance> | undefined
  async function open(): Promise<Instance> {
    const auth = createAuth(toOAuthConfig(oidc))
    const context = await Promise.race([auth.$context, wait(discoveryMs, undefined, { ref: false })])
    const provider = context?.socialProviders.find(({ id }) => id === providerId)
    return provider && provider.issuer === oidc.issuer ? auth : refuse('sign_in_unavailable')
  }
  return () => {
    opening ??= open().catch(error => {
      opening = undefined
      throw error
    })
    return opening
  }
}

const isCallback = (request: Request) => new URL(request.url).pathname.endsWith(`/callback/${providerId}`)

export async function isForProvider(request: Request): Promise<boolean> {
  if (isCallback(request)) return true
  if (!new URL(request.url).pathname.endsWith('/sign-in/social')) return false
  const body = await request
    .clone()
    .json()
    .catch(() => undefined)
  return body?.provider === providerId
}

/** A browser that returns from the provider needs a page. */
export const toFailurePage = (request: Request, origin: string): Response | undefined =>
  isCallback(request)
    ? new Response(null, { status: 302, headers: { location: `${origin}/login?with=${providerId}&error=unavailable` } })
    : undefined
