import { tokenKey } from '#contract/rules.ts'

/** The signed-in account, as the access token tells it. */
export interface Account {
  uid: string
  email: string
  displayName: string
  photoURL: string | null
  /** Until when the token is good, in milliseconds since 1970. */
  expires: number
}

const changed = new EventTarget()
let read: { token: string | null; account: Account | null } = { token: null, account: null }

export function storedToken(): string | null {
  return localStorage.getItem(tokenKey)
}

export function storeToken(token: string | null): void {
  if (token === null) localStorage.removeItem(tokenKey)
  else localStorage.setItem(tokenKey, token)
  changed.dispatchEvent(new Event('change'))
}

/** The account of the stored token, expired or not; null when signed out. The same object until the token changes. */
export function storedAccount(): Account | null {
  const token = storedToken()
  if (read.token !== token) read = { token, account: token === null ? null : accountOf(token) }
  return read.account
}

/** Calls back whenever the token changes, in this tab or another one. */
export function onTokenChange(callback: () => void): () => void {
  const elsewhere = (event: StorageEvent) => {
    if (event.key === tokenKey || event.key === null) callback()
  }
  changed.addEventListener('change', callback)
  window.addEventListener('storage', elsewhere)
  return () => {
    changed.removeEventListener('change', callback)
    window.removeEventListener('storage', elsewhere)
  }
}

function accountOf(token: string): Account | null {
  try {
    const payload = token.split('.')[1] ?? ''
    const bytes = Uint8Array.from(atob(payload.replace(/-/g, '+').replace(/_/g, '/')), each => each.charCodeAt(0))
    const claims = JSON.parse(new TextDecoder().decode(bytes))
    const { sub, email, name, picture, exp } = claims
    return { uid: sub, email, displayName: name, photoURL: picture ?? null, expires: exp * 1000 }
  } catch {
    return null
  }
}
