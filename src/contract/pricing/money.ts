import { groupThousands } from '#contract/format-number.ts'

export function toCents(dollars: number): number | undefined {
  const cents = Math.round(dollars * 100)
  return Math.abs(cents / 100 - dollars) < 1e-9 ? cents : undefined
}

export function formatMoney(dollars: number): string {
  return `${dollars < 0 ? '−' : ''}$${groupThousands(Math.abs(dollars).toFixed(2))}`
}

/** In dollars, without binary rounding errors. */
export function computeLineTotal(price: number, quantity: number): number {
  return Math.round(price * 100 * quantity) / 100
}

export const formatCents = (cents: number) => formatMoney(cents / 100)
