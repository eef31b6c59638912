import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

/** Where a page of a list lies: behind the row `cursor`, or ahead of the row `before`. */
export interface Page {
  limit: number
  cursor?: string | undefined
  before?: string | undefined
}

/** What a list is sorted by; rows with the same key are in the order of their ids. */
export interface SortOrder {
  key: SQL
  ascending: boolean
}

export const sortAscending = (key: SQL): SortOrder => ({ key, ascending: true })
export const sortDescending = (key: SQL): SortOrder => ({ key, ascending: false })

/** The conditions and order of a page found by its neighbour's key, and the rows' way back into the list's order. */
export function keysetPage(table: PgTable & { id: PgColumn }, { key, ascending }: SortOrder, { cursor, before }: Page) {
  const neighbour = cursor ?? before
  const backwards = cursor === undefined && before !== undefined
  const isAscending = ascending !== backwards
  const direction = isAscending ? sql`asc` : sql`desc`
  // Inside the subselect, the key is that of the neighbour.
  const start = sql`(select ${key}, ${table.id} from ${table} where ${table.id} = ${neighbour})`
  return {
    where: neighbour ? sql`(${key}, ${table.id}) ${isAscending ? sql`>` : sql`<`} ${start}` : undefined,
    orderBy: sql`${key} ${direction}, ${table.id} ${direction}`,
    toListOrder: <Row>(rows: Row[]) => (backwards ? rows.reverse() : rows),
  }
}

/** For counting a long list: a column of ones, in a subquery with a limit, takes no longer than that limit. */
export const constantOne = { one: sql`1`.as('one') }
