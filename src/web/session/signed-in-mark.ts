import { accessTokenKey, onTokenChange, readAccount } from './access-token.ts'

/**
 * Inline in every page, before its styles: pages are the same for everybody, and the first paint shows the right links
 * (`signed-in-only`, `signed-out-only`).
 */
export const signedInScript = `try { if (localStorage.${accessTokenKey}) document.documentElement.dataset.signedIn = '' } catch {}`

/** Keeps the mark true while the page is open. */
export function keepSignedInMark(): void {
  const update = () => document.documentElement.toggleAttribute('data-signed-in', readAccount() !== null)
  update()
  onTokenChange(update)
  // A page that comes back from the history has missed the changes of other tabs.
  window.addEventListener('pageshow', update)
}
