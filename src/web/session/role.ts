export const roleKey = 'role'

const changes = new EventTarget()

/** What the shop last answered, or an empty text. It decides which links are shown, never what is allowed. */
export function readRole(): string {
  return localStorage.getItem(roleKey) ?? ''
}

export function storeRole(role: 'admin' | 'customer' | undefined): void {
  if (role === undefined) localStorage.removeItem(roleKey)
  else localStorage.setItem(roleKey, role)
  changes.dispatchEvent(new Event('change'))
}

export function onRoleChange(callback: () => void): void {
  changes.addEventListener('change', callback)
  window.addEventListener('storage', ({ key }) => key === roleKey && callback())
}
