import { eq, type SQL, sql } from 'drizzle-orm'
import { maxStock } from '#contract/limits.ts'
import type { Db } from '#db/database.ts'
import { stockAdjustments, tools } from '#db/tables/catalogue.ts'
import { images } from '#db/tables/content.ts'
import { importRows, imports } from '#db/tables/imports.ts'
import { describeTool, lockTools } from '#shop/catalogue/tool-parts.ts'
import { isStockMove, placeholderImage } from './check-rows.ts'
import {
  addBrands,
  insertTools,
  nameBrandsAsStored,
  recordToolActions,
  type ToolChanges,
  updateTools,
  writeSpecifications,
} from './write-tools.ts'

export type ImportRecord = typeof imports.$inferSelect

const isNew = sql`status = 'new'`
const isChanged = sql`status = 'changed'`

/** Something else has changed what a row was checked against. */
class StaleRows extends Error {}

/**
 * Writes all new and changed rows, or none: when something else has changed what one of them was checked against, these
 * rows are to be checked anew. In a transaction of its own. Orders of its tools wait only while these are written.
 */
export async function applyImport(db: Db, record: ImportRecord): Promise<void> {
  try {
    await withLock(db, record.id, 'applying', transaction => writeRows(transaction, record))
  } catch (error) {
    if (!(error instanceof StaleRows)) throw error
    await withLock(db, record.id, 'applying', async transaction => {
      const staleCount = await markStaleRows(transaction, record.id)
      return { state: 'checking', staleCount, appliedBy: null }
    })
  }
}

async function writeRows(db: Db, { id, appliedBy }: ImportRecord): Promise<ImportUpdate> {
  const ofImport = (rows: SQL): ToolChanges => ({ importId: id, rows, fields: sql`after` })
  const actor = { email: appliedBy ?? '' }
  await assertFresh(db, id)
  await db.insert(images).values({ url: placeholderImage }).onConflictDoNothing()
  // Before the tools, as those who delete a brand lock them.
  const slugs = await addBrands(db, ofImport(sql`status in ('new', 'changed')`))
  await nameBrandsAsStored(db, id, slugs)
  await db.execute(sql`update ${importRows} set tool_id = new_id() where import_id = ${id} and ${isNew}`)
  await insertTools(db, ofImport(isNew), slugs)
  await writeSpecifications(db, ofImport(isNew))
  await recordToolActions(db, ofImport(isNew), actor, 'add_tool', sql`'{}'::jsonb`)
  // An undo takes new tools away that nobody has changed.
  await db.execute(sql`
    update ${importRows} set checked = ${describeTool}, applied = true from ${tools}
    where import_id = ${id} and ${isNew} and ${tools.id} = tool_id`)
  await lockToolsOf(db, id)
  await assertFresh(db, id)
  await updateTools(db, ofImport(isChanged), { stockBefore: sql`before`, slugs, actorEmail: actor.email })
  await writeSpecifications(db, ofImport(isChanged))
  await recordToolActions(db, ofImport(isChanged), actor, 'update_tool', sql`before`)
  await db.execute(sql`update ${importRows} set applied = true where import_id = ${id} and ${isChanged}`)
  return { state: 'applied', appliedAt: sql`now()` }
}

async function assertFresh(db: Db, id: string): Promise<void> {
  if ((await markStaleRows(db, id)) > 0) throw new StaleRows()
}

type ImportUpdate = Partial<Record<keyof ImportRecord, unknown>>

/** Locks the import and runs once: another process that took it up finds another state. */
export async function withLock(
  db: Db,
  id: string,
  state: ImportRecord['state'],
  run: (transaction: Db) => Promise<ImportUpdate>,
): Promise<void> {
  await db.transaction(async transaction => {
    // Tens of thousands of tools may take longer than other statements are given.
    await transaction.execute(sql`set local statement_timeout = 0`)
    const [row] = await transaction.select().from(imports).where(eq(imports.id, id)).for('update')
    if (row?.state !== state) return
    const update = await run(transaction)
    await transaction
      .update(imports)
      .set({ ...(update as Partial<ImportRecord>), leasedUntil: null })
      .where(eq(imports.id, id))
  })
}

export async function lockToolsOf(db: Db, id: string): Promise<void> {
  await lockTools(
    db,
    sql`${tools.id} in (select tool_id from ${importRows} where import_id = ${id} and status in ('new', 'changed'))`,
  )
}

/**
 * Marks rows as pending whose tool has changed since the check, but for stock that orders moved, or whose new SKU, category or
 * replacement is taken or gone; returns how many.
 */
async function markStaleRows(db: Db, id: string): Promise<number> {
  const { rows } = await db.execute(sql`
    with current as materialized (
      select position, stock_moves, checked, before, after, ${tools}.id as present, ${tools}.available, ${describeTool} as snapshot
      from ${importRows} left join ${tools} on ${tools}.id = tool_id and deleted_at is null
      where import_id = ${id} and status in ('changed', 'unchanged')
    ), stale as materialized (
      select position from current where present is null
        or exists (select from jsonb_each(checked) as field where snapshot -> field.key is distinct from field.value)
        or after ? 'available' and stock_moves <> (
          select count(*) from ${stockAdjustments} where tool_id = present and ${isStockMove})
        or after ? 'available' and available + (after ->> 'available')::int - (before ->> 'available')::int not between 0 and ${maxStock}
      union all
      select position from ${importRows} as row where import_id = ${id} and ${isNew} and not applied
        and exists (select from ${tools} where lower(sku) = lower(row.sku) and deleted_at is null)
      union all
      select position from ${importRows} where import_id = ${id} and status in ('new', 'changed') and after ->> 'category' <> ''
        and not exists (select from categories where slug = after ->> 'category')
      union all
      select position from ${importRows} where import_id = ${id} and status in ('new', 'changed') and after ->> 'replacement_sku' <> ''
        and not exists (select from ${tools} where lower(sku) = lower(after ->> 'replacement_sku') and deleted_at is null)
    )
    update ${importRows} set status = 'pending' where import_id = ${id} and position in (select position from stale)
    returning position`)
  return rows.length
}
