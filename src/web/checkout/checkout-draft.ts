const key = 'checkout'

export type CheckoutDraft = Readonly<Record<string, string>>

/** What was typed on the page, by name of the field: a reload or a sign-in keeps it. Deleted at a sign-out. */
export function readCheckoutDraft(): CheckoutDraft {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '{}')
  } catch {
    return {}
  }
}

export function storeCheckoutDraft(draft: CheckoutDraft): void {
  sessionStorage.setItem(key, JSON.stringify(draft))
}

export function clearCheckoutDraft(): void {
  sessionStorage.removeItem(key)
}
