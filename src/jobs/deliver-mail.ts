import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/database.ts'
import { outbox } from '#db/tables/mails.ts'
import type { Log } from '#observability/logger.ts'
import { MailRefused, type MailTransport } from '#providers/mail/port.ts'
import { type MailSource, type OutboxRow, renderMail } from '#shop/mails/mails.ts'
import { type Counter, countHit, uncountHit } from '#shop/rate-limit-store.ts'
import type { Shop } from '#shop/shop.ts'
import { type Job, startLoop } from './loop.ts'

interface DeliveryOptions {
  transport: MailTransport
  log: Log
  everyMs?: number
  retryAfterSeconds?: number
}

/** Any number of processes may run it. */
export function startMailDelivery(
  shop: MailSource & Pick<Shop, 'incrementCounter'>,
  { transport, log, everyMs = 2_000, retryAfterSeconds = 90 }: DeliveryOptions,
): Job {
  async function deliverNext(): Promise<boolean> {
    const mail = await claimMail(shop.db, retryAfterSeconds)
    if (!mail) return false
    let counted: Counter | undefined
    try {
      const rendered = await renderMail(shop, mail)
      if (!rendered) {
        await shop.db.update(outbox).set(settled).where(eq(outbox.id, mail.id))
        return true
      }
      const counter = getCounter(mail, rendered.to)
      const waitSeconds = counter ? await countHit(shop.db, { ...counter, now: new Date() }) : 0
      if (waitSeconds > 0) {
        await postponeOrDrop(shop.db, mail, waitSeconds)
        return true
      }
      counted = counter
      await transport.deliver(mail.id, rendered)
      await shop.db
        .update(outbox)
        .set({ ...settled, sentAt: sql`now()` })
        .where(eq(outbox.id, mail.id))
      shop.incrementCounter('mails', { outcome: 'sent' })
    } catch (error) {
      const isRefused = error instanceof MailRefused
      if (counted) await uncountHit(shop.db, counted)
      if (isRefused) await shop.db.update(outbox).set(settled).where(eq(outbox.id, mail.id))
      shop.incrementCounter('mails', { outcome: 'failed' })
      log('info', isRefused ? 'mail refused for good' : 'mail not delivered yet', { id: mail.id, error })
    }
    return true
  }

  const loop = startLoop({
    everyMs,
    async run(signal) {
      while (!signal.aborted && (await deliverNext()));
    },
    onError: error => log('error', 'outbox unreachable', { error }),
  })
  return {
    async stop() {
      await loop.stop()
      transport.close()
    },
  }
}

/** The link is removed: copies of the database must not have one that works. */
const settled = { dueAt: null, data: sql`data - 'url'` }

const hour = 3600
/** Security notices have no limit that somebody else could use up. */
const mailsPerRecipient = { link: { max: 3, seconds: hour / 4 }, order: { max: 60, seconds: hour } }

function getCounter({ orderId, kind }: OutboxRow, recipient: string): Counter | undefined {
  const isLink = kind === 'verify_email' || kind === 'reset_password'
  const limited = orderId ? 'order' : isLink ? 'link' : undefined
  if (!limited) return undefined
  const key = `${limited} mail ${createHash('sha256').update(recipient).digest('base64url')}`
  return { key, limit: mailsPerRecipient[limited] }
}

/** An order's mail is sent later; one with a link is dropped. */
async function postponeOrDrop(db: Db, mail: OutboxRow, waitSeconds: number): Promise<void> {
  const change = mail.orderId ? { dueAt: sql`now() + ${waitSeconds} * interval '1 second'` } : settled
  await db.update(outbox).set(change).where(eq(outbox.id, mail.id))
}

const isDeliverable = sql`created_at > now() - interval '3 days'`

export function countUnsentMails(db: Db): Promise<number> {
  return db.$count(outbox, sql`due_at is not null and ${isDeliverable}`)
}

/** Every claim would read these mails first. */
export async function giveUpMails(db: Db): Promise<void> {
  await db.update(outbox).set(settled).where(sql`due_at is not null and not (${isDeliverable})`)
}

/** The next due time lies after the end of all but the slowest tries: a failure or crash leads to a retry. */
async function claimMail(db: Db, retryAfterSeconds: number) {
  const [mail] = await db
    .update(outbox)
    .set({
      attempts: sql`attempts + 1`,
      dueAt: sql`now() + least(${retryAfterSeconds} * power(2, least(attempts, 12)), 3600) * interval '1 second'`,
    })
    .where(
      sql`id = (select id from ${outbox} where due_at <= now() and ${isDeliverable}
        order by (order_id is not null), due_at limit 1 for update skip locked)`,
    )
    .returning()
  return mail
}
