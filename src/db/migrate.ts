import { readdir, readFile } from 'node:fs/promises'

const folder = new URL('./migrations/', import.meta.url)

/** Brings the schema up to date: each migration not yet recorded runs once, in order, in a transaction of its own. */
export async function migrate(
  run: (sql: string) => Promise<unknown>,
  recorded: () => Promise<{ rows: { name: string }[] }>,
): Promise<void> {
  await run('create table if not exists migrations (name text primary key, applied_at timestamptz default now())')
  const done = new Set((await recorded()).rows.map(row => row.name))
  const names = (await readdir(folder)).filter(name => name.endsWith('.sql')).sort()
  for (const name of names.filter(name => !done.has(name))) {
    const sql = await readFile(new URL(name, folder), 'utf8')
    await run(`begin; ${sql}; insert into migrations (name) values ('${name}'); commit;`)
  }
}
