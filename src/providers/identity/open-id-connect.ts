import { setTimeout as wait } from 'node:timers/promises'
import type { GenericOAuthConfig } from 'better-auth/plugins'
import type { Config } from '#config/config.ts'
import { refuse } from '#contract/refusals.ts'

type OpenIdConnect = NonNullable<Config['oidc']>

const providerId = 'oidc'
const discoveryMs = 5_000

/** Some providers never send `email_verified`; only `true` verifies an email. */
const toOAuthConfig = ({ issuer, clientId, clientSecret }: OpenIdConnect): GenericOAuthConfig => ({
  providerId,
  clientId,
  clientSecret,
  discoveryUrl: `${issuer}/.well-known/openid-configuration`,
  requireIdTokenVerification: true,
  scopes: ['openid', 'email', 'profile'],
  mapProfileToUser: ({ email, email_verified, name }) => ({
    emailVerified: email_verified === true,
    name: name || (email?.split('@')[0] ?? ''),
  }),
})

interface Auth {
  $context: Promise<{ socialProviders: { id: string; issuer?: string | undefined }[] }>
}

/**
 * Opens the provider on first use, which fetches its configuration: an unavailable provider delays no other sign-in
 * and is retried at the next call. The returned function refuses `sign_in_unavailable`.
 */
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
