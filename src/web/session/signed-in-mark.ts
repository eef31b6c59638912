import { browserTexts } from '#web/browser-storage.ts'
import { accessTokenKey, companyKey, onTokenChange, readAccount, readCompany, roleKey } from './access-token.ts'
import { isAdmin } from './api-client.ts'

/** Runs before the styles, for pages that all visitors share. The mark's value is the role, or empty while unknown; another marks members of companies. */
export const signedInScript = `try { const { ${accessTokenKey}: token, ${roleKey}: role = '', ${companyKey}: company } = localStorage, { dataset } = document.documentElement; if (token) dataset.signedIn = role; if (token && company) dataset.member = '' } catch {}`

export function keepSignedInMark(): void {
  update()
  onTokenChange(update)
  // A page restored from the back/forward cache has missed changes of other tabs.
  window.addEventListener('pageshow', update)
}

function update(): void {
  const account = readAccount()
  const role = browserTexts.read(roleKey) ?? ''
  const { documentElement } = document
  if (account) documentElement.dataset.signedIn = role
  else documentElement.removeAttribute('data-signed-in')
  documentElement.toggleAttribute('data-member', account !== null && readCompany() !== '')
  if (account && role === '') void isAdmin(account.email).catch(() => undefined)
}
