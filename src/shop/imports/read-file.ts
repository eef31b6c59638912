import Papa from 'papaparse'
import { maxImportCellLength } from '#contract/limits.ts'
import { refuse } from '#contract/refusals.ts'
import { type ToolColumn, toolColumns } from '#contract/tool-cells.ts'

export type Cells = Partial<Record<ToolColumn, string>>

const maxRows = 50_000
const columns = Object.entries(toolColumns) as [ToolColumn, string][]

/** Its place in the file, with the heading at 0. */
export interface FileRow {
  position: number
  cells: Cells
}

/** The filled rows of a CSV file with a heading. Refuses `invalid_input` with what is wrong with the file. */
export function readToolFile(text: string): FileRow[] {
  if (text.includes('\0')) refuseFile('This is not a text file. Please save the list as CSV, and choose that file.')
  const { data, errors } = Papa.parse<string[]>(text.replace(/^\ufeff/, ''), { delimitersToGuess: [',', ';', '\t'] })
  const quoting = errors.find(({ type }) => type === 'Quotes')
  if (quoting) refuseFile(`A quotation mark is left open or stands alone in row ${(quoting.row ?? 0) + 1}.`)
  const isFilled = (row: readonly string[]) => row.some(cell => cell.trim() !== '')
  const headingAt = data.findIndex(isFilled)
  const heading = data[headingAt] ?? []
  const found = heading.map(findColumn)
  if (!found.includes('sku')) refuseFile('The first row has to name the columns, SKU among them: see the template.')
  const rows = data
    .map((row, position) => ({ position, row }))
    .filter(({ position, row }) => position > headingAt && isFilled(row))
  if (rows.length === 0) refuseFile('The file has no rows below its heading.')
  if (rows.length > maxRows)
    refuseFile(`A file has at most 50,000 rows; this one has ${rows.length.toLocaleString('en-US')}.`)
  const long = rows.find(({ row }) => isFilled(row.slice(heading.length)))
  if (long)
    refuseFile(`Row ${long.position + 1} has more cells than the heading. Texts with commas need quotation marks.`)
  const full = rows.find(({ row }) => row.some(cell => cell.length > maxImportCellLength))
  if (full) refuseFile(`Row ${full.position + 1} has a cell of more than 20,000 characters.`)
  return rows.map(({ position, row }) => ({ position, cells: readCells(row, found) }))
}

function findColumn(head: string, index: number, all: readonly string[]): ToolColumn | undefined {
  const name = head.trim().toLowerCase()
  if (name === '') return undefined
  const [column] = columns.find(([, title]) => title.toLowerCase() === name) ?? []
  if (!column)
    refuseFile(`“${head.trim()}” is not a column of tools. Columns are ${Object.values(toolColumns).join(', ')}.`)
  if (all.findIndex(each => each.trim().toLowerCase() === name) < index)
    refuseFile(`The column “${head.trim()}” is there twice.`)
  return column
}

function readCells(row: readonly string[], found: readonly (ToolColumn | undefined)[]): Cells {
  const cells: Cells = {}
  for (const [index, column] of found.entries()) if (column) cells[column] = readCell(row[index] ?? '')
  return cells
}

/** Without the apostrophe that an export sets before what a spreadsheet would take for a formula. */
const readCell = (text: string) => text.trim().replace(/^'(?=[=+\-@\t\r])/, '')

function refuseFile(message: string): never {
  refuse('invalid_input', [{ field: 'file', message }])
}
