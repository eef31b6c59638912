import { tabTexts } from '#web/browser-storage.ts'
import { apiClient } from '#web/session/api-client.ts'

const key = 'interruptedPurchase'
const changes = new EventTarget()

export interface InterruptedPurchase {
  path: string
  name: string
}

/** Kept until the tab closes or a sign-out. Paths other than purchases, the cart and the checkout are ignored. */
export async function keepInterruptedPurchase(path: string): Promise<void> {
  if (/^\/(cart|checkout)(?![\w-])/.test(path)) return store({ path, name: 'your order' })
  const [, id] = /^\/purchase\/([\w-]+)/.exec(path) ?? []
  if (!id) return
  const [tool] = await apiClient.listTools({ query: { id } }).catch(() => [])
  if (tool) store({ path, name: tool.name })
}

export function removeInterruptedPurchase(): void {
  store(null)
}

export function readInterruptedPurchase(): string | null {
  return tabTexts.read(key)
}

export function onInterruptedPurchaseChange(callback: () => void): () => void {
  changes.addEventListener('change', callback)
  return () => changes.removeEventListener('change', callback)
}

function store(purchase: InterruptedPurchase | null): void {
  if (purchase === null) tabTexts.remove(key)
  else tabTexts.write(key, JSON.stringify(purchase))
  changes.dispatchEvent(new Event('change'))
}
