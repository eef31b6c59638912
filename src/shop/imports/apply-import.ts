import { eq, type SQL, sql } from 'drizzle-orm'
import { maxStock } from '#contract/limits.ts'
import type { Db } from '#db/database.ts'
import { categories, stockAdjustments, tools } from '#db/tables/catalogue.ts'
import { images } from '#db/tables/content.ts'
import { importRows, imports } from '#db/tables/imports.ts'
import { describeTool, lockTools } from '#shop/catalogue/tool-parts.ts'
import { isStockMove, placeholderImage } from './check-rows.ts'
import { divideImport, type RunInPortions, renewStatistics } from './portions.ts'
import {
  addBrands,
  findAdminOfStep,
  insertTools,
  normalizeBrandNames,
  type RowSelection,
  recordToolActions,
  updateTools,
  writeSpecifications,
} from './write-tools.ts'

export type ImportRecord = typeof imports.$inferSelect

const isNew = sql`status = 'new'`
const isChanged = sql`status = 'changed'`
const isWritten = sql`status in ('new', 'changed')`

class StaleRows extends Error {}

/** Writes all rows or none: stale rows are checked anew. Tools are locked in the last step only, as orders wait for them. */
export async function applyImport(db: Db, record: ImportRecord, signal?: AbortSignal): Promise<void> {
  const runInPortions = await divideImport(db, record.id, signal)
  try {
    await withLock(db, record.id, 'applying', transaction => writeRows(transaction, record, runInPortions))
  } catch (error) {
    if (!(error instanceof StaleRows)) throw error
    await withLock(db, record.id, 'applying', async transaction => {
      const staleCount = await markStaleRows(transaction, record.id, runInPortions)
      return { state: 'checking', staleCount, appliedBy: null }
    })
  }
}

async function writeRows(db: Db, record: ImportRecord, runInPortions: RunInPortions): Promise<ImportUpdate> {
  const { id } = record
  const actor = await findAdminOfStep(db, id, 'apply_import')
  const select = (kind: SQL, rows: SQL): RowSelection => {
    return { importId: id, rows: sql`${kind} and ${rows}`, fields: sql`after` }
  }
  await assertFresh(db, id, runInPortions)
  await db.insert(images).values({ url: placeholderImage }).onConflictDoNothing()
  await lockCategoriesOf(db, id)
  // Brands are locked before tools, as in `deleteBrand`.
  const slugs = await addBrands(db, runInPortions, rows => select(isWritten, rows))
  await runInPortions(async rows => {
    const added = select(isNew, rows)
    await normalizeBrandNames(db, select(isWritten, rows), slugs)
    await db.execute(sql`update ${importRows} set tool_id = new_id() where import_id = ${id} and ${added.rows}`)
    await insertTools(db, added, slugs)
    await writeSpecifications(db, added)
    await recordToolActions(db, added, actor, 'add_tool', sql`'{}'::jsonb`)
    // The snapshot tells an undo whether the new tool was changed since.
    await db.execute(sql`
      update ${importRows} set checked_tool = ${describeTool}, applied = true from ${tools}
      where import_id = ${id} and ${added.rows} and ${tools.id} = tool_id`)
  })
  await renewStatistics(db, tools)
  await lockToolsOf(db, id)
  await assertFresh(db, id, runInPortions)
  await runInPortions(async rows => {
    const changed = select(isChanged, rows)
    await updateTools(db, changed, { stockBefore: sql`before`, slugs, actorEmail: actor.email })
    await writeSpecifications(db, changed)
    await recordToolActions(db, changed, actor, 'update_tool', sql`before`)
    await db.execute(sql`update ${importRows} set applied = true where import_id = ${id} and ${changed.rows}`)
  })
  return { state: 'applied', appliedAt: sql`now()` }
}

async function assertFresh(db: Db, id: string, runInPortions: RunInPortions): Promise<void> {
  if ((await markStaleRows(db, id, runInPortions)) > 0) throw new StaleRows()
}

type ImportUpdate = Partial<Record<keyof ImportRecord, unknown>>

/** The state is read under the lock, so that a second process does nothing. */
export async function withLock(
  db: Db,
  id: string,
  state: ImportRecord['state'],
  run: (transaction: Db) => Promise<ImportUpdate>,
): Promise<void> {
  await db.transaction(async transaction => {
    // Another import of the same tools may hold its locks longer than the default timeout.
    await transaction.execute(sql`set local statement_timeout = 0`)
    // PostgreSQL has no statistics of the rows that are added, and would scan whole tables for a few of them.
    await transaction.execute(sql`set local enable_seqscan = off`)
    const [row] = await transaction.select().from(imports).where(eq(imports.id, id)).for('update')
    if (row?.state !== state) return
    const update = await run(transaction)
    await transaction
      .update(imports)
      .set({ ...(update as Partial<ImportRecord>), leasedUntil: null })
      .where(eq(imports.id, id))
  })
}

/** Categories are locked before tools, as in `deleteCategory`. */
export async function lockCategoriesOf(db: Db, id: string): Promise<void> {
  await db.execute(sql`
    select from ${categories} where slug in (
      select fields ->> 'category' from ${importRows}, lateral (values (before), (after)) as each (fields)
      where import_id = ${id} and ${isWritten}
    ) order by id for key share`)
}

/** Locks also the tools that its new tools replace: an undo unlinks them. */
export async function lockToolsOf(db: Db, id: string): Promise<void> {
  let last = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const { rows } = await db.execute<{ toolId: string }>(sql`
      select tool_id as "toolId" from (
        select tool_id from ${importRows} where import_id = ${id} and ${isWritten}
        union select ${tools.id} from ${tools}, ${importRows} where import_id = ${id} and ${isNew} and replacement_id = tool_id
      ) as locked where tool_id > ${last} order by tool_id limit ${toolsLockedAtOnce}`)
    const ids = rows.map(({ toolId }) => toolId)
    if (ids.length === 0) return
    await lockTools(db, sql`${tools.id} = any(${sql.param(ids)}::uuid[])`)
    last = ids.at(-1) ?? last
  }
}

const toolsLockedAtOnce = 2_000

/** Marks rows as pending whose tool, SKU, category or replacement changed since the check, and returns their count. */
async function markStaleRows(db: Db, id: string, runInPortions: RunInPortions): Promise<number> {
  let count = 0
  await runInPortions(async rows => {
    count += await markStale(db, id, rows)
  })
  return count
}

/** An absolute stock goes stale with any stock move; a difference from `availableBefore` does not. */
const hasAbsoluteStock = sql`(cells ->> 'available' <> '' and coalesce(cells ->> 'availableBefore', '') = '')`

async function markStale(db: Db, id: string, some: SQL): Promise<number> {
  const { rows } = await db.execute(sql`
    with current as materialized (
      select position, stock_moves, checked_tool, before, after, ${hasAbsoluteStock} as names_stock, ${tools}.id as present, ${tools}.available, ${describeTool} as snapshot
      from ${importRows} left join ${tools} on ${tools}.id = tool_id and deleted_at is null
      where import_id = ${id} and ${some} and status in ('changed', 'unchanged')
    ), stale as materialized (
      select position from current where present is null
        or exists (select from jsonb_each(checked_tool) as field where snapshot -> field.key is distinct from field.value)
        or names_stock and stock_moves <> (
          select count(*) from ${stockAdjustments} where tool_id = present and ${isStockMove})
        or after ? 'available' and available + (after ->> 'available')::int - (before ->> 'available')::int not between 0 and ${maxStock}
      union all
      select position from ${importRows} as row where import_id = ${id} and ${some} and ${isNew} and not applied
        and exists (select from ${tools} where lower(sku) = lower(row.sku) and deleted_at is null)
      union all
      select position from ${importRows} where import_id = ${id} and ${some} and ${isWritten} and after ->> 'category' <> ''
        and not exists (select from categories where slug = after ->> 'category')
      union all
      select position from ${importRows} where import_id = ${id} and ${some} and ${isWritten} and after ->> 'replacement_sku' <> ''
        and not exists (select from ${tools} where lower(sku) = lower(after ->> 'replacement_sku') and deleted_at is null)
    )
    update ${importRows} set status = 'pending'
    where import_id = ${id} and ${some} and position in (select position from stale)
    returning position`)
  return rows.length
}
