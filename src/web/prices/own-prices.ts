import { useCallback, useSyncExternalStore } from 'react'
import type { CompanyPrice } from '#contract/schemas/tools.ts'
import { onTokenChange, readAccount } from '#web/session/access-token.ts'
import { isCustomerView, onPriceChange } from './customer-view.ts'
import { findReader, owner, prices, wanted } from './own-prices-store.ts'

/** Undefined for visitors, before the prices are read, and for a tool at its list price. */
export function useOwnPrice(id: string): CompanyPrice | undefined {
  const subscribe = useCallback(
    (callback: () => void) => {
      const load = () => {
        callback()
        wanted.add(id)
        // Visitors load neither the prices nor what reads them.
        if (readAccount()) void import('./load-own-prices.ts').then(({ loadOwnPrices }) => loadOwnPrices())
      }
      load()
      const stops = [onPriceChange(callback), onTokenChange(load)]
      return () => {
        for (const stop of stops) stop()
      }
    },
    [id],
  )
  return useSyncExternalStore(
    subscribe,
    () => (isCustomerView() || owner.reader !== findReader() ? undefined : prices.get(id)),
    () => undefined,
  )
}
