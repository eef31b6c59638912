import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { UpgradeFailed } from './errors.ts'

/** Bundled beside this module's chunk: see `vite.config.ts`. */
const folder = new URL('./migrations/', import.meta.url)

interface Migration {
  /** File name and content hash: the file of a version may change until that version is released. */
  name: string
  sql: string
}

export interface SplitMigrations {
  applied: Migration[]
  missing: Migration[]
}

type Run = (sql: string) => Promise<unknown>

interface MigrationTarget {
  run: Run
  query: (sql: string) => Promise<{ name: string }[]>
  /** Called before a database that has data is upgraded; it may reject. */
  beforeUpgrade?: () => Promise<void>
}

export const createMigrationsTable =
  'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())'
export const listAppliedMigrations = 'select name from migrations order by name'

export const migrationLock = 4_177_301

/** One transaction. Returns false for a database of another version. Rejects with `UpgradeFailed`. */
export async function migrate({ run, query, beforeUpgrade }: MigrationTarget): Promise<boolean> {
  await run(createMigrationsTable)
  const migrations = await splitMigrations(await query(listAppliedMigrations))
  if (!migrations) return false
  if (migrations.applied.length > 0 && migrations.missing.length > 0) await beforeUpgrade?.()
  await run('begin')
  try {
    for (const migration of migrations.missing) await applyMigration(run, migration)
    await run('commit')
  } catch (error) {
    // A rollback fails if the connection is lost, which `error` reports.
    await run('rollback').catch(() => {})
    throw error
  }
  return true
}

/** Call it in a transaction. Rejects with `UpgradeFailed`, which names the section of the file. */
export async function applyMigration(run: Run, { name, sql }: Migration): Promise<void> {
  for (const section of splitSections(sql))
    await run(section.sql).catch(error => {
      throw new UpgradeFailed(section.title, error)
    })
  await run(`insert into migrations (name) values ('${name}')`)
}

/** A section begins with a comment that ends in a line of hyphens. */
function splitSections(sql: string): { title: string; sql: string }[] {
  return sql
    .split(/^(?=-- .+ -{5,}$)/m)
    .map(section => ({ title: /^-- (.+?) -{5,}$/m.exec(section)?.[1] ?? 'the beginning', sql: section }))
}

/** Returns undefined unless the applied migrations are a prefix of this version's. */
export async function splitMigrations(applied: readonly { name: string }[]): Promise<SplitMigrations | undefined> {
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
