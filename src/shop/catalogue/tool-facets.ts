import { and, type SQL, sql } from 'drizzle-orm'
import { formatSpecification } from '#contract/cells/specifications.ts'
import { facetCountLimit } from '#contract/limits.ts'
import { toSlug } from '#contract/slugs.ts'
import type { Db } from '#db/database.ts'
import { brands, categories, toolSpecifications, tools } from '#db/tables/catalogue.ts'
import type { Shop } from '#shop/shop.ts'
import { type Brand, listBrands } from './brands.ts'
import { type Category, listCategories } from './categories.ts'
import { buildFilters, resolveCategoryAndBrands, type ToolFilters, type ToolSearch } from './tool-filters.ts'
import { limitTime, type Matches, runSearch } from './tool-search.ts'

interface FacetOption {
  token: string
  label: string
  count: number | null
}

export interface ToolFacets {
  categories: (Omit<Category, 'filters'> & { count: number })[]
  brands: (Brand & { count: number })[]
  inStock: number
  specifications: { name: string; options: FacetOption[] }[]
}

const maxValues = 8

/** Counts stop at `facetCountLimit` + 1. A chosen filter does not narrow its own kind. Refuses `search_unavailable`. */
export function countToolFacets(shop: Shop, search: ToolSearch): Promise<ToolFacets> {
  const { category: _, brands: __, specifications: ___, orderable: ____, ...others } = search
  const count = (db: Db, { where }: Matches) => countFacets({ ...shop, db }, where, search)
  return runSearch(shop.db, others, count, { readLimitsTime: true })
}

/** `where` has no condition on category, brand, specification or stock. */
async function countFacets(shop: Shop, where: SQL | undefined, search: ToolSearch): Promise<ToolFacets> {
  const { db } = shop
  const { category, brands: brandSlugs = [], specifications: chosenSpecifications = [], orderable } = search
  const { categoryIds, brandIds } = await resolveCategoryAndBrands(db, { category, brands: brandSlugs })
  const filter = (kinds: ToolFilters) => and(where, buildFilters(kinds))
  const allCategories = await listCategories(shop)
  const chosen = allCategories.find(({ slug }) => slug === category)
  const top = chosen?.parent || chosen?.slug
  const tree = allCategories.filter(({ slug, parent }) => top === undefined || slug === top || parent === top)
  const { categoryIds: idsInTree } = await resolveCategoryAndBrands(db, { category: top })
  const allBrands = await listBrands(shop)
  async function countSpecifications(each: Db): Promise<ToolFacets['specifications']> {
    const counted = []
    for (const name of chosen?.filters ?? []) {
      const nameSlug = toSlug(name)
      const ofOthers = chosenSpecifications.filter(specification => specification.nameSlug !== nameSlug)
      const filters = filter({ categoryIds, brandIds, orderable, specifications: ofOthers })
      const options = await countByValue(each, filters, nameSlug)
      if (options.length > 0) counted.push({ name, options })
    }
    return counted
  }
  // A search with words already runs in one transaction with a time limit.
  const runWithinTimeLimit = <Result>(count: (db: Db) => Promise<Result>) =>
    search.text ? count(db) : limitTime(db, count)
  const [categoryBrandCounts, specifications, inStock] = await Promise.all([
    runWithinTimeLimit(each =>
      countByCategoryAndBrand(
        each,
        filter({ categoryIds: idsInTree, orderable, specifications: chosenSpecifications }),
      ),
    ),
    runWithinTimeLimit(each => countSpecifications(each)),
    runWithinTimeLimit(each =>
      countUpToLimit(each, filter({ categoryIds, brandIds, specifications: chosenSpecifications, orderable: true })),
    ),
  ])
  const sumUp = (isCounted: (row: CategoryBrandCount) => boolean) =>
    limitCount(categoryBrandCounts.filter(isCounted).reduce((sum, { count }) => sum + count, 0))
  const isWithin = (slug: string | null, outer: string) =>
    slug === outer || tree.some(each => each.slug === slug && each.parent === outer)
  const isOfChosenBrand = ({ brandId }: CategoryBrandCount) =>
    brandIds === undefined || (brandId !== null && brandIds.includes(brandId))
  return {
    categories: tree.map(({ filters: _, ...each }) => ({
      ...each,
      count: sumUp(row => isWithin(row.category, each.slug) && isOfChosenBrand(row)),
    })),
    brands: allBrands.map(each => ({
      ...each,
      count: sumUp(row => row.brand === each.slug && (category === undefined || isWithin(row.category, category))),
    })),
    inStock,
    specifications,
  }
}

const limitCount = (count: number) => Math.min(count, facetCountLimit + 1)

const limitRows = sql.raw(String(facetCountLimit + 1))

async function countUpToLimit(db: Db, where: SQL | undefined): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from (select from ${tools} where ${where} limit ${limitRows}) as matches`)
  return rows[0]?.count ?? 0
}

interface CategoryBrandCount extends Record<string, unknown> {
  category: string | null
  brand: string | null
  brandId: string | null
  count: number
}

async function countByCategoryAndBrand(db: Db, where: SQL | undefined): Promise<CategoryBrandCount[]> {
  const { rows } = await db.execute<CategoryBrandCount>(sql`
    select ${categories.slug} as category, ${brands.slug} as brand, counted.brand_id as "brandId", counted.count
    from (
      select category_id, brand_id, count(*)::int as count from ${tools} where ${where} group by category_id, brand_id
    ) as counted
    left join ${categories} on ${categories.id} = counted.category_id
    left join ${brands} on ${brands.id} = counted.brand_id`)
  return rows
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
  const isSample = rows.reduce((sum, { count }) => sum + count, 0) > facetCountLimit
  const ranges = numbers.length === rows.length && rows.length > maxValues ? splitIntoRanges(numbers) : []
  const options =
    ranges.length > 0
      ? ranges
      : rows.slice(0, maxValues).map(row => ({
          valueToken: row.valueSlug,
          label: formatSpecification(row),
          count: row.count,
        }))
  return options.map(({ valueToken, label, count }) => ({
    token: `${nameSlug}:${valueToken}`,
    label,
    count: isSample ? null : count,
  }))
}

type NumericCount = ValueCount & { number: number }

const isNumeric = (row: ValueCount): row is NumericCount => row.number !== null

/** Up to four ranges with about as many tools each. Empty where most tools have the lowest number. */
function splitIntoRanges(rows: readonly NumericCount[]) {
  const numbers = rows.flatMap(({ number, count }) => Array.from({ length: count }, () => number))
  const quartiles = [0.25, 0.5, 0.75].map(share => numbers[Math.floor(numbers.length * share)] ?? 0)
  const limits = [...new Set(quartiles)].filter(limit => limit > (numbers[0] ?? limit))
  const unit = rows[0]?.unit ?? ''
  if (limits.length === 0) return []
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
    return { valueToken: `${from ?? ''}..${to ?? ''}`, label, count }
  })
}
