import { accessTokenKey, onTokenChange, readAccount } from './access-token.ts'

/** Runs before the styles of every page: pages are shared by all visitors, and the first paint shows the right links. */
export const signedInScript = `try { if (localStorage.${accessTokenKey}) document.documentElement.dataset.signedIn = '' } catch {}`

export function keepSignedInMark(): void {
  const update = () => document.documentElement.toggleAttribute('data-signed-in', readAccount() !== null)
  update()
  onTokenChange(update)
  // A page restored from the back/forward cache has missed changes of other tabs.
  window.addEventListener('pageshow', update)
}
