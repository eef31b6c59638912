import Papa from 'papaparse'
import type { DecimalSign } from '#contract/cells/read-number.ts'
import { formulaSigns } from '#contract/cells/tool-cells.ts'

type Cell = string | number | boolean | null | Decimals

/** A text whose points are decimal signs, which the reader's spreadsheet may expect as commas. */
interface Decimals {
  decimals: string
}

export type Columns<Row> = readonly (readonly [title: string, read: (row: Row) => Cell])[]

export interface CsvFile {
  fileName: string
  titles: readonly string[]
  rows: AsyncIterable<readonly Cell[]>
}

export const formatPlainCents = (cents: number): Decimals => ({ decimals: (cents / 100).toFixed(2) })

/** Spreadsheets may split cells at semicolons, tabs or line breaks, so formulas are escaped there too. */
export function toCsvFile<Row>(fileName: string, columns: Columns<Row>, rows: AsyncIterable<Row>): CsvFile {
  const escapedColumns = columns.map(([title, read]) => [title, (row: Row) => escapeInnerFormulas(read(row))] as const)
  return toImportableCsvFile(fileName, escapedColumns, rows)
}

/** Escapes formulas only at the start of a cell, which an import undoes. */
export function toImportableCsvFile<Row>(fileName: string, columns: Columns<Row>, rows: AsyncIterable<Row>): CsvFile {
  async function* toCells() {
    for await (const row of rows) yield columns.map(([, read]) => read(row))
  }
  return { fileName, titles: columns.map(([title]) => title), rows: toCells() }
}

const innerFormula = new RegExp(`([;\\t\\r\\n]["\\s]*)(?=[${formulaSigns}])`, 'g')
const escapeInnerFormulas = (cell: Cell) => (typeof cell === 'string' ? cell.replace(innerFormula, "$1'") : cell)

/** Matches formulas, but not phone numbers. Leading apostrophes match too, because an import removes one. */
const formula = new RegExp(`^(?!\\+\\d[\\d ()/.-]*$)'*[${formulaSigns}]`)
const newline = '\r\n'

/** Excel recognizes UTF-8 by the byte order mark. Spreadsheets with decimal commas split cells at semicolons. */
export async function* writeCsv({ titles, rows }: CsvFile, decimalSign: DecimalSign = '.'): AsyncGenerator<string> {
  const delimiter = decimalSign === ',' ? ';' : ','
  const formatRow = (row: readonly Cell[]) => {
    const cells = row.map(cell => toCellValue(cell, decimalSign))
    return Papa.unparse([cells], { header: false, newline, delimiter, escapeFormulae: formula }) + newline
  }
  yield `\ufeff${formatRow(titles)}`
  for await (const row of rows) yield formatRow(row)
}

export function toCellValue(cell: Cell, sign: DecimalSign = '.'): string | boolean | null {
  if (typeof cell === 'number') return String(cell).replace('.', sign)
  return typeof cell === 'object' && cell !== null ? cell.decimals.replaceAll('.', sign) : cell
}
