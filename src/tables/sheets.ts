export interface Row {
  /** The row's number in the file from 0, blank rows included. */
  position: number
  /** Texts as a person sees them, without the blank ones at the end. */
  cells: string[]
}

/** A file of text has one sheet without a name. */
export interface Sheet {
  name: string
  /** Blank rows are left out. */
  rows: Row[]
  /** Rows that the workbook hides, by their position. */
  hiddenRows: Row[]
  /** Indices of columns that the workbook hides. */
  hiddenColumns: ReadonlySet<number>
  /** Between the cells of a file of text. */
  delimiter?: string
  /** The number of filled rows, with those that are not kept since they are too many. */
  rowCount: number
}

/** Headings and other rows without data may stand beside the 100,000 rows of a price list. */
const maxKeptRows = 101_000

export function createSheet(
  name: string,
  hiddenColumns: ReadonlySet<number> = new Set(),
): Sheet & { add: (position: number, cells: readonly string[]) => void } {
  const sheet: Sheet = { name, rows: [], hiddenRows: [], hiddenColumns, rowCount: 0 }
  const add = (position: number, cells: readonly string[]) => {
    const width = cells.findLastIndex(isFilled) + 1
    if (width === 0) return
    sheet.rowCount += 1
    if (sheet.rowCount <= maxKeptRows) sheet.rows.push({ position, cells: cells.slice(0, width) })
  }
  return Object.assign(sheet, { add })
}

/** The message is a sentence for the person who chose the file. */
export class UnreadableFile extends Error {}

export const isFilled = (cell: string | undefined): cell is string => cell !== undefined && /\S/.test(cell)

export const notTextSentence = 'This is not a text file. Please save the list as CSV, and choose that file.'

/** Tells a workbook by the first bytes, which all Zip files share. */
export const isWorkbook = (bytes: Uint8Array) => bytes[0] === 0x50 && bytes[1] === 0x4b
