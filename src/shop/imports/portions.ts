import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '#db/database.ts'
import { importRows } from '#db/tables/imports.ts'

const rowsPerPortion = 250

/** The planner scans all new rows until it has statistics of them; a sample of 3,000 is enough. Needs a transaction. */
export async function renewStatistics(db: Db, table: PgTable): Promise<void> {
  await db.execute(sql`set local default_statistics_target = 10`)
  await db.execute(sql`analyze ${table}`)
}

/** `rows` is `position between …`, which may follow a table's name and a dot. Rejects when `signal` aborts. */
export type RunInPortions = (run: (rows: SQL) => Promise<unknown>) => Promise<void>

/** One statement over a large import would block the thread on PGlite, and the shutdown. */
export async function divideImport(db: Db, importId: string, signal?: AbortSignal): Promise<RunInPortions> {
  const { rows: portions } = await db.execute<{ first: number; last: number }>(sql`
    select min(position) as first, max(position) as last from (
      select position, (row_number() over (order by position) - 1) / ${rowsPerPortion}::int as portion
      from ${importRows} where import_id = ${importId}
    ) as numbered group by portion order by portion`)
  return async run => {
    for (const { first, last } of portions) {
      signal?.throwIfAborted()
      await run(sql`position between ${first} and ${last}`)
    }
  }
}
