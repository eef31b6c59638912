import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { drizzle } from 'drizzle-orm/pglite'
import { type Changes, localChanges } from './changes.ts'
import { lockFolder } from './lock.ts'
import { migrate } from './migrate.ts'
import { type Heard, watched } from './watched.ts'

interface Result<Row> {
  rows: Row[]
}

interface ResultKind extends PgQueryResultHKT {
  readonly type: Result<this['row']>
}

/** A PostgreSQL database, whichever driver speaks to it. */
export type Db = PgDatabase<ResultKind>

export interface OpenDatabase {
  db: Db
  changes: Changes
  /** How many connections there are, by what they do; for a server's database only. */
  connections?: () => (readonly [number, { state: string }])[]
  close: () => Promise<void>
}

/**
 * Opens and migrates the embedded database kept in `folder`, refusing a folder that another process has open. Statements
 * are told to `heard`.
 */
export async function openEmbedded(folder: string, heard?: Heard): Promise<OpenDatabase> {
  await mkdir(folder, { recursive: true })
  const unlock = await lockFolder(folder)
  const database = await openPglite({ dataDir: join(folder, 'database') }, heard)
  return {
    ...database,
    close: async () => {
      await database.close()
      await unlock()
    },
  }
}

/** Opens and migrates an embedded database in memory: empty, or as it was when dumped. */
export async function openInMemory(dump?: Blob, heard?: Heard): Promise<OpenDatabase & { dump: () => Promise<Blob> }> {
  return openPglite(dump ? { loadDataDir: dump } : {}, heard)
}

/** The embedded database, with the extensions that the shop's schema needs. */
export function createPglite(options: PGliteOptions): Promise<PGlite> {
  return PGlite.create({ ...options, extensions: { pg_trgm } })
}

async function openPglite(
  options: PGliteOptions,
  heard?: Heard,
): Promise<OpenDatabase & { dump: () => Promise<Blob> }> {
  const client = await createPglite(options)
  await migrate(
    sql => client.exec(sql),
    () => client.query<{ name: string }>('select name from migrations'),
  )
  const db: Db = drizzle(heard ? watched(client, heard) : client, { casing: 'snake_case' })
  return { db, changes: localChanges(), close: () => client.close(), dump: () => client.dumpDataDir('none') }
}
