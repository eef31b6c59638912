import { useCallback, useSyncExternalStore } from 'react'
import type { CompanyPrice } from '#contract/schemas/tools.ts'
import { onTokenChange, readAccount } from '#web/session/access-token.ts'
import { isCustomerView, onCustomerViewChange } from './customer-view.ts'

/** By the id of a tool, what the reader's company pays for it; null: the list price. */
const prices = new Map<string, CompanyPrice | null>()
const wanted = new Set<string>()
const changes = new EventTarget()
let accountId: string | undefined

/** Undefined for visitors, before the prices are read, and for a tool at its list price. */
export function useOwnPrice(id: string): CompanyPrice | undefined {
  const subscribe = useCallback((callback: () => void) => want(id, callback), [id])
  return useSyncExternalStore(
    subscribe,
    () => (isCustomerView() ? undefined : (prices.get(id) ?? undefined)),
    () => undefined,
  )
}

/** The tool with the prices of the reader's company, as carts and lookups have them. */
export function useOwnPrices<Tool extends { _id: string }>(tool: Tool): Tool & { companyPrice?: CompanyPrice } {
  const companyPrice = useOwnPrice(tool._id)
  return companyPrice ? { ...tool, companyPrice } : tool
}

function want(id: string, callback: () => void): () => void {
  changes.addEventListener('change', callback)
  const stops = [onTokenChange(() => readWanted()), onCustomerViewChange(callback)]
  if (wanted.size === 0) queueMicrotask(readWanted)
  wanted.add(id)
  return () => {
    changes.removeEventListener('change', callback)
    for (const stop of stops) stop()
  }
}

/** One call for all tools of a page. Visitors load neither the prices nor what reads them. */
async function readWanted(): Promise<void> {
  const account = readAccount()
  if (account?.id !== accountId) {
    prices.clear()
    changes.dispatchEvent(new Event('change'))
  }
  accountId = account?.id
  const missing = [...wanted].filter(id => !prices.has(id))
  wanted.clear()
  if (!account || missing.length === 0) return
  for (const id of missing) prices.set(id, null)
  const { loadOwnPrices } = await import('./load-own-prices.ts')
  const read = await loadOwnPrices(missing).catch(() => [])
  if (read.length === 0 || account.id !== accountId) return
  for (const { _id, ...price } of read) prices.set(_id, price)
  changes.dispatchEvent(new Event('change'))
}
