import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'

/** Bundled beside this module's chunk: see `vite.config.ts`. */
const folder = new URL('./migrations/', import.meta.url)

export interface Migration {
  /** File name and content hash: a migration may change until 1.0.0. */
  name: string
  sql: string
}

interface MigrationTarget {
  run: (sql: string) => Promise<unknown>
  query: (sql: string) => Promise<{ name: string }[]>
}

export const createMigrationsTable =
  'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())'
export const listAppliedMigrations = 'select name from migrations order by name'

export const migrationLock = 4_177_301

/** Each file is a transaction. Returns false for a database of another version. */
export async function migrate({ run, query }: MigrationTarget): Promise<boolean> {
  await run(createMigrationsTable)
  const migrations = await splitMigrations(await query(listAppliedMigrations))
  if (!migrations) return false
  for (const { name, sql } of migrations.missing)
    await run(`begin; ${sql}; insert into migrations (name) values ('${name}'); commit;`)
  return true
}

/** Returns undefined unless the applied migrations are a prefix of this version's. */
export async function splitMigrations(
  applied: readonly { name: string }[],
): Promise<{ applied: Migration[]; missing: Migration[] } | undefined> {
  const migrations = await readMigrations()
  if (applied.some(({ name }, index) => migrations[index]?.name !== name)) return undefined
  return { applied: migrations.slice(0, applied.length), missing: migrations.slice(applied.length) }
}

async function readMigrations(): Promise<Migration[]> {
  const files = (await readdir(folder)).filter(name => name.endsWith('.sql')).sort()
  return Promise.all(
    files.map(async file => {
      const sql = await readFile(new URL(file, folder), 'utf8')
      return { name: `${file} ${createHash('sha256').update(sql).digest('hex').slice(0, 16)}`, sql }
    }),
  )
}
