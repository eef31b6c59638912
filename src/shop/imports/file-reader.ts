// Runs in a child process, which read-file.ts starts.
import { once } from 'node:events'
import { formatNumber } from '#contract/format-number.ts'
import { describeColumns } from '#tables/describe-columns.ts'
import { findTable, isOwnHeading } from '#tables/find-table.ts'
import { importFields } from '#tables/import-fields.ts'
import { chooseSheet, readSheets } from '#tables/read-sheets.ts'
import { type Row, UnreadableFile } from '#tables/sheets.ts'
import type { FromReader, ReaderSettings } from './read-file.ts'

// The channel keeps this process alive until the shop kills it or exits.
process.channel?.ref()
const [settings] = (await once(process, 'message')) as [ReaderSettings]
const {
  kind,
  byteLength,
  sheet: sheetName,
  maxRows,
  maxColumns,
  maxCellLength,
  maxMemoryBytes,
  rowsSentAtOnce,
} = settings

// The heap has a limit of its own; what is unpacked lies outside of it.
setInterval(() => process.memoryUsage.rss() > maxMemoryBytes && process.abort(), 20).unref()

async function readFile(bytes: Uint8Array): Promise<Extract<FromReader, { table: unknown }> & { rows: Row[] }> {
  const sheet = chooseSheet(await readSheets(bytes), sheetName)
  const widest = sheet.rows.reduce((most, { cells }) => Math.max(most, cells.length), 0)
  if (widest > maxColumns)
    throw new UnreadableFile(`A file has at most ${maxColumns} columns; this one has ${formatNumber(widest)}.`)
  const table = findTable(sheet, importFields[kind])
  const { heading, rows, leftOut } = table
  const rowCount = rows.length + sheet.rowCount - sheet.rows.length
  if (rowCount > maxRows || sheet.rowCount > sheet.rows.length)
    throw new UnreadableFile(
      `A file has at most ${formatNumber(maxRows)} rows; this one has ${formatNumber(Math.max(rowCount, maxRows + 1))}.`,
    )
  if (rows.length === 0) throw new UnreadableFile('The file has no rows below its heading.')
  for (const { position, cells } of rows) {
    if (sheet.delimiter === ',' && heading && cells.length > heading.cells.length)
      throw new UnreadableFile(
        `Row ${position + 1} has more cells than the heading. Texts with commas need quotation marks.`,
      )
    if (cells.some(cell => cell.length > maxCellLength))
      throw new UnreadableFile(`Row ${position + 1} has a cell of more than 20,000 characters.`)
  }
  const isOwn = heading !== undefined && isOwnHeading(heading, importFields[kind])
  const described = { sheet: sheet.name, columns: describeColumns(table), leftOut: leftOut.slice(0, 1_000), isOwn }
  return { table: described, rowCount, rows }
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

/** Rows are sent on request: all at once would block the shop's process. */
function serve({ rows, ...found }: Awaited<ReturnType<typeof readFile>>): void {
  let sent = 0
  process.on('message', () => {
    send({ rows: rows.slice(sent, sent + rowsSentAtOnce) })
    sent += rowsSentAtOnce
  })
  send(found)
}

function send(message: FromReader): void {
  process.send?.(message)
}

try {
  serve(await readFile(await readInput()))
} catch (error) {
  if (!(error instanceof UnreadableFile)) throw error
  send({ problem: error.message })
}
