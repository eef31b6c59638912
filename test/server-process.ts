import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { findFreePort } from './free-port.ts'
import { serverFile } from './server-file.ts'
import { withDeadline } from './wait-until.ts'

const startTimeoutMs = 200_000

const started = new Set<ChildProcess>()
process.once('exit', stopAll)

/** Kills all servers started here. Call it after the tests: a test file ends only when its child processes have. */
export function stopAll(): void {
  for (const child of started) child.kill('SIGKILL')
}

/** Starts a server, which hashes passwords as the tests do. */
export function spawnServer(environment: Record<string, string>, mode = 'demo', file = serverFile) {
  const child = spawn(process.execPath, [file, mode], {
    cwd: join(import.meta.dirname, '..'),
    env: { PATH: process.env.PATH, NODE_OPTIONS: process.env.NODE_OPTIONS, DEMO_HISTORY: 'off', ...environment },
  })
  started.add(child)
  child.once('exit', () => started.delete(child))
  const output = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', text => {
    output.out += text
  })
  child.stderr.setEncoding('utf8').on('data', text => {
    output.err += text
  })
  return { child, output }
}

/** Starts a server and returns once it has printed its address and accounts. */
export async function startServer(environment: Record<string, string>, file?: string) {
  const port = Number(environment.PORT ?? (await findFreePort()))
  const { child, output } = spawnServer({ ...environment, PORT: String(port) }, 'demo', file)
  const waitForAccounts = async () => {
    while (!output.out.includes('buyer')) await Promise.race([once(child.stdout, 'data'), rejectOnExit(child, output)])
  }
  await withDeadline(waitForAccounts(), 'the server has printed its accounts', startTimeoutMs)
  return { child, output, port, origin: `http://127.0.0.1:${port}` }
}

/** Rejects once the server has ended. */
export async function rejectOnExit(child: ChildProcess, output: { err: string }): Promise<never> {
  await once(child, 'exit')
  return assert.fail(`the server stopped: ${output.err}`)
}

export type RunningServer = Awaited<ReturnType<typeof startServer>>
