import type { Currency } from '#contract/pricing/currencies.ts'
import { formatMoney } from '#contract/pricing/money.ts'
import { usePageSettings } from '#web/ui/page-settings.ts'

export const useCurrency = (): Currency => usePageSettings().currency

export function useMoney(): (amount: number) => string {
  const currency = useCurrency()
  return amount => formatMoney(amount, currency)
}

export function Money({ of: amount }: { of: number }) {
  return useMoney()(amount)
}
