import { eq, sql } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import { memoizePerDb } from '#db/memoize-per-db.ts'
import type { Db } from '#db/pglite.ts'
import { uses } from '#db/tables.ts'
import type { Shop } from '#shop/shop.ts'
import type { Limit } from './limits.ts'

const value = sql.placeholder

/** One use of something that is limited, counted with the others of its key. */
export interface Use {
  key: string
  limit: Limit
  now: Date
}

/** Counts a use; refuses `too_many_requests` when it is one too many. */
export async function countUse(shop: Shop, use: Use): Promise<void> {
  const [counted] = await count(shop.db).execute(valuesOf(use))
  letIn(counted?.wait ?? 0)
}

const count = memoizePerDb((db: Db) => counting(db).prepare('count_use'))

/**
 * The statement that counts a use, of which `valuesOf` tells the values, exact however many count at once. Its row's
 * `wait` is 0 when the use is let in, else the seconds until one will be.
 */
export function counting(db: Db) {
  const [time, ends, left] = [sql`${value('time')}::timestamptz`, sql`${value('ends')}::timestamptz`, value('left')]
  const ended = sql`${uses.endsAt} <= ${time}`
  return db
    .insert(uses)
    .values({ key: sql`${value('key')}`, remaining: sql`${left}::integer`, endsAt: ends })
    .onConflictDoUpdate({
      target: uses.key,
      set: {
        remaining: sql`case when ${ended} then excluded.remaining else greatest(${uses.remaining} - 1, -1) end`,
        endsAt: sql`case when ${ended} or ${uses.remaining} = 1 then excluded.ends_at else ${uses.endsAt} end`,
      },
    })
    .returning({
      wait: sql<number>`case when ${uses.remaining} < 0
        then ceil(extract(epoch from ${uses.endsAt} - ${time}))::integer else 0 end`.as('wait'),
    })
}

export function valuesOf({ key, limit, now }: Use) {
  const ends = new Date(now.getTime() + limit.seconds * 1000)
  return { key, left: limit.most - 1, time: now.toISOString(), ends: ends.toISOString() }
}

/** Refuses a use that has to wait. */
export function letIn(wait: number): void {
  if (wait > 0) throw new Refusal('too_many_requests', [], { retryAfter: wait })
}

export async function forgetUses({ db }: Shop, key: string): Promise<void> {
  await db.delete(uses).where(eq(uses.key, key))
}

/** Clears some counts whose time has ended, passing over those that somebody else has in hand. */
export async function clearUses({ db }: Shop, now: Date): Promise<void> {
  await db.execute(sql`
    delete from ${uses} where key in (
      select key from ${uses} where ends_at <= ${now.toISOString()}::timestamptz limit 10000 for update skip locked
    )`)
}
