import { type ChildProcess, fork, type Serializable } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { DecimalSign } from '#contract/cells/read-number.ts'
import { type ToolColumn, toolColumnTitles } from '#contract/cells/tool-cells.ts'
import { maxImportCellLength } from '#contract/limits.ts'
import type { Currency } from '#contract/pricing/currencies.ts'
import { refuse } from '#contract/refusals.ts'
import { createQueue } from '#shop/queue.ts'

export type Cells = Partial<Record<ToolColumn, string>>

export interface FileRow {
  position: number
  cells: Cells
}

export interface ReaderSettings {
  byteLength: number
  decimalSign: DecimalSign | undefined
  currency: Currency
  columns: Readonly<Record<ToolColumn, string>>
  maxRows: number
  maxCellLength: number
  rowsSentAtOnce: number
}

export type FromReader =
  | { problem: string; field?: 'file' | 'decimalSign' }
  | { rowCount: number }
  | { rows: FileRow[] }

/** The build puts it beside this module's chunk: see `vite.config.ts`. */
const readerFile = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './file-reader.ts' : './file-reader.js', import.meta.url),
)
const settings: Omit<ReaderSettings, 'byteLength' | 'decimalSign' | 'currency'> = {
  columns: toolColumnTitles,
  maxRows: 50_000,
  maxCellLength: maxImportCellLength,
  rowsSentAtOnce: 500,
}
const timeLimitMs = 8_000
const memoryLimitMb = 64
const readInTurn = createQueue({ concurrency: 1 })

/** Parses in a child process with limits. Refuses `invalid_input`, at `decimalSign` for an ambiguous number. */
export function readToolFile(
  { bytes, decimalSign, currency }: { bytes: Uint8Array; decimalSign?: DecimalSign | undefined; currency: Currency },
  store: (rowCount: number, portions: AsyncIterable<FileRow[]>) => Promise<void>,
): Promise<void> {
  return readInTurn(async () => {
    const reader = startReader(bytes, { decimalSign, currency })
    try {
      const first = await receive(reader)
      if ('problem' in first) refuseFile(first)
      if ('rowCount' in first) await store(first.rowCount, receivePortions(reader))
    } finally {
      reader.kill('SIGKILL')
    }
  })
}

function startReader(bytes: Uint8Array, numbers: Pick<ReaderSettings, 'decimalSign' | 'currency'>): ChildProcess {
  const reader = fork(readerFile, {
    execArgv: [`--max-old-space-size=${memoryLimitMb}`, '--max-semi-space-size=4'],
    serialization: 'advanced',
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
    env: {},
  })
  // The reader may exit before it has read everything.
  reader.stdin?.on('error', () => {}).end(bytes)
  send(reader, { ...settings, byteLength: bytes.length, ...numbers })
  return reader
}

/** Errors are ignored: `receive` reports a reader that has exited. */
function send(reader: ChildProcess, message: Serializable): void {
  reader.send(message, () => {})
}

async function* receivePortions(reader: ChildProcess): AsyncGenerator<FileRow[]> {
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

function refuseFile({ problem, field = 'file' }: Extract<FromReader, { problem: string }>): never {
  refuse('invalid_input', [{ field, message: problem }])
}
