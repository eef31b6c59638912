import { createContext, type DataStrategyResult, type MiddlewareFunction, redirectDocument } from 'react-router'
import { browserTexts, tabTexts } from '#web/browser-storage.ts'
import { onTokenChange, readAccount, type SessionAccount } from './access-token.ts'
import { NotDoneError } from './api-errors.ts'

/** The account that the document was loaded for: its forms show that account's data. Null for a visitor. */
let pageAccount: SessionAccount | null = null

/** A visitor's document belongs to the first account that logs in, in whichever tab. */
export function keepPageAccount(): void {
  const adopt = () => {
    pageAccount ??= readAccount()
  }
  adopt()
  onTokenChange(adopt)
}

export const readPageAccountId = () => pageAccount?.id

export function changePageAccount(): void {
  pageAccount = readAccount()
}

/** Throws if another tab has logged in another account, since forms of this document were filled in for the former. */
export function assertPageAccount(): void {
  const other = findOtherAccount()
  if (!other) return
  const [now, former] = [other.email, pageAccount?.email]
  throw new NotDoneError(
    `You are logged in as ${now} now. This form is ${former}’s. Load the page again, or log in as ${former} in another tab and submit again.`,
  )
}

function findOtherAccount(): SessionAccount | undefined {
  const account = readAccount()
  return account && pageAccount && account.id !== pageAccount.id ? account : undefined
}

const refusedContext = createContext(false)

/** A page of another account is loaded as a new document, except after an action, whose form stays. */
export const reloadForOtherAccount: MiddlewareFunction<Record<string, DataStrategyResult>> = async (
  { request, context },
  next,
) => {
  if (!findOtherAccount()) return next()
  if (request.method === 'GET' && !context.get(refusedContext)) throw redirectDocument(request.url)
  context.set(refusedContext, true)
  // Empty results keep the page.
  return request.method === 'GET' ? {} : next()
}

const signedOutKey = 'signedOut'

/** Signs out the account's other tabs. Not called when a session expires, so that their forms keep their input. */
export function announceSignOut(accountId: string): void {
  browserTexts.write(signedOutKey, accountId)
  browserTexts.remove(signedOutKey)
}

export function onSignOutElsewhere(callback: () => void): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key !== signedOutKey || newValue === null || newValue !== pageAccount?.id) return
    tabTexts.clear()
    changePageAccount()
    callback()
  }
  // A page restored from the back/forward cache has missed the event and may show another account's data.
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) callback()
  }
  window.addEventListener('storage', onStorage)
  window.addEventListener('pageshow', onPageShow)
  return () => {
    window.removeEventListener('storage', onStorage)
    window.removeEventListener('pageshow', onPageShow)
  }
}
