import { readdir, readFile } from 'node:fs/promises'

const folder = new URL('./migrations/', import.meta.url)

/** First line of a migration that can't be in a transaction, as where it builds indexes beside the orders that come. */
const noTransactionMarker = '-- no transaction\n'

/**
 * Brings the schema up to date: each migration not yet recorded runs once, in order, in a transaction of its own, or
 * statement by statement where its first line says so; such statements can be repeated, since any may be the last.
 */
export async function migrate(
  run: (sql: string) => Promise<unknown>,
  recorded: () => Promise<{ rows: { name: string }[] }>,
): Promise<void> {
  await run('create table if not exists migrations (name text primary key, applied_at timestamptz default now())')
  const done = new Set((await recorded()).rows.map(row => row.name))
  for (const { name, sql } of await readMigrations()) {
    if (done.has(name)) continue
    const record = `insert into migrations (name) values ('${name}')`
    if (sql.startsWith(noTransactionMarker))
      for (const statement of [dropInvalidIndexes, ...sql.split(/;\n/), record]) await run(statement)
    else await run(`begin; ${sql}; ${record}; commit;`)
  }
}

/** All migrations, in their order. */
export async function readMigrations(): Promise<{ name: string; sql: string }[]> {
  const names = (await readdir(folder)).filter(name => name.endsWith('.sql')).sort()
  return Promise.all(names.map(async name => ({ name, sql: await readFile(new URL(name, folder), 'utf8') })))
}

/** Drops the indexes whose building was interrupted, which `if not exists` would take for built. */
const dropInvalidIndexes = `
  do $$ declare broken regclass; begin
    for broken in select indexrelid from pg_index where not indisvalid and indrelid::regclass::text not like 'pg_%' loop
      execute 'drop index ' || broken;
    end loop;
  end $$`
