import { useSyncExternalStore } from 'react'
import { maxOrderLines, maxStock } from '#contract/limits.ts'
import { Refusal } from '#contract/refusal.ts'
import type { CartLine } from '#contract/schemas/carts.ts'
import { browserTexts } from '#web/browser-storage.ts'
import { readAccount } from '#web/session/access-token.ts'
import { apiClient } from '#web/session/api-client.ts'
import { createCallQueue } from './call-queue.ts'
import { cartKeys } from './cart-keys.ts'
import { type DraftLine, toSentLine } from './draft-line.ts'

const changes = new EventTarget()

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

export function onCartChangeElsewhere(callback: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (Object.values(cartKeys).some(each => each === key)) callback()
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

function readCount(): number {
  const ownLines = readStoredLines().length
  return readAccount() ? Number(browserTexts.read(cartKeys.count) ?? 0) + ownLines : ownLines
}

function readStoredLines(): DraftLine[] {
  try {
    const lines: unknown = JSON.parse(browserTexts.read(cartKeys.lines) ?? '[]')
    return Array.isArray(lines) ? lines.filter(isStoredLine) : []
  } catch {
    return []
  }
}

/** The stored cart may come from an older version of the shop. */
const isStoredLine = ({ toolId, quantity, price }: DraftLine) =>
  typeof toolId === 'string' && isQuantity(quantity) && price > 0

export const isQuantity = (quantity: number) => Number.isInteger(quantity) && quantity > 0 && quantity <= maxStock

const addQuantities = (one: number, other: number) => Math.min(one + other, maxStock)

function storeLines(lines: readonly DraftLine[]): void {
  if (lines.length > 0) browserTexts.keep(cartKeys.lines, JSON.stringify(lines), 'Your cart is kept')
  else browserTexts.remove(cartKeys.lines)
  changes.dispatchEvent(new Event('change'))
}

export function storeCartCount(count: number): void {
  browserTexts.write(cartKeys.count, String(count))
  changes.dispatchEvent(new Event('change'))
}

/** Calls about the account's cart run in order, since each may depend on the one before. */
export const callInTurn = createCallQueue()

/** Queued changes by tool: a newer quantity replaces the queued one, unless another change follows it. */
const waitingCalls = new Map<string, { line: DraftLine }>()

function changeCart(change: () => Promise<{ lineCount: number }>): Promise<void> {
  waitingCalls.clear()
  return callInTurn(async () => {
    storeCartCount((await change()).lineCount)
    browserTexts.write(cartKeys.changedAt, String(Date.now()))
  })
}

/** Adds to the quantity of a tool in the cart. Throws a Refusal, also when a visitor's cart is full. */
export async function addToCart(line: DraftLine): Promise<void> {
  const { toolId, quantity, price } = line
  if (readAccount()) return changeCart(() => apiClient.addToCart({ params: { toolId }, body: { quantity, price } }))
  const lines = readStoredLines()
  const present = lines.find(each => each.toolId === toolId)
  if (present)
    storeLines(
      lines.map(each => (each === present ? { ...line, quantity: addQuantities(present.quantity, quantity) } : each)),
    )
  else if (lines.length < maxOrderLines) storeLines([...lines, line])
  else throw new Refusal({ code: 'cart_full', status: 409, sentence: 'A cart has at most 1,000 lines.', errors: [] })
}

export async function addLines(lines: readonly DraftLine[]): Promise<readonly string[]> {
  if (readAccount()) {
    let leftOut: readonly string[] = []
    await changeCart(async () => {
      const merged = await apiClient.mergeCart({ body: { lines: lines.map(toSentLine), mergeBy: 'sum' } })
      leftOut = merged.leftOut
      return merged
    })
    return leftOut
  }
  const added = new Map(lines.map(line => [line.toolId, line]))
  const stored = readStoredLines()
  const present = stored.map(line => {
    const more = added.get(line.toolId)
    return more ? { ...more, quantity: addQuantities(line.quantity, more.quantity) } : line
  })
  const others = lines.filter(({ toolId }) => !stored.some(line => line.toolId === toolId))
  const room = maxOrderLines - present.length
  storeLines([...present, ...others.slice(0, room)])
  return others.slice(room).map(({ toolId }) => toolId)
}

export const describeLeftOut = (count: number) =>
  `${count} could not be added: no longer sold, or the cart is full (1,000 tools).`

export interface Cart {
  lines: CartLine[]
  mergedCount: number
  lost: readonly string[]
}

export async function loadCart(): Promise<Cart> {
  if (!readAccount()) return { lines: await addTools(readStoredLines()), mergedCount: 0, lost: [] }
  return callInTurn(async () => {
    const stored = readStoredLines()
    const lost: string[] = []
    if (stored.length > 0) {
      const { leftOut } = await apiClient.mergeCart({ body: { lines: stored.map(toSentLine) } })
      for (const { toolId, toolName } of stored) if (leftOut.includes(toolId)) lost.push(toolName)
      storeLines([])
    }
    const lines = await apiClient.listCart({})
    storeCartCount(lines.length)
    return { lines, mergedCount: stored.length - lost.length, lost }
  })
}

async function addTools(stored: readonly DraftLine[]): Promise<CartLine[]> {
  if (stored.length === 0) return []
  const tools = await apiClient.findTools({ body: { ids: stored.map(({ toolId }) => toolId) } })
  const byId = new Map(tools.map(tool => [tool._id, tool]))
  return stored.map(line => ({ ...line, tool: byId.get(line.toolId) ?? null }))
}

export async function setCartLine(line: DraftLine): Promise<void> {
  const { toolId } = line
  if (!readAccount()) return storeLines(readStoredLines().map(each => (each.toolId === toolId ? line : each)))
  const waiting = waitingCalls.get(toolId)
  if (waiting) {
    waiting.line = line
    return
  }
  const call = { line }
  const change = changeCart(() => {
    if (waitingCalls.get(toolId) === call) waitingCalls.delete(toolId)
    const { quantity, price } = call.line
    return apiClient.setCartLine({ params: { toolId }, body: { quantity, price } })
  })
  waitingCalls.set(toolId, call)
  await change
}

export async function removeCartLine(toolId: string): Promise<void> {
  if (!readAccount()) return storeLines(readStoredLines().filter(line => line.toolId !== toolId))
  await changeCart(() => apiClient.removeCartLine({ params: { toolId } }))
}

export async function emptyCart(): Promise<void> {
  if (!readAccount()) return storeLines([])
  await changeCart(() => apiClient.emptyCart({}))
}

export const findMissing = <Line extends DraftLine>(lines: readonly Line[], others: readonly DraftLine[]) =>
  lines.filter(({ toolId }) => others.every(other => other.toolId !== toolId))

export async function restoreCart(lines: readonly DraftLine[]): Promise<void> {
  if (!readAccount()) {
    const stored = readStoredLines()
    return storeLines([...stored, ...findMissing(lines, stored)])
  }
  await changeCart(() => apiClient.mergeCart({ body: { lines: lines.map(toSentLine) } }))
}
