import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Specification } from '#contract/cells/specifications.ts'
import { toSlug } from '#contract/slugs.ts'
import type { Db } from '#db/database.ts'
import { adminActions } from '#db/tables/audit-log.ts'
import { brands, categories, stockAdjustments, toolSpecifications, tools } from '#db/tables/catalogue.ts'
import { importRows, imports } from '#db/tables/imports.ts'
import { toSpecificationRow } from '#shop/catalogue/tool-parts.ts'
import type { RunInPortions } from './portions.ts'

export interface RowSelection {
  importId: string
  rows: SQL
  fields: SQL
}

interface ImportActor {
  id: string | null
  email: string | null
}

type BrandSlugs = Map<string, string>

const brandsAtOnce = 1_000

export async function addBrands(
  db: Db,
  runInPortions: RunInPortions,
  select: (rows: SQL) => RowSelection,
): Promise<BrandSlugs> {
  const slugs: BrandSlugs = new Map()
  await runInPortions(async some => {
    for (const name of await listBrandNames(db, select(some))) slugs.set(name, toSlug(name))
  })
  // Brands are sorted against deadlocks with a concurrent import.
  const values = [...slugs].map(([name, slug]) => ({ name, slug })).toSorted((a, b) => (a.slug < b.slug ? -1 : 1))
  for (let start = 0; start < values.length; start += brandsAtOnce) {
    const some = values.slice(start, start + brandsAtOnce)
    await db.insert(brands).values(some).onConflictDoNothing()
    const locked = sql.param(some.map(({ slug }) => slug))
    await db.execute(sql`select from ${brands} where slug = any(${locked}::text[]) order by id for key share`)
  }
  return slugs
}

async function listBrandNames(db: Db, { importId, rows, fields }: RowSelection): Promise<string[]> {
  const { rows: named } = await db.execute<{ name: string }>(sql`
    select distinct ${fields} ->> 'brand' as name from ${importRows}
    where import_id = ${importId} and ${rows} and ${fields} ->> 'brand' <> ''`)
  return named.map(({ name }) => name)
}

async function pickSlugs(db: Db, changes: RowSelection, slugs: BrandSlugs): Promise<string> {
  return JSON.stringify(Object.fromEntries((await listBrandNames(db, changes)).map(name => [name, slugs.get(name)])))
}

/** Two spellings of a name share a slug: the stored one is used. */
export async function normalizeBrandNames(db: Db, changes: RowSelection, slugs: BrandSlugs): Promise<void> {
  await db.execute(sql`
    update ${importRows} set after = after || jsonb_build_object('brand', ${brands.name}) from ${brands}
    where import_id = ${changes.importId} and ${changes.rows}
      and ${brands.slug} = ${await pickSlugs(db, changes, slugs)}::jsonb ->> (after ->> 'brand')
      and ${brands.name} <> after ->> 'brand'`)
  for (const name of await listBrandNames(db, changes)) slugs.set(name, toSlug(name))
}

const selectBrand = (fields: SQL, slugs: string) =>
  sql`(select id from ${brands} where slug = ${slugs}::jsonb ->> (${fields} ->> 'brand'))`
const selectCategory = (fields: SQL) => sql`(select id from ${categories} where slug = ${fields} ->> 'category')`
const selectReplacement = (fields: SQL) => sql`(select other.id from ${tools} other
  where lower(other.sku) = lower(${fields} ->> 'replacement_sku') and other.deleted_at is null)`

export async function insertTools(db: Db, changes: RowSelection, brandSlugs: BrandSlugs): Promise<void> {
  const { importId, rows, fields } = changes
  const slugs = await pickSlugs(db, changes, brandSlugs)
  await db.execute(sql`
    insert into ${tools} (id, sku, name, image, price_cents, minimum, available, description, increment, unit_label,
      price_breaks, tax_percent, image_alt, discontinued, brand_id, category_id, replacement_id)
    select tool_id, f ->> 'sku', f ->> 'name', f ->> 'image', (f ->> 'price_cents')::int, (f ->> 'minimum')::int,
      (f ->> 'available')::int, f ->> 'description', coalesce((f ->> 'increment')::int, 1), coalesce(f ->> 'unit_label', ''),
      coalesce(f -> 'price_breaks', '[]'), (f ->> 'tax_percent')::numeric, coalesce(f ->> 'image_alt', ''),
      coalesce((f ->> 'discontinued')::boolean, false), ${selectBrand(sql`f`, slugs)}, ${selectCategory(sql`f`)}, ${selectReplacement(sql`f`)}
    from (select tool_id, position, ${fields} as f from ${importRows} where import_id = ${importId} and ${rows}) as added
    order by position`)
}

/** The stock changes by a difference: orders may have taken pieces meanwhile. */
export async function updateTools(
  db: Db,
  changes: RowSelection,
  { stockBefore, slugs: brandSlugs, actorEmail }: { stockBefore: SQL; slugs: BrandSlugs; actorEmail: string | null },
): Promise<void> {
  const { importId, rows, fields } = changes
  const slugs = await pickSlugs(db, changes, brandSlugs)
  const from = sql`(select tool_id, ${fields} as f from ${importRows} where import_id = ${importId} and ${rows}) as changed`
  const set = (column: string, value: SQL, field = column) => {
    const name = sql.raw(column)
    return sql`${name} = case when f ? ${sql.raw(`'${field}'`)} then ${value} else ${tools}.${name} end`
  }
  await db.execute(sql`
    update ${tools} set ${sql.join(
      [
        set('image', sql`f ->> 'image'`),
        set('price_cents', sql`(f ->> 'price_cents')::int`),
        set('minimum', sql`(f ->> 'minimum')::int`),
        set('increment', sql`(f ->> 'increment')::int`),
        set('unit_label', sql`f ->> 'unit_label'`),
        set('price_breaks', sql`f -> 'price_breaks'`),
        set('tax_percent', sql`(f ->> 'tax_percent')::numeric`),
        set('image_alt', sql`f ->> 'image_alt'`),
        set('discontinued', sql`(f ->> 'discontinued')::boolean`),
        set('category_id', selectCategory(sql`f`), 'category'),
        set('replacement_id', selectReplacement(sql`f`), 'replacement_sku'),
      ],
      sql`, `,
    )} from ${from} where ${tools}.id = tool_id and f - '{available,name,description,brand,specifications}'::text[] <> '{}'`)
  await db.execute(sql`
    with moved as (
      select tool_id, (${fields} ->> 'available')::int - (${stockBefore} ->> 'available')::int as delta
      from ${importRows} where import_id = ${importId} and ${rows} and ${fields} ? 'available'
    ), counted as (
      update ${tools} set available = available + delta from moved where ${tools}.id = tool_id
    )
    insert into ${stockAdjustments} (tool_id, delta, reason, actor_email, created_at)
    select tool_id, delta, 'import', ${actorEmail}, clock_timestamp() from moved`)
  // These columns are updated apart, since a trigger reindexes them for the search.
  await db.execute(sql`
    update ${tools} set ${set('name', sql`f ->> 'name'`)}, ${set('description', sql`f ->> 'description'`)},
      ${set('brand_id', selectBrand(sql`f`, slugs), 'brand')}
    from ${from} where ${tools}.id = tool_id and f ?| array['name', 'description', 'brand']`)
}

const specificationsAtOnce = 500

export async function writeSpecifications(db: Db, { importId, rows, fields }: RowSelection): Promise<void> {
  const isSpecified = sql`import_id = ${importId} and ${rows} and ${fields} ? 'specifications'`
  await db.execute(sql`
    delete from ${toolSpecifications} where tool_id in (select tool_id from ${importRows} where ${isSpecified})`)
  let last = 0
  for (;;) {
    const { rows: some } = await db.execute<{ position: number; toolId: string; specifications: Specification[] }>(sql`
      select position, tool_id as "toolId", ${fields} -> 'specifications' as specifications from ${importRows}
      where ${isSpecified} and position > ${last} order by position limit ${specificationsAtOnce}`)
    if (some.length === 0) break
    last = some.at(-1)?.position ?? last
    const values = some.flatMap(({ toolId, specifications }) =>
      specifications.map((each, index) => ({ toolId, position: index + 1, ...toSpecificationRow(each) })),
    )
    if (values.length > 0)
      await db.execute(sql`
        insert into ${toolSpecifications} select * from jsonb_populate_recordset(null::tool_specifications,
          ${JSON.stringify(values.map(toColumns))}::jsonb)`)
  }
  await db.execute(sql`select count(index_tool(tool_id)) from ${importRows} where ${isSpecified}`)
}

function toColumns({ toolId, nameSlug, valueSlug, ...row }: { toolId: string; nameSlug: string; valueSlug: string }) {
  return { tool_id: toolId, name_slug: nameSlug, value_slug: valueSlug, ...row }
}

/** The admin as the audit log names them: their account may be closed by now. */
export async function findAdminOfStep(
  db: Db,
  importId: string,
  action: 'apply_import' | 'undo_import',
): Promise<ImportActor> {
  const [step] = await db
    .select({ id: adminActions.actorId, email: adminActions.actorEmail })
    .from(adminActions)
    .where(and(eq(adminActions.targetId, importId), eq(adminActions.action, action)))
    .orderBy(desc(adminActions.id))
    .limit(1)
  return { id: step?.id ?? null, email: step?.email ?? null }
}

export async function recordToolActions(
  db: Db,
  { importId, rows, fields }: RowSelection,
  admin: ImportActor,
  action: 'add_tool' | 'update_tool' | 'delete_tool',
  before: SQL,
): Promise<void> {
  await db.execute(sql`
    insert into ${adminActions} (actor_id, actor_email, action, target_kind, target_id, target, before, after)
    select ${admin.id}::uuid, ${admin.email}::text, ${action}, 'tool', tool_id,
      name, ${withStock(before, sql`available - (${fields} ->> 'available')::int + (${before} ->> 'available')::int`)}, ${withStock(fields, sql`available`)} || jsonb_build_object('note',
        (select file_name from ${imports} where ${imports.id} = import_id))
    from ${importRows} join ${tools} on id = tool_id where import_id = ${importId} and ${rows} order by position`)
}

/** Uses the present stock, since orders may have changed it after the check. */
const withStock = (fields: SQL, available: SQL) =>
  sql`case when ${fields} ? 'available' then ${fields} || jsonb_build_object('available', ${available}) else ${fields} end`
