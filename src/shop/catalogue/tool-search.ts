import { and, inArray, type SQL, sql } from 'drizzle-orm'
import { createRefusal } from '#contract/refusals.ts'
import type { Db } from '#db/database.ts'
import { isStatementTimeout } from '#db/errors.ts'
import { memoizePerDb } from '#db/memoize-per-db.ts'
import { toolSearch, tools } from '#db/tables/catalogue.ts'
import { createQueue } from '#shop/queue.ts'
import { containsText } from '#shop/text-match.ts'
import { buildFilters, resolveCategoryAndBrands, type ToolSearch } from './tool-filters.ts'

export interface Matches {
  where: SQL | undefined
  rank: SQL | undefined
  similar: boolean
}

const maxWords = 6
const maxRanked = 200
/** The planner overestimates the matches of more prefixes, so their tools are looked up first. */
const maxPlannedPrefixes = 10
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
        const matches = await searchWords(transaction, filters, splitWords(search.text))
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

/** Must match `extract_words` in the database. */
const splitWords = (text = '') =>
  text
    .normalize('NFKC')
    .replaceAll('\u2044', '/')
    .replace(/[’‘]/g, "'")
    .replace(/(?<=\d)\*(?=\d)/g, 'x')
    .split(/[\s!-/:-@[-`{-~]+/)
    .filter(word => word !== '')
    .slice(0, maxWords)

interface WordMatch {
  word: string
  similarity: number
}

interface SearchedWord {
  prefixes: readonly string[]
  /** A tool with one of these words in its name ranks by its similarity. */
  rankedWords: readonly WordMatch[]
}

async function searchWords(db: Db, filters: SQL | undefined, words: readonly string[]): Promise<Matches> {
  const containing = []
  for (const word of words) containing.push(await expandContaining(db, word))
  const exact = await matchPrefixes(db, filters, containing)
  if (exact) return { ...exact, similar: false }
  const similarWords = []
  for (const word of words) similarWords.push(await expandSimilar(db, word))
  const similar = await matchPrefixes(db, filters, similarWords)
  return { ...(similar ?? { where: sql`false`, rank: undefined }), similar: true }
}

async function matchPrefixes(db: Db, filters: SQL | undefined, searched: readonly SearchedWord[]) {
  if (searched.length === 0 || searched.some(({ prefixes }) => prefixes.length === 0)) return undefined
  const query = searched.map(({ prefixes }) => `(${prefixes.map(each => `'${each}':*`).join(' | ')})`).join(' & ')
  const hasManyPrefixes = searched.flatMap(({ prefixes }) => prefixes).length > maxPlannedPrefixes
  const foundIds = hasManyPrefixes ? await findToolIdsByWords(db, query) : undefined
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
  return { where: inArray(tools.id, ids), rank: sql`(${sql.join(searched.map(rankByName), sql` + `)})` }
}

async function findToolIdsByWords(db: Db, query: string): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from tool_ids_with_words(${query}::tsquery, ${maxPrefetchedIds + 1}) as found (id)`,
  )
  return rows.map(({ id }) => id)
}

function rankByName({ rankedWords }: SearchedWord): SQL {
  const cases = rankedWords.map(
    ({ word, similarity }) => sql`when ${containsText(word, tools.name)} then ${similarity}::real`,
  )
  return sql`case ${sql.join(cases, sql` `)} else 0 end`
}

async function expandContaining(db: Db, word: string): Promise<SearchedWord> {
  // Chinese, Japanese and Korean have no spaces between words.
  const isShort = word.length < 3 && !/[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/u.test(word)
  const containing = isShort ? sql`'{}'` : sql`array(select containing_words(${word}))`
  const { rows } = await db.execute<{ prefixes: string[] }>(
    sql`select fold(${word}) || ${containing}::text[] as prefixes`,
  )
  return { prefixes: rows[0]?.prefixes ?? [], rankedWords: [{ word, similarity: 1 }] }
}

async function expandSimilar(db: Db, word: string): Promise<SearchedWord> {
  const { rows } = await db.execute<{ word: string; similarity: number }>(
    sql`select similar_word as word, similarity from similar_words(${word})`,
  )
  return { prefixes: rows.map(row => row.word), rankedWords: rows }
}
