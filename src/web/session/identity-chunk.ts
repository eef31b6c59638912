import { createClient } from '#contract/client.ts'
import { createIdentityClient } from './embedded-identity-client.ts'
import type { IdentityClient } from './identity-client.ts'

let client: IdentityClient | undefined

export function getIdentityClient(): IdentityClient {
  client ??= createIdentityClient(window.location.origin, (input, init) => fetch(input, init))
  return client
}

/** Exchanges the identity provider's session, which a cookie proves, for an access token. */
export async function exchangeSession(email: string): Promise<string> {
  const shop = createClient((path, init) => fetch(`/api${path}`, init))
  const { token } = await shop.issueAccessToken({ params: { email }, body: { email } })
  return token
}
