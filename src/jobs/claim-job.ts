import { type SQL, sql } from 'drizzle-orm'
import { jobs } from '#db/tables/operation.ts'
import type { Shop } from '#shop/shop.ts'

/** Returns true in one process per interval. */
export async function claimJob(shop: Shop, name: string, interval: SQL): Promise<boolean> {
  const dueAt = sql`now() + ${interval}`
  const claimed = await shop.db
    .insert(jobs)
    .values({ name, dueAt })
    .onConflictDoUpdate({ target: jobs.name, set: { dueAt }, setWhere: sql`${jobs.dueAt} <= now()` })
    .returning()
  return claimed.length > 0
}
