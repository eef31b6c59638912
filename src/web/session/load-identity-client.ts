import { createClient } from '#contract/client.ts'
import type { IdentityClient } from './identity-client.ts'

let loaded: Promise<IdentityClient> | undefined

/** The browser side of the shop's identity provider, loaded at the first call. */
export function loadIdentityClient(): Promise<IdentityClient> {
  loaded ??= load().catch((error: unknown) => {
    loaded = undefined
    throw error
  })
  return loaded
}

/** An access token for whoever the identity provider says owns the email. */
export async function requestAccessToken(email: string): Promise<string> {
  const identity = await loadIdentityClient()
  const proof = await identity.proof()
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
    const { createFirebaseIdentityClient: firebaseIdentity } = await import('./firebase-identity-client.ts')
    return firebaseIdentity(JSON.parse(firebase.content))
  }
  const { createEmbeddedIdentityClient: embeddedIdentity } = await import('./embedded-identity-client.ts')
  return embeddedIdentity(window.location.origin, (input, init) => fetch(input, init))
}
