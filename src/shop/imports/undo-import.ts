import { type SQL, sql } from 'drizzle-orm'
import { maxStock } from '#contract/limits.ts'
import type { Db } from '#db/database.ts'
import { categories, stockAdjustments, tools } from '#db/tables/catalogue.ts'
import { images } from '#db/tables/content.ts'
import { importRows } from '#db/tables/imports.ts'
import { orderLines } from '#db/tables/orders.ts'
import { describeTool, unlinkReplacements } from '#shop/catalogue/tool-parts.ts'
import { type ImportRecord, lockCategoriesOf, lockToolsOf, withLock } from './apply-import.ts'
import { divideImport } from './portions.ts'
import { priceFields } from './snapshot-fields.ts'
import {
  addBrands,
  findAdminOfStep,
  type RowSelection,
  recordToolActions,
  updateTools,
  writeSpecifications,
} from './write-tools.ts'

/** Restores unchanged fields, and deletes new tools unless they were changed or ordered. `kept` lists the rest. */
export async function undoImport(db: Db, { id }: ImportRecord, signal?: AbortSignal): Promise<void> {
  const runInPortions = await divideImport(db, id, signal)
  const select = (rows: SQL, fields: SQL): RowSelection => ({ importId: id, rows, fields })
  await withLock(db, id, 'undoing', async transaction => {
    const actor = await findAdminOfStep(transaction, id, 'undo_import')
    await lockCategoriesOf(transaction, id)
    const slugs = await addBrands(transaction, runInPortions, rows => select(sql`applied and ${rows}`, sql`before`))
    await lockToolsOf(transaction, id)
    await runInPortions(rows => markKeptFields(transaction, id, rows))
    await runInPortions(async rows => {
      const changes = select(sql`${isUndone('changed')} and ${rows}`, restoredFields)
      await updateTools(transaction, changes, { stockBefore: sql`after`, slugs, actorEmail: actor.email })
      await writeSpecifications(transaction, changes)
      await recordToolActions(transaction, changes, actor, 'update_tool', sql`(after - kept)`)
      const deleted = select(sql`${isUndone('new')} and ${rows}`, sql`jsonb_build_object('deleted_at', now())`)
      const deletedIds = sql`select tool_id from ${importRows} where import_id = ${id} and ${deleted.rows}`
      await transaction.execute(sql`update ${tools} set deleted_at = now() where id in (${deletedIds})`)
      await unlinkReplacements(transaction, deletedIds)
      await recordToolActions(transaction, deleted, actor, 'delete_tool', sql`'{"deleted_at": null}'::jsonb`)
    })
    return { state: 'undone', undoneAt: sql`now()` }
  })
}

const restoredFields = sql`(before - kept)`

const isUndone = (status: 'new' | 'changed'): SQL =>
  status === 'new'
    ? sql`status = 'new' and applied and kept = '{}'`
    : sql`status = 'changed' and applied and before - kept <> '{}'`

async function markKeptFields(db: Db, id: string, rows: SQL): Promise<void> {
  const stockAfterUndo = sql`available - (row.after ->> 'available')::int + (row.before ->> 'available')::int`
  await db.execute(sql`
    with current as materialized (
      select position, ${tools}.id as present, ${tools}.available, ${describeTool} as snapshot,
        exists (select from ${orderLines} where ${orderLines}.tool_id = ${tools}.id)
          or exists (select from ${stockAdjustments} where ${stockAdjustments}.tool_id = ${tools}.id and reason <> 'opening') as moved
      from ${importRows} left join ${tools} on ${tools}.id = tool_id and deleted_at is null
      where import_id = ${id} and ${rows} and applied
    )
    update ${importRows} as row set kept = array(
      select field.key from jsonb_each(row.after) as field
      where present is null
        or row.status = 'new' and (moved or snapshot - 'available' <> row.checked_tool - 'available')
        or row.status = 'changed' and case
          when field.key = 'available' then ${stockAfterUndo} not between 0 and ${maxStock}
          when field.key = 'brand' then fold(snapshot ->> 'brand') <> fold(row.after ->> 'brand')
          else snapshot -> field.key is distinct from field.value end
        or row.status = 'changed' and field.key = any(${sql.param([...priceFields])}::text[]) and exists (
          select from jsonb_each(row.checked_tool || row.after) as other
          where other.key = any(${sql.param([...priceFields])}::text[]) and snapshot -> other.key is distinct from other.value)
        or field.key = 'category' and row.before ->> 'category' <> ''
          and not exists (select from ${categories} where slug = row.before ->> 'category')
        or field.key = 'replacement_sku' and row.before ->> 'replacement_sku' <> '' and not exists (
          select from ${tools} as other where lower(other.sku) = lower(row.before ->> 'replacement_sku') and other.deleted_at is null)
        or field.key = 'image' and row.status = 'changed'
          and not exists (select from ${images} where url = row.before ->> 'image')
      order by field.key
    )
    from current where row.import_id = ${id} and row.${rows} and row.position = current.position`)
}
