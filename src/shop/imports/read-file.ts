import Papa from 'papaparse'
import { refuse } from '#contract/refusals.ts'
import { type ToolColumn, toolColumns } from '#contract/tool-cells.ts'

export type Cells = Partial<Record<ToolColumn, string>>

const maxRows = 50_000
const columns = Object.entries(toolColumns) as [ToolColumn, string][]

/** The rows of a CSV file with a heading. Refuses `invalid_input` with what is wrong with the file. */
export function readToolFile(text: string): Cells[] {
  if (text.includes('\0')) refuseFile('That is no text. Please save the list as CSV, and choose that file.')
  const { data } = Papa.parse<string[]>(text.replace(/^\ufeff/, ''), {
    skipEmptyLines: 'greedy',
    delimitersToGuess: [',', ';', '\t'],
  })
  const [heading = [], ...rows] = data
  const found = heading.map(findColumn)
  if (!found.includes('sku')) refuseFile('The first row has to name the columns, SKU among them: see the template.')
  if (rows.length === 0) refuseFile('The file has no rows below its heading.')
  if (rows.length > maxRows)
    refuseFile(`A file has at most 50,000 rows; this one has ${rows.length.toLocaleString('en-US')}.`)
  return rows.map(row => readCells(row, found))
}

function findColumn(head: string, index: number, all: readonly string[]): ToolColumn | undefined {
  const name = head.trim().toLowerCase()
  if (name === '') return undefined
  const [column] = columns.find(([, title]) => title.toLowerCase() === name) ?? []
  if (!column)
    refuseFile(`“${head.trim()}” is no column of tools. Columns are ${Object.values(toolColumns).join(', ')}.`)
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
