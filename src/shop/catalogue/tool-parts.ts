import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import { parseSpecificationNumber, type Specification } from '#contract/cells/specifications.ts'
import { refuse } from '#contract/refusals.ts'
import { toSlug, toValueSlug } from '#contract/slugs.ts'
import type { Db } from '#db/database.ts'
import { brands, categories, toolImages, toolSpecifications, tools } from '#db/tables/catalogue.ts'
import { findSpecificationErrors } from './tool-rules.ts'

/** Parts have tables of their own, since every order rewrites the tool's row. */
export interface ToolParts {
  specifications: readonly Specification[]
  furtherImages: readonly { url: string; alt: string }[]
}

type PartFields = { [Name in keyof ToolParts]?: ToolParts[Name] | undefined }

interface LinkFields {
  brand?: string | undefined
  category?: string | undefined
  replacementSku?: string | undefined
}

/** Omitted parts stay unchanged. Refuses `invalid_input`. */
export async function replaceParts(db: Db, toolId: string, { specifications, furtherImages }: PartFields) {
  if (specifications) {
    const errors = findSpecificationErrors(specifications)
    if (errors.length > 0) refuse('invalid_input', errors)
    const rows = specifications.map((each, index) => ({ toolId, position: index + 1, ...toSpecificationRow(each) }))
    await db.delete(toolSpecifications).where(eq(toolSpecifications.toolId, toolId))
    if (rows.length > 0) await db.insert(toolSpecifications).values(rows)
    await db.execute(sql`select index_tool(${toolId})`)
  }
  if (furtherImages) {
    await db.delete(toolImages).where(eq(toolImages.toolId, toolId))
    const rows = furtherImages.map((image, index) => ({ toolId, position: index + 2, ...image }))
    if (rows.length > 0) await db.insert(toolImages).values(rows)
  }
}

export function toSpecificationRow({ name, value, unit }: Specification) {
  const nameSlug = toSlug(name)
  const valueSlug = toValueSlug(`${value} ${unit}`.trim())
  return { name, value, unit, nameSlug, valueSlug, number: parseSpecificationNumber(value) ?? null }
}

/**
 * Locks the category, the brand, which is added if it is new, and together the tool and its replacement, which are so not deleted
 * meanwhile. Refuses `invalid_input`.
 */
export async function lockLinks(db: Db, { brand, category, replacementSku }: LinkFields, toolId?: string) {
  if (category) await db.execute(sql`select from ${categories} where slug = ${category} for key share`)
  if (brand) await db.execute(sql`select from ${brands} where id = ${await getOrAddBrandId(db, brand)} for key share`)
  const isLocked = or(toolId ? eq(tools.id, toolId) : undefined, replacementSku ? hasSku(replacementSku) : undefined)
  if (isLocked) await lockTools(db, isLocked)
}

/** Call `lockLinks` with these links before. Refuses `invalid_input`. */
export async function resolveLinks(db: Db, { brand, category, replacementSku }: LinkFields, toolId?: string) {
  return {
    ...(brand !== undefined && { brandId: brand === '' ? null : await getOrAddBrandId(db, brand) }),
    ...(category !== undefined && { categoryId: category === '' ? null : await getCategoryId(db, category) }),
    ...(replacementSku !== undefined && {
      replacementId: replacementSku === '' ? null : await getReplacementId(db, replacementSku, toolId),
    }),
  }
}

async function getOrAddBrandId(db: Db, name: string): Promise<string> {
  const slug = toSlug(name)
  if (slug === '')
    refuse('invalid_input', [{ field: 'brand', message: 'The name of a brand needs a letter or digit.' }])
  await db.insert(brands).values({ name, slug }).onConflictDoNothing()
  const [brand] = await db.select().from(brands).where(eq(brands.slug, slug))
  return brand?.id ?? refuse('internal')
}

async function getCategoryId(db: Db, slug: string): Promise<string> {
  const [category] = await db.select().from(categories).where(eq(categories.slug, slug))
  return category?.id ?? refuse('invalid_input', [{ field: 'category', message: 'That category is no longer there.' }])
}

async function getReplacementId(db: Db, sku: string, toolId: string | undefined): Promise<string> {
  const [tool] = await db.select({ id: tools.id }).from(tools).where(hasSku(sku))
  if (tool && tool.id !== toolId) return tool.id
  const message = tool ? 'A tool does not replace itself.' : 'No tool has that SKU.'
  return refuse('invalid_input', [{ field: 'replacementSku', message }])
}

export const hasSku = (sku: string) => and(sql`lower(${tools.sku}) = ${sku.toLowerCase()}`, isNull(tools.deletedAt))

const selectParts = (table: typeof toolSpecifications | typeof toolImages, columns: SQL) => sql`(
  select coalesce(jsonb_agg(jsonb_build_object(${columns}) order by position), '[]') from ${table}
  where tool_id = ${tools.id})`

export const describeTool: SQL<Record<string, unknown>> = sql<Record<string, unknown>>`(
  to_jsonb(${tools}) - '{id, deleted_at, brand_id, category_id, replacement_id}'::text[] || jsonb_build_object(
    'brand', coalesce((select name from ${brands} where ${brands.id} = ${tools.brandId}), ''),
    'category', coalesce((select slug from ${categories} where ${categories.id} = ${tools.categoryId}), ''),
    'replacement_sku', coalesce((select other.sku from ${tools} other where other.id = tools.replacement_id), ''),
    'specifications', ${selectParts(toolSpecifications, sql`'name', name, 'value', value, 'unit', unit`)},
    'further_images', ${selectParts(toolImages, sql`'url', url, 'alt', alt`)}))`

/** Deleted tools replace no others. Call it in the transaction that deletes them. */
export async function unlinkReplacements(db: Db, deletedIds: SQL): Promise<void> {
  await db.update(tools).set({ replacementId: null }).where(sql`${tools.replacementId} in (${deletedIds})`)
}

/** Tools are locked in the order of their ids, as in orders. */
export async function lockTools(db: Db, where: SQL): Promise<void> {
  await db.select({ id: tools.id }).from(tools).where(where).orderBy(tools.id).for('no key update')
}
