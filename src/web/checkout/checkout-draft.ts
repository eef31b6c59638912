const key = 'checkout'

export type CheckoutDraft = Readonly<Record<string, string>>

/** Form fields by name, kept for a reload or a sign-in. A sign-out deletes them. */
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
