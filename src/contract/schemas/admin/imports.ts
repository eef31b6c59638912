import { z } from 'zod'
import { type ToolColumn, toolColumnTitles } from '#contract/cells/tool-cells.ts'
import { maxImportCellLength } from '#contract/limits.ts'
import { id, text } from '#contract/schemas/fields.ts'
import { importStates } from '#contract/states/import-steps.ts'

const count = z.number().int()
const maxInteger = 2_147_483_647
const state = z.enum(importStates)
const rowStatus = z.enum(['pending', 'new', 'changed', 'unchanged', 'faulty'])
export type ImportRowStatus = z.infer<typeof rowStatus>
const time = z.iso.datetime()
const column = z.enum(Object.keys(toolColumnTitles) as [ToolColumn, ...ToolColumn[]])

/** Emails of admins are null once their account is closed. */
export const Import = z.object({
  _id: z.string(),
  fileName: z.string(),
  state,
  createdBy: z.string().nullable(),
  createdAt: time,
  appliedBy: z.string().nullable(),
  appliedAt: time.nullable(),
  undoneBy: z.string().nullable(),
  undoneAt: time.nullable(),
  rowCount: count,
})
export type Import = z.infer<typeof Import>

export const ImportDetails = Import.extend({
  counts: z.object({ pending: count, new: count, changed: count, unchanged: count, faulty: count }),
  /** Rows whose tool changed before the import was applied, so that they were checked again. */
  staleCount: count,
  /** Rows that an undo left partly unchanged, because they had been edited since. */
  keptCount: count,
  /** Rises with each check and repair. */
  version: count,
  failure: z.string(),
  /** When the same file was applied before and not undone. */
  appliedBefore: time.nullable(),
})
export type ImportDetails = z.infer<typeof ImportDetails>

export const ImportRow = z.object({
  /** The row of the file from 0, including headings and blank rows. */
  position: count,
  sku: z.string(),
  status: rowStatus,
  toolId: z.string().nullable(),
  cells: z.partialRecord(column, z.string()),
  /** In cell format; `before` is empty for a new tool. */
  changes: z.array(z.object({ column, before: z.string(), after: z.string() })),
  errors: z.array(z.object({ column: column.nullable(), message: z.string() })),
  kept: z.array(column),
})
export type ImportRow = z.infer<typeof ImportRow>

export const ImportRowQuery = z.object({
  limit: z.coerce.number().int().min(1).max(500).default(50),
  cursor: z.coerce.number().int().min(0).max(maxInteger).optional(),
  status: rowStatus.optional(),
  kept: z.enum(['true']).optional(),
})

export const ImportRowParams = z.object({ id, position: z.coerce.number().int().min(1).max(maxInteger) })

const repairedCells = z.partialRecord(column, text(maxImportCellLength))

/** Missing columns are unchanged. `shown` has the cells that the form showed; see `withShown`. */
export const ImportRowRepair = z.object({ cells: repairedCells, shown: repairedCells.optional() })

export const ImportApplication = z.object({ version: count.min(1).max(maxInteger) })

export const ImportUpload = z.object({
  file: z.file('A file is needed.'),
  /** Needed if a number such as 1.250 is ambiguous and no other number in the file decides. */
  decimalSign: z.enum(['.', ',']).optional(),
})
