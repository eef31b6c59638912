import { useSyncExternalStore } from 'react'
import { Refusal } from '#contract/refusals.ts'
import type { BrowserIdentity } from './identity-port.ts'
import { type Account, onTokenChange, storedAccount, storedToken, storeToken } from './token.ts'

const soon = 60_000
// Most pages sign nobody in or out, and do without it.
const identity = () => import('./identity.ts')
let renewal: Promise<Account | null> | undefined

/** The signed-in account, null when signed out, undefined while that is not known yet. */
export function useAccount(): Account | null | undefined {
  return useSyncExternalStore(onTokenChange, storedAccount, () => undefined)
}

/** The signed-in account with a token that is good for at least a minute more, or null. */
export async function currentAccount(): Promise<Account | null> {
  const account = storedAccount()
  if (!account || account.expires - Date.now() > soon) return account
  return renew()
}

/** The identity provider's browser side, loaded at the first call. */
export async function loadIdentity(): Promise<BrowserIdentity> {
  return (await identity()).loadIdentity()
}

/** A token for whoever the identity provider says owns the email, kept as the access token. */
export async function signInAs(email: string): Promise<void> {
  storeToken(await tokenFor(email))
}

async function tokenFor(email: string): Promise<string> {
  return (await identity()).tokenFor(email)
}

/** Renews the token while the identity session lives, else signs out; once at a time. */
function renew(): Promise<Account | null> {
  renewal ??= renewOnce().finally(() => {
    renewal = undefined
  })
  return renewal
}

async function renewOnce(): Promise<Account | null> {
  const account = storedAccount()
  if (!account) return null
  const before = storedToken()
  const renewed = await tokenFor(account.email).catch(refusalOrUnknown)
  // Whoever signed out meanwhile stays signed out.
  if (storedToken() === before && renewed !== undefined) storeToken(renewed)
  return storedAccount()
}

/** No token where the shop says no; undefined where that is not known. */
function refusalOrUnknown(error: unknown): null | undefined {
  return error instanceof Refusal && error.status < 500 && error.code !== 'too_many_requests' ? null : undefined
}

/** A fetch of the API that carries the access token; a 401 renews it once and repeats the call. */
export async function fetchSignedIn(path: string, init: RequestInit): Promise<Response> {
  const response = await fetchWithToken(path, init)
  if (response.status !== 401 || !(await renew())) return response
  return fetchWithToken(path, init)
}

function fetchWithToken(path: string, init: RequestInit): Promise<Response> {
  const headers = new Headers(init.headers)
  const token = storedToken()
  if (token) headers.set('authorization', `Bearer ${token}`)
  return fetch(`/api${path}`, { ...init, headers })
}

/** Forgets the token at once, then ends the identity provider's session. */
export async function signOut(): Promise<void> {
  storeToken(null)
  await (await loadIdentity()).signOut()
}
