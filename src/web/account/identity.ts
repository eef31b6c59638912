import { createClient } from '#contract/client.ts'
import type { BrowserIdentity } from './identity-port.ts'

let loaded: Promise<BrowserIdentity> | undefined

/** The browser side of the shop's identity provider, loaded at the first call. */
export function loadIdentity(): Promise<BrowserIdentity> {
  loaded ??= load().catch((error: unknown) => {
    loaded = undefined
    throw error
  })
  return loaded
}

/** An access token for whoever the identity provider says owns the email. */
export async function tokenFor(email: string): Promise<string> {
  const identity = await loadIdentity()
  const proof = await identity.proof()
  const client = createClient((path, init) => {
    const headers = new Headers(init.headers)
    if (proof) headers.set('authorization', `Bearer ${proof}`)
    return fetch(`/api${path}`, { ...init, headers })
  })
  const { token } = await client.storeUser({ params: { email }, body: { email } })
  return token
}

async function load(): Promise<BrowserIdentity> {
  const firebase = document.querySelector<HTMLMetaElement>('meta[name=firebase]')
  if (firebase) {
    const { firebaseIdentity } = await import('./identity-firebase.ts')
    return firebaseIdentity(JSON.parse(firebase.content))
  }
  const { embeddedIdentity } = await import('./identity-embedded.ts')
  return embeddedIdentity(window.location.origin, (input, init) => fetch(input, init))
}
