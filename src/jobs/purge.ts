import { type SQL, sql } from 'drizzle-orm'
import { identitySessions, identityVerifications, jobs, outbox, paymentEvents } from '#db/tables.ts'
import type { Log } from '#observability/logger.ts'
import type { Shop } from '#shop/shop.ts'

const expiredRows: Readonly<Record<string, SQL>> = {
  payment_events: sql`${paymentEvents} where received_at < now() - interval '90 days'`,
  outbox: sql`${outbox} where sent_at < now() - interval '90 days'`,
  identity_sessions: sql`${identitySessions} where expires_at < now()`,
  identity_verifications: sql`${identityVerifications} where expires_at < now()`,
}

const batchSize = 500

export async function purgeExpired(shop: Shop, log: Log, signal?: AbortSignal): Promise<void> {
  const claimed = await shop.db
    .update(jobs)
    .set({ dueAt: sql`now() + interval '1 day'` })
    .where(sql`name = 'purge' and due_at <= now()`)
    .returning()
  if (claimed.length === 0) return
  const deleted: Record<string, number> = {}
  for (const [table, rows] of Object.entries(expiredRows)) {
    for (let deletedRows = batchSize; deletedRows === batchSize && !signal?.aborted; ) {
      const batch = sql`delete from ${sql.identifier(table)}
        where id in (select id from ${rows} limit ${batchSize}) returning 1`
      deletedRows = (await shop.db.execute(batch)).rows.length
      deleted[table] = (deleted[table] ?? 0) + deletedRows
    }
  }
  log('info', 'expired rows deleted', deleted)
}
