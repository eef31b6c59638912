import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { parseCursor } from '#contract/cursors.ts'
import { countLimit } from '#contract/limits.ts'
import type { Db } from '#db/database.ts'
import { toSortKey } from './text-match.ts'

export interface PagePosition {
  limit: number
  cursor?: string | undefined
  before?: string | undefined
}

export interface SortOrder {
  key?: SortKey
  ascending: boolean
}

interface SortKey {
  ofRow: SQL
  /** Key of a row that showed this value; undefined for an impossible value. */
  ofShown?: (value: string) => SQL | undefined
}

export const sortByText = (column: PgColumn): SortKey => ({
  ofRow: toSortKey(column),
  ofShown: value => toSortKey(sql`${value}::text`),
})

export const sortByNumber = (column: PgColumn, unit = 1): SortKey => ({
  ofRow: sql`${column}`,
  ofShown(value) {
    const number = Math.round(Number(value) * unit)
    return Number.isSafeInteger(number) ? sql`${number}::bigint` : undefined
  },
})

/** Ids that the database makes sort by time. A page is found even if the row before it was deleted. */
export const sortsByAge = { newest: { ascending: false }, oldest: { ascending: true } } as const satisfies Record<
  string,
  SortOrder
>

export function buildSorts<Field extends string>(keys: Readonly<Record<Field, SortKey>>) {
  const entries = Object.entries<SortKey>(keys).flatMap(([field, key]): [string, SortOrder][] => [
    [field, sortAscending(key)],
    [`-${field}`, sortDescending(key)],
  ])
  return { ...sortsByAge, ...(Object.fromEntries(entries) as Record<Field | `-${Field}`, SortOrder>) }
}

export const sortAscending = (key: SortKey): SortOrder => ({ key, ascending: true })
export const sortDescending = (key: SortKey): SortOrder => ({ key, ascending: false })

/** A page before a row is read backwards; `toListOrder` restores the order. */
export function buildKeysetPage(
  table: PgTable & { id: PgColumn },
  { key, ascending }: SortOrder,
  { cursor, before }: PagePosition,
) {
  const neighbor = cursor ?? before
  const backwards = cursor === undefined && before !== undefined
  const isAscending = ascending !== backwards
  const direction = isAscending ? sql`asc` : sql`desc`
  const position = key ? sql`${key.ofRow}, ${table.id}` : sql`${table.id}`
  const comparison = isAscending ? sql`>` : sql`<`
  return {
    where:
      neighbor === undefined ? undefined : sql`(${position}) ${comparison} (${buildPosition(table, key, neighbor)})`,
    orderBy: key ? sql`${key.ofRow} ${direction}, ${table.id} ${direction}` : sql`${table.id} ${direction}`,
    toListOrder: <Row>(rows: Row[]) => (backwards ? rows.reverse() : rows),
  }
}

function buildPosition(table: PgTable & { id: PgColumn }, key: SortKey | undefined, neighbor: string): SQL {
  const { id, value } = parseCursor(neighbor)
  if (!key) return sql`${id}`
  const shown = value === undefined ? undefined : key.ofShown?.(value)
  return shown
    ? sql`${shown}, ${id}::uuid`
    : sql`select ${key.ofRow}, ${table.id} from ${table} where ${table.id} = ${id}`
}

export async function* readPages<Row>(readPage: (last: Row | undefined) => Promise<Row[]>): AsyncGenerator<Row> {
  let last: Row | undefined
  do {
    const page = await readPage(last)
    yield* page
    last = page.at(-1)
  } while (last !== undefined)
}

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
