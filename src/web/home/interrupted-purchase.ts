import { tabTexts } from '#web/browser-storage.ts'

const key = 'interruptedPurchase'
const changes = new EventTarget()

export interface InterruptedPurchase {
  path: string
  /** The tool's name, or how many tools a cart has. */
  name: string
  /** What a cart comes to, as prices are shown. */
  cents?: number
}

export function removeInterruptedPurchase(): void {
  storeInterruptedPurchase(null)
}

export function forgetInterruptedCart(): void {
  const kept: InterruptedPurchase | null = JSON.parse(readInterruptedPurchase() ?? 'null')
  if (kept?.path.startsWith('/cart')) removeInterruptedPurchase()
}

export function readInterruptedPurchase(): string | null {
  return tabTexts.read(key)
}

export function onInterruptedPurchaseChange(callback: () => void): () => void {
  changes.addEventListener('change', callback)
  return () => changes.removeEventListener('change', callback)
}

export function storeInterruptedPurchase(purchase: InterruptedPurchase | null): void {
  if (purchase === null) tabTexts.remove(key)
  else tabTexts.write(key, JSON.stringify(purchase))
  changes.dispatchEvent(new Event('change'))
}
