import { and, eq, inArray, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import type { Db } from '#db/database.ts'
import { sandboxObjects, sandboxReplies } from '#db/tables/payments.ts'
import { isEqualConstantTime } from '#providers/constant-time.ts'
import { ApiError, createNotFoundError, createUnexpectedStateError } from './sandbox-errors.ts'
import { createCardMethod, createIntent, findOutcome, type Intent } from './sandbox-objects.ts'
import { addDispute, createRefundRoutes } from './sandbox-refunds.ts'
import { checkApiKey, parseForm } from './sandbox-requests.ts'
import { sendWebhook, type Webhook } from './sandbox-webhook.ts'
import type { CardOutcome } from './test-cards.ts'

export interface SandboxOptions {
  db: Db
  secretKey: string
  publishableKey: string
  now: () => Date
  webhook?: Webhook
}

const confirmableStatuses = ['requires_payment_method', 'requires_action'] as const

/** Part of https://docs.stripe.com/api, for test cards; `authenticate`, the answer to 3-D Secure, is an addition. */
export function createPaymentSandbox({ db, secretKey, publishableKey, now, webhook }: SandboxOptions): Hono {
  const app = new Hono()

  app.post('/v1/payment_methods', async context => {
    checkApiKey(context.req.raw, [secretKey, publishableKey])
    return context.json(createCardMethod(await parseForm(context.req.raw), now()))
  })

  app.post('/v1/payment_intents', async context => {
    checkApiKey(context.req.raw, [secretKey])
    const form = await parseForm(context.req.raw)
    return replayOrRun(context.req.raw, form, async () => {
      const intent = createIntent(form, now())
      await db.insert(sandboxObjects).values({ id: intent.id, body: intent })
      return intent
    })
  })

  app.get('/v1/payment_intents/:id', async context =>
    context.json(
      await authorizeIntent(context.req.raw, context.req.param('id'), new URL(context.req.url).searchParams),
    ),
  )

  app.post('/v1/payment_intents/:id/confirm', async context => {
    const form = await parseForm(context.req.raw)
    const intent = await authorizeIntent(context.req.raw, context.req.param('id'), form)
    const methodId = form.get('payment_method') ?? ''
    const outcome = findOutcome(methodId)
    if (!outcome) throw createNotFoundError('payment_method')
    if (outcome.challenge) {
      const challenge = { status: 'requires_action', next_action: { type: 'use_stripe_sdk' } } as const
      return context.json(await updateIntent(intent, { ...challenge, payment_method: methodId }))
    }
    return context.json(await charge(intent, methodId, outcome))
  })

  app.post('/v1/payment_intents/:id/authenticate', async context => {
    const form = await parseForm(context.req.raw)
    const intent = await authorizeIntent(context.req.raw, context.req.param('id'), form)
    const { payment_method: methodId } = intent
    const outcome = findOutcome(methodId)
    if (intent.status !== 'requires_action' || !methodId || !outcome) throw createUnexpectedStateError(intent)
    if (form.get('outcome') === 'complete') return context.json(await charge(intent, methodId, outcome))
    const error = {
      type: 'invalid_request_error',
      code: 'payment_intent_authentication_failure',
      message:
        'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    }
    return context.json(await fail(intent, error))
  })

  app.post('/v1/payment_intents/:id/cancel', async context => {
    checkApiKey(context.req.raw, [secretKey])
    const intent = await authorizeIntent(context.req.raw, context.req.param('id'), new URLSearchParams())
    return context.json(await finishIntent('canceled', intent, { next_action: null }))
  })

  app.route('/v1', createRefundRoutes({ db, secretKey, now, webhook }, { findObject, authorizeIntent, replayOrRun }))

  app.notFound(context => context.json({ error: { type: 'invalid_request_error', message: 'Unrecognized URL.' } }, 404))
  app.onError((error, context) => {
    if (error instanceof ApiError) return context.json({ error: error.body }, error.status)
    return context.json({ error: { type: 'api_error', message: 'An unknown error occurred.' } }, 500)
  })
  return app

  async function findObject<Body>(id: string): Promise<Body | undefined> {
    if (!/^\w+$/.test(id)) return undefined
    const [row] = await db.select().from(sandboxObjects).where(eq(sandboxObjects.id, id))
    return row?.body as Body | undefined
  }

  /** Checks the API key: the publishable one reads an intent only together with the intent's client secret. */
  async function authorizeIntent(request: Request, id: string, form: URLSearchParams): Promise<Intent> {
    const usedKey = checkApiKey(request, [secretKey, publishableKey])
    const intent = await findObject<Intent>(id)
    const isIntent = intent?.object === 'payment_intent'
    if (
      !isIntent ||
      (usedKey === publishableKey && !isEqualConstantTime(form.get('client_secret') ?? '', intent.client_secret))
    ) {
      throw createNotFoundError('intent')
    }
    return intent
  }

  async function charge(intent: Intent, methodId: string, outcome: CardOutcome): Promise<Intent> {
    const { code, declineCode, message, dispute } = outcome
    if (code) return fail(intent, { type: 'card_error', code, decline_code: declineCode, message })
    const paid = { amount_received: intent.amount, payment_method: methodId }
    const charged = await finishIntent('succeeded', intent, { ...paid, next_action: null, last_payment_error: null })
    if (dispute) await addDispute({ db, now, webhook }, charged, dispute)
    return charged
  }

  async function fail(intent: Intent, error: { type: string; code: string; [field: string]: unknown }): Promise<never> {
    const failure = { status: 'requires_payment_method', payment_method: null, next_action: null } as const
    const failed = await updateIntent(intent, { ...failure, last_payment_error: error })
    throw new ApiError(402, { ...error, payment_intent: failed })
  }

  async function finishIntent(
    status: 'succeeded' | 'canceled',
    intent: Intent,
    change: Partial<Intent>,
  ): Promise<Intent> {
    const finished = await updateIntent(intent, { ...change, status })
    if (webhook) sendWebhook(webhook, `payment_intent.${status}`, finished, now())
    return finished
  }

  async function updateIntent(intent: Intent, change: Partial<Intent>): Promise<Intent> {
    const [updated] = await db
      .update(sandboxObjects)
      .set({ body: { ...intent, ...change } })
      .where(
        and(eq(sandboxObjects.id, intent.id), inArray(sql`${sandboxObjects.body}->>'status'`, confirmableStatuses)),
      )
      .returning()
    if (!updated) throw createUnexpectedStateError((await findObject<Intent>(intent.id)) ?? intent)
    return updated.body as Intent
  }

  async function replayOrRun(request: Request, form: URLSearchParams, work: () => Promise<object>): Promise<Response> {
    const idempotencyKey = request.headers.get('idempotency-key')
    if (!idempotencyKey) return Response.json(await work())
    const requestText = `${new URL(request.url).pathname} ${form}`
    const findReply = () => db.select().from(sandboxReplies).where(eq(sandboxReplies.idempotencyKey, idempotencyKey))
    const [earlier] = await findReply()
    if (earlier) return replayReply(earlier, requestText)
    const row = { idempotencyKey, request: requestText, status: 200, body: await work() }
    await db.insert(sandboxReplies).values(row).onConflictDoNothing()
    // A concurrent request with the same key may have stored its reply first.
    const [stored = row] = await findReply()
    return replayReply(stored, requestText)
  }
}

function replayReply(row: { request: string; status: number; body: unknown }, requestText: string): Response {
  if (row.request === requestText) return Response.json(row.body, { status: row.status })
  throw new ApiError(400, {
    type: 'idempotency_error',
    message: 'Keys for idempotent requests can only be used with the same parameters they were first used with.',
  })
}
