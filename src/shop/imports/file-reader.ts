// Runs in a child process, which read-file.ts starts.
import { once } from 'node:events'
import type { ParseStepResult } from 'papaparse'
import Papa from 'papaparse'
import { chooseDelimiter, readSepLine } from '#contract/cells/delimiters.ts'
import { readCell } from '#contract/cells/tool-cells.ts'
import { formatNumber } from '#contract/format-number.ts'
import { cutText } from '#contract/text.ts'
import { findForeignAmount, writePlainNumbers } from './plain-numbers.ts'
import type { Cells, FileRow, FromReader, ReaderSettings } from './read-file.ts'

// The channel keeps this process alive until the shop kills it or exits.
process.channel?.ref()
const [settings] = (await once(process, 'message')) as [ReaderSettings]
const { byteLength, decimalSign, currency, columns, maxRows, maxCellLength, rowsSentAtOnce } = settings
const titles = Object.entries(columns)

class Problem extends Error {
  readonly field: 'file' | 'decimalSign'

  constructor(message: string, field: Problem['field'] = 'file') {
    super(message)
    this.field = field
  }
}

type Heading = readonly { index: number; column: keyof Cells }[]

function readFile(bytes: Uint8Array): FileRow[] {
  const { delimiter, rest: text } = readSepLine(decode(bytes))
  if (text.includes('\0'))
    throw new Problem('This is not a text file. Please save the list as CSV, and choose that file.')
  const rows: FileRow[] = []
  let heading: Heading | undefined
  let firstLine: readonly string[] | undefined
  let width = 0
  let linesAbove = 0
  let position = -1
  let rowCount = 0
  const readRow = ({ data: row, errors }: ParseStepResult<string[]>) => {
    position += 1
    if (errors.some(({ type }) => type === 'Quotes'))
      throw new Problem(`A quotation mark is left open or stands alone in row ${position + 1}.`)
    if (!row.some(isFilled)) return
    if (!heading) {
      firstLine ??= row
      heading = readHeading(row)
      width = row.length
      linesAbove += 1
      if (!heading && linesAbove === maxLinesAbove) throw new Problem(explainMissing(firstLine))
    } else {
      rowCount += 1
      if (rowCount <= maxRows) rows.push({ position, cells: readCells(row, heading, width, position) })
    }
  }
  // Papa's fast mode and its delimiter detection split the whole text at once.
  Papa.parse<string[]>(text, { delimiter: delimiter ?? guessDelimiter(text), fastMode: false, step: readRow })
  if (!heading) throw new Problem(explainMissing(firstLine))
  if (rowCount === 0) throw new Problem('The file has no rows below its heading.')
  if (rowCount > maxRows) throw new Problem(`A file has at most 50,000 rows; this one has ${formatNumber(rowCount)}.`)
  const foreign = findForeignAmount(rows, currency)
  if (foreign !== undefined) throw new Problem(`Prices of this shop are in ${currency}, but the file has “${foreign}”.`)
  const ambiguous = writePlainNumbers(rows, decimalSign)
  if (ambiguous !== undefined) throw new Problem(`${ambiguous} How does the file write decimals?`, 'decimalSign')
  return rows
}

/** Titles and notes may precede the heading. */
const maxLinesAbove = 20
const delimiterSample = { letters: 100_000, rows: 100 }

function guessDelimiter(text: string): string {
  const beginning = text.slice(0, delimiterSample.letters)
  const split = (delimiter: string) => {
    const { data } = Papa.parse<string[]>(beginning, { delimiter, preview: delimiterSample.rows, skipEmptyLines: true })
    return data
  }
  return chooseDelimiter(split) ?? ','
}

/** Chunks are copied into one buffer: joining them would take twice the memory. */
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
  const text = decodeUtf8(file)
  if (text === undefined) throw new Problem('The file is not in UTF-8. Please save it as “CSV UTF-8”.')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: of U+0000, the reader says more
  if (/[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f\ufffd]/.test(text.replace(/\u001a$/, '')))
    throw new Problem('The file has characters of no language: its text was read with the wrong character set.')
  return text
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

const normalizeTitle = (title: string) => title.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase()

const isFilled = (cell: string) => cell.trim() !== ''

function explainMissing(firstLine: readonly string[] | undefined): string {
  const found = firstLine
    ? `, and it begins with “${cutText(firstLine.slice(0, 20).filter(isFilled).join(', '), 100)}”`
    : ''
  return `No row of the file names the columns, SKU among them${found}. See the template.`
}

function readHeading(row: readonly string[]): Heading | undefined {
  if (!row.some(cell => normalizeTitle(cell) === columns.sku.toLowerCase())) return undefined
  const heading: { index: number; column: keyof Cells }[] = []
  for (const [index, cell] of row.entries()) {
    const name = cell.trim()
    if (name === '') continue
    const [column] = titles.find(([, title]) => title.toLowerCase() === normalizeTitle(name)) ?? []
    if (!column)
      throw new Problem(
        `“${cutText(name, 100)}” is not a column of tools. Columns are ${Object.values(columns).join(', ')}.`,
      )
    if (heading.some(each => each.column === column)) throw new Problem(`The column “${name}” is there twice.`)
    heading.push({ index, column: column as keyof Cells })
  }
  return heading
}

function readCells(row: readonly string[], heading: Heading, width: number, position: number): Cells {
  if (row.slice(width).some(isFilled))
    throw new Problem(`Row ${position + 1} has more cells than the heading. Texts with commas need quotation marks.`)
  if (row.some(cell => cell.length > maxCellLength))
    throw new Problem(`Row ${position + 1} has a cell of more than 20,000 characters.`)
  return Object.fromEntries(heading.map(({ index, column }) => [column, readCell(row[index] ?? '')]))
}

/** Rows are sent on request: all at once would block the shop's process. */
function serve(rows: readonly FileRow[]): void {
  let sent = 0
  process.on('message', () => {
    send({ rows: rows.slice(sent, sent + rowsSentAtOnce) })
    sent += rowsSentAtOnce
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
  send({ problem: error.message, field: error.field })
}
