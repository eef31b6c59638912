import { timingSafeEqual } from 'node:crypto'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import type { Db } from '#db/database.ts'
import { isUniqueViolation } from '#db/errors.ts'
import { sandboxObjects, sandboxReplies } from '#db/tables.ts'
import { ApiError, invalidRequest, notFoundError, unexpectedState } from './sandbox-errors.ts'
import { createCardMethod, createIntent, type Intent, type PaymentMethod, toPublicMethod } from './sandbox-objects.ts'
import { sendWebhook, type Webhook } from './sandbox-webhook.ts'

export interface SandboxOptions {
  db: Db
  secretKey: string
  publishableKey: string
  now: () => Date
  /** Where a payment intent's events are told, signed with the secret as Stripe signs them. */
  webhook?: Webhook
}

const confirmableStatuses = ['requires_payment_method', 'requires_action'] as const

/**
 * A card payment provider for a shop without one: the part of Stripe's HTTP API that the shop and its card form use
 * (https://docs.stripe.com/api), kept in the database. It takes test cards only and stores no card number.
 * Its own addition is POST /v1/payment_intents/:id/authenticate, the cardholder's answer to a 3-D Secure challenge.
 */
export function createPaymentSandbox({ db, secretKey, publishableKey, now, webhook }: SandboxOptions): Hono {
  const app = new Hono()

  app.post('/v1/payment_methods', async context => {
    authenticate(context.req.raw, [secretKey, publishableKey])
    const method = createCardMethod(await parseForm(context.req.raw), now())
    await db.insert(sandboxObjects).values({ id: method.id, body: method })
    return context.json(toPublicMethod(method))
  })

  app.post('/v1/payment_intents', async context => {
    authenticate(context.req.raw, [secretKey])
    const form = await parseForm(context.req.raw)
    return replayOrRun(context.req.raw, form, async () => {
      const intent = createIntent(form, now())
      await db.insert(sandboxObjects).values({ id: intent.id, body: intent })
      return intent
    })
  })

  app.get('/v1/payment_intents/:id', async context =>
    context.json(await getIntent(context.req.raw, context.req.param('id'), new URL(context.req.url).searchParams)),
  )

  app.post('/v1/payment_intents/:id/confirm', async context => {
    const form = await parseForm(context.req.raw)
    const intent = await getIntent(context.req.raw, context.req.param('id'), form)
    const method = await find<PaymentMethod>(form.get('payment_method') ?? '')
    if (method?.object !== 'payment_method') throw notFoundError('payment_method')
    const { outcome } = method
    if (outcome.challenge) {
      const challenge = { status: 'requires_action', next_action: { type: 'use_stripe_sdk' } } as const
      return context.json(await move(intent, confirmableStatuses, { ...challenge, payment_method: method.id }))
    }
    return context.json(await charge(intent, method))
  })

  app.post('/v1/payment_intents/:id/authenticate', async context => {
    const form = await parseForm(context.req.raw)
    const intent = await getIntent(context.req.raw, context.req.param('id'), form)
    const method = await find<PaymentMethod>(intent.payment_method ?? '')
    if (intent.status !== 'requires_action' || !method) throw unexpectedState(intent)
    if (form.get('outcome') === 'complete') return context.json(await charge(intent, method))
    const error = {
      type: 'invalid_request_error',
      code: 'payment_intent_authentication_failure',
      message:
        'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    }
    return context.json(await fail(intent, error))
  })

  app.post('/v1/payment_intents/:id/cancel', async context => {
    authenticate(context.req.raw, [secretKey])
    const intent = await getIntent(context.req.raw, context.req.param('id'), new URLSearchParams())
    return context.json(await finishIntent('canceled', intent, { next_action: null }))
  })

  app.post('/v1/refunds', async context => {
    authenticate(context.req.raw, [secretKey])
    const form = await parseForm(context.req.raw)
    const intent = await getIntent(context.req.raw, form.get('payment_intent') ?? '', form)
    return replayOrRun(context.req.raw, form, async () => {
      const id = `re_${intent.id.slice(3)}`
      if (intent.status !== 'succeeded') throw unexpectedState(intent)
      const refund = { id, object: 'refund', payment_intent: intent.id, amount: intent.amount, status: 'succeeded' }
      await db
        .insert(sandboxObjects)
        .values({ id, body: refund })
        .catch(error => {
          if (!isUniqueViolation(error)) throw error
          throw invalidRequest('charge_already_refunded', 'The charge has already been refunded.')
        })
      return refund
    })
  })

  app.notFound(context => context.json({ error: { type: 'invalid_request_error', message: 'Unrecognized URL.' } }, 404))
  app.onError((error, context) => {
    if (error instanceof ApiError) return context.json({ error: error.body }, error.status)
    return context.json({ error: { type: 'api_error', message: 'An unknown error occurred.' } }, 500)
  })
  return app

  async function find<Body>(id: string): Promise<Body | undefined> {
    if (!/^\w+$/.test(id)) return undefined
    const [row] = await db.select().from(sandboxObjects).where(eq(sandboxObjects.id, id))
    return row?.body as Body | undefined
  }

  /** The intent, for the secret key's holder, or for the publishable key's with the intent's client secret. */
  async function getIntent(request: Request, id: string, form: URLSearchParams): Promise<Intent> {
    const holder = authenticate(request, [secretKey, publishableKey])
    const intent = await find<Intent>(id)
    const known = intent?.object === 'payment_intent'
    if (!known || (holder === publishableKey && !isEqual(form.get('client_secret') ?? '', intent.client_secret))) {
      throw notFoundError('intent')
    }
    return intent
  }

  async function charge(intent: Intent, method: PaymentMethod): Promise<Intent> {
    const { code, declineCode, message } = method.outcome
    if (code) return fail(intent, { type: 'card_error', code, decline_code: declineCode, message })
    const paid = { amount_received: intent.amount, payment_method: method.id }
    return finishIntent('succeeded', intent, { ...paid, next_action: null, last_payment_error: null })
  }

  async function fail(intent: Intent, error: { type: string; code: string; [field: string]: unknown }): Promise<never> {
    const failure = { status: 'requires_payment_method', payment_method: null, next_action: null } as const
    const failed = await move(intent, confirmableStatuses, { ...failure, last_payment_error: error })
    throw new ApiError(402, { ...error, payment_intent: failed })
  }

  async function finishIntent(
    status: 'succeeded' | 'canceled',
    intent: Intent,
    change: Partial<Intent>,
  ): Promise<Intent> {
    const finished = await move(intent, confirmableStatuses, { ...change, status })
    if (webhook) sendWebhook(webhook, `payment_intent.${status}`, finished, now())
    return finished
  }

  async function move(intent: Intent, from: readonly Intent['status'][], change: Partial<Intent>): Promise<Intent> {
    const [moved] = await db
      .update(sandboxObjects)
      .set({ body: { ...intent, ...change } })
      .where(and(eq(sandboxObjects.id, intent.id), inArray(sql`${sandboxObjects.body}->>'status'`, [...from])))
      .returning()
    if (!moved) throw unexpectedState((await find<Intent>(intent.id)) ?? intent)
    return moved.body as Intent
  }

  /** Runs the work once for each Idempotency-Key and repeats its reply after that. */
  async function replayOrRun(request: Request, form: URLSearchParams, work: () => Promise<object>): Promise<Response> {
    const idempotencyKey = request.headers.get('idempotency-key')
    if (!idempotencyKey) return Response.json(await work())
    const sent = `${new URL(request.url).pathname} ${form}`
    const known = () => db.select().from(sandboxReplies).where(eq(sandboxReplies.idempotencyKey, idempotencyKey))
    const [before] = await known()
    if (before) return replayReply(before, sent)
    const row = { idempotencyKey, request: sent, status: 200, body: await work() }
    await db.insert(sandboxReplies).values(row).onConflictDoNothing()
    const [after = row] = await known()
    return replayReply(after, sent)
  }
}

function replayReply(row: { request: string; status: number; body: unknown }, sent: string): Response {
  if (row.request === sent) return Response.json(row.body, { status: row.status })
  throw new ApiError(400, {
    type: 'idempotency_error',
    message: 'Keys for idempotent requests can only be used with the same parameters they were first used with.',
  })
}

function authenticate(request: Request, keys: readonly string[]): string {
  const given = request.headers.get('authorization')?.replace(/^Bearer /, '') ?? ''
  const key = keys.find(each => isEqual(given, each))
  if (!key) throw new ApiError(401, { type: 'invalid_request_error', message: 'Invalid API Key provided.' })
  return key
}

function isEqual(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

async function parseForm(request: Request): Promise<URLSearchParams> {
  return new URLSearchParams((await request.text()).replaceAll('%00', ''))
}
