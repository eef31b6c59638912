import Papa from 'papaparse'
import { formulaSigns } from '#contract/tool-cells.ts'

type Cell = string | number | boolean | null

/** A column's head, and its cell in a row. */
export type Columns<Row> = readonly (readonly [head: string, read: (row: Row) => Cell])[]

export interface CsvFile {
  fileName: string
  heads: readonly string[]
  rows: AsyncIterable<readonly Cell[]>
}

/** Spreadsheets may split cells at semicolons, tabs or line breaks: formulas are escaped there too. */
export function toCsvFile<Row>(fileName: string, columns: Columns<Row>, rows: AsyncIterable<Row>): CsvFile {
  const escapedColumns = columns.map(([head, read]) => [head, (row: Row) => escapeInnerFormulas(read(row))] as const)
  return toImportableCsvFile(fileName, escapedColumns, rows)
}

/** Escapes formulas only at the start of a cell, which an import undoes. */
export function toImportableCsvFile<Row>(fileName: string, columns: Columns<Row>, rows: AsyncIterable<Row>): CsvFile {
  async function* toCells() {
    for await (const row of rows) yield columns.map(([, read]) => read(row))
  }
  return { fileName, heads: columns.map(([head]) => head), rows: toCells() }
}

const innerFormula = new RegExp(`([;\\t\\r\\n]["\\s]*)(?=[${formulaSigns}])`, 'g')
const escapeInnerFormulas = (cell: Cell) => (typeof cell === 'string' ? cell.replace(innerFormula, "$1'") : cell)

/** Other than a phone number. An import takes one apostrophe off again: one that was there already gets another. */
const formula = new RegExp(`^(?!\\+\\d[\\d ()/.-]*$)'*[${formulaSigns}]`)
const newline = '\r\n'

/**
 * As UTF-8 with a byte order mark, by which Excel knows it, and lines that end with CRLF (RFC 4180). Texts that a
 * spreadsheet would take for a formula begin with an apostrophe.
 */
export async function* writeCsv({ heads, rows }: CsvFile): AsyncGenerator<string> {
  yield `\ufeff${formatRow(heads)}`
  for await (const row of rows) yield formatRow(row)
}

const formatRow = (row: readonly Cell[]) =>
  Papa.unparse([[...row]], { header: false, newline, escapeFormulae: formula }) + newline
