import type { Connection } from '#db/connection.ts'

/** Describes tables, columns, checks, keys, indexes, statistics, views, functions, triggers and sequences. */
export async function describeCatalogue({ query }: Pick<Connection, 'query'>): Promise<string[]> {
  const rows = await query<{ description: string }>(`
    with own as (
      select oid, relname, relkind, relpersistence from pg_class
      where relnamespace = 'public'::regnamespace
        and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
    )
    select format('%s %s %s', relkind, relname, relpersistence) as description from own
    union all
    select format('%s.%s %s%s%s %s', relname, attname, format_type(atttypid, atttypmod),
        case when attnotnull then ' not null' end, case attgenerated when '' then '' else ' generated' end,
        pg_get_expr(adbin, adrelid))
      from own join pg_attribute on attrelid = own.oid and attnum > 0 and not attisdropped and relkind in ('r', 'v')
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
    union all
    select format('%s: %s %s', relname, conname, pg_get_constraintdef(pg_constraint.oid))
      from own join pg_constraint on conrelid = own.oid and contype <> 'n'
    union all
    select pg_get_indexdef(oid) from own where relkind = 'i'
    union all
    select pg_get_statisticsobjdef(pg_statistic_ext.oid) from own join pg_statistic_ext on stxrelid = own.oid
    union all
    select format('%s: %s', relname, pg_get_viewdef(oid)) from own where relkind = 'v'
    union all
    select pg_get_triggerdef(pg_trigger.oid) from own join pg_trigger on tgrelid = own.oid and not tgisinternal
    union all
    select format('%s from %s to %s by %s%s', sequencename, min_value, max_value, increment_by, case when cycle then ' cycle' end)
      from pg_sequences where schemaname = 'public'
    union all
    select pg_get_functiondef(oid) from pg_proc
      where pronamespace = 'public'::regnamespace
        and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')`)
  return rows.map(({ description }) => description).toSorted()
}
