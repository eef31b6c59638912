import { and, asc, between, desc, eq, getTableColumns, inArray, isNotNull, isNull, max, ne, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { type ImportColumn, importColumnTitles } from '#contract/cells/tool-cells.ts'
import { refuse } from '#contract/refusals.ts'
import { importSteps } from '#contract/states/import-steps.ts'
import type { Db } from '#db/database.ts'
import { accounts } from '#db/tables/accounts.ts'
import { tools } from '#db/tables/catalogue.ts'
import { priceLists } from '#db/tables/companies.ts'
import { type ImportRecord, importRows, imports } from '#db/tables/imports.ts'
import type { Actor } from '#shop/accounts/actors.ts'
import { transactAs } from '#shop/accounts/transact-as.ts'
import { recordAction } from '#shop/audit-log.ts'
import { mergeChange } from '#shop/merge-change.ts'
import { getPriceList } from '#shop/prices/price-lists.ts'
import type { Shop } from '#shop/shop.ts'
import type { ImportCells } from '#tables/import-rows.ts'
import type { Row } from '#tables/sheets.ts'
import { mapTable } from './map-import.ts'
import { checkSomeRows } from './process-imports.ts'
import { readImportFile } from './read-file.ts'
import { toImportKind } from './row-kinds.ts'

export type ImportRow = typeof importRows.$inferSelect
type RowStatus = ImportRow['status']

export type ListedImport = ImportRecord & {
  uploaderEmail: string | null
  applierEmail: string | null
  undoerEmail: string | null
  listName: string | null
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
  sheet?: string | undefined
  supplier?: string | undefined
  /** The price list whose rows these are; none for tools. */
  listId?: string | undefined
}

/**
 * Idempotent by id. The rows are checked if the columns are known. Refuses as `readImportFile` does, `list_not_found`, and
 * `change_reused` for another file with that id.
 */
export async function addImport(
  shop: Shop,
  admin: Actor,
  { id, fileName, bytes, sheet, supplier = '', listId }: AddedImport,
): Promise<void> {
  if (listId !== undefined) await getPriceList(shop, listId)
  const kind = toImportKind({ listId })
  const fileHash = Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex')
  await readImportFile({ kind, bytes, sheet }, async (read, rowCount, portions) => {
    const { isKnown, ...mapped } = await mapTable(shop, kind, read, supplier)
    const values = { id, fileName, fileHash, ...mapped, rowCount, listId, createdBy: admin.account.id }
    await transactAs(shop, admin, transaction =>
      transaction
        .insert(imports)
        .values({ ...values, state: 'uploading' })
        .onConflictDoNothing(),
    )
    const { db } = shop
    const [present] = await db.select().from(imports).where(eq(imports.id, id))
    if (present?.fileHash !== fileHash) refuse('change_reused')
    if (present.state !== 'uploading') return
    const isSame = present.fileTable?.sheet === read.sheet && present.supplier === mapped.supplier
    if (!isSame || present.listId !== (listId ?? null)) refuse('change_reused')
    for await (const rows of portions) await insertRows(db, id, rows)
    await db
      .update(imports)
      .set({ state: isKnown ? 'checking' : 'mapping' })
      .where(and(eq(imports.id, id), eq(imports.state, 'uploading')))
  })
}

async function insertRows(db: Shop['db'], id: string, rows: readonly Row[]): Promise<void> {
  await db.execute(sql`
    insert into ${importRows} (import_id, position, file_cells, sku)
    select ${id}, position, cells, '' from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as rows (position int, cells jsonb)
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
  listName: sql<string | null>`(select name from ${priceLists} where ${priceLists.id} = ${imports.listId})`,
}

export function listImports({ db }: Shop, listId?: string | undefined): Promise<ListedImport[]> {
  return db
    .select(listedColumns)
    .from(imports)
    .where(and(ne(imports.state, 'uploading'), listId === undefined ? undefined : eq(imports.listId, listId)))
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
        isNull(imports.undoes),
        isNotNull(imports.appliedAt),
        isNull(imports.undoneAt),
        sql`list_id is not distinct from ${found.listId}`,
      ),
    )
    .orderBy(desc(imports.appliedAt))
    .limit(1)
  return { ...found, ...(await countRowsByStatus(db, id)), appliedBefore: same?.appliedAt ?? null }
}

const rowsCountedAtOnce = 10_000

/** Counts in batches: PGlite blocks all other queries during a statement. */
async function countRowsByStatus(db: Shop['db'], id: string): Promise<Pick<ImportDetails, 'counts' | 'keptCount'>> {
  const counts = { pending: 0, new: 0, changed: 0, removed: 0, unchanged: 0, faulty: 0 }
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

export interface RowPosition {
  change: number
  position: number
}

interface RowPage {
  limit: number
  after?: RowPosition | undefined
  status?: RowStatus | undefined
  kept?: boolean | undefined
}

/** The largest change of a price first, then in the order of the file. */
export function listImportRows(
  { db }: Shop,
  id: string,
  { limit, after, status, kept }: RowPage,
): Promise<(ImportRow & { name: string | null })[]> {
  const size = sql`abs(${importRows.change})`
  const last = sql`abs(${after?.change}::real)`
  const isShown = and(
    eq(importRows.importId, id),
    after && sql`(${size} < ${last} or (${size} = ${last} and ${importRows.position} > ${after.position}))`,
    status && eq(importRows.status, status),
    kept ? sql`kept <> '{}'` : undefined,
  )
  return db
    .select({ ...getTableColumns(importRows), name: tools.name })
    .from(importRows)
    .leftJoin(tools, eq(tools.id, importRows.toolId))
    .where(isShown)
    .orderBy(sql`${size} desc`, asc(importRows.position))
    .limit(limit)
}

/** Refuses `not_found`, `changed_meanwhile` and `edit_conflict`. */
export async function repairImportRow(
  shop: Shop,
  admin: Actor,
  id: string,
  position: number,
  cells: ImportCells,
  shown?: ImportCells | undefined,
): Promise<void> {
  const assertChecked = (found: ImportRecord | undefined) => {
    if (!found) refuse('not_found')
    if (found.state !== 'checked' || found.undoes) refuse('changed_meanwhile')
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
    const present = row.cells ?? {}
    const repaired = { ...present, ...mergeChange<ImportCells>(cells, present, shown) }
    const sku = repaired.sku ?? ''
    await transaction.update(importRows).set({ cells: repaired, fileCells: null, sku, status: 'pending' }).where(isRow)
    for (const cells of [present, repaired]) await recheckOthers(transaction, { importId: id, cells, position })
    while ((await checkSomeRows({ ...shop, db: transaction }, found)) > 0);
    await transaction.update(imports).set({ version: sql`version + 1` }).where(eq(imports.id, id))
    const names = Object.keys(cells).map(column => importColumnTitles[column as ImportColumn])
    const note = `row ${position + 1}: ${names.join(', ')}`
    await recordAction(transaction, admin, 'repair_import', { id, target: found.fileName, after: { note } })
  })
}

const mostRechecked = 100

/** Rows for the same tool, or discount group, are errors of all of them, and each names another. */
async function recheckOthers(db: Db, row: { importId: string; cells: ImportCells; position: number }): Promise<void> {
  const { sku = '', discountGroup = '' } = row.cells
  const isOther = and(
    eq(importRows.importId, row.importId),
    eq(sql`lower(sku)`, sku.toLowerCase()),
    sku === '' ? sql`cells ->> 'discountGroup' = ${discountGroup}` : undefined,
    ne(importRows.position, row.position),
  )
  const others = await db
    .select({ position: importRows.position })
    .from(importRows)
    .where(isOther)
    .limit(mostRechecked + 1)
  if (sku + discountGroup !== '' && others.length <= mostRechecked)
    await db.update(importRows).set({ status: 'pending' }).where(isOther)
}

/** A job does the work. Refuses `not_found`, and `changed_meanwhile` also for another version. */
export async function takeImportStep(
  shop: Shop,
  admin: Actor,
  id: string,
  step: 'apply' | 'discard',
  version?: number,
): Promise<void> {
  const { from, to } = importSteps[step]
  const by = { apply: { appliedBy: admin.account.id, staleCount: 0 }, discard: {} }[step]
  await transactAs(shop, admin, async transaction => {
    const isAsReviewed = version === undefined ? undefined : eq(imports.version, version)
    const [taken] = await transaction
      .update(imports)
      .set({ state: to, failure: '', ...by })
      .where(and(eq(imports.id, id), inArray(imports.state, [...from]), isAsReviewed))
      .returning()
    if (taken) {
      await recordAction(transaction, admin, `${step}_import`, { id, target: taken.fileName, after: { state: to } })
      return
    }
    const [found] = await transaction.select({ id: imports.id }).from(imports).where(eq(imports.id, id))
    refuse(found ? 'changed_meanwhile' : 'not_found')
  })
}

/** Returns the import that undoes it, which is reviewed and applied as any other. Refuses `not_found` and `changed_meanwhile`. */
export function undoImport(shop: Shop, admin: Actor, id: string): Promise<string> {
  return transactAs(shop, admin, async transaction => {
    const [found] = await transaction.select().from(imports).where(eq(imports.id, id)).for('update')
    if (!found) refuse('not_found')
    if (found.state !== 'applied') refuse('changed_meanwhile')
    const isOpen = and(eq(imports.undoes, id), inArray(imports.state, ['checking', 'checked', 'applying']))
    const [present] = await transaction.select({ id: imports.id }).from(imports).where(isOpen)
    if (present) return present.id
    const { fileName } = found
    const isWritten = and(eq(importRows.importId, id), inArray(importRows.status, ['new', 'changed', 'removed']))
    const count = await transaction.$count(importRows, isWritten)
    const values = {
      id: crypto.randomUUID(),
      fileName: `Undo of ${fileName}`,
      fileHash: '',
      state: 'checking' as const,
    }
    await transaction
      .insert(imports)
      .values({ ...values, undoes: id, listId: found.listId, rowCount: count, createdBy: admin.account.id })
    await recordAction(transaction, admin, 'undo_import', { id, target: fileName, after: { state: 'checking' } })
    return values.id
  })
}
