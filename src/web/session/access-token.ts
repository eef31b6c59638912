import { browserTexts } from '#web/browser-storage.ts'

export const accessTokenKey = 'accessToken'
export const roleKey = 'role'
export const companyKey = 'company'

export interface SessionAccount {
  id: string
  email: string
  emailVerified: boolean
  name: string
  picture: string | null
  /** Expiry of the token, in milliseconds since 1970. */
  expires: number
}

const changes = new EventTarget()
let cached: { token: string | null; account: SessionAccount | null } = { token: null, account: null }

export function readToken(): string | null {
  return browserTexts.read(accessTokenKey)
}

export function storeToken(token: string | null): void {
  const former = readAccount()
  if (token === null) browserTexts.remove(accessTokenKey)
  else browserTexts.keep(accessTokenKey, token, 'You stay logged in')
  // Role and company are those of the former account.
  if (readAccount()?.id !== former?.id) for (const key of [roleKey, companyKey]) browserTexts.remove(key)
  changes.dispatchEvent(new Event('change'))
}

/** The stored role decides which links are shown, never what is allowed. */
export function storeRole(role: 'admin' | 'customer'): void {
  browserTexts.write(roleKey, role)
  changes.dispatchEvent(new Event('change'))
}

/** The id of the company that the account orders for, as this browser read it last; empty for none. */
export const readCompany = (): string => browserTexts.read(companyKey) ?? ''

export function storeCompany(id: string): void {
  if (readCompany() === id) return
  browserTexts.write(companyKey, id)
  changes.dispatchEvent(new Event('change'))
}

/** Returns the same object until the token changes. The token may have expired. */
export function readAccount(): SessionAccount | null {
  const token = readToken()
  if (cached.token !== token) cached = { token, account: token === null ? null : decodeAccount(token) }
  return cached.account
}

/** `callback` also runs after a change of the role. */
export function onTokenChange(callback: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === accessTokenKey || key === roleKey || key === null) callback()
  }
  changes.addEventListener('change', callback)
  window.addEventListener('storage', onStorage)
  return () => {
    changes.removeEventListener('change', callback)
    window.removeEventListener('storage', onStorage)
  }
}

function decodeAccount(token: string): SessionAccount | null {
  try {
    const payload = token.split('.')[1] ?? ''
    const bytes = Uint8Array.from(atob(payload.replace(/-/g, '+').replace(/_/g, '/')), character =>
      character.charCodeAt(0),
    )
    const claims = JSON.parse(new TextDecoder().decode(bytes))
    const { sub, email, email_verified: emailVerified = true, name, picture, exp } = claims
    return { id: sub, email, emailVerified, name, picture: picture ?? null, expires: exp * 1000 }
  } catch {
    return null
  }
}
