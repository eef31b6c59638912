import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '#db/database.ts'
import { isConnectionError } from '#db/errors.ts'
import { tools } from '#db/tables/catalogue.ts'
import { type ImportRecord, importRows, imports } from '#db/tables/imports.ts'
import { publishCatalogue } from '#shop/catalogue/publish-catalogue.ts'
import type { Shop } from '#shop/shop.ts'
import { importFields } from '#tables/import-fields.ts'
import { mapImportRow } from '#tables/import-rows.ts'
import { applyImport } from './apply-import.ts'
import { divideImport, type RunInPortions, renewStatistics } from './portions.ts'
import { rowKinds, toImportKind } from './row-kinds.ts'

const rowsCheckedAtOnce = 250
const lease = sql`now() + interval '1 minute'`

export async function processImports(shop: Shop, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted) {
    const taken = await takeImport(shop)
    if (!taken) return
    await shop.db.transaction(transaction => renewStatistics(transaction, importRows))
    if (taken.state === 'checking') {
      await checkImport(shop, taken, signal)
      continue
    }
    await applyOrGiveUp(shop, taken, signal)
    if (!taken.listId) await publishCatalogue(shop)
  }
}

const failure = 'Nothing was written, since the database refuses it. The log of the shop says why.'

/** Errors other than a lost connection would recur: the import returns to the review with a sentence. */
async function applyOrGiveUp(shop: Shop, taken: ImportRecord, signal: AbortSignal | undefined): Promise<void> {
  try {
    await applyImport(shop, taken, signal)
  } catch (error) {
    if (isConnectionError(error)) throw error
    if (signal?.aborted) return release(shop.db, taken.id)
    await shop.db
      .update(imports)
      .set({ state: 'checked', failure, leasedUntil: null })
      .where(and(eq(imports.id, taken.id), eq(imports.state, 'applying')))
    throw error
  }
}

async function takeImport({ db }: Shop): Promise<ImportRecord | undefined> {
  const next = sql`(select id from ${imports} where state in ('checking', 'applying')
    and (leased_until is null or leased_until < now()) order by created_at limit 1 for update skip locked)`
  const [taken] = await db.update(imports).set({ leasedUntil: lease }).where(sql`id = ${next}`).returning()
  return taken
}

async function checkImport(shop: Shop, record: ImportRecord, signal: AbortSignal | undefined): Promise<void> {
  const { id, undoes } = record
  if (undoes) await copyUndoneRows(shop.db, id, undoes, await divideImport(shop.db, undoes))
  while (!signal?.aborted) {
    const count = (await mapSomeRows(shop.db, record)) || (await checkSomeRows(shop, record))
    const isOver = count === 0
    const [present] = await shop.db
      .update(imports)
      .set(isOver ? { state: 'checked', version: sql`version + 1`, leasedUntil: null } : { leasedUntil: lease })
      .where(and(eq(imports.id, id), eq(imports.state, 'checking')))
      .returning()
    if (isOver || !present) return
  }
  await release(shop.db, id)
}

/** An undo is an import whose rows want the values that the undone import replaced. */
async function copyUndoneRows(db: Db, id: string, undoneId: string, runInPortions: RunInPortions): Promise<void> {
  await runInPortions(rows =>
    db.execute(sql`
      insert into ${importRows} (import_id, position, sku, cells, undone)
      select ${id}, position, coalesce(${tools}.sku, row.sku), '{}',
        jsonb_build_object('toolId', tool_id, 'status', status, 'wanted', before, 'written', after)
      from ${importRows} as row left join ${tools} on ${tools}.id = tool_id
      where row.import_id = ${undoneId} and status in ('new', 'changed', 'removed') and row.${rows}
      on conflict do nothing`),
  )
}

async function release(db: Shop['db'], id: string): Promise<void> {
  await db.update(imports).set({ leasedUntil: null }).where(eq(imports.id, id))
}

const rowsMappedAtOnce = 1_000

/** All rows have their SKU before the first is checked, since two may have the same. */
async function mapSomeRows(db: Shop['db'], { mapping, ...record }: ImportRecord): Promise<number> {
  if (!mapping) return 0
  const rows = await db
    .select({ position: importRows.position, fileCells: importRows.fileCells })
    .from(importRows)
    .where(and(eq(importRows.importId, record.id), isNull(importRows.cells)))
    .orderBy(asc(importRows.position))
    .limit(rowsMappedAtOnce)
  if (rows.length === 0) return 0
  const titles = record.fileTable?.columns.map(({ title }) => title) ?? []
  const fields = importFields[toImportKind(record)]
  const mapped = rows.map(({ position, fileCells }) => ({
    position,
    cells: mapImportRow(fileCells ?? [], mapping, titles, fields),
  }))
  await db.execute(sql`
    update ${importRows} as row set cells = mapped.cells, sku = coalesce(mapped.cells ->> 'sku', '')
    from jsonb_to_recordset(${JSON.stringify(mapped)}::jsonb) as mapped (position int, cells jsonb)
    where row.import_id = ${record.id} and row.position = mapped.position`)
  return rows.length
}

export async function checkSomeRows(shop: Pick<Shop, 'db' | 'settings'>, record: ImportRecord): Promise<number> {
  const { db } = shop
  const rows = await db
    .select()
    .from(importRows)
    .where(and(eq(importRows.importId, record.id), eq(importRows.status, 'pending')))
    .orderBy(asc(importRows.position))
    .limit(rowsCheckedAtOnce)
  if (rows.length === 0) return 0
  const checked = (await rowKinds[toImportKind(record)].check(shop, record, rows)).map(
    ({ toolId, stockMoves, ...row }) => {
      return { ...row, tool_id: toolId, stock_moves: stockMoves }
    },
  )
  await db.execute(sql`
    update ${importRows} as row set status = checked.status, tool_id = checked.tool_id, stock_moves = checked.stock_moves, before = checked.before,
      after = checked.after, errors = checked.errors, change = checked.change, kept = checked.kept
    from jsonb_to_recordset(${JSON.stringify(checked)}::jsonb) as checked (position int, status text, tool_id uuid,
      stock_moves int, before jsonb, after jsonb, errors jsonb, change real, kept text[])
    where row.import_id = ${record.id} and row.position = checked.position and row.status = 'pending'`)
  return rows.length
}
