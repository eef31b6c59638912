import { countLimit } from '#contract/limits.ts'

/** `1 tool`, `2 tools`, or `more than 10,000 tools` where counting stopped. */
export function formatCount(
  count: number,
  searchText: string | undefined,
  [singular, plural]: readonly [string, string],
): string {
  const limit = countLimit(searchText)
  if (count > limit) return `more than ${limit.toLocaleString('en-US')} ${plural}`
  return `${count.toLocaleString('en-US')} ${count === 1 ? singular : plural}`
}
