import { ReadableStream } from 'node:stream/web'
import Papa from 'papaparse'
import { logAndConvertError } from '#api/problems.ts'
import type { Log } from '#observability/logger.ts'

type Cell = string | number | boolean | null

/** A column's head, and its cell in a row. */
export type Columns<Row> = readonly (readonly [head: string, read: (row: Row) => Cell])[]

export interface CsvFile {
  fileName: string
  heads: readonly string[]
  rows: AsyncIterable<readonly Cell[]>
}

export function toCsvFile<Row>(fileName: string, columns: Columns<Row>, rows: AsyncIterable<Row>): CsvFile {
  async function* toCells() {
    for await (const row of rows) yield columns.map(([, read]) => read(row))
  }
  return { fileName, heads: columns.map(([head]) => head), rows: toCells() }
}

const rowsAtOnce = 200
const newline = '\r\n'
/** Papa Parse's own pattern passes over texts of several lines. */
const formula = /^[=+\-@\t\r]/

/**
 * As UTF-8 with a byte order mark, by which Excel knows it, and lines that end with CRLF (RFC 4180). Texts that a
 * spreadsheet would take for a formula begin with an apostrophe. Rows are read as they are taken; an error breaks the
 * stream off.
 */
export function streamCsv(file: CsvFile, log: Log): globalThis.ReadableStream {
  const stream: unknown = ReadableStream.from(writeChunks(file, log))
  return stream as globalThis.ReadableStream
}

async function* writeChunks({ heads, rows }: CsvFile, log: Log): AsyncGenerator<Buffer> {
  let waiting: (readonly Cell[])[] = [heads]
  try {
    yield Buffer.from('\ufeff')
    for await (const row of rows) {
      waiting.push(row)
      if (waiting.length < rowsAtOnce) continue
      yield formatRows(waiting)
      waiting = []
    }
    if (waiting.length > 0) yield formatRows(waiting)
  } catch (error) {
    throw logAndConvertError(error, log)
  }
}

function formatRows(rows: readonly (readonly Cell[])[]): Buffer {
  return Buffer.from(Papa.unparse([...rows], { header: false, newline, escapeFormulae: formula }) + newline)
}
