import { and, inArray, type SQL, sql } from 'drizzle-orm'
import { createRefusal } from '#contract/refusals.ts'
import type { Db } from '#db/database.ts'
import { isStatementTimeout } from '#db/errors.ts'
import { memoizePerDb } from '#db/memoize-per-db.ts'
import { toolSearch, tools } from '#db/tables/catalogue.ts'
import { createQueue } from '#shop/queue.ts'
import { buildFilters, resolveCategoryAndBrands, type ToolSearch } from './tool-filters.ts'

export interface Matches {
  where: SQL | undefined
  rank: SQL | undefined
  similar: boolean
}

const maxWords = 6
/** Numbers and letters of these words count apart. */
const maxParts = 12
const maxRanked = 200
/** The planner overestimates the matches of more terms, so their tools are looked up first. */
const maxPlannedTerms = 10
const maxPrefetchedIds = 2000
const timeoutMs = 1000

/** Searches must leave most of the pool's connections to orders. */
const searchQueue = memoizePerDb(() => createQueue({ concurrency: 2, maxWaiting: 100, refusal: 'search_unavailable' }))

/**
 * Refuses `search_unavailable` if too many wait or one times out. With `readLimitsTime` and no text, `read` gets the plain
 * `db`, and wraps each of its parallel statements in `limitTime`.
 */
export async function runSearch<Result>(
  db: Db,
  search: ToolSearch,
  read: (db: Db, matches: Matches) => Promise<Result>,
  { readLimitsTime = false } = {},
): Promise<Result> {
  const filters = buildFilters(await resolveCategoryAndBrands(db, search))
  const withoutWords: Matches = { where: filters, rank: undefined, similar: false }
  const readsLittle = !search.text && !search.specifications?.length && !readLimitsTime
  if (readsLittle) return read(db, withoutWords)
  try {
    return await searchQueue(db)(async () => {
      if (!search.text && readLimitsTime) return read(db, withoutWords)
      return limitTime(db, async transaction => {
        if (!search.text) return read(transaction, withoutWords)
        const matches = await searchWords(transaction, filters, search.text)
        return read(transaction, rankSkuFirst(matches, search.text))
      })
    })
  } catch (error) {
    throw isStatementTimeout(error) ? createRefusal('search_unavailable') : error
  }
}

export function limitTime<Result>(db: Db, run: (db: Db) => Promise<Result>): Promise<Result> {
  return db.transaction(async transaction => {
    await transaction.execute(sql.raw(`set local statement_timeout = ${timeoutMs}`))
    return run(transaction)
  })
}

function rankSkuFirst({ rank, ...matches }: Matches, text = ''): Matches {
  const isSku = sql`case when lower(${tools.sku}) = ${text.trim().toLowerCase()} then ${maxWords + 1} else 0 end`
  return { ...matches, rank: rank && sql`(${rank} + ${isSku})` }
}

interface TypedWord {
  word: string
  singular: string
  /** The word's letters and digits apart: '18v' has '18' and 'v'. */
  parts: readonly string[]
}

/** Terms of a tsquery. A tool matches by any of them, and ranks by the best score of those in its name. */
type Alternatives = readonly { terms: readonly string[]; score: number }[]

async function searchWords(db: Db, filters: SQL | undefined, text: string): Promise<Matches> {
  const words = await splitIntoWords(db, text)
  const asTyped = await expandContaining(db, words)
  const withUnits = joinUnits(words, asTyped)
  const exact = (withUnits && (await matchAll(db, filters, withUnits))) ?? (await matchAll(db, filters, asTyped))
  if (exact) return { ...exact, similar: false }
  const similar: Alternatives[] = []
  for (const word of words) similar.push(...(await expandSimilar(db, word)))
  return { ...((await matchAll(db, filters, similar)) ?? { where: sql`false`, rank: undefined }), similar: true }
}

async function splitIntoWords(db: Db, text: string): Promise<readonly TypedWord[]> {
  const { rows } = await db.execute<TypedWord & Record<string, unknown>>(sql`
    select word, to_singular(word) as singular, split_numbers(array[word]) as parts
    from unnest(split_words(${text})) with ordinality as words (word, position) order by position limit ${maxWords}`)
  return rows
}

async function matchAll(db: Db, filters: SQL | undefined, searched: readonly Alternatives[]) {
  const termsOfWords = searched.map(alternatives => alternatives.flatMap(({ terms }) => terms))
  if (searched.length === 0 || termsOfWords.some(terms => terms.length === 0)) return undefined
  const query = termsOfWords.map(terms => `(${terms.join(' | ')})`).join(' & ')
  const hasManyTerms = termsOfWords.flat().length > maxPlannedTerms
  const foundIds = hasManyTerms ? await findToolIdsByWords(db, query) : undefined
  const wordFilter =
    foundIds && foundIds.length <= maxPrefetchedIds
      ? sql`${tools.id} = any(${sql.param(foundIds)}::uuid[])`
      : sql`${tools.id} in (select tool_id from ${toolSearch} where words @@ ${query}::tsquery)`
  const where = and(filters, wordFilter)
  const matchingTools = await db
    .select({ id: tools.id })
    .from(tools)
    .where(where)
    .limit(maxRanked + 1)
  if (matchingTools.length === 0) return undefined
  if (matchingTools.length > maxRanked) return { where, rank: undefined }
  const ids = matchingTools.map(({ id }) => id)
  return { where: inArray(tools.id, ids), rank: rankByName(searched) }
}

async function findToolIdsByWords(db: Db, query: string): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from tool_ids_with_words(${query}::tsquery, ${maxPrefetchedIds + 1}) as found (id)`,
  )
  return rows.map(({ id }) => id)
}

function rankByName(searched: readonly Alternatives[]): SQL {
  const byScore = searched.flatMap((alternatives, position) =>
    alternatives.map(({ terms, score }) => sql`(${position}::int, ${terms.join(' | ')}::tsquery, ${score}::real)`),
  )
  return sql`(select coalesce(sum(best), 0) from (
    select max(score) as best from (values ${sql.join(byScore, sql`, `)}) as searched (position, query, score),
      ${toolSearch} where tool_id = ${tools.id} and name_words @@ query group by position) as ranked)`
}

const toPrefix = (word: string) => `'${word}':*`

/** Fewer letters have no trigram to look them up by. Chinese, Japanese and Korean have no spaces between words. */
const isLong = (word: string) => /[\p{L}\p{M}\p{N}]{3}|[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/u.test(word)

async function expandContaining(db: Db, words: readonly TypedWord[]): Promise<Alternatives[]> {
  const parts = words.map(({ singular }) => (isLong(singular) ? singular : null))
  const { rows } = await db.execute<{ containing: string[] }>(sql`
    select case when part is null then '{}' else array(select containing_words(part)) end as containing
    from unnest(${sql.param(parts)}::text[]) with ordinality as parts (part, position) order by position`)
  return words.map(({ singular }, index) => {
    return [{ terms: [singular, ...(rows[index]?.containing ?? [])].map(toPrefix), score: 1 }]
  })
}

/** Up to this many letters beside a number are its unit ('18 V', '3/8 in'), or part of a size ('M 8'). */
const maxUnitLength = 3

const unitNames: Readonly<Record<string, string>> = {
  inch: 'in',
  inches: 'in',
  foot: 'ft',
  feet: 'ft',
  lbs: 'lb',
  volt: 'v',
  volts: 'v',
  watt: 'w',
  watts: 'w',
}

function joinUnits(words: readonly TypedWord[], asTyped: readonly Alternatives[]): Alternatives[] | undefined {
  const parts = words.flatMap(({ parts }, index) => parts.map(part => ({ part, index }))).slice(0, maxParts)
  let hasUnits = false
  const searched = parts.map(({ index }, position) => {
    const joined = [position - 1, position].flatMap(first => {
      const [left, right] = [parts[first], parts[first + 1]]
      if (!left || !right || isNumber(left.part) === isNumber(right.part)) return []
      const unit = (isNumber(left.part) && unitNames[right.part]) || right.part
      const letters = isNumber(left.part) ? unit : left.part
      return left.index === right.index || letters.length <= maxUnitLength ? [toPrefix(left.part + unit)] : []
    })
    hasUnits ||= joined.length > 0
    return joined.length > 0 ? [{ terms: joined, score: 1 }] : (asTyped[index] ?? [])
  })
  return hasUnits ? searched : undefined
}

const isNumber = (part: string) => /^[0-9]/.test(part)

async function expandSimilar(db: Db, { word, parts }: TypedWord): Promise<Alternatives[]> {
  if (parts.length > 1 || isNumber(word) || !isLong(word))
    return parts.map(part => [{ terms: [`'${part}'`], score: 1 }])
  const { rows } = await db.execute<{ word: string; similarity: number }>(
    sql`select similar_word as word, similarity from similar_words(${word})`,
  )
  return [rows.map(({ word: similar, similarity }) => ({ terms: [toPrefix(similar)], score: similarity }))]
}
