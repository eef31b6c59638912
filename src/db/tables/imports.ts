import { boolean, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { ImportState } from '#contract/import-steps.ts'
import type { ToolColumn } from '#contract/tool-cells.ts'
import type { ChangedFields } from './audit-log.ts'
import { createdAt, time } from './columns.ts'

export const imports = pgTable('imports', {
  id: uuid().primaryKey(),
  fileName: text().notNull(),
  /** SHA-256 of the file. */
  fileHash: text().notNull(),
  state: text().$type<ImportState>().notNull(),
  rowCount: integer().notNull().default(0),
  createdBy: text().notNull(),
  createdAt: createdAt(),
  appliedBy: text(),
  appliedAt: time(),
  undoneBy: text(),
  undoneAt: time(),
  /** Rows that another change had overtaken when it was to be applied: they were checked anew. */
  staleCount: integer().notNull().default(0),
  /** Rises with each check and repair: what is applied is what was reviewed. */
  version: integer().notNull().default(1),
  /** Why it could not be applied or undone. */
  failure: text().notNull().default(''),
  /** Until when a process works on it. */
  leasedUntil: time(),
})

export const importRows = pgTable('import_rows', {
  importId: uuid().notNull(),
  /** From 1, without the heading. */
  position: integer().notNull(),
  cells: jsonb().$type<Partial<Record<ToolColumn, string>>>().notNull(),
  sku: text().notNull(),
  status: text({ enum: ['pending', 'new', 'changed', 'unchanged', 'faulty'] })
    .notNull()
    .default('pending'),
  toolId: uuid(),
  /** When it was compared with the catalogue, and what the fields were then that it must find again. */
  stockMoves: integer().notNull().default(0),
  checked: jsonb().$type<ChangedFields>().notNull().default({}),
  /** Fields of the tool that change. */
  before: jsonb().$type<ChangedFields>().notNull().default({}),
  after: jsonb().$type<ChangedFields>().notNull().default({}),
  errors: jsonb().$type<{ column: ToolColumn | null; message: string }[]>().notNull().default([]),
  applied: boolean().notNull().default(false),
  /** Fields that something else had changed again when the import was undone. */
  kept: text().array().notNull().default([]),
})
