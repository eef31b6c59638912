import { useSyncExternalStore } from 'react'
import { throwNoReply } from '#contract/client.ts'
import { Refusal } from '#contract/refusal.ts'
import { browserTexts, tabTexts } from '#web/browser-storage.ts'
import { cartKeys } from '#web/cart/cart-keys.ts'
import type { IdentityClient } from '#web/identity/identity-client.ts'
import { customerViewKey } from '#web/prices/customer-view.ts'
import { onTokenChange, readAccount, readToken, type SessionAccount, storeToken } from './access-token.ts'
import { announceSignOut, assertPageAccount, changePageAccount } from './page-account.ts'

const renewBeforeMs = 60_000
// A separate chunk: most visits neither sign in nor out.
const importIdentityClient = () => import('#web/identity/identity-client.ts')
let renewal: Promise<SessionAccount | null> | undefined

/** Null when signed out, undefined before hydration. */
export function useAccount(): SessionAccount | null | undefined {
  return useSyncExternalStore(onTokenChange, readAccount, () => undefined)
}

/** Renews a token that expires within a minute. */
export async function findCurrentAccount(): Promise<SessionAccount | null> {
  const account = readAccount()
  if (!account || account.expires - Date.now() > renewBeforeMs) return account
  return renewToken()
}

export async function loadIdentityClient(): Promise<IdentityClient> {
  return (await importIdentityClient()).getIdentityClient()
}

export async function storeNewAccessToken(email: string): Promise<void> {
  storeToken(await (await importIdentityClient()).exchangeNewSession(email))
  changePageAccount()
}

async function requestAccessToken(email: string): Promise<string> {
  return (await importIdentityClient()).exchangeSession(email)
}

/** Renews the token, or signs out when the identity provider's session has ended. Concurrent calls share one renewal. */
export function renewToken(): Promise<SessionAccount | null> {
  renewal ??= renewTokenOnce().finally(() => {
    renewal = undefined
  })
  return renewal
}

async function renewTokenOnce(): Promise<SessionAccount | null> {
  const account = readAccount()
  if (!account) return null
  const expiringToken = readToken()
  // The account may sign out during the request.
  const isCurrent = () => readToken() === expiringToken
  try {
    const token = await requestAccessToken(account.email)
    if (isCurrent()) storeToken(token)
  } catch (error) {
    if (hasSessionEnded(error) && isCurrent()) storeToken(null)
  }
  return readAccount()
}

/** Outages and rate limits do not end a session: the token is kept. */
function hasSessionEnded(error: unknown): boolean {
  return error instanceof Refusal && error.status < 500 && error.code !== 'too_many_requests'
}

/** Fetches from the API with the access token; a 401 renews it and repeats the call once. */
export async function fetchSignedIn(path: string, init: RequestInit): Promise<Response> {
  const response = await fetchWithToken(path, init)
  if (response.status !== 401 || !(await renewToken())) return response
  // An unread body would keep its connection open.
  await response.body?.cancel()
  return fetchWithToken(path, init)
}

async function fetchWithToken(path: string, init: RequestInit): Promise<Response> {
  if (init.method !== 'GET') assertPageAccount()
  const headers = new Headers(init.headers)
  const token = readToken()
  if (token) headers.set('authorization', `Bearer ${token}`)
  return fetch(`/api${path}`, { ...init, headers }).catch(throwNoReply)
}

/** Deletes the token first, to sign out here even if the identity provider does not answer. */
export async function signOut(): Promise<void> {
  deleteSessionData()
  await (await loadIdentityClient()).signOut()
}

/** Closing the account has ended its sessions, so the provider may refuse the sign-out. */
export async function forgetSession(): Promise<void> {
  await signOut().catch(() => undefined)
}

function deleteSessionData(): void {
  const account = readAccount()
  storeToken(null)
  changePageAccount()
  tabTexts.clear()
  for (const key of [...Object.values(cartKeys), customerViewKey]) browserTexts.remove(key)
  if (account) announceSignOut(account.id)
}
