import { timingSafeEqual } from 'node:crypto'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { unlessDuplicate } from '#db/duplicates.ts'
import type { Db } from '#db/open.ts'
import { sandboxObjects, sandboxReplies } from '#db/tables.ts'
import { ApiError, invalid, missing, unexpected } from './sandbox-errors.ts'
import { cardMethod, type Intent, newIntent, type PaymentMethod, shown } from './sandbox-objects.ts'
import { tell, type Webhook } from './sandbox-webhook.ts'

export interface SandboxOptions {
  db: Db
  secretKey: string
  publishableKey: string
  now: () => Date
  /** Where a payment intent's events are told, signed with the secret as Stripe signs them. */
  webhook?: Webhook
}

const confirmable = ['requires_payment_method', 'requires_action'] as const

/**
 * A card payment provider for a shop without one: the part of Stripe's HTTP API that the shop and its card form use
 * (https://docs.stripe.com/api), kept in the database. It takes test cards only and stores no card number.
 * Its own addition is POST /v1/payment_intents/:id/authenticate, the cardholder's answer to a 3-D Secure challenge.
 */
export function paymentSandbox({ db, secretKey, publishableKey, now, webhook }: SandboxOptions): Hono {
  const app = new Hono()

  app.post('/v1/payment_methods', async context => {
    holderOf(context.req.raw, [secretKey, publishableKey])
    const method = cardMethod(await formOf(context.req.raw), now())
    await db.insert(sandboxObjects).values({ id: method.id, body: method })
    return context.json(shown(method))
  })

  app.post('/v1/payment_intents', async context => {
    holderOf(context.req.raw, [secretKey])
    const form = await formOf(context.req.raw)
    return once(context.req.raw, form, async () => {
      const intent = newIntent(form, now())
      await db.insert(sandboxObjects).values({ id: intent.id, body: intent })
      return intent
    })
  })

  app.get('/v1/payment_intents/:id', async context =>
    context.json(await reachable(context.req.raw, context.req.param('id'), new URL(context.req.url).searchParams)),
  )

  app.post('/v1/payment_intents/:id/confirm', async context => {
    const form = await formOf(context.req.raw)
    const intent = await reachable(context.req.raw, context.req.param('id'), form)
    const method = await find<PaymentMethod>(form.get('payment_method') ?? '')
    if (method?.object !== 'payment_method') throw missing('payment_method')
    const { outcome } = method
    if (outcome.challenge) {
      const challenge = { status: 'requires_action', next_action: { type: 'use_stripe_sdk' } } as const
      return context.json(await move(intent, confirmable, { ...challenge, payment_method: method.id }))
    }
    return context.json(await charge(intent, method))
  })

  app.post('/v1/payment_intents/:id/authenticate', async context => {
    const form = await formOf(context.req.raw)
    const intent = await reachable(context.req.raw, context.req.param('id'), form)
    const method = await find<PaymentMethod>(intent.payment_method ?? '')
    if (intent.status !== 'requires_action' || !method) throw unexpected(intent)
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
    holderOf(context.req.raw, [secretKey])
    const intent = await reachable(context.req.raw, context.req.param('id'), new URLSearchParams())
    return context.json(await finish('canceled', intent, { next_action: null }))
  })

  app.post('/v1/refunds', async context => {
    holderOf(context.req.raw, [secretKey])
    const form = await formOf(context.req.raw)
    const intent = await reachable(context.req.raw, form.get('payment_intent') ?? '', form)
    return once(context.req.raw, form, async () => {
      const id = `re_${intent.id.slice(3)}`
      if (intent.status !== 'succeeded') throw unexpected(intent)
      const refund = { id, object: 'refund', payment_intent: intent.id, amount: intent.amount, status: 'succeeded' }
      if ((await unlessDuplicate(db.insert(sandboxObjects).values({ id, body: refund }))) === 'duplicate') {
        throw invalid('charge_already_refunded', 'The charge has already been refunded.')
      }
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
  async function reachable(request: Request, id: string, form: URLSearchParams): Promise<Intent> {
    const holder = holderOf(request, [secretKey, publishableKey])
    const intent = await find<Intent>(id)
    const known = intent?.object === 'payment_intent'
    if (!known || (holder === publishableKey && !same(form.get('client_secret') ?? '', intent.client_secret))) {
      throw missing('intent')
    }
    return intent
  }

  async function charge(intent: Intent, method: PaymentMethod): Promise<Intent> {
    const { code, declineCode, message } = method.outcome
    if (code) return fail(intent, { type: 'card_error', code, decline_code: declineCode, message })
    const paid = { amount_received: intent.amount, payment_method: method.id }
    return finish('succeeded', intent, { ...paid, next_action: null, last_payment_error: null })
  }

  async function fail(intent: Intent, error: { type: string; code: string; [field: string]: unknown }): Promise<never> {
    const failure = { status: 'requires_payment_method', payment_method: null, next_action: null } as const
    const failed = await move(intent, confirmable, { ...failure, last_payment_error: error })
    throw new ApiError(402, { ...error, payment_intent: failed })
  }

  async function finish(status: 'succeeded' | 'canceled', intent: Intent, change: Partial<Intent>): Promise<Intent> {
    const finished = await move(intent, confirmable, { ...change, status })
    if (webhook) tell(webhook, `payment_intent.${status}`, finished, now())
    return finished
  }

  async function move(intent: Intent, from: readonly Intent['status'][], change: Partial<Intent>): Promise<Intent> {
    const [moved] = await db
      .update(sandboxObjects)
      .set({ body: { ...intent, ...change } })
      .where(and(eq(sandboxObjects.id, intent.id), inArray(sql`${sandboxObjects.body}->>'status'`, [...from])))
      .returning()
    if (!moved) throw unexpected((await find<Intent>(intent.id)) ?? intent)
    return moved.body as Intent
  }

  /** Runs the work once for each Idempotency-Key and repeats its reply after that. */
  async function once(request: Request, form: URLSearchParams, work: () => Promise<object>): Promise<Response> {
    const idempotencyKey = request.headers.get('idempotency-key')
    if (!idempotencyKey) return Response.json(await work())
    const sent = `${new URL(request.url).pathname} ${form}`
    const known = () => db.select().from(sandboxReplies).where(eq(sandboxReplies.idempotencyKey, idempotencyKey))
    const [before] = await known()
    if (before) return replayed(before, sent)
    const row = { idempotencyKey, request: sent, status: 200, body: await work() }
    await db.insert(sandboxReplies).values(row).onConflictDoNothing()
    const [after = row] = await known()
    return replayed(after, sent)
  }
}

function replayed(row: { request: string; status: number; body: unknown }, sent: string): Response {
  if (row.request === sent) return Response.json(row.body, { status: row.status })
  throw new ApiError(400, {
    type: 'idempotency_error',
    message: 'Keys for idempotent requests can only be used with the same parameters they were first used with.',
  })
}

function holderOf(request: Request, keys: readonly string[]): string {
  const given = request.headers.get('authorization')?.replace(/^Bearer /, '') ?? ''
  const key = keys.find(each => same(given, each))
  if (!key) throw new ApiError(401, { type: 'invalid_request_error', message: 'Invalid API Key provided.' })
  return key
}

function same(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

async function formOf(request: Request): Promise<URLSearchParams> {
  return new URLSearchParams((await request.text()).replaceAll('%00', ''))
}
