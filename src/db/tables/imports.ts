import { boolean, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { ToolColumn } from '#contract/cells/tool-cells.ts'
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
  staleCount: integer().notNull().default(0),
  version: integer().notNull().default(1),
  failure: text().notNull().default(''),
  leasedUntil: time(),
})

export const importRows = pgTable('import_rows', {
  importId: uuid().notNull(),
  position: integer().notNull(),
  cells: jsonb().$type<Partial<Record<ToolColumn, string>>>().notNull(),
  sku: text().notNull(),
  status: text({ enum: ['pending', 'new', 'changed', 'unchanged', 'faulty'] })
    .notNull()
    .default('pending'),
  toolId: uuid(),
  stockMoves: integer().notNull().default(0),
  checkedTool: jsonb().$type<ChangedFields>().notNull().default({}),
  before: jsonb().$type<ChangedFields>().notNull().default({}),
  after: jsonb().$type<ChangedFields>().notNull().default({}),
  errors: jsonb().$type<{ column: ToolColumn | null; message: string }[]>().notNull().default([]),
  applied: boolean().notNull().default(false),
  kept: text().array().notNull().default([]),
})
