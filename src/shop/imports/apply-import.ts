import { and, asc, desc, eq, ne, sql } from 'drizzle-orm'
import type { Db } from '#db/database.ts'
import { adminActions } from '#db/tables/audit-log.ts'
import { type ImportRecord, importRows, imports } from '#db/tables/imports.ts'
import type { Shop } from '#shop/shop.ts'
import { divideImport, renewStatistics } from './portions.ts'
import type { Change, ReviewedRow } from './row-kind.ts'
import { rowKinds, toImportKind } from './row-kinds.ts'

/** Rows that give something else than when they were checked. */
class StaleRows extends Error {
  readonly positions: readonly number[]

  constructor(positions: readonly number[]) {
    super()
    this.positions = positions
  }
}

/**
 * Writes all rows or none. With all that it changes locked each row is checked again: if that gives something else than was reviewed,
 * nothing is written, and these rows are to be reviewed anew.
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
  const kind = rowKinds[toImportKind(record)]
  await kind.prepare(db, record, change, runInPortions)
  const stale: number[] = []
  await runInPortions(async portion => {
    const reviewed = await db
      .select()
      .from(importRows)
      .where(and(eq(importRows.importId, id), portion, ne(importRows.status, 'faulty')))
      .orderBy(asc(importRows.position))
    if (reviewed.length === 0) return
    const checked = await kind.check({ db, settings }, record, reviewed)
    const rows = checked.map((row, index) => kind.settle(row, reviewed[index] as ReviewedRow))
    stale.push(...checked.flatMap(({ position }, index) => (rows[index] ? [] : position)))
    if (stale.length === 0)
      await kind.write(
        db,
        record,
        rows.filter(row => row !== undefined),
        change,
      )
  })
  if (stale.length > 0) throw new StaleRows(stale)
  await renewStatistics(db, kind.table)
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

/** The admin as the audit log names them: their account may be closed by now. */
async function findAdminOfStep(db: Db, importId: string): Promise<Change['actor']> {
  const [step] = await db
    .select({ id: adminActions.actorId, email: adminActions.actorEmail })
    .from(adminActions)
    .where(and(eq(adminActions.targetId, importId), eq(adminActions.action, 'apply_import')))
    .orderBy(desc(adminActions.id))
    .limit(1)
  return { id: step?.id ?? null, email: step?.email ?? null }
}
