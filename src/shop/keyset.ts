import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

/** Where a page of a list lies: behind the row `cursor`, or ahead of the row `before`. */
export interface Page {
  limit: number
  cursor?: string | undefined
  before?: string | undefined
}

/** What a list is sorted by; rows with the same key are in the order of their ids. */
export interface Order {
  key: SQL
  rising: boolean
}

export const rising = (key: SQL): Order => ({ key, rising: true })
export const falling = (key: SQL): Order => ({ key, rising: false })

/** The conditions and order of a page found by its neighbour's key, and the rows' way back into the list's order. */
export function pageOf(table: PgTable & { id: PgColumn }, { key, rising }: Order, { cursor, before }: Page) {
  const neighbour = cursor ?? before
  const backwards = cursor === undefined && before !== undefined
  const upwards = rising !== backwards
  const direction = upwards ? sql`asc` : sql`desc`
  // Inside the subselect, the key is that of the neighbour.
  const start = sql`(select ${key}, ${table.id} from ${table} where ${table.id} = ${neighbour})`
  return {
    where: neighbour ? sql`(${key}, ${table.id}) ${upwards ? sql`>` : sql`<`} ${start}` : undefined,
    orderBy: sql`${key} ${direction}, ${table.id} ${direction}`,
    inOrder: <Row>(rows: Row[]) => (backwards ? rows.reverse() : rows),
  }
}

/** For counting a long list: a column of ones, in a subquery with a limit, takes no longer than that limit. */
export const one = { one: sql`1`.as('one') }
