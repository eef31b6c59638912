import type { Connection } from '#db/connection.ts'

interface Table {
  name: string
  references: string[]
}

/** A stolen backup must open no account. */
const excludedTables: readonly string[] = ['identity_sessions', 'identity_verifications']

/** Mails with links that open an account are excluded. */
export const rowConditions: Readonly<Record<string, string>> = {
  outbox: `kind not in ('verify_email', 'reset_password')`,
}

/** Omits unlogged tables, which are rate limit counters. Referenced tables come first. */
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

export async function listStoredColumns(db: Connection, table: string): Promise<string> {
  const [row] = await db.query<{ columns: string }>(
    `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
    where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  )
  return row?.columns ?? ''
}

/** Objects of extensions stay. */
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
