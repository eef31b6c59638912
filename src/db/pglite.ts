import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { drizzle } from 'drizzle-orm/pglite'
import { lockFolder } from './folder-lock.ts'
import { migrate } from './migrate.ts'
import { createLocalNotifications, type Notifications } from './notifications.ts'
import { type QueryListener, withQueryTiming } from './query-timing.ts'

interface Result<Row> {
  rows: Row[]
}

interface ResultKind extends PgQueryResultHKT {
  readonly type: Result<this['row']>
}

/** A PostgreSQL database, whichever driver speaks to it. */
export type Db = PgDatabase<ResultKind>

export interface Database {
  db: Db
  notifications: Notifications
  /** How many connections there are, by what they do; for a server's database only. */
  connections?: () => (readonly [number, { state: string }])[]
  close: () => Promise<void>
}

/**
 * Opens and migrates the embedded database kept in `folder`, refusing a folder that another process has open. Statements
 * are told to `heard`.
 */
export async function openPglite(folder: string, heard?: QueryListener): Promise<Database> {
  await mkdir(folder, { recursive: true })
  const unlock = await lockFolder(folder)
  const database = await openAndMigrate({ dataDir: join(folder, 'database') }, heard)
  return {
    ...database,
    close: async () => {
      await database.close()
      await unlock()
    },
  }
}

/** Opens and migrates an embedded database in memory: empty, or as it was when dumped. */
export async function openInMemoryPglite(
  dump?: Blob,
  heard?: QueryListener,
): Promise<Database & { dump: () => Promise<Blob> }> {
  return openAndMigrate(dump ? { loadDataDir: dump } : {}, heard)
}

/** The embedded database, with the extensions that the shop's schema needs. */
export function createPglite(options: PGliteOptions): Promise<PGlite> {
  return PGlite.create({ ...options, extensions: { pg_trgm } })
}

async function openAndMigrate(
  options: PGliteOptions,
  heard?: QueryListener,
): Promise<Database & { dump: () => Promise<Blob> }> {
  const client = await createPglite(options)
  await migrate(
    sql => client.exec(sql),
    () => client.query<{ name: string }>('select name from migrations'),
  )
  const db: Db = drizzle(heard ? withQueryTiming(client, heard) : client, { casing: 'snake_case' })
  return {
    db,
    notifications: createLocalNotifications(),
    close: () => client.close(),
    dump: () => client.dumpDataDir('none'),
  }
}
