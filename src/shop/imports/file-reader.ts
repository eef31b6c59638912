// Reads a file of tools in a process of its own, which read-file.ts starts.
import { once } from 'node:events'
import type { ParseStepResult } from 'papaparse'
import Papa from 'papaparse'
import { readCell } from '#contract/tool-cells.ts'
import type { Cells, FileRow, FromReader, ReaderSettings } from './read-file.ts'

// This process reads messages until the shop ends it, or has gone itself.
process.channel?.ref()
const [settings] = (await once(process, 'message')) as [ReaderSettings]
const { byteLength, columns, maxRows, maxCellLength, rowsAtOnce } = settings
const titles = Object.entries(columns)

class Problem extends Error {}

/** The columns of the heading that have a name, and where they are. */
type Heading = readonly { index: number; column: keyof Cells }[]

function readFile(bytes: Uint8Array): FileRow[] {
  const text = decode(bytes)
  if (text.includes('\0'))
    throw new Problem('This is not a text file. Please save the list as CSV, and choose that file.')
  const rows: FileRow[] = []
  let heading: Heading | undefined
  let width = 0
  let position = -1
  let rowCount = 0
  const readRow = ({ data: row, errors }: ParseStepResult<string[]>) => {
    position += 1
    if (errors.some(({ type }) => type === 'Quotes'))
      throw new Problem(`A quotation mark is left open or stands alone in row ${position + 1}.`)
    if (!row.some(isFilled)) return
    if (!heading) {
      heading = readHeading(row)
      width = row.length
    } else {
      rowCount += 1
      if (rowCount <= maxRows) rows.push({ position, cells: readCells(row, heading, width, position) })
    }
  }
  const delimiter = guessDelimiter(text.slice(0, guessedFrom))
  // The fast mode splits the whole text into rows at once, as a guess of the delimiter does.
  Papa.parse<string[]>(text, { delimiter, fastMode: false, step: readRow })
  if (!heading) throw new Problem(missingColumns)
  if (rowCount === 0) throw new Problem('The file has no rows below its heading.')
  if (rowCount > maxRows)
    throw new Problem(`A file has at most 50,000 rows; this one has ${rowCount.toLocaleString('en-US')}.`)
  return rows
}

/** Letters from the beginning that show how cells are separated. */
const guessedFrom = 100_000

function guessDelimiter(text: string): string {
  return Papa.parse(text, { delimitersToGuess: [',', ';', '\t'], preview: 10 }).meta.delimiter
}

/** Into one buffer, where joined chunks would take twice as much memory. */
async function readInput(): Promise<Uint8Array> {
  const bytes = new Uint8Array(byteLength)
  let length = 0
  for await (const chunk of process.stdin) {
    bytes.set(chunk, length)
    length += chunk.length
  }
  return bytes
}

function decode(file: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file)
  } catch {
    throw new Problem('The file is not in UTF-8. Please save it as “CSV UTF-8”.')
  }
}

const isFilled = (cell: string) => cell.trim() !== ''
const missingColumns = 'The first row has to name the columns, SKU among them: see the template.'

function readHeading(row: readonly string[]): Heading {
  const heading: { index: number; column: keyof Cells }[] = []
  for (const [index, cell] of row.entries()) {
    const name = cell.trim()
    if (name === '') continue
    const [column] = titles.find(([, title]) => title.toLowerCase() === name.toLowerCase()) ?? []
    if (!column)
      throw new Problem(
        `“${name.slice(0, 100)}” is not a column of tools. Columns are ${Object.values(columns).join(', ')}.`,
      )
    if (heading.some(each => each.column === column)) throw new Problem(`The column “${name}” is there twice.`)
    heading.push({ index, column: column as keyof Cells })
  }
  if (!heading.some(({ column }) => column === 'sku')) throw new Problem(missingColumns)
  return heading
}

function readCells(row: readonly string[], heading: Heading, width: number, position: number): Cells {
  if (row.slice(width).some(isFilled))
    throw new Problem(`Row ${position + 1} has more cells than the heading. Texts with commas need quotation marks.`)
  if (row.some(cell => cell.length > maxCellLength))
    throw new Problem(`Row ${position + 1} has a cell of more than 20,000 characters.`)
  return Object.fromEntries(heading.map(({ index, column }) => [column, readCell(row[index] ?? '')]))
}

/** Rows follow when they are asked for: all at once would hold up the shop. */
function serve(rows: readonly FileRow[]): void {
  let sent = 0
  process.on('message', () => {
    send({ rows: rows.slice(sent, sent + rowsAtOnce) })
    sent += rowsAtOnce
  })
  send({ rowCount: rows.length })
}

function send(message: FromReader): void {
  process.send?.(message)
}

try {
  serve(readFile(await readInput()))
} catch (error) {
  if (!(error instanceof Problem)) throw error
  send({ problem: error.message })
}
