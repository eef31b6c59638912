import { z } from 'zod'
import {
  type ImportColumn,
  type ImportField,
  importColumnTitles,
  importFieldTitles,
} from '#contract/cells/tool-cells.ts'
import { maxImportCellLength } from '#contract/limits.ts'
import { id, text } from '#contract/schemas/fields.ts'
import { importStates } from '#contract/states/import-steps.ts'

const count = z.number().int()
const maxInteger = 2_147_483_647
const state = z.enum(importStates)
const rowStatus = z.enum(['pending', 'new', 'changed', 'removed', 'unchanged', 'faulty'])
export type ImportRowStatus = z.infer<typeof rowStatus>
const time = z.iso.datetime()
const column = z.enum(Object.keys(importColumnTitles) as [ImportColumn, ...ImportColumn[]])

const fields = Object.keys(importFieldTitles) as [ImportField, ...ImportField[]]

/** What the rows of a file are: tools, or rows of a price list. */
export type ImportKind = 'tools' | 'prices'

/** What all cells of a column show. */
export const FileColumn = z.object({
  title: z.string(),
  /** Cells of the first rows, cut at 300 characters. */
  examples: z.array(z.string()),
  filled: count,
  numbers: count,
  /** A number with two readings, such as '1.250'. */
  ambiguous: z.string().optional(),
  /** '.', ',' or both: the signs of decimals of numbers with one reading. */
  decimalSigns: z.string(),
  /** The first number beside each mark of a currency, by the mark. */
  marks: z.record(z.string(), z.string()),
  /** The number of barcodes with a right check digit. */
  gtins: count,
  /** Whether each number is the same step above the one before, as numbers of lines are. */
  isRising: z.boolean(),
  /** Whether whole numbers are far larger than those with decimals, so that their last two digits may be cents. */
  hasImpliedDecimals: z.boolean(),
  /** Whether the workbook hides the column. */
  isHidden: z.boolean().default(false),
  /** What a person should look at, as a sentence. */
  note: z.string(),
})
export type FileColumn = z.infer<typeof FileColumn>

export const FileTable = z.object({
  /** Empty for a file of text. */
  sheet: z.string(),
  columns: z.array(FileColumn),
  /** Rows that hold no data, the first thousand of them, with what they say. */
  leftOut: z.array(
    z.object({
      position: count,
      kind: z.enum(['above', 'section', 'heading', 'total', 'units', 'hidden']),
      text: z.string().default(''),
    }),
  ),
  /** How the file differs from the one whose columns are kept for the supplier, a sentence for each column. */
  differences: z.array(z.string()),
})
export type FileTable = z.infer<typeof FileTable>

const cells = z.partialRecord(column, text(maxImportCellLength))

export const ImportMapping = z.object({
  /** What the columns hold, in their order; null for one that is not read. */
  columns: z.array(z.enum(fields).nullable()).max(300),
  /** Needed if a number such as 1.250 is ambiguous. */
  decimalSign: z.enum(['.', ',']).optional(),
  /** Whether '18900' is 189.00. */
  hasImpliedDecimals: z.boolean().optional(),
  /** The price is for as many pieces, unless a column says so. */
  pricePer: z.literal([1, 10, 100, 1000]).optional(),
  /** Whether a price is rounded to cents; less than half a cent is refused. */
  roundsPrices: z.boolean().optional(),
  /** Percent off the price, unless a column says so. */
  discount: z.number('A discount is a number.').min(0).max(99.99, 'A discount is below 100 percent.').optional(),
  /** Cells of new tools, and the day of a price, where the file has none. */
  defaults: cells.optional(),
  addsCategories: z.boolean().optional(),
  /** Whether texts are HTML, of which the words are read. */
  readsHtml: z.boolean().optional(),
  /** Price breaks of the shop change by the same per cent as the price. */
  scalesBreaks: z.boolean().optional(),
  /** Whether prices of a list may be 90 percent off the public price or more. */
  allowsLargeDiscounts: z.boolean().optional(),
})
export type ImportMapping = z.infer<typeof ImportMapping>

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
  supplier: z.string(),
  /** The import that this one takes back. */
  undoes: z.string().nullable(),
  /** The price list whose rows these are; null for tools. */
  list: z.object({ _id: z.string(), name: z.string() }).nullable(),
})
export type Import = z.infer<typeof Import>

export const ImportDetails = Import.extend({
  counts: z.object({ pending: count, new: count, changed: count, removed: count, unchanged: count, faulty: count }),
  /** Null before 1.1.0, and for an undo. */
  fileTable: FileTable.nullable(),
  /** Proposed while the state is `mapping`. */
  mapping: ImportMapping.nullable(),
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
  /** Names the row as the last one of a page. */
  cursor: z.string(),
  /** The row of the file from 0, including headings and blank rows. */
  position: count,
  sku: z.string(),
  name: z.string(),
  status: rowStatus,
  /** The share by which the price changes, of a price list also from the public one: 0.05 is five percent more. */
  change: z.number(),
  toolId: z.string().nullable(),
  cells: z.partialRecord(column, z.string()),
  /** In cell format; `before` is empty for a new tool. */
  changes: z.array(z.object({ column, before: z.string(), after: z.string() })),
  errors: z.array(z.object({ column: column.nullable(), message: z.string() })),
  kept: z.array(column),
})
export type ImportRow = z.infer<typeof ImportRow>

export const ImportQuery = z.object({ listId: id.optional() })

export const ImportRowQuery = z.object({
  limit: z.coerce.number().int().min(1).max(500).default(50),
  cursor: z
    .string()
    .regex(/^-?\d{1,20}(\.\d{1,20})?(e[+-]?\d{1,3})?_\d{1,9}$/)
    .optional(),
  status: rowStatus.optional(),
  kept: z.enum(['true']).optional(),
})

export const ImportRowParams = z.object({ id, position: z.coerce.number().int().min(0).max(maxInteger) })

/** Missing columns are unchanged. `shown` has the cells that the form showed; see `withShown`. */
export const ImportRowRepair = z.object({ cells, shown: cells.optional() })

export const ImportApplication = z.object({ version: count.min(1).max(maxInteger) })

export const ImportUpload = z.object({
  file: z.file('A file is needed.'),
  /** The price list whose rows these are; none for tools. */
  listId: id.optional(),
  /** Needed if several sheets of a workbook have rows. */
  sheet: text(100).optional(),
  supplier: text(100).optional(),
})

export const MappedImport = z.object({ mapping: ImportMapping, supplier: text(100).optional() })

export const UndoneImport = z.object({
  /** The import that undoes. */
  _id: z.string(),
})
