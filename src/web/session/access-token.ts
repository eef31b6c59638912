const accessTokenKey = 'accessToken'

/** The signed-in account, as the access token tells it. */
export interface SessionAccount {
  uid: string
  email: string
  displayName: string
  photoURL: string | null
  /** Until when the token is good, in milliseconds since 1970. */
  expires: number
}

const changed = new EventTarget()
let read: { token: string | null; account: SessionAccount | null } = { token: null, account: null }

export function readToken(): string | null {
  return localStorage.getItem(accessTokenKey)
}

export function storeToken(token: string | null): void {
  if (token === null) localStorage.removeItem(accessTokenKey)
  else localStorage.setItem(accessTokenKey, token)
  changed.dispatchEvent(new Event('change'))
}

/** The account of the stored token, expired or not; null when signed out. The same object until the token changes. */
export function readAccount(): SessionAccount | null {
  const token = readToken()
  if (read.token !== token) read = { token, account: token === null ? null : decodeAccount(token) }
  return read.account
}

/** Calls back whenever the token changes, in this tab or another one. */
export function onTokenChange(callback: () => void): () => void {
  const elsewhere = (event: StorageEvent) => {
    if (event.key === accessTokenKey || event.key === null) callback()
  }
  changed.addEventListener('change', callback)
  window.addEventListener('storage', elsewhere)
  return () => {
    changed.removeEventListener('change', callback)
    window.removeEventListener('storage', elsewhere)
  }
}

function decodeAccount(token: string): SessionAccount | null {
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
