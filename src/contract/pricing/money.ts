import { groupThousands } from '#contract/format-number.ts'
import { type Currency, getSign } from './currencies.ts'

/** Returns undefined for an amount with more than two decimals. */
export function toCents(amount: number): number | undefined {
  const cents = Math.round(amount * 100)
  return Math.abs(cents / 100 - amount) < 1e-9 ? cents : undefined
}

/** Such as '€1,234.56'. */
export function formatMoney(amount: number, currency: Currency): string {
  return `${amount < 0 ? '−' : ''}${getSign(currency)}${groupThousands(Math.abs(amount).toFixed(2))}`
}

export const formatCents = (cents: number, currency: Currency) => formatMoney(cents / 100, currency)

/** The result has no binary rounding errors. */
export function computeLineTotal(price: number, quantity: number): number {
  return Math.round(price * 100 * quantity) / 100
}

export const toAmount = (cents: number | null) => (cents === null ? null : cents / 100)
