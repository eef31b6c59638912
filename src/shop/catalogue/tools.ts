import { and, desc, getTableColumns, type InferSelectModel, isNull, lt, sql } from 'drizzle-orm'
import type { Specification } from '#contract/cells/specifications.ts'
import { refuse } from '#contract/refusals.ts'
import type { Db } from '#db/database.ts'
import { memoizePerDb } from '#db/memoize-per-db.ts'
import { brands, categories, toolSpecifications, tools } from '#db/tables/catalogue.ts'
import {
  buildKeysetPage,
  buildSorts,
  countRows,
  type PagePosition,
  sortByNumber,
  sortByText,
  sortDescending,
} from '#shop/pagination.ts'
import type { Shop } from '#shop/shop.ts'
import type { ToolSearch } from './tool-filters.ts'
import { runSearch } from './tool-search.ts'

export type Tool = InferSelectModel<typeof tools>

export interface ListedTool extends Tool {
  brand: string
  category: string
  highlights: Specification[]
}

const listedColumns = {
  ...getTableColumns(tools),
  brand: sql<string>`coalesce((select name from ${brands} where ${brands.id} = ${tools.brandId}), '')`.as('brand'),
  category: sql<string>`coalesce((select slug from ${categories} where ${categories.id} = ${tools.categoryId}), '')`.as(
    'category',
  ),
  highlights: sql<Specification[]>`array(
    select jsonb_build_object('name', name, 'value', value, 'unit', unit) from ${toolSpecifications}
    where tool_id = ${tools.id} and position <= 3 order by position)`.as('highlights'),
}

const sorts = buildSorts({
  price: sortByNumber(tools.priceCents, 100),
  name: sortByText(tools.name),
  available: sortByNumber(tools.available),
})

export interface ToolsPage extends PagePosition {
  sort?: keyof typeof sorts | undefined
}

const newestToolsStatement = memoizePerDb((db: Db) => {
  const query = db.select(listedColumns).from(tools).where(isNull(tools.deletedAt))
  return query.orderBy(desc(tools.id)).limit(sql.placeholder('limit')).prepare('newest_tools')
})

/** Falls back to similar words. Refuses `search_unavailable`. */
export async function listTools(shop: Shop, search: ToolSearch, { sort, ...page }: ToolsPage): Promise<ListedTool[]> {
  const options = [sort, page.cursor, page.before, ...Object.values(search)]
  if (options.every(option => option === undefined)) return newestToolsStatement(shop.db).execute({ limit: page.limit })
  return runSearch(shop.db, search, async (db, { where, rank }) => {
    const order = sort === undefined && rank ? sortDescending({ ofRow: rank }) : sorts[sort ?? 'newest']
    const { where: isOnPage, orderBy, toListOrder } = buildKeysetPage(tools, order, page)
    return toListOrder(
      await db.select(listedColumns).from(tools).where(and(where, isOnPage)).orderBy(orderBy).limit(page.limit),
    )
  })
}

/** Refuses `search_unavailable`. */
export function countTools(shop: Shop, search: ToolSearch): Promise<{ count: number; similar: boolean }> {
  return runSearch(shop.db, search, async (db, { where, similar }) => {
    return { count: await countRows(db, tools, where, search.text), similar }
  })
}

export async function getTool(shop: Shop, id: string): Promise<ListedTool> {
  const [tool] = await listTools(shop, { id }, { limit: 1 })
  return tool ?? refuse('tool_not_found')
}

export async function listToolIds(shop: Shop, { limit, cursor }: { limit: number; cursor?: string | undefined }) {
  const listed = await shop.db
    .select({ id: tools.id })
    .from(tools)
    .where(and(isNull(tools.deletedAt), cursor ? lt(tools.id, cursor) : undefined))
    .orderBy(desc(tools.id))
    .limit(limit)
  return listed.map(({ id }) => id)
}
