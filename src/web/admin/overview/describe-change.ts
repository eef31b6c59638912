/** How a figure differs from the one before, such as '+12% from 50'. */
export function describeChange(value: number, before: number, format: (value: number) => string): string {
  if (value === before) return 'as before'
  if (before <= 0) return `${format(before)} before`
  const percent = Math.round((100 * (value - before)) / before)
  if (percent === 0) return `about as before: ${format(before)}`
  return `${percent < 0 ? '−' : '+'}${Math.abs(percent).toLocaleString('en-US')}% from ${format(before)}`
}
