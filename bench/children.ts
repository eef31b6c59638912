import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '#test/free-port.ts'
import { serverFile } from '#test/server-file.ts'
import { waitUntil, withDeadline } from '#test/wait-until.ts'
import type { Reply } from './baseline-server.ts'
import type { Load } from './load-generator.ts'
import type { Outcome } from './outcome.ts'

const root = join(import.meta.dirname, '..')
/** Signs the tokens of every shop here, so that buyers need not sign in. */
export const secret = 'a secret of forty characters for a bench'

/** `BENCH_SERVER` names the server file of another build to measure in place of this one. */
const server = process.env.BENCH_SERVER ?? serverFile
const started = new Set<ChildProcess>()

export interface ServerProcess {
  pid: number
  port: number
  stop: () => Promise<void>
}

export interface RunningShop extends ServerProcess {
  origin: string
  /** Milliseconds until the first page. */
  startedIn: number
}

/** Starts a demo shop in a process of its own; resolves once it serves its home page. */
export async function startShop(
  environment: Record<string, string>,
  flags: readonly string[] = [],
): Promise<RunningShop> {
  const port = await findFreePort()
  const start = performance.now()
  const child = spawn(process.execPath, [...flags, server, 'demo'], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      SECRET: secret,
      DEMO_HISTORY: 'off',
      DATA_DIR: createFolder(),
      ...environment,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', text => {
    errors += text
  })
  started.add(child)
  const origin = `http://127.0.0.1:${port}`
  const doesServeHome = async () => {
    if (child.exitCode !== null) throw new Error(`the shop stopped: ${errors}`)
    return (await fetchStatus(origin)) === 200
  }
  await waitUntil(doesServeHome, 'the shop serves its home page', 60_000)
  const startedIn = performance.now() - start
  child.stderr.removeAllListeners('data').resume()
  return { pid: child.pid ?? 0, port, origin, startedIn, stop: () => stop(child) }
}

export const createFolder = () => mkdtempSync(join(tmpdir(), 'ironmonger-bench-'))

const fetchStatus = (url: string) =>
  fetch(url, { headers: { connection: 'close' } }).then(
    async response => {
      await response.arrayBuffer()
      return response.status
    },
    () => 0,
  )

/** Starts a bare server with that reply, in a process of its own. */
export async function startBaselineServer(reply: Omit<Reply, 'port'>): Promise<ServerProcess> {
  const port = await findFreePort()
  const child = startWorker('baseline-server.ts')
  child.send({ ...reply, port })
  await withDeadline(once(child, 'message'), 'the baseline server listens')
  return { pid: child.pid ?? 0, port, stop: () => stop(child) }
}

/** Starts the load generator in a process of its own. */
export function startLoadGenerator(): (load: Load) => Promise<Outcome> {
  const child = startWorker('load-generator.ts')
  return load => sendLoad(child, load)
}

/** Starts one of the programs beside this file, which take and send messages. */
export function startWorker(file: string): ChildProcess {
  const child = fork(join(import.meta.dirname, file), { serialization: 'advanced' })
  started.add(child)
  return child
}

export async function sendLoad(worker: ChildProcess, load: object): Promise<Outcome> {
  worker.send(load)
  const [outcome]: Outcome[] = await withDeadline(once(worker, 'message'), 'the load has ended', 900_000)
  if (!outcome) throw new Error('no outcome')
  return outcome
}

/** Stops every process that was started here. */
export async function stopAll(): Promise<void> {
  await Promise.all([...started].map(stop))
}

async function stop(child: ChildProcess): Promise<void> {
  started.delete(child)
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill()
  await withDeadline(exit, 'the process exits', 60_000)
}
