import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { countLimit } from '#contract/limits.ts'
import type { Db } from '#db/database.ts'

export interface PagePosition {
  limit: number
  cursor?: string | undefined
  before?: string | undefined
}

export interface SortOrder {
  /** Comes before the id. */
  key?: SQL
  ascending: boolean
}

/** By id, which is by time. A page is found, too, when the row before it has been deleted. */
export const sortsByAge = { newest: { ascending: false }, oldest: { ascending: true } } as const satisfies Record<
  string,
  SortOrder
>

/** By age and by each key, in both directions. */
export function buildSorts<Field extends string>(keys: Readonly<Record<Field, SQL>>) {
  const entries = Object.entries<SQL>(keys).flatMap(([field, key]): [string, SortOrder][] => [
    [field, sortAscending(key)],
    [`-${field}`, sortDescending(key)],
  ])
  return { ...sortsByAge, ...(Object.fromEntries(entries) as Record<Field | `-${Field}`, SortOrder>) }
}

export const sortAscending = (key: SQL): SortOrder => ({ key, ascending: true })
export const sortDescending = (key: SQL): SortOrder => ({ key, ascending: false })

/** A page before a row is read backwards; `toListOrder` reverses its rows. */
export function buildKeysetPage(
  table: PgTable & { id: PgColumn },
  { key, ascending }: SortOrder,
  { cursor, before }: PagePosition,
) {
  const neighborId = cursor ?? before
  const backwards = cursor === undefined && before !== undefined
  const isAscending = ascending !== backwards
  const direction = isAscending ? sql`asc` : sql`desc`
  const position = key ? sql`${key}, ${table.id}` : sql`${table.id}`
  const neighbor = key ? sql`select ${position} from ${table} where ${table.id} = ${neighborId}` : sql`${neighborId}`
  return {
    where: neighborId ? sql`(${position}) ${isAscending ? sql`>` : sql`<`} (${neighbor})` : undefined,
    orderBy: key ? sql`${key} ${direction}, ${table.id} ${direction}` : sql`${table.id} ${direction}`,
    toListOrder: <Row>(rows: Row[]) => (backwards ? rows.reverse() : rows),
  }
}

/** Reads all rows, a page at a time, that `readPage` reads after the last one; it returns none at the end. */
export async function* readPages<Row>(readPage: (last: Row | undefined) => Promise<Row[]>): AsyncGenerator<Row> {
  let last: Row | undefined
  do {
    const page = await readPage(last)
    yield* page
    last = page.at(-1)
  } while (last !== undefined)
}

/** Counts rows up to the limit for the search text, and one more. */
export function countRows(
  db: Db,
  table: PgTable,
  where: SQL | undefined,
  searchText: string | undefined,
): Promise<number> {
  const matches = db
    .select({ one: sql`1`.as('one') })
    .from(table)
    .where(where)
    .limit(countLimit(searchText) + 1)
  return db.$count(matches.as('matches'))
}
