import { tabTexts } from '#web/browser-storage.ts'
import { readPageAccountId } from '#web/session/page-account.ts'

/** Other accounts may log in in the same tab. */
const getKey = () => `checkout.${readPageAccountId()}`

export type CheckoutDraft = Readonly<Record<string, string>>

export function readCheckoutDraft(): CheckoutDraft {
  try {
    return JSON.parse(tabTexts.read(getKey()) ?? '{}')
  } catch {
    return {}
  }
}

export function storeCheckoutDraft(draft: CheckoutDraft): void {
  tabTexts.keep(getKey(), JSON.stringify(draft), 'What you enter is kept')
}

export function clearCheckoutDraft(): void {
  tabTexts.remove(getKey())
}
