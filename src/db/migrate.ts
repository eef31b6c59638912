import { readdir, readFile } from 'node:fs/promises'

/** Bundled beside this module's chunk: see `vite.config.ts`. */
const folder = new URL('./migrations/', import.meta.url)

const noTransactionMarker = '-- no transaction\n'
const statementSeparator = '\n--> statement-breakpoint\n'

export interface Migration {
  name: string
  sql: string
}

interface MigrationTarget {
  run: (sql: string) => Promise<unknown>
  listApplied: () => Promise<{ name: string }[]>
}

/** Statements outside a transaction must be repeatable: a crash may follow any of them. */
export async function migrate({ run, listApplied }: MigrationTarget): Promise<void> {
  await run('create table if not exists migrations (name text primary key, applied_at timestamptz default now())')
  const applied = new Set((await listApplied()).map(({ name }) => name))
  for (const migration of await readMigrations()) {
    if (applied.has(migration.name)) continue
    const recordStatement = `insert into migrations (name) values ('${migration.name}')`
    if (migration.sql.startsWith(noTransactionMarker)) {
      for (const statement of [dropInvalidIndexes(migration), ...splitStatements(migration), recordStatement])
        await run(statement)
    } else await run(`begin; ${migration.sql}; ${recordStatement}; commit;`)
  }
}

export async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter(name => name.endsWith('.sql')).sort()
  return Promise.all(names.map(async name => ({ name, sql: await readFile(new URL(name, folder), 'utf8') })))
}

const splitStatements = ({ sql }: Migration) => sql.split(statementSeparator)

/** Drops the migration's indexes whose build was interrupted: `create index if not exists` would take them for built. */
function dropInvalidIndexes({ sql }: Migration): string {
  const names = [...sql.matchAll(/create index concurrently if not exists (\w+)/g)].map(([, name]) => `'${name}'`)
  return `
  do $$ declare broken regclass; begin
    for broken in select indexrelid from pg_index where not indisvalid and indexrelid::regclass::text in (${names.join(', ') || 'null'}) loop
      execute 'drop index ' || broken;
    end loop;
  end $$`
}
