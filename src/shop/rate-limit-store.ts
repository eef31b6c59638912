import { and, eq, gte, sql } from 'drizzle-orm'
import type { Db } from '#db/database.ts'
import { memoizePerDb } from '#db/memoize-per-db.ts'
import { rateLimits } from '#db/tables/operation.ts'

/** Allows `max` hits within `seconds`. The last allowed hit restarts the interval. */
export interface Limit {
  readonly max: number
  readonly seconds: number
}

export interface Counter {
  key: string
  limit: Limit
}

/** Returns the seconds to wait, 0 when allowed. Exact under concurrency. */
export async function countHit(db: Db, { key, limit, now }: Counter & { now: Date }): Promise<number> {
  const endsAt = new Date(now.getTime() + limit.seconds * 1000)
  const values = { key, remaining: limit.max - 1, now: now.toISOString(), endsAt: endsAt.toISOString() }
  const [counter] = await countHitStatement(db).execute(values)
  return counter?.retryAfterSeconds ?? 0
}

export async function uncountHit(db: Db, { key, limit: { max } }: Counter): Promise<void> {
  const remaining = sql`least(${rateLimits.remaining} + 1, ${max})`
  await db
    .update(rateLimits)
    .set({ remaining })
    .where(and(eq(rateLimits.key, key), gte(rateLimits.remaining, 0)))
}

export async function deleteCounter(db: Db, key: string): Promise<void> {
  await db.delete(rateLimits).where(eq(rateLimits.key, key))
}

const countHitStatement = memoizePerDb((db: Db) => {
  const value = sql.placeholder
  const now = sql`${value('now')}::timestamptz`
  const hasEnded = sql`${rateLimits.endsAt} <= ${now}`
  return db
    .insert(rateLimits)
    .values({
      key: sql`${value('key')}`,
      remaining: sql`${value('remaining')}::integer`,
      endsAt: sql`${value('endsAt')}::timestamptz`,
    })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        remaining: sql`case when ${hasEnded} then excluded.remaining else greatest(${rateLimits.remaining} - 1, -1) end`,
        // The clock may have been set back: no wait exceeds the interval.
        endsAt: sql`case when ${hasEnded} or ${rateLimits.remaining} = 1 then excluded.ends_at
          else least(${rateLimits.endsAt}, excluded.ends_at) end`,
      },
    })
    .returning({
      retryAfterSeconds: sql<number>`case when ${rateLimits.remaining} < 0
        then ceil(extract(epoch from ${rateLimits.endsAt} - ${now}))::integer else 0 end`,
    })
    .prepare('count_hit')
})
