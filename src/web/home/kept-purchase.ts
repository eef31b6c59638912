import { apiClient } from '#web/session/api-client.ts'

const key = 'keptPurchase'
const changes = new EventTarget()

/** A tool whose purchase was interrupted by signing up. */
export interface KeptPurchase {
  id: string
  name: string
}

/** Keeps the tool of a purchase page, until this tab is closed; ignores other paths. */
export async function keepPurchase(path: string): Promise<void> {
  const [, id] = /^\/purchase\/([\w-]+)/.exec(path) ?? []
  if (!id) return
  const [tool] = await apiClient.listTools({ query: { id } }).catch(() => [])
  if (tool) store(JSON.stringify({ id, name: tool.name } satisfies KeptPurchase))
}

export function forgetKeptPurchase(): void {
  store(null)
}

export function readKeptPurchase(): string | null {
  return sessionStorage.getItem(key)
}

export function onKeptPurchaseChange(callback: () => void): () => void {
  changes.addEventListener('change', callback)
  return () => changes.removeEventListener('change', callback)
}

function store(purchase: string | null): void {
  if (purchase === null) sessionStorage.removeItem(key)
  else sessionStorage.setItem(key, purchase)
  changes.dispatchEvent(new Event('change'))
}
