import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { drizzle } from 'drizzle-orm/pglite'
import type { Database, Db } from './database.ts'
import { SchemaMismatch } from './errors.ts'
import { lockFolder } from './folder-lock.ts'
import { migrate } from './migrate.ts'
import { createLocalNotifications } from './notifications.ts'
import { type QueryListener, withQueryTiming } from './query-timing.ts'

/** Rejects with `FolderInUse` while another process has it open, and with `SchemaMismatch`. */
export async function openPglite(folder: string, onQuery?: QueryListener): Promise<Database> {
  const dataDir = join(folder, 'database')
  await mkdir(dataDir, { recursive: true })
  // PGlite lets everybody read and write its files.
  await chmod(dataDir, 0o700)
  const unlock = await lockFolder(folder)
  const mismatch = new SchemaMismatch(`DATA_DIR ${folder}`, 'move that folder away, or name an empty one')
  const database = await openAndMigrate({ dataDir }, mismatch, onQuery).catch(async error => {
    await unlock()
    throw error
  })
  return {
    ...database,
    async close() {
      await database.close()
      await unlock()
    },
  }
}

interface DumpableDatabase extends Database {
  dump: () => Promise<Blob>
}

export function openInMemoryPglite(dump?: Blob, onQuery?: QueryListener): Promise<DumpableDatabase> {
  const mismatch = new SchemaMismatch('The dump', 'take it again')
  return openAndMigrate(dump ? { loadDataDir: dump } : {}, mismatch, onQuery)
}

/** With little memory: see docs/decisions/046-memory-of-pglite.md. */
export function createPglite(options: PGliteOptions): Promise<PGlite> {
  setFlagsFromString('--wasm-num-compilation-tasks=1')
  const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB']
  return PGlite.create({ ...options, startParams, extensions: { pg_trgm } })
}

async function openAndMigrate(
  options: PGliteOptions,
  mismatch: SchemaMismatch,
  onQuery?: QueryListener,
): Promise<DumpableDatabase> {
  const client = await createPglite(options)
  const target = {
    run: client.exec.bind(client),
    query: async (sql: string) => (await client.query<{ name: string }>(sql)).rows,
  }
  await migrate(target, mismatch).catch(async error => {
    await client.close()
    throw error
  })
  const db: Db = drizzle(onQuery ? withQueryTiming(client, onQuery) : client, { casing: 'snake_case' })
  return {
    db,
    notifications: createLocalNotifications(),
    ping: () => client.query('select 1'),
    close: () => client.close(),
    dump: () => client.dumpDataDir('none'),
  }
}
