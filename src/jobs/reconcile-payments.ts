import { setTimeout as pause } from 'node:timers/promises'
import { type SQL, sql } from 'drizzle-orm'
import { Refusal, type RefusalCode } from '#contract/refusals.ts'
import { identitySessions, identityVerifications, orders, outbox, paymentEvents, upkeep } from '#db/tables.ts'
import type { Log } from '#observability/logger.ts'
import { finishCancelling } from '#shop/orders.ts'
import { recordPayment } from '#shop/payments.ts'
import type { Shop } from '#shop/shop.ts'

interface UpkeepOptions {
  log: Log
  /** Milliseconds between two looks at what is to be done. */
  every?: number
}

/** Sets right what was left half done, and clears what nobody needs, until it is stopped. */
export function startUpkeep(shop: Shop, { log, every = 60_000 }: UpkeepOptions) {
  const stopping = new AbortController()
  const { signal } = stopping
  const done = work()

  async function work(): Promise<void> {
    for (;;) {
      await pause(every, undefined, { signal, ref: false }).catch(() => {})
      if (signal.aborted) return
      await reconcile(shop, log, signal)
        .then(() => clear(shop, log, signal))
        .catch(error => log('error', 'upkeep failed', { error }))
    }
  }

  return {
    async stop() {
      stopping.abort()
      await done
    },
  }
}

const ordersAtOnce = 50

/**
 * Asks the card payment provider about orders whose end nobody told: those that are being cancelled, and those that may
 * have been paid while the browser and the webhook were lost. Ten minutes after an order was placed, then every hour, for
 * thirty days; an order that is being cancelled, every ten minutes. Safe in any number of processes at once.
 */
export async function reconcile(shop: Shop, log: Log, signal?: AbortSignal): Promise<void> {
  const unsettled = await shop.db
    .update(orders)
    .set({ askedAt: sql`now()` })
    .where(
      sql`id in (select id from ${orders}
        where (state = 'cancelling' or state = 'placed' and payment_intent_id is not null
            and created_at > now() - interval '30 days')
          and coalesce(asked_at, created_at) < now() - case
            when asked_at is null or state = 'cancelling' then interval '10 minutes' else interval '1 hour' end
        order by asked_at nulls first limit ${ordersAtOnce} for update skip locked)`,
    )
    .returning()
  for (const order of unsettled) {
    if (signal?.aborted) return
    const outcome = await settleLate(shop, order).catch(codeOf)
    if (outcome) log('info', 'unsettled order', { order: order.id, outcome })
    if (outcome === 'payments_unavailable') return
  }
}

/** Brings the order to its end where the provider knows of one. */
async function settleLate(shop: Shop, order: typeof orders.$inferSelect) {
  if (order.state === 'cancelling') {
    await finishCancelling(shop, order)
    return 'cancelled'
  }
  const intent = order.paymentIntentId ? await shop.payments.findIntent(order.paymentIntentId) : undefined
  if (intent?.status !== 'succeeded') return undefined
  await recordPayment(shop, order.accountId, order.id, intent.id)
  return 'paid'
}

function codeOf(error: unknown): RefusalCode {
  if (error instanceof Refusal) return error.code
  throw error
}

/** What is cleared once a day: kept for as long as anybody may ask for it. */
const leftovers: Readonly<Record<string, SQL>> = {
  payment_events: sql`${paymentEvents} where received_at < now() - interval '90 days'`,
  outbox: sql`${outbox} where sent_at < now() - interval '90 days'`,
  identity_sessions: sql`${identitySessions} where expires_at < now()`,
  identity_verifications: sql`${identityVerifications} where expires_at < now()`,
}

const rowsAtOnce = 500

/** Clears leftovers in small steps, in one process a day. */
export async function clear(shop: Shop, log: Log, signal?: AbortSignal): Promise<void> {
  const taken = await shop.db
    .update(upkeep)
    .set({ dueAt: sql`now() + interval '1 day'` })
    .where(sql`job = 'housekeeping' and due_at <= now()`)
    .returning()
  if (taken.length === 0) return
  const cleared: Record<string, number> = {}
  for (const [table, rows] of Object.entries(leftovers)) {
    for (let last = rowsAtOnce; last === rowsAtOnce && !signal?.aborted; ) {
      const step = sql`delete from ${sql.identifier(table)} where id in (select id from ${rows} limit ${rowsAtOnce}) returning 1`
      last = (await shop.db.execute(step)).rows.length
      cleared[table] = (cleared[table] ?? 0) + last
    }
  }
  log('info', 'leftovers cleared', cleared)
}
