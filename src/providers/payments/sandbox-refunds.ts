import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { and, eq, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import type { Db } from '#db/database.ts'
import { sandboxObjects } from '#db/tables/payments.ts'
import { createInvalidRequestError, createNotFoundError, createUnexpectedStateError } from './sandbox-errors.ts'
import { createToken, findOutcome, type Intent } from './sandbox-objects.ts'
import { checkApiKey, parseForm } from './sandbox-requests.ts'
import { sendWebhook, type Webhook } from './sandbox-webhook.ts'

interface Environment {
  db: Db
  now: () => Date
  webhook: Webhook | undefined
}

interface Lookups {
  findObject: <Body>(id: string) => Promise<Body | undefined>
  findIntentForKey: (request: Request, id: string, form: URLSearchParams) => Promise<Intent>
  replayOrRun: (request: Request, form: URLSearchParams, work: () => Promise<object>) => Promise<Response>
}

interface Refund {
  id: string
  object: 'refund'
  payment_intent: string
  amount: number
  status: 'pending' | 'succeeded' | 'failed'
  /** Never sent: the status one second after creation. */
  outcome?: 'succeeded' | 'failed'
  created: number
  metadata: Record<string, string>
  failure_reason?: string
}

interface Dispute {
  id: string
  object: 'dispute'
  payment_intent: string
  status: 'needs_response' | 'won' | 'lost'
  [field: string]: unknown
}

const settleMs = 1_000
const weekSeconds = 7 * 24 * 3_600

/** https://docs.stripe.com/api/refunds and https://docs.stripe.com/api/disputes */
export function createRefundRoutes(
  { db, now, webhook, secretKey }: Environment & { secretKey: string },
  { findObject, findIntentForKey, replayOrRun }: Lookups,
): Hono {
  const app = new Hono()

  app.post('/refunds', async context => {
    checkApiKey(context.req.raw, [secretKey])
    const form = await parseForm(context.req.raw)
    const intent = await findIntentForKey(context.req.raw, form.get('payment_intent') ?? '', form)
    return replayOrRun(context.req.raw, form, async () => {
      if (intent.status !== 'succeeded') throw createUnexpectedStateError(intent)
      const key = context.req.header('idempotency-key')
      const wanted = createRefund(form, intent, findOutcome(intent.payment_method)?.refund, now())
      const refund = await addRefund(intent, key ? { ...wanted, id: hashKey(key) } : wanted)
      if (refund.outcome) void settleLater(refund)
      return toPublicRefund(refund, now())
    })
  })

  app.get('/refunds', async context => {
    checkApiKey(context.req.raw, [secretKey])
    const refunds = await listObjects<Refund>('refund', context.req.query('payment_intent') ?? '')
    return context.json({ object: 'list', has_more: false, data: refunds.map(each => toPublicRefund(each, now())) })
  })

  app.get('/disputes', async context => {
    checkApiKey(context.req.raw, [secretKey])
    const data = await listObjects<Dispute>('dispute', context.req.query('payment_intent') ?? '')
    return context.json({ object: 'list', has_more: false, data })
  })

  /** The evidence 'winning_evidence' wins; other evidence loses. */
  app.post('/disputes/:id', async context => {
    checkApiKey(context.req.raw, [secretKey])
    const evidence = (await parseForm(context.req.raw)).get('evidence[uncategorized_text]')
    const dispute = await findObject<Dispute>(context.req.param('id'))
    if (dispute?.object !== 'dispute') throw createNotFoundError('dispute')
    const closed = { ...dispute, status: evidence === 'winning_evidence' ? 'won' : 'lost' }
    await db.update(sandboxObjects).set({ body: closed }).where(eq(sandboxObjects.id, dispute.id))
    if (webhook) sendWebhook(webhook, 'charge.dispute.closed', closed, now())
    return context.json(closed)
  })

  return app

  async function listObjects<Body extends object>(kind: string, intentId: string): Promise<Body[]> {
    const rows = await db
      .select()
      .from(sandboxObjects)
      .where(buildObjectFilter(kind, intentId))
      .orderBy(sql`body->>'created' desc`)
    return rows.map(({ body }) => body as Body)
  }

  /** Refunds at most the received amount. Returns the existing refund if a concurrent request took its id. */
  function addRefund(intent: Intent, refund: Refund): Promise<Refund> {
    return db.transaction(async transaction => {
      await transaction.select().from(sandboxObjects).where(eq(sandboxObjects.id, intent.id)).for('update')
      const [present] = await transaction.select().from(sandboxObjects).where(eq(sandboxObjects.id, refund.id))
      if (present) return present.body as Refund
      const rows = await transaction.select().from(sandboxObjects).where(buildObjectFilter('refund', intent.id))
      const refundedAmount = rows
        .map(({ body }) => toPublicRefund(body as Refund, now()))
        .filter(({ status }) => status !== 'failed')
        .reduce((sum, { amount }) => sum + amount, 0)
      if (refundedAmount >= intent.amount_received)
        throw createInvalidRequestError('charge_already_refunded', 'The charge has already been refunded.')
      if (refundedAmount + refund.amount > intent.amount_received) {
        const message = 'Refund amount is greater than the unrefunded amount on the charge.'
        throw createInvalidRequestError('amount_too_large', message)
      }
      const disputes = await transaction.select().from(sandboxObjects).where(buildObjectFilter('dispute', intent.id))
      if (disputes.some(({ body }) => (body as Dispute).status !== 'won'))
        throw createInvalidRequestError('charge_disputed', 'The charge has been charged back.')
      await transaction.insert(sandboxObjects).values({ id: refund.id, body: refund })
      return refund
    })
  }

  async function settleLater(refund: Refund): Promise<void> {
    await pause(settleMs + 100, undefined, { ref: false })
    // A refund of long ago is settled.
    const settled = { ...toPublicRefund({ ...refund, created: 0 }, now()), created: Math.floor(refund.created) }
    if (webhook) sendWebhook(webhook, settled.status === 'failed' ? 'refund.failed' : 'refund.updated', settled, now())
  }
}

const buildObjectFilter = (kind: string, intentId: string) =>
  and(
    // The condition of the index `sandbox_objects_of_intent`.
    sql`${sandboxObjects.body}->>'object' in ('refund', 'dispute')`,
    sql`${sandboxObjects.body}->>'object' = ${kind}`,
    sql`${sandboxObjects.body}->>'payment_intent' = ${intentId}`,
  )

const hashKey = (key: string) => `re_${createHash('sha256').update(key).digest('hex').slice(0, 36)}`

function createRefund(form: URLSearchParams, intent: Intent, card: 'late' | 'failing' | undefined, now: Date): Refund {
  const amount = Number(form.get('amount') ?? intent.amount_received)
  if (!Number.isSafeInteger(amount) || amount < 1)
    throw createInvalidRequestError('parameter_invalid_integer', 'Invalid positive integer.')
  const metadata = [...form].map(([name, value]) => [/^metadata\[(\w+)\]$/.exec(name)?.[1], value] as const)
  return {
    id: `re_${createToken()}`,
    object: 'refund',
    payment_intent: intent.id,
    amount,
    status: card === 'late' ? 'pending' : 'succeeded',
    ...(card && { outcome: card === 'late' ? 'succeeded' : 'failed' }),
    created: now.getTime() / 1000,
    metadata: Object.fromEntries(metadata.filter(([name]) => name !== undefined)),
  }
}

function toPublicRefund({ outcome, ...refund }: Refund, now: Date): Refund {
  const created = Math.floor(refund.created)
  if (!outcome || now.getTime() < refund.created * 1000 + settleMs) return { ...refund, created }
  const failure = outcome === 'failed' ? { failure_reason: 'expired_or_canceled_card' } : {}
  return { ...refund, created, status: outcome, ...failure }
}

/** Stripe lists a released authorization as a refund. */
export async function addVoid({ db, now, webhook }: Environment, intent: Intent): Promise<void> {
  const refund: Refund = {
    id: `re_${createToken()}`,
    object: 'refund',
    payment_intent: intent.id,
    amount: intent.amount_capturable,
    status: 'succeeded',
    created: now().getTime() / 1000,
    metadata: {},
  }
  await db.insert(sandboxObjects).values({ id: refund.id, body: refund })
  if (webhook) sendWebhook(webhook, 'refund.created', toPublicRefund(refund, now()), now())
}

export async function addDispute({ db, now, webhook }: Environment, intent: Intent, reason: string): Promise<void> {
  const created = Math.floor(now().getTime() / 1000)
  const dispute = {
    id: `dp_${createToken()}`,
    object: 'dispute',
    payment_intent: intent.id,
    amount: intent.amount_received,
    status: 'needs_response',
    reason,
    created,
    evidence_details: { due_by: created + weekSeconds },
  }
  await db.insert(sandboxObjects).values({ id: dispute.id, body: dispute })
  if (webhook) sendWebhook(webhook, 'charge.dispute.created', dispute, now())
}
