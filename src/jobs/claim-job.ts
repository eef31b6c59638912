import { and, eq, lte, type SQL, sql } from 'drizzle-orm'
import { jobs } from '#db/tables.ts'
import type { Shop } from '#shop/shop.ts'

/** True in one of all processes, once per interval. */
export async function claimJob(shop: Shop, name: string, interval: SQL): Promise<boolean> {
  const claimed = await shop.db
    .update(jobs)
    .set({ dueAt: sql`now() + ${interval}` })
    .where(and(eq(jobs.name, name), lte(jobs.dueAt, sql`now()`)))
    .returning()
  return claimed.length > 0
}
