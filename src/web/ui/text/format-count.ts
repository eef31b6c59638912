import { countLimit } from '#contract/limits.ts'

export function formatCount(
  count: number,
  searchText: string | undefined,
  [singular, plural]: readonly [string, string],
): string {
  const limit = countLimit(searchText)
  if (count > limit) return `more than ${limit.toLocaleString('en-US')} ${plural}`
  return `${count.toLocaleString('en-US')} ${count === 1 ? singular : plural}`
}
