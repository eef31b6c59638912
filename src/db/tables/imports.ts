import { integer, jsonb, pgTable, real, text, uuid } from 'drizzle-orm/pg-core'
import type { ImportColumn } from '#contract/cells/tool-cells.ts'
import type { FileTable, ImportKind, ImportMapping } from '#contract/schemas/admin/imports.ts'
import type { ImportState } from '#contract/states/import-steps.ts'
import type { ChangedFields } from './audit-log.ts'
import { createdAt, time } from './columns.ts'

export const imports = pgTable('imports', {
  id: uuid().primaryKey(),
  fileName: text().notNull(),
  fileHash: text().notNull(),
  state: text().$type<ImportState>().notNull(),
  rowCount: integer().notNull().default(0),
  createdBy: uuid(),
  createdAt: createdAt(),
  appliedBy: uuid(),
  appliedAt: time(),
  undoneBy: uuid(),
  undoneAt: time(),
  supplier: text().notNull().default(''),
  fileTable: jsonb().$type<FileTable>(),
  mapping: jsonb().$type<ImportMapping>(),
  undoes: uuid(),
  listId: uuid(),
  staleCount: integer().notNull().default(0),
  version: integer().notNull().default(1),
  failure: text().notNull().default(''),
  leasedUntil: time(),
})

export type ImportRecord = typeof imports.$inferSelect

export const importRows = pgTable('import_rows', {
  importId: uuid().notNull(),
  position: integer().notNull(),
  fileCells: jsonb().$type<string[]>(),
  cells: jsonb().$type<Partial<Record<ImportColumn, string>>>(),
  sku: text().notNull(),
  status: text({ enum: ['pending', 'new', 'changed', 'removed', 'unchanged', 'faulty'] })
    .notNull()
    .default('pending'),
  toolId: uuid(),
  stockMoves: integer().notNull().default(0),
  undone: jsonb().$type<UndoneChange>(),
  before: jsonb().$type<ChangedFields>().notNull().default({}),
  after: jsonb().$type<ChangedFields>().notNull().default({}),
  errors: jsonb().$type<{ column: ImportColumn | null; message: string }[]>().notNull().default([]),
  change: real().notNull().default(0),
  kept: text().array().notNull().default([]),
})

export const importMappings = pgTable('import_mappings', {
  kind: text().$type<ImportKind>().notNull().default('tools'),
  supplier: text().notNull(),
  titles: jsonb().$type<string[]>().notNull(),
  mapping: jsonb().$type<ImportMapping>().notNull(),
})

/** What an import did to a tool or a row of a price list, for the import that undoes it. */
export interface UndoneChange {
  /** Null for a row of a price list that is for several tools. */
  toolId: string | null
  status: 'new' | 'changed' | 'removed'
  wanted: ChangedFields
  written: ChangedFields
}
