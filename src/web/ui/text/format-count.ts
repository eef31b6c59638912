import { formatNumber } from '#contract/format-number.ts'
import { countLimit } from '#contract/limits.ts'

export function formatCount(
  count: number,
  searchText: string | undefined,
  [singular, plural]: readonly [string, string],
): string {
  const limit = countLimit(searchText)
  if (count > limit) return `more than ${formatNumber(limit)} ${plural}`
  return `${formatNumber(count)} ${count === 1 ? singular : plural}`
}
