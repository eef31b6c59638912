import type { Connection } from '#db/connection.ts'

interface Table {
  name: string
  references: string[]
}

/** Not backed up: a stolen backup must open no account. */
const excludedTables: readonly string[] = ['identity_sessions', 'identity_verifications']

/** Which rows of a table are in a backup: no mails with links that open an account. */
export const rowConditions: Readonly<Record<string, string>> = {
  outbox: `kind not in ('verify_email', 'reset_password')`,
}

/** All tables but `migrations`, the excluded and unlogged ones (counters of rate limits); referenced tables first. */
export async function listBackedUpTables(db: Connection): Promise<string[]> {
  const tables = await db.query<Table>(
    `
    select quote_ident(relname) as name, array(
      select quote_ident(other.relname)::text from pg_constraint join pg_class other on other.oid = confrelid
      where conrelid = pg_class.oid and contype = 'f'
    ) as "references"
    from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relpersistence = 'p'
      and relname <> all($1::text[])
    order by relname`,
    [['migrations', ...excludedTables]],
  )
  const ordered = new Set<string>()
  const visited = new Set<string>()
  const add = ({ name, references }: Table) => {
    if (visited.has(name)) return
    visited.add(name)
    for (const table of tables) if (references.includes(table.name)) add(table)
    ordered.add(name)
  }
  for (const table of tables) add(table)
  return [...ordered]
}

/** A table's columns with commas between them, except those that the database generates. */
export async function listStoredColumns(db: Connection, table: string): Promise<string> {
  const [row] = await db.query<{ columns: string }>(
    `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
    where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  )
  return row?.columns ?? ''
}

/** Drops every table, sequence and routine of the schema `public`, except those of extensions. */
export const dropAllStatement = `do $$ declare command text; begin
  foreach command in array array(
    select format('drop routine if exists %s cascade', pg_proc.oid::regprocedure) from pg_proc
      where pronamespace = 'public'::regnamespace
        and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
    union all
    select format('drop %s if exists public.%I cascade', case relkind when 'r' then 'table' else 'sequence' end, relname)
      from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'S')
        and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
  ) loop execute command; end loop;
end $$`
