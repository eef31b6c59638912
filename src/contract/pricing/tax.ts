/** Returns the included tax, rounded to cents. `percent` has at most two decimals. */
export function computeIncludedTax(cents: number, percent: number): number {
  const hundredths = Math.round(percent * 100)
  return Math.round((cents * hundredths) / (10_000 + hundredths))
}
