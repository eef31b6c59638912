export interface TaxedLine {
  totalCents: number
  /** It has at most two decimals. */
  taxPercent: number
}

export interface Totals {
  netCents: number
  /** A rate of 0 % has no entry. */
  taxes: { percent: number; cents: number }[]
  taxCents: number
  /** What is paid. */
  grossCents: number
}

/**
 * Sums up the lines of an order. Tax that prices include is rounded line by line, as each line shows it; tax that is added is
 * rounded once for the sum of each rate.
 */
export function computeTotals(lines: readonly TaxedLine[], pricesIncludeTax: boolean): Totals {
  const sum = sumCents(lines)
  const taxes = [...groupByRate(lines)]
    .filter(([percent]) => percent > 0)
    .map(([percent, taxed]) => ({
      percent,
      cents: pricesIncludeTax
        ? taxed.reduce((cents, line) => cents + computeIncludedTax(line.totalCents, percent), 0)
        : computeAddedTax(sumCents(taxed), percent),
    }))
  const taxCents = taxes.reduce((all, { cents }) => all + cents, 0)
  return pricesIncludeTax
    ? { netCents: sum - taxCents, taxes, taxCents, grossCents: sum }
    : { netCents: sum, taxes, taxCents, grossCents: sum + taxCents }
}

/** Some browsers have no `Map.groupBy`. */
export function groupByRate<Line extends TaxedLine>(lines: readonly Line[]): Map<number, Line[]> {
  const groups = new Map<number, Line[]>()
  for (const line of lines) {
    const group = groups.get(line.taxPercent)
    if (group) group.push(line)
    else groups.set(line.taxPercent, [line])
  }
  return groups
}

export const sumCents = (lines: readonly TaxedLine[]) => lines.reduce((sum, { totalCents }) => sum + totalCents, 0)

/** Returns the tax that is inside a price, in cents. */
function computeIncludedTax(cents: number, percent: number): number {
  const hundredths = toHundredths(percent)
  return Math.round((cents * hundredths) / (10_000 + hundredths))
}

const computeAddedTax = (cents: number, percent: number) => Math.round((cents * toHundredths(percent)) / 10_000)

const toHundredths = (percent: number) => Math.round(percent * 100)
