import { setTimeout as pause } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/pglite.ts'
import { outbox } from '#db/tables.ts'
import type { Log } from '#observability/logger.ts'
import type { Count } from '#observability/metrics.ts'
import type { Transport } from '#providers/mail/port.ts'

interface DeliveryOptions {
  db: Db
  transport: Transport
  log: Log
  count: Count
  /** Milliseconds between two looks into an outbox that was empty. */
  every?: number
  /** Seconds until the first further try of a mail that failed; each one after it waits twice as long, up to an hour. */
  retryAfter?: number
}

/** Sends the outbox's mails, the oldest due first, until it is stopped. Any number of processes may do so at once. */
export function startDelivery({ db, transport, log, count, every = 2_000, retryAfter = 30 }: DeliveryOptions) {
  const stopping = new AbortController()
  const { signal } = stopping
  const done = work()

  async function work(): Promise<void> {
    while (!signal.aborted) {
      const worked = await deliverNext().catch(error => log('error', 'outbox unreachable', { error }))
      if (!worked) await pause(every, undefined, { signal }).catch(() => {})
    }
  }

  async function deliverNext(): Promise<boolean> {
    const mail = await claim(db, retryAfter)
    if (!mail) return false
    const { id, recipient, subject, body } = mail
    try {
      await transport.deliver({ id, to: recipient, subject, body })
      await db.update(outbox).set({ dueAt: null, sentAt: sql`now()` }).where(eq(outbox.id, id))
      count('mails', { outcome: 'sent' })
    } catch (error) {
      count('mails', { outcome: 'failed' })
      log('info', 'mail not delivered yet', { id, error })
    }
    return true
  }

  return {
    async stop() {
      stopping.abort()
      await done
      transport.close()
    },
  }
}

/** How many mails wait to be sent, those that are to be tried again included. */
export function countDue(db: Db): Promise<number> {
  return db.$count(outbox, sql`due_at is not null and created_at > now() - interval '3 days'`)
}

/**
 * Takes the mail that is due the longest and makes it due again later, so that a failure, or the end of this process, is
 * followed by another try. After three days a mail is left alone.
 */
async function claim(db: Db, retryAfter: number) {
  const [mail] = await db
    .update(outbox)
    .set({
      attempts: sql`attempts + 1`,
      dueAt: sql`now() + least(${retryAfter} * power(2, least(attempts, 12)), 3600) * interval '1 second'`,
    })
    .where(
      sql`id = (select id from ${outbox} where due_at <= now() and created_at > now() - interval '3 days'
        order by due_at limit 1 for update skip locked)`,
    )
    .returning()
  return mail
}
