import { eq, sql } from 'drizzle-orm'
import { refuse, refuseTaken } from '#contract/refusals.ts'
import { toSlug } from '#contract/slugs.ts'
import type { Db } from '#db/database.ts'
import { categories, tools } from '#db/tables/catalogue.ts'
import type { Actor } from '#shop/accounts/actors.ts'
import { transactAs } from '#shop/accounts/transact-as.ts'
import { buildAuditEntry } from '#shop/audit-log.ts'
import { mergeChange, type Shown } from '#shop/merge-change.ts'
import type { Shop } from '#shop/shop.ts'
import { publishCatalogue } from './publish-catalogue.ts'
import { lockTools } from './tool-parts.ts'

export interface Category {
  slug: string
  name: string
  parent: string
  filters: string[]
}

type Row = typeof categories.$inferSelect

export async function listCategories({ db }: Shop): Promise<Category[]> {
  return sortAsTree(await db.select().from(categories).orderBy(categories.position))
}

function sortAsTree(rows: readonly Row[]): Category[] {
  const toCategory = ({ slug, name, filters }: Row, parent: string) => ({ slug, name, parent, filters })
  return rows
    .filter(({ parentId }) => parentId === null)
    .flatMap(top => [
      toCategory(top, ''),
      ...rows.filter(({ parentId }) => parentId === top.id).map(row => toCategory(row, top.slug)),
    ])
}

export type CategoryFields = Omit<Category, 'slug'>

/** Returns the slug. Refuses `taken`, `category_nested`, `not_found` and `invalid_input`. */
export async function addCategory(shop: Shop, admin: Actor, fields: CategoryFields): Promise<string> {
  let slug = toSlug(fields.name)
  await changeCategories(shop, admin, async (db, rows) => {
    assertNameFree(rows, fields)
    for (let count = 2; rows.some(row => row.slug === slug); count++) slug = `${toSlug(fields.name)}-${count}`
    const parentId = getParentId(rows, fields)
    const position = Math.max(0, ...rows.map(row => row.position)) + 1
    await db.execute(sql`
      with added as (
        insert into ${categories} (parent_id, name, slug, position, filters)
        values (${parentId}, ${fields.name}, ${slug}, ${position}, ${sql.param(fields.filters)}::text[])
        returning id, name as target, '{}'::jsonb as before, jsonb_build_object('name', name) as after
      ), ${buildAuditEntry(sql`added`, admin, 'add_category')}
      select 1`)
  })
  return slug
}

/** The slug stays. Refuses `not_found`, `edit_conflict`, `taken`, `category_nested` and `invalid_input`. */
export async function updateCategory(
  shop: Shop,
  admin: Actor,
  slug: string,
  change: CategoryFields,
  shown?: Shown<CategoryFields>,
): Promise<void> {
  await changeCategories(shop, admin, async (db, rows) => {
    const present = rows.find(row => row.slug === slug) ?? refuse('not_found')
    const parent = rows.find(row => row.id === present.parentId)?.slug ?? ''
    const fields = mergeChange(change, { ...present, parent }, shown)
    assertNameFree(rows, fields, present)
    const parentId = getParentId(rows, fields, present)
    await db.execute(sql`
      with changed as (
        update ${categories} set parent_id = ${parentId}, name = ${fields.name},
          filters = ${sql.param(fields.filters)}::text[]
        where id = ${present.id}
        returning id, ${present.name}::text as target, ${JSON.stringify(describe(present))}::jsonb as before,
          jsonb_build_object('name', name, 'parent_id', parent_id, 'filters', filters) as after
      ), ${buildAuditEntry(sql`changed`, admin, 'update_category')}
      select 1`)
  })
}

const describe = ({ name, parentId, filters }: Row) => ({ name, parent_id: parentId, filters })

/** Refuses `not_found`. */
export async function moveCategory(shop: Shop, admin: Actor, slug: string, direction: 'up' | 'down'): Promise<void> {
  await changeCategories(shop, admin, async (db, rows) => {
    const moved = rows.find(row => row.slug === slug) ?? refuse('not_found')
    const siblings = rows.filter(({ parentId }) => parentId === moved.parentId)
    const neighbor = siblings[siblings.indexOf(moved) + (direction === 'up' ? -1 : 1)]
    if (!neighbor) return
    await db.update(categories).set({ position: moved.position }).where(eq(categories.id, neighbor.id))
    await db.execute(sql`
      with moved as (
        update ${categories} set position = ${neighbor.position} where id = ${moved.id}
        returning id, name as target, jsonb_build_object('position', ${moved.position}::integer) as before,
          jsonb_build_object('position', position) as after
      ), ${buildAuditEntry(sql`moved`, admin, 'move_category')}
      select 1`)
  })
}

/** The category's tools have none then, and its subcategories move to the top. Refuses `not_found`. */
export async function deleteCategory(shop: Shop, admin: Actor, slug: string): Promise<void> {
  await changeCategories(shop, admin, async (db, rowsBefore) => {
    const category = rowsBefore.find(row => row.slug === slug) ?? refuse('not_found')
    // Categories are locked before tools, as in an import.
    await db.select().from(categories).where(eq(categories.id, category.id)).for('update')
    await lockTools(db, eq(tools.categoryId, category.id))
    await db.execute(sql`
      with deleted as (
        delete from ${categories} where slug = ${slug}
        returning id, name as target, jsonb_build_object('name', name) as before, '{}'::jsonb as after
      ), ${buildAuditEntry(sql`deleted`, admin, 'delete_category')}
      select id from deleted`)
  })
}

/** The table lock keeps two levels and distinct positions. */
async function changeCategories(
  shop: Shop,
  admin: Actor,
  change: (db: Db, rows: readonly Row[]) => Promise<void>,
): Promise<void> {
  await transactAs(shop, admin, async transaction => {
    await transaction.execute(sql`lock table ${categories} in share row exclusive mode`)
    await change(transaction, await transaction.select().from(categories).orderBy(categories.position))
  })
  await publishCatalogue(shop)
}

function assertNameFree(rows: readonly Row[], { name }: CategoryFields, present?: Row): void {
  if (toSlug(name) === '') refuse('invalid_input', [{ field: 'name', message: 'The name needs a letter or digit.' }])
  if (rows.some(row => row !== present && toSlug(row.name) === toSlug(name)))
    refuseTaken('name', 'Another category has that name.')
}

function getParentId(rows: readonly Row[], { parent }: CategoryFields, present?: Row): string | null {
  if (parent === '') return null
  const parentRow = rows.find(row => row.slug === parent) ?? refuse('not_found')
  const hasChildren = present !== undefined && rows.some(row => row.parentId === present.id)
  if (parentRow.parentId !== null || parentRow === present || hasChildren) refuse('category_nested')
  return parentRow.id
}
