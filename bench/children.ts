import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#test/free-port.ts'
import { serverFile } from '#test/server-file.ts'
import type { Reply } from './baseline-server.ts'
import type { Load } from './generator.ts'
import type { Outcome } from './outcome.ts'

const root = join(import.meta.dirname, '../..')
/** Signs the sessions and tokens of every shop here, so that buyers can be made without their signing in. */
export const secret = 'a secret of forty characters for a bench'

/** What `npm start` and the image tell Node. */
const usual = ['--max-semi-space-size=4', '--heap-growing-percent=50']
const started = new Set<ChildProcess>()

/** A process that answers requests. */
export interface Served {
  pid: number
  port: number
  stop: () => Promise<void>
}

export interface RunningShop extends Served {
  origin: string
  /** Milliseconds until the first page came. */
  startedIn: number
}

/** A demo shop in a process of its own, once it has answered with its home page. */
export async function startShop(environment: Record<string, string>, flags: string[] = []): Promise<RunningShop> {
  const port = await freePort()
  const start = performance.now()
  const child = spawn(process.execPath, [...usual, ...flags, serverFile, 'demo'], {
    cwd: root,
    env: { PATH: process.env.PATH, PORT: String(port), SECRET: secret, DATA_DIR: newFolder(), ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', text => {
    said += text
  })
  started.add(child)
  const origin = `http://127.0.0.1:${port}`
  while ((await statusOf(origin)) !== 200) {
    if (child.exitCode !== null) throw new Error(`the shop stopped: ${said}`)
    await new Promise(resolve => setTimeout(resolve, 5))
  }
  const startedIn = performance.now() - start
  child.stderr.removeAllListeners('data').resume()
  return { pid: child.pid ?? 0, port, origin, startedIn, stop: () => stop(child) }
}

export const newFolder = () => mkdtempSync(join(tmpdir(), 'ironmonger-bench-'))

const statusOf = (url: string) =>
  fetch(url, { headers: { connection: 'close' } }).then(
    async response => {
      await response.arrayBuffer()
      return response.status
    },
    () => 0,
  )

/** A bare server that gives that reply, in a process of its own. */
export async function startFloor(reply: Omit<Reply, 'port'>): Promise<Served> {
  const port = await freePort()
  const child = startWorker('floor.ts')
  child.send({ ...reply, port })
  await once(child, 'message')
  return { pid: child.pid ?? 0, port, stop: () => stop(child) }
}

/** What makes loads, in a process of its own. */
export function startGenerator(): (load: Load) => Promise<Outcome> {
  const child = startWorker('generator.ts')
  return load => ask(child, load)
}

/** One of the programs beside this file; it is spoken with in messages. */
export function startWorker(file: string): ChildProcess {
  const child = fork(join(import.meta.dirname, file), { serialization: 'advanced' })
  started.add(child)
  return child
}

export async function ask(worker: ChildProcess, question: object): Promise<Outcome> {
  worker.send(question)
  const [outcome]: Outcome[] = await once(worker, 'message')
  if (!outcome) throw new Error('no outcome')
  return outcome
}

/** Ends all that was started here. */
export async function stopAll(): Promise<void> {
  await Promise.all([...started].map(stop))
}

async function stop(child: ChildProcess): Promise<void> {
  started.delete(child)
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill()
  await once(child, 'exit')
}
