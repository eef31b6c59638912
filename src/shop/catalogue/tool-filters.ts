import { and, arrayOverlaps, eq, gte, inArray, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '#db/database.ts'
import { brands, categories, toolSpecifications, tools } from '#db/tables/catalogue.ts'

export interface ToolSearch {
  id?: string | undefined
  ids?: readonly string[] | undefined
  /** Words match anywhere in a word of the tool; those of one or two characters only at its beginning. */
  text?: string | undefined
  minCents?: number | undefined
  maxCents?: number | undefined
  orderable?: boolean | undefined
  category?: string | undefined
  brands?: readonly string[] | undefined
  specifications?: readonly SpecificationFilter[] | undefined
}

export interface SpecificationFilter {
  nameSlug: string
  valueSlugs: readonly string[]
  ranges: readonly { from: number | undefined; to: number | undefined }[]
}

export type ToolFilters = Omit<ToolSearch, 'text' | 'category' | 'brands'> & {
  categoryIds?: readonly string[] | undefined
  brandIds?: readonly string[] | undefined
}

export function buildFilters({ id, ids, minCents, maxCents, orderable, ...filters }: ToolFilters): SQL | undefined {
  const { categoryIds, brandIds, specifications = [] } = filters
  return and(
    isNull(tools.deletedAt),
    id ? eq(tools.id, id) : undefined,
    ids && inArray(tools.id, [...ids]),
    minCents === undefined ? undefined : gte(tools.priceCents, minCents),
    maxCents === undefined ? undefined : lte(tools.priceCents, maxCents),
    orderable === undefined ? undefined : (orderable ? gte : lt)(tools.available, tools.minimum),
    categoryIds && inArray(tools.categoryId, [...categoryIds]),
    brandIds && inArray(tools.brandId, [...brandIds]),
    ...specifications.map(hasSpecification),
  )
}

/** With the number of ids known, PostgreSQL chooses an index when they are few. */
export async function resolveCategoryAndBrands(db: Db, { category, brands: brandSlugs = [], ...search }: ToolSearch) {
  const parent = alias(categories, 'parent')
  const inCategory =
    category === undefined
      ? undefined
      : await db
          .select({ id: categories.id })
          .from(categories)
          .leftJoin(parent, eq(parent.id, categories.parentId))
          .where(or(eq(categories.slug, category), eq(parent.slug, category)))
  const ofBrands =
    brandSlugs.length === 0
      ? undefined
      : await db
          .select({ id: brands.id })
          .from(brands)
          .where(or(inArray(brands.slug, [...brandSlugs]), arrayOverlaps(brands.formerSlugs, [...brandSlugs])))
  return { ...search, categoryIds: inCategory?.map(({ id }) => id), brandIds: ofBrands?.map(({ id }) => id) }
}

function hasSpecification({ nameSlug, valueSlugs, ranges }: SpecificationFilter): SQL {
  const { number, valueSlug } = toolSpecifications
  const isInRange = ranges.map(({ from, to }) =>
    and(from === undefined ? undefined : gte(number, from), to === undefined ? undefined : lt(number, to)),
  )
  const matches = or(valueSlugs.length > 0 ? inArray(valueSlug, [...valueSlugs]) : undefined, ...isInRange)
  return sql`exists (select from ${toolSpecifications} where ${and(
    eq(toolSpecifications.toolId, tools.id),
    eq(toolSpecifications.nameSlug, nameSlug),
    matches,
  )})`
}
