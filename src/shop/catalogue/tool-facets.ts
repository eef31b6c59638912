import { and, eq, type SQL, sql } from 'drizzle-orm'
import { facetCountLimit } from '#contract/limits.ts'
import { formatSpecification, toSlug } from '#contract/specifications.ts'
import type { Db } from '#db/database.ts'
import { brands, categories, toolSpecifications, tools } from '#db/tables.ts'
import type { Shop } from '#shop/shop.ts'
import { type Brand, listBrands } from './brands.ts'
import { type Category, listCategories } from './categories.ts'
import { buildFilters, runSearch, type ToolSearch } from './tool-search.ts'

interface FacetOption {
  /** Of the filter: 'voltage:18-v' or 'weight:1..2.5'. */
  token: string
  label: string
  count: number
}

export interface ToolFacets {
  categories: (Omit<Category, 'filters'> & { count: number })[]
  brands: (Brand & { count: number })[]
  inStock: number
  /** Of the chosen category. */
  specifications: { name: string; options: FacetOption[] }[]
}

const maxValues = 8

/**
 * How many tools each further filter would leave; a filter that is chosen already does not count for others of its kind.
 * Counts stop at `facetCountLimit` and one more. Refuses `search_unavailable`.
 */
export async function countToolFacets(shop: Shop, search: ToolSearch): Promise<ToolFacets> {
  const { text, minCents, maxCents } = search
  return runSearch(shop.db, { text, minCents, maxCents }, async (db, { where }) => {
    const buildWhere = (dropped: Partial<ToolSearch>) => {
      const { text: _, minCents: __, maxCents: ___, ...filters } = { ...search, ...dropped }
      return and(where, buildFilters(filters))
    }
    const tree = await listCategories({ ...shop, db })
    const chosen = tree.find(({ slug }) => slug === search.category)
    const inCategories = await countByCategory(db, buildWhere({ category: undefined }))
    const inBrands = await countByBrand(db, buildWhere({ brands: undefined }))
    const ofCategories = tree.map(({ filters: _, ...category }) => ({
      ...category,
      count: Math.min(
        facetCountLimit + 1,
        tree
          .filter(({ slug, parent }) => slug === category.slug || parent === category.slug)
          .reduce((sum, { slug }) => sum + (inCategories.get(slug) ?? 0), 0),
      ),
    }))
    const specifications = []
    for (const name of chosen?.filters ?? []) {
      const others = search.specifications?.filter(({ nameSlug }) => nameSlug !== toSlug(name))
      const options = await countByValue(db, buildWhere({ specifications: others }), toSlug(name))
      if (options.length > 0) specifications.push({ name, options })
    }
    return {
      categories: ofCategories,
      brands: (await listBrands({ ...shop, db })).map(brand => ({ ...brand, count: inBrands.get(brand.slug) ?? 0 })),
      inStock: await countUpToLimit(db, buildWhere({ orderable: true })),
      specifications,
    }
  })
}

const limitRows = sql.raw(String(facetCountLimit + 1))

async function countUpToLimit(db: Db, where: SQL | undefined): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from (select from ${tools} where ${where} limit ${limitRows}) as matches`)
  return rows[0]?.count ?? 0
}

const countByCategory = (db: Db, where: SQL | undefined) =>
  countByLink(db, sql`${categories}`, and(where, eq(tools.categoryId, categories.id)))

const countByBrand = (db: Db, where: SQL | undefined) =>
  countByLink(db, sql`${brands}`, and(where, eq(tools.brandId, brands.id)))

/** By slug. */
async function countByLink(db: Db, table: SQL, where: SQL | undefined): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ slug: string; count: number }>(sql`
    select slug, (
      select count(*)::int from (select from ${tools} where ${where} limit ${limitRows}) as matches
    ) as count from ${table}`)
  return new Map(rows.map(({ slug, count }) => [slug, count]))
}

interface ValueCount extends Record<string, unknown> {
  value: string
  unit: string
  valueSlug: string
  number: number | null
  count: number
}

async function countByValue(db: Db, where: SQL | undefined, nameSlug: string): Promise<FacetOption[]> {
  const { rows } = await db.execute<ValueCount>(sql`
    select min(value) as value, min(unit) as unit, value_slug as "valueSlug", min(number) as number, count(*)::int as count
    from (
      select value, unit, value_slug, number from ${tools}
      join ${toolSpecifications} on tool_id = ${tools.id} and name_slug = ${nameSlug}
      where ${where} limit ${limitRows}
    ) as matches group by value_slug order by min(number), count(*) desc, min(value)`)
  const numbers = rows.filter(isNumeric)
  const options =
    numbers.length === rows.length && rows.length > maxValues
      ? splitIntoRanges(numbers)
      : rows.slice(0, maxValues).map(row => ({
          token: row.valueSlug,
          label: formatSpecification(row),
          count: row.count,
        }))
  return options.map(option => ({ ...option, token: `${nameSlug}:${option.token}` }))
}

type NumericCount = ValueCount & { number: number }

const isNumeric = (row: ValueCount): row is NumericCount => row.number !== null

/** Four ranges of about as many tools each, of numbers in ascending order. */
function splitIntoRanges(rows: readonly NumericCount[]): FacetOption[] {
  const numbers = rows.flatMap(({ number, count }) => Array.from({ length: count }, () => number))
  const quartiles = [0.25, 0.5, 0.75].map(share => numbers[Math.floor(numbers.length * share)] ?? 0)
  const limits = [...new Set(quartiles)].filter(limit => limit > (numbers[0] ?? limit))
  const unit = rows[0]?.unit ?? ''
  return [undefined, ...limits].map((from, index) => {
    const to = limits[index]
    const isWithin = ({ number }: NumericCount) => number >= (from ?? -Infinity) && number < (to ?? Infinity)
    const count = rows.filter(isWithin).reduce((sum, row) => sum + row.count, 0)
    const label =
      from === undefined
        ? `Below ${formatSpecification({ value: String(to), unit })}`
        : to === undefined
          ? `${formatSpecification({ value: String(from), unit })} and more`
          : `${from} to ${formatSpecification({ value: String(to), unit })}`
    return { token: `${from ?? ''}..${to ?? ''}`, label, count }
  })
}
