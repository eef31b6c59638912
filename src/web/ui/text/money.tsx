import { useRouteLoaderData } from 'react-router'
import type { Currency } from '#contract/pricing/currencies.ts'
import { formatMoney } from '#contract/pricing/money.ts'
import type { PageSettings } from '#web/context.ts'

export const usePageSettings = () => useRouteLoaderData('root') as PageSettings

export const useCurrency = (): Currency => usePageSettings().currency

/** What formats an amount in the shop's currency. */
export function useMoney(): (amount: number) => string {
  const currency = useCurrency()
  return amount => formatMoney(amount, currency)
}

/** An amount in the shop's currency. */
export function Money({ of: amount }: { of: number }) {
  return useMoney()(amount)
}
