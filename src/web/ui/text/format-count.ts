import { formatNumber } from '#contract/format-number.ts'
import { countLimit } from '#contract/limits.ts'

type Nouns = readonly [singular: string, plural: string]

export const formatCount = (count: number, [singular, plural]: Nouns) =>
  `${formatNumber(count)} ${count === 1 ? singular : plural}`

/** For a count that stops one above the limit of lists: 'more than 10,000 orders'. */
export function formatListCount(count: number, searchText: string | undefined, nouns: Nouns): string {
  const limit = countLimit(searchText)
  return count > limit ? `more than ${formatNumber(limit)} ${nouns[1]}` : formatCount(count, nouns)
}

export const formatLimited = (count: number, limit: number) =>
  count > limit ? `${formatNumber(limit)}+` : formatNumber(count)
