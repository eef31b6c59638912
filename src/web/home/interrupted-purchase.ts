import { apiClient } from '#web/session/api-client.ts'

const key = 'interruptedPurchase'
const changes = new EventTarget()

/** A tool whose purchase was interrupted by signing up. */
export interface InterruptedPurchase {
  id: string
  name: string
}

/** Keeps the tool of a purchase page, until this tab is closed; ignores other paths. */
export async function keepInterruptedPurchase(path: string): Promise<void> {
  const [, id] = /^\/purchase\/([\w-]+)/.exec(path) ?? []
  if (!id) return
  const [tool] = await apiClient.listTools({ query: { id } }).catch(() => [])
  if (tool) store(JSON.stringify({ id, name: tool.name } satisfies InterruptedPurchase))
}

export function removeInterruptedPurchase(): void {
  store(null)
}

export function readInterruptedPurchase(): string | null {
  return sessionStorage.getItem(key)
}

export function onInterruptedPurchaseChange(callback: () => void): () => void {
  changes.addEventListener('change', callback)
  return () => changes.removeEventListener('change', callback)
}

function store(purchase: string | null): void {
  if (purchase === null) sessionStorage.removeItem(key)
  else sessionStorage.setItem(key, purchase)
  changes.dispatchEvent(new Event('change'))
}
