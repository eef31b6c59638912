import { useSyncExternalStore } from 'react'
import { Refusal } from '#contract/refusals.ts'
import { onTokenChange, readAccount, readToken, type SessionAccount, storeToken } from './access-token.ts'
import type { IdentityClient } from './identity-client.ts'

const renewBeforeMs = 60_000
// Most pages sign nobody in or out, and do without it.
const identity = () => import('./load-identity-client.ts')
let renewal: Promise<SessionAccount | null> | undefined

/** The signed-in account, null when signed out, undefined while that is not known yet. */
export function useAccount(): SessionAccount | null | undefined {
  return useSyncExternalStore(onTokenChange, readAccount, () => undefined)
}

/** The signed-in account with a token that is good for at least a minute more, or null. */
export async function currentAccount(): Promise<SessionAccount | null> {
  const account = readAccount()
  if (!account || account.expires - Date.now() > renewBeforeMs) return account
  return renewToken()
}

/** The identity provider's browser side, loaded at the first call. */
export async function loadIdentityClient(): Promise<IdentityClient> {
  return (await identity()).loadIdentityClient()
}

/** A token for whoever the identity provider says owns the email, kept as the access token. */
export async function signInAs(email: string): Promise<void> {
  storeToken(await requestAccessToken(email))
}

async function requestAccessToken(email: string): Promise<string> {
  return (await identity()).requestAccessToken(email)
}

/** Renews the token while the identity session lives, else signs out; once at a time. */
function renewToken(): Promise<SessionAccount | null> {
  renewal ??= renewTokenOnce().finally(() => {
    renewal = undefined
  })
  return renewal
}

async function renewTokenOnce(): Promise<SessionAccount | null> {
  const account = readAccount()
  if (!account) return null
  const before = readToken()
  const renewed = await requestAccessToken(account.email).catch(refusalOrUnknown)
  // Whoever signed out meanwhile stays signed out.
  if (readToken() === before && renewed !== undefined) storeToken(renewed)
  return readAccount()
}

/** No token where the shop says no; undefined where that is not known. */
function refusalOrUnknown(error: unknown): null | undefined {
  return error instanceof Refusal && error.status < 500 && error.code !== 'too_many_requests' ? null : undefined
}

/** A fetch of the API that carries the access token; a 401 renews it once and repeats the call. */
export async function fetchSignedIn(path: string, init: RequestInit): Promise<Response> {
  const response = await fetchWithToken(path, init)
  if (response.status !== 401 || !(await renewToken())) return response
  return fetchWithToken(path, init)
}

function fetchWithToken(path: string, init: RequestInit): Promise<Response> {
  const headers = new Headers(init.headers)
  const token = readToken()
  if (token) headers.set('authorization', `Bearer ${token}`)
  return fetch(`/api${path}`, { ...init, headers })
}

/** Forgets the token at once, then ends the identity provider's session. */
export async function signOut(): Promise<void> {
  storeToken(null)
  await (await loadIdentityClient()).signOut()
}
