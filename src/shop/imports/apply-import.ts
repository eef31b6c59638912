import { isDeepStrictEqual } from 'node:util'
import { and, asc, eq, ne, sql } from 'drizzle-orm'
import { maxStock } from '#contract/limits.ts'
import { toSlug } from '#contract/slugs.ts'
import type { Db } from '#db/database.ts'
import { tools } from '#db/tables/catalogue.ts'
import { type ImportRecord, importRows, imports } from '#db/tables/imports.ts'
import { lockTools } from '#shop/catalogue/tool-parts.ts'
import type { Shop } from '#shop/shop.ts'
import { type CheckedRow, checkRows } from './check-rows.ts'
import { divideImport, renewStatistics } from './portions.ts'
import { addBrands, addCategories, findAdminOfStep, writeTools } from './write-tools.ts'

/** Rows whose tools changed since they were checked. */
class StaleRows extends Error {
  readonly positions: readonly number[]

  constructor(positions: readonly number[]) {
    super()
    this.positions = positions
  }
}

const isWritten = sql`status in ('new', 'changed', 'removed')`

/**
 * Writes all rows or none. With its tools locked each row is checked again: if that gives something else than was reviewed, nothing
 * is written, and these rows are to be reviewed anew. The stock moves by the difference that was reviewed, whatever orders took.
 */
export async function applyImport(shop: Shop, record: ImportRecord, signal?: AbortSignal): Promise<void> {
  try {
    await shop.db.transaction(transaction => writeRows({ ...shop, db: transaction }, record, signal))
  } catch (error) {
    if (!(error instanceof StaleRows)) throw error
    const { positions } = error
    await shop.db
      .update(importRows)
      .set({ status: 'pending' })
      .where(and(eq(importRows.importId, record.id), sql`position = any(${sql.param(positions)}::int[])`))
    await shop.db
      .update(imports)
      .set({ state: 'checking', staleCount: positions.length, appliedBy: null, leasedUntil: null })
      .where(and(eq(imports.id, record.id), eq(imports.state, 'applying')))
  }
}

async function writeRows({ db, settings }: Shop, record: ImportRecord, signal: AbortSignal | undefined): Promise<void> {
  const { id } = record
  // Another import of the same tools may hold its locks longer than the default timeout.
  await db.execute(sql`set local statement_timeout = 0`)
  // PostgreSQL has no statistics of the rows that are added, and would scan whole tables for a few of them.
  await db.execute(sql`set local enable_seqscan = off`)
  const [locked] = await db.select().from(imports).where(eq(imports.id, id)).for('update')
  if (locked?.state !== 'applying') return
  const runInPortions = await divideImport(db, id, signal)
  const change = { actor: await findAdminOfStep(db, id), note: record.fileName }
  // Categories and brands are locked before tools, as where they are deleted.
  await addCategories(db, id, change)
  await addBrands(db, id, runInPortions)
  await lockToolsOf(db, id)
  const stale: number[] = []
  await runInPortions(async portion => {
    const reviewed = await db
      .select()
      .from(importRows)
      .where(and(eq(importRows.importId, id), portion, ne(importRows.status, 'faulty')))
      .orderBy(asc(importRows.position))
    if (reviewed.length === 0) return
    const checked = await checkRows({ db, settings }, record, reviewed)
    const rows = checked.map((row, index) => moveStock(row, reviewed[index] as ReviewedRow))
    stale.push(...rows.flatMap((row, index) => (isAsReviewed(row, reviewed[index] as ReviewedRow) ? [] : row.position)))
    if (stale.length === 0) await writeTools(db, id, rows, change)
  })
  if (stale.length > 0) throw new StaleRows(stale)
  await renewStatistics(db, tools)
  const { undoes, appliedBy } = locked
  await db.update(imports).set({ state: 'applied', appliedAt: sql`now()`, leasedUntil: null }).where(eq(imports.id, id))
  if (!undoes) return
  const [undone] = await db
    .update(imports)
    .set({ state: 'undone', undoneAt: sql`now()`, undoneBy: appliedBy })
    .where(eq(imports.id, undoes))
    .returning({ undoes: imports.undoes })
  // What undoing an undo brings back is applied again.
  if (undone?.undoes)
    await db
      .update(imports)
      .set({ state: 'applied', undoneAt: null, undoneBy: null })
      .where(eq(imports.id, undone.undoes))
}

type ReviewedRow = typeof importRows.$inferSelect

function moveStock(now: CheckedRow, { before, after, status }: ReviewedRow): CheckedRow {
  if (status === 'new' || status === 'removed') return now
  const moved = { before: { ...now.before }, after: { ...now.after } }
  delete moved.before.available
  delete moved.after.available
  if (after.available !== undefined) {
    moved.before.available = now.stock
    moved.after.available = now.stock + after.available - (before.available ?? 0)
  }
  const isChanged = Object.keys(moved.after).length > 0
  return { ...now, ...moved, status: now.status === 'faulty' ? 'faulty' : isChanged ? 'changed' : 'unchanged' }
}

function isAsReviewed(now: CheckedRow, reviewed: ReviewedRow): boolean {
  const setsStock = reviewed.cells?.available && !reviewed.cells.availableBefore
  if (setsStock && reviewed.toolId !== null && now.stockMoves !== reviewed.stockMoves) return false
  const { available = 0 } = now.after
  if (available < 0 || available > maxStock) return false
  const compare = ({ status, toolId, before, after }: Pick<CheckedRow, 'status' | 'toolId' | 'before' | 'after'>) => {
    // The first spelling of a new brand is that of all rows.
    const fields = [before, after].map(each => ({ ...each, available: undefined, brand: toSlug(each.brand ?? '') }))
    return { status, toolId, fields }
  }
  return isDeepStrictEqual(compare(now), compare(reviewed))
}

const toolsLockedAtOnce = 2_000

/** Locks also the tools that removed ones replace, since these are unlinked. */
async function lockToolsOf(db: Db, id: string): Promise<void> {
  let last = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const { rows } = await db.execute<{ toolId: string }>(sql`
      select tool_id as "toolId" from (
        select tool_id from ${importRows} where import_id = ${id} and ${isWritten}
        union select ${tools.id} from ${tools}, ${importRows} where import_id = ${id} and status = 'removed' and replacement_id = tool_id
      ) as locked where tool_id > ${last} order by tool_id limit ${toolsLockedAtOnce}`)
    const ids = rows.map(({ toolId }) => toolId)
    if (ids.length === 0) return
    await lockTools(db, sql`${tools.id} = any(${sql.param(ids)}::uuid[])`)
    last = ids.at(-1) ?? last
  }
}
