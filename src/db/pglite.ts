import { chmod, mkdir, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as letOthersRun } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { drizzle } from 'drizzle-orm/pglite'
import type { Database, Db } from './database.ts'
import { FolderUnusable, SchemaMismatch, UpgradeFailed } from './errors.ts'
import { lockFolder } from './folder-lock.ts'
import { migrate } from './migrate.ts'
import { createLocalNotifications } from './notifications.ts'
import { type QueryListener, withQueryTiming } from './query-timing.ts'
import { wrapQueries } from './wrap-queries.ts'

/** Rejects with `FolderInUse`, `FolderUnusable`, `SchemaMismatch` and `UpgradeFailed`. */
export async function openPglite(folder: string, onQuery?: QueryListener): Promise<Database> {
  const { dataDir, unlock } = await openDataFolder(folder)
  try {
    const database = await openAndMigrate({ dataDir }, onQuery).catch(async error => {
      throw isFileSystemFailure(error) ? await describeFolder(folder) : error
    })
    if (!database) throw new SchemaMismatch(`DATA_DIR ${folder}`, 'start that version, or name an empty folder')
    return { ...database, close: () => database.close().then(unlock) }
  } catch (error) {
    await unlock()
    throw error
  }
}

/** PGlite aborts without a reason, or throws an object that is no `Error`, for example when the disk is full. */
function isFileSystemFailure(error: unknown): boolean {
  if (error instanceof UpgradeFailed) return isFileSystemFailure(error.cause)
  return !(error instanceof Error) || /^Aborted\(/.test(error.message)
}

async function describeFolder(folder: string): Promise<FolderUnusable> {
  const { bavail, bsize } = await statfs(folder)
  const free = Math.floor((bavail * bsize) / 1_000_000)
  return new FolderUnusable(
    `The embedded database in DATA_DIR ${folder} can't be opened. Its disk has ${free} MB left: it needs some to start, or the database is damaged.`,
  )
}

/** Rejects with `FolderInUse`. */
export async function openDataFolder(folder: string): Promise<{ dataDir: string; unlock: () => Promise<void> }> {
  const dataDir = join(folder, 'database')
  await mkdir(dataDir, { recursive: true })
  // PGlite lets all users read and write its files.
  await chmod(dataDir, 0o700)
  return { dataDir, unlock: await lockFolder(folder) }
}

interface DumpableDatabase extends Database {
  dump: () => Promise<Blob>
}

export async function openInMemoryPglite(dump?: Blob, onQuery?: QueryListener): Promise<DumpableDatabase> {
  const database = await openAndMigrate(dump ? { loadDataDir: dump } : {}, onQuery)
  return database ?? Promise.reject(new SchemaMismatch('The dump', 'make it again'))
}

/** Limits memory: see docs/decisions/042-memory-of-pglite.md. */
export function createPglite(options: PGliteOptions): Promise<PGlite> {
  setFlagsFromString('--wasm-num-compilation-tasks=1')
  const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB']
  return PGlite.create({ ...options, startParams, extensions: { pg_trgm } })
}

/** PGlite runs in this thread: without pauses, a series of statements would block requests. */
function letOthersRunBetween(client: PGlite): PGlite {
  return wrapQueries(client, query => async (...values) => {
    await letOthersRun()
    return query(...values)
  })
}

async function openAndMigrate(options: PGliteOptions, onQuery?: QueryListener): Promise<DumpableDatabase | undefined> {
  const client = await createPglite(options)
  const query = async (sql: string) => (await client.query<{ name: string }>(sql)).rows
  if (!(await migrate({ run: sql => client.exec(sql), query }))) {
    await client.close()
    return undefined
  }
  const yieldingClient = letOthersRunBetween(client)
  const db: Db = drizzle(onQuery ? withQueryTiming(yieldingClient, onQuery) : yieldingClient, { casing: 'snake_case' })
  return {
    db,
    notifications: createLocalNotifications(),
    ping: () => client.query('select 1'),
    close: () => client.close(),
    dump: () => client.dumpDataDir('none'),
  }
}
