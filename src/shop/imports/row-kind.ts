import type { Db } from '#db/database.ts'
import type { tools } from '#db/tables/catalogue.ts'
import type { listRows } from '#db/tables/companies.ts'
import type { ImportRecord, importRows } from '#db/tables/imports.ts'
import type { Shop } from '#shop/shop.ts'
import type { RunInPortions } from './portions.ts'

export type ReviewedRow = typeof importRows.$inferSelect

export type RowToCheck = Pick<ReviewedRow, 'position' | 'sku' | 'cells' | 'undone'>

export type RowError = ReviewedRow['errors'][number]

export type CheckedRow = Pick<
  ReviewedRow,
  'position' | 'status' | 'toolId' | 'before' | 'after' | 'errors' | 'kept' | 'change'
> & {
  /** The stock of the tool now, and how often it has moved; both are 0 for a row of a price list. */
  stock: number
  stockMoves: number
}

/** Who applied an import, and how each entry of the audit log names it. */
export interface Change {
  actor: { id: string | null; email: string | null }
  note: string
}

/** How the rows of a file are compared with the shop and written to it. */
export interface RowKind {
  /** Compares rows with the shop as it is now: an import is checked by the same call again while all that it changes is locked. */
  check: (
    shop: Pick<Shop, 'db' | 'settings'>,
    record: Pick<ImportRecord, 'id' | 'mapping' | 'listId'>,
    rows: readonly RowToCheck[],
  ) => Promise<CheckedRow[]>
  /** Locks what the rows change, in the order in which all of the shop locks, adds what they name, and records the import. */
  prepare: (db: Db, record: ImportRecord, change: Change, runInPortions: RunInPortions) => Promise<void>
  /** The row as it is written now; undefined if it is not what was reviewed. */
  settle: (now: CheckedRow, reviewed: ReviewedRow) => CheckedRow | undefined
  write: (db: Db, record: ImportRecord, rows: readonly CheckedRow[], change: Change) => Promise<void>
  table: typeof tools | typeof listRows
}
