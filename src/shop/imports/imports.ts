import { and, asc, between, desc, eq, getTableColumns, gt, inArray, isNotNull, isNull, max, ne, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { DecimalSign } from '#contract/cells/read-number.ts'
import { type ToolColumn, toolColumnTitles } from '#contract/cells/tool-cells.ts'
import { refuse } from '#contract/refusals.ts'
import { type ImportStep, importSteps } from '#contract/states/import-steps.ts'
import type { Db } from '#db/database.ts'
import { accounts } from '#db/tables/accounts.ts'
import { importRows, imports } from '#db/tables/imports.ts'
import type { Actor } from '#shop/accounts/actors.ts'
import { transactAs } from '#shop/accounts/transact-as.ts'
import { recordAction } from '#shop/audit-log.ts'
import { mergeChange } from '#shop/merge-change.ts'
import type { Shop } from '#shop/shop.ts'
import type { ImportRecord } from './apply-import.ts'
import { checkSomeRows } from './process-imports.ts'
import { type Cells, type FileRow, readToolFile } from './read-file.ts'

export type ImportRow = typeof importRows.$inferSelect
type RowStatus = ImportRow['status']

export type ListedImport = ImportRecord & {
  uploaderEmail: string | null
  applierEmail: string | null
  undoerEmail: string | null
}

export type ImportDetails = ListedImport & {
  counts: Record<RowStatus, number>
  keptCount: number
  appliedBefore: Date | null
}

interface AddedImport {
  id: string
  fileName: string
  bytes: Uint8Array<ArrayBuffer>
  decimalSign?: DecimalSign | undefined
}

/** Idempotent by id. Refuses as `readToolFile` does, and `change_reused` for another file with that id. */
export async function addImport(
  shop: Shop,
  admin: Actor,
  { id, fileName, bytes, decimalSign }: AddedImport,
): Promise<void> {
  const fileHash = Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex')
  const { currency } = shop.settings.current
  await readToolFile({ bytes, decimalSign, currency }, async (rowCount, portions) => {
    const values = { id, fileName, fileHash, state: 'uploading' as const, createdBy: admin.account.id, rowCount }
    await transactAs(shop, admin, transaction => transaction.insert(imports).values(values).onConflictDoNothing())
    const { db } = shop
    const [present] = await db.select().from(imports).where(eq(imports.id, id))
    if (present?.fileHash !== fileHash) refuse('change_reused')
    if (present.state !== 'uploading') return
    for await (const rows of portions) await insertRows(db, id, rows)
    await db
      .update(imports)
      .set({ state: 'checking' })
      .where(and(eq(imports.id, id), eq(imports.state, 'uploading')))
  })
}

async function insertRows(db: Shop['db'], id: string, rows: readonly FileRow[]): Promise<void> {
  await db.execute(sql`
    insert into ${importRows} (import_id, position, cells, sku)
    select ${id}, position, cells, coalesce(cells ->> 'sku', '')
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as rows (position int, cells jsonb)
    on conflict do nothing`)
}

const listedImports = 50

const selectEmail = (id: PgColumn) =>
  sql<string | null>`(select email from ${accounts} where ${accounts.id} = ${id} and closed_at is null)`

const listedColumns = {
  ...getTableColumns(imports),
  uploaderEmail: selectEmail(imports.createdBy),
  applierEmail: selectEmail(imports.appliedBy),
  undoerEmail: selectEmail(imports.undoneBy),
}

export function listImports({ db }: Shop): Promise<ListedImport[]> {
  return db
    .select(listedColumns)
    .from(imports)
    .where(ne(imports.state, 'uploading'))
    .orderBy(desc(imports.createdAt))
    .limit(listedImports)
}

export async function getImport({ db }: Shop, id: string): Promise<ImportDetails> {
  const [found] = await db.select(listedColumns).from(imports).where(eq(imports.id, id))
  if (!found) refuse('not_found')
  const [same] = await db
    .select({ appliedAt: imports.appliedAt })
    .from(imports)
    .where(
      and(
        eq(imports.fileHash, found.fileHash),
        ne(imports.id, id),
        isNotNull(imports.appliedAt),
        isNull(imports.undoneAt),
      ),
    )
    .orderBy(desc(imports.appliedAt))
    .limit(1)
  return { ...found, ...(await countRowsByStatus(db, id)), appliedBefore: same?.appliedAt ?? null }
}

const rowsCountedAtOnce = 10_000

/** Counts in batches: PGlite blocks all other queries during a statement. */
async function countRowsByStatus(db: Shop['db'], id: string): Promise<Pick<ImportDetails, 'counts' | 'keptCount'>> {
  const counts = { pending: 0, new: 0, changed: 0, unchanged: 0, faulty: 0 }
  let keptCount = 0
  const [last] = await db
    .select({ position: max(importRows.position) })
    .from(importRows)
    .where(eq(importRows.importId, id))
  for (let start = 0; start <= (last?.position ?? -1); start += rowsCountedAtOnce) {
    const grouped = await db
      .select({
        status: importRows.status,
        count: sql<number>`count(*)::int`,
        kept: sql<number>`(count(*) filter (where kept <> '{}'))::int`,
      })
      .from(importRows)
      .where(and(eq(importRows.importId, id), between(importRows.position, start, start + rowsCountedAtOnce - 1)))
      .groupBy(importRows.status)
    for (const { status, count, kept } of grouped) {
      counts[status] += count
      keptCount += kept
    }
  }
  return { counts, keptCount }
}

interface RowPage {
  limit: number
  cursor?: number | undefined
  status?: RowStatus | undefined
  kept?: boolean | undefined
}

export function listImportRows(
  { db }: Shop,
  id: string,
  { limit, cursor, status, kept }: RowPage,
): Promise<ImportRow[]> {
  const isListed = and(
    eq(importRows.importId, id),
    cursor === undefined ? undefined : gt(importRows.position, cursor),
    status && eq(importRows.status, status),
    kept ? sql`kept <> '{}'` : undefined,
  )
  return db.select().from(importRows).where(isListed).orderBy(asc(importRows.position)).limit(limit)
}

/** Refuses `not_found`, `changed_meanwhile` and `edit_conflict`. */
export async function repairImportRow(
  shop: Shop,
  admin: Actor,
  id: string,
  position: number,
  cells: Cells,
  shown?: Cells | undefined,
): Promise<void> {
  const assertChecked = (found: ImportRecord | undefined) => {
    if (!found) refuse('not_found')
    if (found.state !== 'checked') refuse('changed_meanwhile')
    return found
  }
  // The state is checked before the lock: a repair must not wait for an import that is being applied.
  const [present] = await shop.db.select().from(imports).where(eq(imports.id, id))
  assertChecked(present)
  await transactAs(shop, admin, async transaction => {
    const [locked] = await transaction.select().from(imports).where(eq(imports.id, id)).for('update')
    const found = assertChecked(locked)
    const isRow = and(eq(importRows.importId, id), eq(importRows.position, position))
    const [row] = await transaction.select().from(importRows).where(isRow)
    if (!row) refuse('not_found')
    const repaired = { ...row.cells, ...mergeChange<Cells>(cells, row.cells, shown) }
    const sku = repaired.sku ?? ''
    await transaction.update(importRows).set({ cells: repaired, sku, status: 'pending' }).where(isRow)
    for (const each of new Set([row.sku.toLowerCase(), sku.toLowerCase()]))
      await recheckOnlyOther(transaction, { importId: id, sku: each, position })
    await checkSomeRows({ db: transaction }, id)
    await transaction.update(imports).set({ version: sql`version + 1` }).where(eq(imports.id, id))
    const names = Object.keys(cells).map(column => toolColumnTitles[column as ToolColumn])
    const note = `row ${position + 1}: ${names.join(', ')}`
    await recordAction(transaction, admin, 'repair_import', { id, target: found.fileName, after: { note } })
  })
}

/** Duplicate SKUs are errors of all their rows: one change affects the others only if a single one is left. */
async function recheckOnlyOther(db: Db, row: { importId: string; sku: string; position: number }): Promise<void> {
  const isOther = and(
    ...[eq(importRows.importId, row.importId), eq(sql`lower(sku)`, row.sku), ne(importRows.position, row.position)],
  )
  const others = await db.select({ position: importRows.position }).from(importRows).where(isOther).limit(2)
  if (row.sku !== '' && others.length === 1) await db.update(importRows).set({ status: 'pending' }).where(isOther)
}

/** A job does the work. Refuses `not_found`, and `changed_meanwhile` also for another version. */
export async function takeImportStep(
  shop: Shop,
  admin: Actor,
  id: string,
  step: ImportStep,
  version?: number,
): Promise<void> {
  const { from, to } = importSteps[step]
  const by = {
    apply: { appliedBy: admin.account.id, staleCount: 0 },
    undo: { undoneBy: admin.account.id },
    discard: {},
  }[step]
  await transactAs(shop, admin, async transaction => {
    const isAsReviewed = version === undefined ? undefined : eq(imports.version, version)
    const [taken] = await transaction
      .update(imports)
      .set({ state: to, failure: '', ...by })
      .where(and(eq(imports.id, id), inArray(imports.state, [...from]), isAsReviewed))
      .returning()
    if (taken) {
      const after = { state: to }
      await recordAction(transaction, admin, `${step}_import`, { id, target: taken.fileName, after })
      return
    }
    const [found] = await transaction.select({ id: imports.id }).from(imports).where(eq(imports.id, id))
    refuse(found ? 'changed_meanwhile' : 'not_found')
  })
}
