import { useSyncExternalStore } from 'react'
import type { CartLine } from '#contract/schemas/carts.ts'
import { readAccount } from '#web/session/access-token.ts'
import { apiClient } from '#web/session/api-client.ts'
import { cartKeys } from './cart-keys.ts'

/** A line of a visitor's cart, which this browser keeps until a sign-in. */
export type StoredLine = Pick<CartLine, 'toolId' | 'toolName' | 'sku' | 'quantity' | 'price'>

const maxLines = 1000
const changes = new EventTarget()

/** Number of lines; 0 while it is unknown. */
export function useCartCount(): number {
  return useSyncExternalStore(subscribe, readCount, () => 0)
}

function subscribe(callback: () => void): () => void {
  changes.addEventListener('change', callback)
  window.addEventListener('storage', callback)
  return () => {
    changes.removeEventListener('change', callback)
    window.removeEventListener('storage', callback)
  }
}

function readCount(): number {
  const ownLines = readStoredLines().length
  return readAccount() ? Number(localStorage.getItem(cartKeys.count) ?? 0) + ownLines : ownLines
}

function readStoredLines(): StoredLine[] {
  try {
    const lines: unknown = JSON.parse(localStorage.getItem(cartKeys.lines) ?? '[]')
    return Array.isArray(lines) ? lines : []
  } catch {
    return []
  }
}

function storeLines(lines: readonly StoredLine[]): void {
  if (lines.length > 0) localStorage.setItem(cartKeys.lines, JSON.stringify(lines))
  else localStorage.removeItem(cartKeys.lines)
  changes.dispatchEvent(new Event('change'))
}

export function storeCartCount(count: number): void {
  localStorage.setItem(cartKeys.count, String(count))
  changes.dispatchEvent(new Event('change'))
}

/** Adds to the quantity of a tool that is in the cart. Refusals are the API's. */
export async function addToCart(line: StoredLine): Promise<void> {
  const { toolId, quantity, price } = line
  if (readAccount()) {
    await apiClient.addToCart({ params: { toolId }, body: { quantity, price } })
    await loadCart()
    return
  }
  const lines = readStoredLines()
  const present = lines.find(each => each.toolId === toolId)
  if (present)
    storeLines(lines.map(each => (each === present ? { ...line, quantity: present.quantity + quantity } : each)))
  else storeLines([...lines, line].slice(0, maxLines))
}

export interface Cart {
  lines: CartLine[]
  /** How many lines came from this browser, where they were added before the sign-in. */
  mergedCount: number
}

export async function loadCart(): Promise<Cart> {
  const stored = readStoredLines()
  if (!readAccount()) return { lines: await addTools(stored), mergedCount: 0 }
  if (stored.length > 0) {
    const lines = stored.map(({ toolId, quantity, price }) => ({ toolId, quantity, price }))
    await apiClient.mergeCart({ body: { lines } })
    storeLines([])
  }
  const lines = await apiClient.listCart({})
  storeCartCount(lines.length)
  return { lines, mergedCount: stored.length }
}

async function addTools(stored: readonly StoredLine[]): Promise<CartLine[]> {
  if (stored.length === 0) return []
  const tools = await apiClient.findTools({ body: { ids: stored.map(({ toolId }) => toolId) } })
  const byId = new Map(tools.map(tool => [tool._id, tool]))
  return stored.map(line => ({ ...line, tool: byId.get(line.toolId) ?? null }))
}

export async function setCartLine(line: StoredLine): Promise<void> {
  const { toolId, quantity, price } = line
  if (readAccount()) await apiClient.setCartLine({ params: { toolId }, body: { quantity, price } })
  else storeLines(readStoredLines().map(each => (each.toolId === toolId ? line : each)))
}

export async function removeCartLine(toolId: string): Promise<void> {
  if (readAccount()) {
    await apiClient.removeCartLine({ params: { toolId } })
    await loadCart()
  } else storeLines(readStoredLines().filter(line => line.toolId !== toolId))
}

export async function emptyCart(): Promise<void> {
  if (readAccount()) {
    await apiClient.emptyCart({})
    storeCartCount(0)
  } else storeLines([])
}

/** Puts lines back that were removed. */
export async function restoreCart(lines: readonly StoredLine[]): Promise<void> {
  if (readAccount()) {
    const body = { lines: lines.map(({ toolId, quantity, price }) => ({ toolId, quantity, price })) }
    await apiClient.mergeCart({ body })
    await loadCart()
  } else storeLines([...readStoredLines(), ...lines])
}
