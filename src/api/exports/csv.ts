import Papa from 'papaparse'

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

const escapeInnerFormulas = (cell: Cell) =>
  typeof cell === 'string' ? cell.replace(/([;\t\r\n] *)(?=[=+\-@])/g, "$1'") : cell

/** Papa Parse's own pattern passes over texts of several lines. */
const formula = /^[=+\-@\t\r]/
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
