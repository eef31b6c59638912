import { type ChildProcess, fork, type Serializable } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { maxImportCellLength } from '#contract/limits.ts'
import { refuse } from '#contract/refusals.ts'
import type { FileTable, ImportKind } from '#contract/schemas/admin/imports.ts'
import { createQueue } from '#shop/queue.ts'
import type { Column } from '#tables/describe-columns.ts'
import type { Row } from '#tables/sheets.ts'

export interface ReaderSettings {
  kind: ImportKind
  byteLength: number
  /** Needed if several sheets of a workbook have rows. */
  sheet: string | undefined
  maxRows: number
  maxColumns: number
  maxCellLength: number
  maxMemoryBytes: number
  rowsSentAtOnce: number
}

export interface ReadTable extends Pick<FileTable, 'sheet' | 'leftOut'> {
  columns: Column[]
  /** Whether all columns have titles of the shop's. */
  isOwn: boolean
}

export type FromReader = { problem: string } | { table: ReadTable; rowCount: number } | { rows: Row[] }

/** The build puts it beside this module's chunk: see `vite.config.ts`. */
const readerFile = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './file-reader.ts' : './file-reader.js', import.meta.url),
)
const settings: Omit<ReaderSettings, 'kind' | 'byteLength' | 'sheet' | 'maxRows'> = {
  maxColumns: 300,
  maxCellLength: maxImportCellLength,
  maxMemoryBytes: 400_000_000,
  rowsSentAtOnce: 500,
}
const maxRows: Readonly<Record<ImportKind, number>> = { tools: 50_000, prices: 100_000 }
const timeLimitMs = 15_000
const heapLimitMb = 144
const readInTurn = createQueue({ concurrency: 1 })

/** Reads a workbook or a text in a child process with limits. Refuses `invalid_input` at `file`. */
export function readImportFile(
  { kind, bytes, sheet }: { kind: ImportKind; bytes: Uint8Array; sheet?: string | undefined },
  store: (table: ReadTable, rowCount: number, portions: AsyncIterable<Row[]>) => Promise<void>,
): Promise<void> {
  return readInTurn(async () => {
    const reader = startReader(kind, bytes, sheet)
    try {
      const first = await receive(reader)
      if ('problem' in first) refuseFile(first)
      if ('table' in first) await store(first.table, first.rowCount, receivePortions(reader))
    } finally {
      reader.kill('SIGKILL')
    }
  })
}

function startReader(kind: ImportKind, bytes: Uint8Array, sheet: string | undefined): ChildProcess {
  const reader = fork(readerFile, {
    execArgv: [`--max-old-space-size=${heapLimitMb}`, '--max-semi-space-size=4'],
    serialization: 'advanced',
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
    env: {},
  })
  // The reader may exit before it has read everything.
  reader.stdin?.on('error', () => {}).end(bytes)
  send(reader, { ...settings, kind, maxRows: maxRows[kind], byteLength: bytes.length, sheet })
  return reader
}

/** Errors are ignored: `receive` reports a reader that has exited. */
function send(reader: ChildProcess, message: Serializable): void {
  reader.send(message, () => {})
}

async function* receivePortions(reader: ChildProcess): AsyncGenerator<Row[]> {
  for (;;) {
    send(reader, 'next')
    const message = await receive(reader)
    if ('problem' in message) refuseFile(message)
    if (!('rows' in message) || message.rows.length === 0) return
    yield message.rows
  }
}

const tooMuch =
  'This file takes too much time or memory. Please copy its filled rows into a new list, and save that as CSV.'

async function receive(reader: ChildProcess): Promise<FromReader> {
  if (reader.exitCode !== null || reader.signalCode !== null) return explainEnd(reader.exitCode)
  const waiting = new AbortController()
  const signal = AbortSignal.any([waiting.signal, AbortSignal.timeout(timeLimitMs)])
  const message = once(reader, 'message', { signal }).then(([message]) => message as FromReader)
  const end = once(reader, 'exit', { signal })
  try {
    return await Promise.race([message, end.then(([code]) => explainEnd(code))])
  } catch (error) {
    if (!signal.aborted) throw error
    return { problem: tooMuch }
  } finally {
    waiting.abort()
    await Promise.allSettled([message, end])
  }
}

/** A process without memory exits by a signal or with the code of SIGABRT, 134. */
function explainEnd(code: number | null): FromReader {
  if (code === null || code === 134) return { problem: tooMuch }
  throw new Error(`The reader of files ended with code ${code}.`)
}

function refuseFile({ problem }: { problem: string }): never {
  refuse('invalid_input', [{ field: 'file', message: problem }])
}
