import { browserTexts } from '#web/browser-storage.ts'
import { accessTokenKey, onTokenChange, readAccount, roleKey } from './access-token.ts'
import { isAdmin } from './api-client.ts'

/** Runs before the styles, for pages that all visitors share. The mark's value is the role, or empty while unknown. */
export const signedInScript = `try { const { ${accessTokenKey}: token, ${roleKey}: role = '' } = localStorage; if (token) document.documentElement.dataset.signedIn = role } catch {}`

export function keepSignedInMark(): void {
  update()
  onTokenChange(update)
  // A page restored from the back/forward cache has missed changes of other tabs.
  window.addEventListener('pageshow', update)
}

function update(): void {
  const account = readAccount()
  const role = browserTexts.read(roleKey) ?? ''
  if (account) document.documentElement.dataset.signedIn = role
  else document.documentElement.removeAttribute('data-signed-in')
  if (account && role === '') void isAdmin(account.email).catch(() => undefined)
}
