import { eq, sql } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import type { Db } from '#db/database.ts'
import { memoizePerDb } from '#db/memoize-per-db.ts'
import { rateLimits } from '#db/tables.ts'
import type { Limit } from './limits.ts'

export interface Hit {
  key: string
  limit: Limit
  now: Date
}

/** Exact under concurrency. Refuses `too_many_requests`. */
export async function countHit(db: Db, { key, limit, now }: Hit): Promise<void> {
  const endsAt = new Date(now.getTime() + limit.seconds * 1000)
  const values = { key, remaining: limit.max - 1, now: now.toISOString(), endsAt: endsAt.toISOString() }
  const [counter] = await countHitStatement(db).execute(values)
  assertAllowed(counter?.retryAfterSeconds ?? 0)
}

export function assertAllowed(retryAfterSeconds: number): void {
  if (retryAfterSeconds > 0) throw new Refusal('too_many_requests', [], { retryAfterSeconds })
}

export async function deleteCounter(db: Db, key: string): Promise<void> {
  await db.delete(rateLimits).where(eq(rateLimits.key, key))
}

export async function deleteEnded(db: Db, now: Date): Promise<void> {
  await db.execute(sql`
    delete from ${rateLimits} where key in (
      select key from ${rateLimits} where ends_at <= ${now.toISOString()}::timestamptz
      limit 10000 for update skip locked
    )`)
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
        endsAt: sql`case when ${hasEnded} or ${rateLimits.remaining} = 1 then excluded.ends_at
          else ${rateLimits.endsAt} end`,
      },
    })
    .returning({
      retryAfterSeconds: sql<number>`case when ${rateLimits.remaining} < 0
        then ceil(extract(epoch from ${rateLimits.endsAt} - ${now}))::integer else 0 end`,
    })
    .prepare('count_hit')
})
