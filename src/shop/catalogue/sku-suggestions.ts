import { and, getTableColumns, isNull, sql } from 'drizzle-orm'
import { isStatementTimeout } from '#db/errors.ts'
import { memoizePerDb } from '#db/memoize-per-db.ts'
import { tools } from '#db/tables/catalogue.ts'
import { createQueue } from '#shop/queue.ts'
import type { Shop } from '#shop/shop.ts'
import type { Tool } from './tools.ts'

export interface SkuSuggestion {
  sku: string
  tools: Tool[]
}

const maxTools = 3
/** 0 to 1. An SKU of six characters or more is still found with one character wrong, missing or added. */
const minSimilarity = 0.4
/** Total for all SKUs of a call. */
const timeoutMs = 2000
const suggestionQueue = memoizePerDb(() =>
  createQueue({ concurrency: 1, maxWaiting: 60, maxOfCaller: 2, refusal: 'search_unavailable' }),
)

/** A SKU whose search takes too long gets no tools. Refuses `search_unavailable` when too many calls wait. */
export async function suggestSkus(
  { db }: Shop,
  skus: readonly string[],
  ip: string | undefined,
): Promise<SkuSuggestion[]> {
  return suggestionQueue(db)(async () => {
    const suggestions: SkuSuggestion[] = []
    for (const sku of skus) suggestions.push({ sku, tools: await findSimilar(db, sku, timeoutMs / skus.length) })
    return suggestions
  }, ip)
}

async function findSimilar(db: Shop['db'], sku: string, shareMs: number): Promise<Tool[]> {
  const search = db.transaction(async transaction => {
    await transaction.execute(sql.raw(`set local statement_timeout = ${Math.ceil(shareMs)}`))
    await transaction.execute(sql.raw(`set local pg_trgm.similarity_threshold = ${minSimilarity}`))
    return transaction
      .select(getTableColumns(tools))
      .from(tools)
      .where(and(isNull(tools.deletedAt), sql`normalize_sku(${tools.sku}) % normalize_sku(${sku})`))
      .orderBy(sql`similarity(normalize_sku(${tools.sku}), normalize_sku(${sku})) desc`, tools.sku)
      .limit(maxTools)
  })
  return search.catch(error => {
    if (isStatementTimeout(error)) return []
    throw error
  })
}
