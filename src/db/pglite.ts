import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { drizzle } from 'drizzle-orm/pglite'
import type { Database, Db } from './database.ts'
import { lockFolder } from './folder-lock.ts'
import { migrate } from './migrate.ts'
import { createLocalNotifications } from './notifications.ts'
import { type QueryListener, withQueryTiming } from './query-timing.ts'

/** Rejects with `FolderInUse` while another process has it open. */
export async function openPglite(folder: string, onQuery?: QueryListener): Promise<Database> {
  const dataDir = join(folder, 'database')
  await mkdir(dataDir, { recursive: true })
  // PGlite lets everybody read and write its files.
  await chmod(dataDir, 0o700)
  const unlock = await lockFolder(folder)
  const database = await openAndMigrate({ dataDir }, onQuery)
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
  return openAndMigrate(dump ? { loadDataDir: dump } : {}, onQuery)
}

/** With little memory: see docs/decisions/046-memory-of-pglite.md. */
export function createPglite(options: PGliteOptions): Promise<PGlite> {
  setFlagsFromString('--wasm-num-compilation-tasks=1')
  const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB']
  return PGlite.create({ ...options, startParams, extensions: { pg_trgm } })
}

async function openAndMigrate(options: PGliteOptions, onQuery?: QueryListener): Promise<DumpableDatabase> {
  const client = await createPglite(options)
  await migrate({
    run: sql => client.exec(sql),
    listApplied: async () => (await client.query<{ name: string }>('select name from migrations')).rows,
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
