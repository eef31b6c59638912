import { z } from 'zod'
import { maxImportCellLength } from '#contract/limits.ts'
import { type ToolColumn, toolColumns } from '#contract/tool-cells.ts'
import { id, text } from './fields.ts'

const count = z.number().int()
/** Of the database's integers. */
const maxInteger = 2_147_483_647
const state = z.enum(['uploading', 'checking', 'checked', 'applying', 'applied', 'undoing', 'undone', 'discarded'])
const rowStatus = z.enum(['pending', 'new', 'changed', 'unchanged', 'faulty'])
export type ImportRowStatus = z.infer<typeof rowStatus>
const time = z.iso.datetime()
const column = z.enum(Object.keys(toolColumns) as [ToolColumn, ...ToolColumn[]])

export const Import = z.object({
  _id: z.string(),
  fileName: z.string(),
  state,
  createdBy: z.string(),
  createdAt: time,
  appliedBy: z.string().nullable(),
  appliedAt: time.nullable(),
  undoneBy: z.string().nullable(),
  undoneAt: time.nullable(),
  rowCount: count,
})
export type Import = z.infer<typeof Import>

export const ImportDetails = Import.extend({
  /** Rows by what they are. */
  counts: z.object({ pending: count, new: count, changed: count, unchanged: count, faulty: count }),
  /** Rows that something else had changed when they were to be applied, and that were checked anew. */
  staleCount: count,
  /** Rows of which an undo left something, which had been changed again. */
  keptCount: count,
  /** Rises with each check and repair. */
  version: count,
  /** Why it could not be applied or undone. */
  failure: z.string(),
  /** When the same file was applied before, and not undone. */
  appliedBefore: time.nullable(),
})
export type ImportDetails = z.infer<typeof ImportDetails>

export const ImportRow = z.object({
  /** From 1, without the heading. */
  position: count,
  sku: z.string(),
  status: rowStatus,
  toolId: z.string().nullable(),
  /** As the file has them. */
  cells: z.partialRecord(column, z.string()),
  /** As cells, empty before a new tool. */
  changes: z.array(z.object({ column, before: z.string(), after: z.string() })),
  /** Without a column where the row as a whole is at fault. */
  errors: z.array(z.object({ column: column.nullable(), message: z.string() })),
  /** Columns that an undo left. */
  kept: z.array(column),
})
export type ImportRow = z.infer<typeof ImportRow>

export const ImportRowQuery = z.object({
  limit: z.coerce.number().int().min(1).max(500).default(50),
  /** `position` of the row after which the page starts. */
  cursor: z.coerce.number().int().min(0).max(maxInteger).optional(),
  status: rowStatus.optional(),
  /** Only those of which an undo left something. */
  kept: z.enum(['true']).optional(),
})

export const ImportRowParams = z.object({ id, position: z.coerce.number().int().min(1).max(maxInteger) })

const repairedCells = z.partialRecord(column, text(maxImportCellLength))

/** Columns that are left out stay as they are. `shown` has the cells as the form showed them: see `withShown`. */
export const ImportRowRepair = z.object({ cells: repairedCells, shown: repairedCells.optional() })

/** `version` is that of the import as it was reviewed. */
export const ImportApplication = z.object({ version: count.min(1).max(maxInteger) })

/** A text file with comma-separated values, with a heading. */
export const ImportUpload = z.object({
  file: z.file('A file is needed.'),
  /** Of the file's numbers: needed where one of them, such as 1.250, has two readings and none tells which. */
  decimalSign: z.enum(['.', ',']).optional(),
})
