/** Integer cents of a dollar amount with at most two decimals; undefined for any other number. */
export function toCents(dollars: number): number | undefined {
  const cents = Math.round(dollars * 100)
  return Math.abs(cents / 100 - dollars) < 1e-9 ? cents : undefined
}

/** Dollars as text: `$1,548.00`. */
export function formatMoney(dollars: number): string {
  return `$${twoDecimals.format(dollars)}`
}

const twoDecimals = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** Unit price times quantity in dollars, without binary rounding errors. */
export function lineTotal(price: number, quantity: number): number {
  return Math.round(price * 100 * quantity) / 100
}
