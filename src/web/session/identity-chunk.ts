import { createClient } from '#contract/client.ts'
import type { IdentityClient } from './identity-client.ts'

let loaded: Promise<IdentityClient> | undefined

export function getIdentityClient(): Promise<IdentityClient> {
  loaded ??= load().catch((error: unknown) => {
    loaded = undefined
    throw error
  })
  return loaded
}

/** Exchanges the identity provider's session for an access token. */
export async function exchangeProof(email: string): Promise<string> {
  const identity = await getIdentityClient()
  const proof = await identity.findProof()
  const client = createClient((path, init) => {
    const headers = new Headers(init.headers)
    if (proof) headers.set('authorization', `Bearer ${proof}`)
    return fetch(`/api${path}`, { ...init, headers })
  })
  const { token } = await client.issueAccessToken({ params: { email }, body: { email } })
  return token
}

async function load(): Promise<IdentityClient> {
  const firebase = document.querySelector<HTMLMetaElement>('meta[name=firebase]')
  if (firebase) {
    const { createFirebaseIdentityClient } = await import('./firebase-identity-client.ts')
    return createFirebaseIdentityClient(JSON.parse(firebase.content))
  }
  const { createEmbeddedIdentityClient } = await import('./embedded-identity-client.ts')
  return createEmbeddedIdentityClient(window.location.origin, (input, init) => fetch(input, init))
}
