import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { findFreePort } from '#test/free-port.ts'
import { waitUntil, withDeadline } from '#test/wait-until.ts'
import { runStatements } from './replicated-database.ts'

export interface Pgbouncer {
  version: string
  toPooledUrl: (url: string) => string
  /** kill -9, and a new one on the same port. */
  replace: () => Promise<void>
  remove: () => Promise<void>
}

/** The program: `PGBOUNCER`, or that of the system. Rejects where there is none. */
export async function startPgbouncer(serverUrl: string): Promise<Pgbouncer> {
  const program = process.env.PGBOUNCER ?? 'pgbouncer'
  const version = readVersion(program)
  const folder = mkdtempSync(join(tmpdir(), 'ironmonger-pgbouncer-'))
  chmodSync(folder, 0o755)
  const port = await findFreePort()
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'any',
    pool_mode: 'transaction',
    // Fewer than the shops' connections, so that they share them.
    default_pool_size: 8,
    max_client_conn: 200,
    // After a refused connection it waits fifteen seconds by default.
    server_login_retry: 1,
    // It refuses to run as root.
    ...(process.getuid?.() === 0 && { user: 'nobody' }),
    max_prepared_statements: 100,
  }
  const { hostname, port: serverPort } = new URL(serverUrl)
  const file = join(folder, 'pgbouncer.ini')
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`)
  const databases = `* = host=${hostname} port=${serverPort} user=postgres`
  writeFileSync(file, ['[databases]', databases, '[pgbouncer]', ...lines, ''].join('\n'))
  let child = await start(program, file)
  return {
    version,
    toPooledUrl(url) {
      const pooled = new URL(url)
      pooled.port = String(port)
      return pooled.href
    },
    async replace() {
      await end(child)
      child = await start(program, file)
    },
    async remove() {
      await end(child)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** PgBouncer refuses the limits that the shop sets where it connects itself. */
export async function limitStatements(url: string): Promise<void> {
  const database = pg.escapeIdentifier(new URL(url).pathname.slice(1))
  const limits = ['statement_timeout', 'idle_in_transaction_session_timeout']
  await runStatements(url, ...limits.map(name => `alter database ${database} set ${name} = '10s'`))
}

function readVersion(program: string): string {
  try {
    const [, version = ''] = /PgBouncer (\S+)/.exec(execFileSync(program, ['--version'], { encoding: 'utf8' })) ?? []
    return version
  } catch (error) {
    throw new Error('There is no PgBouncer: install PgBouncer 1.21 or newer, or name the program by PGBOUNCER.', {
      cause: error,
    })
  }
}

async function start(program: string, file: string): Promise<ChildProcess> {
  const child = spawn(program, [file], { stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  child.stderr?.setEncoding('utf8').on('data', text => {
    output += text
  })
  await waitUntil(async () => {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended: ${output}`)
    return output.includes('process up')
  }, 'PgBouncer is up')
  return child
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await withDeadline(exit, 'PgBouncer ends')
}
