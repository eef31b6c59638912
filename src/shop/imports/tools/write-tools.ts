import { inArray, sql } from 'drizzle-orm'
import { placeholderImage } from '#contract/cells/tool-cells.ts'
import { toSlug } from '#contract/slugs.ts'
import type { Db } from '#db/database.ts'
import { adminActions } from '#db/tables/audit-log.ts'
import { brands, categories, stockAdjustments, toolSpecifications, tools } from '#db/tables/catalogue.ts'
import { images } from '#db/tables/content.ts'
import { importRows } from '#db/tables/imports.ts'
import { toSpecificationRow, unlinkReplacements } from '#shop/catalogue/tool-parts.ts'
import { readSnapshots } from '#shop/catalogue/tool-snapshots.ts'
import type { RunInPortions } from '#shop/imports/portions.ts'
import type { Change, CheckedRow } from '#shop/imports/row-kind.ts'

/** Adds the categories that rows name, and locks those that are there. */
export async function addCategories(db: Db, importId: string, { actor, note }: Change): Promise<void> {
  const { rows: named } = await db.execute<{ slug: string; name: string }>(sql`
    select after ->> 'category' as slug, min(coalesce(cells ->> 'category', after ->> 'category')) as name from ${importRows}
    where import_id = ${importId} and status in ('new', 'changed') and after ->> 'category' <> '' group by 1 order by 1`)
  const slugs = named.map(({ slug }) => slug)
  if (slugs.length === 0) return
  await db.execute(sql`
    with added as (
      insert into ${categories} (name, slug, position)
      select name, slug, (select coalesce(max(position), 0) from ${categories}) + row_number() over (order by slug)
      from jsonb_to_recordset(${JSON.stringify(named)}::jsonb) as named (slug text, name text)
      where slug not in (select slug from ${categories}) on conflict do nothing returning id, name
    )
    insert into ${adminActions} (actor_id, actor_email, action, target_kind, target_id, target, before, after)
    select ${actor.id}::uuid, ${actor.email}::text, 'add_category', 'category', id, name, '{}',
      jsonb_build_object('name', name, 'note', ${note}::text) from added`)
  await db.execute(
    sql`select from ${categories} where slug = any(${sql.param(slugs)}::text[]) order by id for key share`,
  )
}

const brandsAtOnce = 1_000

/** Adds the brands that rows name, and locks them. They are sorted against deadlocks with another import. */
export async function addBrands(db: Db, importId: string, runInPortions: RunInPortions): Promise<void> {
  const slugs = new Map<string, string>()
  await runInPortions(async portion => {
    const { rows: named } = await db.execute<{ name: string }>(sql`
      select distinct after ->> 'brand' as name from ${importRows}
      where import_id = ${importId} and ${portion} and status in ('new', 'changed') and after ->> 'brand' <> ''`)
    for (const { name } of named) if (!slugs.has(toSlug(name))) slugs.set(toSlug(name), name)
  })
  const values = [...slugs].map(([slug, name]) => ({ slug, name })).toSorted((a, b) => (a.slug < b.slug ? -1 : 1))
  for (let start = 0; start < values.length; start += brandsAtOnce) {
    const some = values.slice(start, start + brandsAtOnce)
    await db.insert(brands).values(some).onConflictDoNothing()
    const locked = sql.param(some.map(({ slug }) => slug))
    await db.execute(sql`select from ${brands} where slug = any(${locked}::text[]) order by id for key share`)
  }
}

/** Writes rows that were checked while their tools are locked, with an entry in the audit log for each. */
export async function writeTools(db: Db, importId: string, rows: readonly CheckedRow[], change: Change): Promise<void> {
  const added = await insertTools(
    db,
    rows.filter(({ status }) => status === 'new'),
  )
  const changed = rows.filter(({ status }) => status === 'changed')
  const removed = rows.filter(({ status }) => status === 'removed')
  await updateTools(db, changed, change.actor.email)
  await removeTools(db, removed)
  const written = [...added, ...changed, ...removed]
  await writeSpecifications(db, [...added, ...changed])
  await recordActions(db, written, change)
  await db.execute(sql`
    update ${importRows} as row set tool_id = written.tool_id, before = written.before, after = written.after
    from ${toRecords(written)} as written (position int, tool_id uuid, before jsonb, after jsonb)
    where import_id = ${importId} and row.position = written.position`)
}

const toRecords = (rows: readonly CheckedRow[]) => {
  const records = rows.map(({ toolId, ...row }) => ({ ...row, tool_id: toolId }))
  return sql`jsonb_to_recordset(${JSON.stringify(records)}::jsonb)`
}

/** Finds the ids of the brands, categories and replacements that the rows name. */
async function findLinkedIds(db: Db, rows: readonly CheckedRow[]) {
  const names = rows.map(({ after }) => toSlug(after.brand ?? ''))
  const skus = rows.map(({ after }) => after.replacement_sku?.toLowerCase() ?? '')
  const toMap = (found: readonly { id: string; key: string }[]) => new Map(found.map(({ id, key }) => [key, id]))
  const ofBrand = toMap(
    await db.select({ id: brands.id, key: brands.slug }).from(brands).where(inArray(brands.slug, names)),
  )
  const ofCategory = toMap(await db.select({ id: categories.id, key: categories.slug }).from(categories))
  const ofSku = toMap(
    await db
      .select({ id: tools.id, key: sql<string>`lower(sku)` })
      .from(tools)
      .where(sql`lower(sku) = any(${sql.param(skus)}::text[]) and deleted_at is null`),
  )
  return ({ brand, category, replacement_sku: sku }: CheckedRow['after']) => ({
    ...(brand !== undefined && { brand_id: ofBrand.get(toSlug(brand)) ?? null }),
    ...(category !== undefined && { category_id: ofCategory.get(category) ?? null }),
    ...(sku !== undefined && { replacement_id: ofSku.get(sku.toLowerCase()) ?? null }),
  })
}

const writtenColumns =
  'name image price_cents minimum description increment unit_label price_breaks tax_percent image_alt discontinued brand_id category_id replacement_id gtin manufacturer_number discount_group'.split(
    ' ',
  )

const newTool = {
  ...{ increment: 1, unit_label: '', price_breaks: [], tax_percent: null, image_alt: '', discontinued: false },
  ...{ gtin: '', manufacturer_number: '', discount_group: '' },
  ...{ image: placeholderImage, brand_id: null, category_id: null, replacement_id: null },
}

/** Returns the rows with their tools, and all that these have: an undo compares it. */
async function insertTools(db: Db, rows: readonly CheckedRow[]): Promise<CheckedRow[]> {
  if (rows.length === 0) return []
  await db.insert(images).values({ url: placeholderImage }).onConflictDoNothing()
  const findIds = await findLinkedIds(db, rows)
  const records = rows.map(({ after }) => ({ ...newTool, ...after, ...findIds(after) }))
  const columns = sql.raw(['sku', 'available', ...writtenColumns].join(', '))
  const { rows: inserted } = await db.execute<{ id: string; sku: string }>(sql`
    insert into ${tools} (${columns})
    select ${columns} from jsonb_populate_recordset(null::tools, ${JSON.stringify(records)}::jsonb) returning id, sku`)
  const ids = new Map(inserted.map(({ id, sku }) => [sku, id]))
  const added = await readSnapshots(db, [...ids.values()])
  const snapshots = new Map(added.map(({ id, ...snapshot }) => [id, snapshot]))
  return rows.map(row => {
    const toolId = ids.get(row.after.sku ?? '') ?? null
    const specifications = row.after.specifications ?? []
    return { ...row, toolId, after: { ...snapshots.get(toolId ?? ''), specifications } }
  })
}

async function updateTools(db: Db, rows: readonly CheckedRow[], actorEmail: string | null): Promise<void> {
  if (rows.length === 0) return
  const findIds = await findLinkedIds(db, rows)
  const records = rows.map(({ toolId, after, before }) => ({
    ...after,
    ...findIds(after),
    id: toolId,
    delta: (after.available ?? 0) - (before.available ?? 0),
  }))
  const set = writtenColumns.map(
    name =>
      sql`${sql.raw(name)} = case when fields ? ${sql.raw(`'${name}'`)} then changed.${sql.raw(name)} else ${tools}.${sql.raw(name)} end`,
  )
  await db.execute(sql`
    update ${tools} set available = ${tools}.available + (fields ->> 'delta')::int, ${sql.join(set, sql`, `)}
    from jsonb_array_elements(${JSON.stringify(records)}::jsonb) as fields, jsonb_populate_record(null::tools, fields) as changed
    where ${tools}.id = changed.id`)
  const moves = records.filter(({ delta }) => delta !== 0)
  await db.execute(sql`
    insert into ${stockAdjustments} (tool_id, delta, reason, actor_email, created_at)
    select id, delta, 'import', ${actorEmail}, clock_timestamp()
    from jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) as moved (id uuid, delta int)`)
}

async function removeTools(db: Db, rows: readonly CheckedRow[]): Promise<void> {
  const ids = rows.flatMap(({ toolId }) => toolId ?? [])
  if (ids.length === 0) return
  await db.update(tools).set({ deletedAt: sql`now()` }).where(inArray(tools.id, ids))
  await unlinkReplacements(db, sql`select unnest(${sql.param(ids)}::uuid[])`)
}

async function writeSpecifications(db: Db, rows: readonly CheckedRow[]): Promise<void> {
  const specified = rows.filter(({ after }) => 'specifications' in after)
  const ids = sql.param(specified.map(({ toolId }) => toolId))
  if (specified.length === 0) return
  await db.execute(sql`delete from ${toolSpecifications} where tool_id = any(${ids}::uuid[])`)
  const records = specified.flatMap(({ toolId, after }) =>
    (after.specifications ?? []).map((each, index) => {
      const { nameSlug, valueSlug, ...row } = toSpecificationRow(each)
      return { tool_id: toolId, position: index + 1, name_slug: nameSlug, value_slug: valueSlug, ...row }
    }),
  )
  if (records.length > 0)
    await db.execute(sql`
    insert into ${toolSpecifications}
    select * from jsonb_populate_recordset(null::tool_specifications, ${JSON.stringify(records)}::jsonb)`)
  await db.execute(sql`select count(index_tool(id)) from unnest(${ids}::uuid[]) as id`)
}

const actions = { new: 'add_tool', changed: 'update_tool', removed: 'delete_tool' } as const

async function recordActions(db: Db, rows: readonly CheckedRow[], { actor, note }: Change): Promise<void> {
  const records = rows.map(({ status, toolId, before, after, position }) => ({
    ...{ position, tool_id: toolId, action: actions[status as keyof typeof actions] },
    before: status === 'new' ? {} : status === 'removed' ? { deleted_at: null } : before,
    after: { ...(status !== 'removed' && after), note },
  }))
  await db.execute(sql`
    insert into ${adminActions} (actor_id, actor_email, action, target_kind, target_id, target, before, after)
    select ${actor.id}::uuid, ${actor.email}::text, action, 'tool', tool_id, name, before,
      case action when 'delete_tool' then after || jsonb_build_object('deleted_at', now()) else after end
    from jsonb_to_recordset(${JSON.stringify(records)}::jsonb)
      as written (position int, tool_id uuid, action text, before jsonb, after jsonb)
    join ${tools} on id = tool_id order by position`)
}
