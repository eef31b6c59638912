import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { isConnectionError } from '#db/errors.ts'
import { importRows, imports } from '#db/tables/imports.ts'
import { publishCatalogue } from '#shop/catalogue/publish-catalogue.ts'
import type { Shop } from '#shop/shop.ts'
import { applyImport, type ImportRecord } from './apply-import.ts'
import { checkRows } from './check-rows.ts'
import { renewStatistics } from './portions.ts'
import { undoImport } from './undo-import.ts'

const rowsCheckedAtOnce = 250
const lease = sql`now() + interval '1 minute'`

export async function processImports(shop: Shop, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted) {
    const taken = await takeImport(shop)
    if (!taken) return
    await shop.db.transaction(transaction => renewStatistics(transaction, importRows))
    if (taken.state === 'checking') await checkImport(shop, taken, signal)
    if (taken.state === 'applying') await writeOrGiveUp(shop, taken, 'checked', applyImport, signal)
    if (taken.state === 'undoing') await writeOrGiveUp(shop, taken, 'applied', undoImport, signal)
    if (taken.state !== 'checking') await publishCatalogue(shop)
  }
}

const failure = 'Nothing was written, since the database refuses it. The log of the shop says why.'

/** Errors other than a lost connection would recur: the import returns to its former state with a message. */
async function writeOrGiveUp(
  { db }: Shop,
  taken: ImportRecord,
  formerState: 'checked' | 'applied',
  write: typeof applyImport,
  signal: AbortSignal | undefined,
): Promise<void> {
  try {
    await write(db, taken, signal)
  } catch (error) {
    if (isConnectionError(error)) throw error
    if (signal?.aborted) return release(db, taken.id)
    await db
      .update(imports)
      .set({ state: formerState, failure, leasedUntil: null })
      .where(and(eq(imports.id, taken.id), eq(imports.state, taken.state)))
    throw error
  }
}

async function takeImport({ db }: Shop): Promise<ImportRecord | undefined> {
  const next = sql`(select id from ${imports} where state in ('checking', 'applying', 'undoing')
    and (leased_until is null or leased_until < now()) order by created_at limit 1 for update skip locked)`
  const [taken] = await db.update(imports).set({ leasedUntil: lease }).where(sql`id = ${next}`).returning()
  return taken
}

async function checkImport(shop: Shop, { id }: ImportRecord, signal: AbortSignal | undefined): Promise<void> {
  while (!signal?.aborted) {
    const count = await checkSomeRows(shop, id)
    const isOver = count < rowsCheckedAtOnce
    const [present] = await shop.db
      .update(imports)
      .set(isOver ? { state: 'checked', version: sql`version + 1`, leasedUntil: null } : { leasedUntil: lease })
      .where(and(eq(imports.id, id), eq(imports.state, 'checking')))
      .returning()
    if (isOver || !present) return
  }
  await release(shop.db, id)
}

async function release(db: Shop['db'], id: string): Promise<void> {
  await db.update(imports).set({ leasedUntil: null }).where(eq(imports.id, id))
}

export async function checkSomeRows({ db }: Pick<Shop, 'db'>, importId: string): Promise<number> {
  const rows = await db
    .select()
    .from(importRows)
    .where(and(eq(importRows.importId, importId), eq(importRows.status, 'pending')))
    .orderBy(asc(importRows.position))
    .limit(rowsCheckedAtOnce)
  if (rows.length === 0) return 0
  const checked = await checkRows(db, rows, await findRepeatedSkus(db, importId, rows))
  await db.execute(sql`
    update ${importRows} as row set status = checked.status, tool_id = checked.tool_id, stock_moves = checked.stock_moves,
      checked_tool = checked.checked_tool, before = checked.before, after = checked.after, errors = checked.errors
    from jsonb_to_recordset(${JSON.stringify(checked.map(({ toolId, stockMoves, checkedTool, ...row }) => ({ ...row, tool_id: toolId, stock_moves: stockMoves, checked_tool: checkedTool })))}::jsonb)
      as checked (position int, status text, tool_id uuid, stock_moves int, checked_tool jsonb, before jsonb, after jsonb, errors jsonb)
    where row.import_id = ${importId} and row.position = checked.position and row.status = 'pending'`)
  return rows.length
}

async function findRepeatedSkus(
  db: Shop['db'],
  importId: string,
  rows: readonly { sku: string }[],
): Promise<Set<string>> {
  const skus = [...new Set(rows.map(({ sku }) => sku.toLowerCase()))]
  const repeated = await db
    .select({ sku: sql<string>`lower(sku)` })
    .from(importRows)
    .where(and(eq(importRows.importId, importId), sql`lower(sku) = any(${sql.param(skus)}::text[])`))
    .groupBy(sql`lower(sku)`)
    .having(gt(sql`count(*)`, 1))
  return new Set(repeated.map(({ sku }) => sku))
}
