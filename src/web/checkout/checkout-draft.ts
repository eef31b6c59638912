import { tabTexts } from '#web/browser-storage.ts'

const key = 'checkout'

export type CheckoutDraft = Readonly<Record<string, string>>

/** Form fields by name, kept for a reload or a sign-in. A sign-out deletes them. */
export function readCheckoutDraft(): CheckoutDraft {
  try {
    return JSON.parse(tabTexts.read(key) ?? '{}')
  } catch {
    return {}
  }
}

export function storeCheckoutDraft(draft: CheckoutDraft): void {
  tabTexts.keep(key, JSON.stringify(draft), 'What you enter is kept')
}

export function clearCheckoutDraft(): void {
  tabTexts.remove(key)
}
