/** Undefined for an amount of more than two decimals. */
export function toCents(dollars: number): number | undefined {
  const cents = Math.round(dollars * 100)
  return Math.abs(cents / 100 - dollars) < 1e-9 ? cents : undefined
}

export function formatMoney(dollars: number): string {
  return `${dollars < 0 ? '−' : ''}$${twoDecimals.format(Math.abs(dollars))}`
}

const twoDecimals = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** In dollars, without binary rounding errors. */
export function computeLineTotal(price: number, quantity: number): number {
  return Math.round(price * 100 * quantity) / 100
}

export const formatCents = (cents: number) => formatMoney(cents / 100)

/** Whether nothing of an order is left to deliver or to pay back; both amounts in the same unit. */
export function isRefunded(refunded: number, total: number, nothingToShip: boolean): boolean {
  return refunded >= total || (nothingToShip && refunded > 0)
}
