import { and, eq, inArray, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import type { Db } from '#db/database.ts'
import { sandboxObjects, sandboxReplies } from '#db/tables/payments.ts'
import { isEqualConstantTime } from '#providers/constant-time.ts'
import {
  ApiError,
  createInvalidRequestError,
  createNotFoundError,
  createUnexpectedStateError,
} from './sandbox-errors.ts'
import { createCardMethod, createIntent, findOutcome, type Intent } from './sandbox-objects.ts'
import { addDispute, addVoid, createRefundRoutes } from './sandbox-refunds.ts'
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
const cancellableStatuses = [...confirmableStatuses, 'requires_capture'] as const
const weekSeconds = 7 * 24 * 3_600

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
      await findIntentForKey(context.req.raw, context.req.param('id'), new URL(context.req.url).searchParams),
    ),
  )

  app.post('/v1/payment_intents/:id/confirm', async context => {
    const form = await parseForm(context.req.raw)
    const intent = await findIntentForKey(context.req.raw, context.req.param('id'), form)
    const methodId = form.get('payment_method') ?? ''
    const outcome = findOutcome(methodId)
    if (!outcome) throw createNotFoundError('payment_method')
    if (outcome.challenge) {
      const challenge = { status: 'requires_action', next_action: { type: 'use_stripe_sdk' } } as const
      return context.json(await updateIntent(intent, confirmableStatuses, { ...challenge, payment_method: methodId }))
    }
    return context.json(await charge(intent, methodId, outcome))
  })

  app.post('/v1/payment_intents/:id/authenticate', async context => {
    const form = await parseForm(context.req.raw)
    const intent = await findIntentForKey(context.req.raw, context.req.param('id'), form)
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

  app.post('/v1/payment_intents/:id/capture', async context => {
    checkApiKey(context.req.raw, [secretKey])
    const form = await parseForm(context.req.raw)
    const intent = await findIntentForKey(context.req.raw, context.req.param('id'), form)
    return replayOrRun(context.req.raw, form, () => capture(intent, form.get('amount_to_capture')))
  })

  app.post('/v1/payment_intents/:id/cancel', async context => {
    checkApiKey(context.req.raw, [secretKey])
    const intent = await findIntentForKey(context.req.raw, context.req.param('id'), new URLSearchParams())
    return context.json(await cancel(intent, null))
  })

  app.route('/v1', createRefundRoutes({ db, secretKey, now, webhook }, { findObject, findIntentForKey, replayOrRun }))

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

  /** The publishable key needs the intent's client secret. An authorization that was not captured in time is cancelled. */
  async function findIntentForKey(request: Request, id: string, form: URLSearchParams): Promise<Intent> {
    const usedKey = checkApiKey(request, [secretKey, publishableKey])
    const intent = await findObject<Intent>(id)
    const isIntent = intent?.object === 'payment_intent'
    if (
      !isIntent ||
      (usedKey === publishableKey && !isEqualConstantTime(form.get('client_secret') ?? '', intent.client_secret))
    ) {
      throw createNotFoundError('intent')
    }
    const isLate = intent.status === 'requires_capture' && intent.capture_before * 1000 <= now().getTime()
    return isLate ? cancel(intent, 'automatic') : intent
  }

  async function charge(intent: Intent, methodId: string, outcome: CardOutcome): Promise<Intent> {
    const { code, declineCode, message } = outcome
    if (code) return fail(intent, { type: 'card_error', code, decline_code: declineCode, message })
    const confirmed = { payment_method: methodId, next_action: null, last_payment_error: null }
    if (intent.capture_method === 'automatic') return receive(intent, confirmableStatuses, intent.amount, confirmed)
    const capture_before = Math.floor(now().getTime() / 1000) + weekSeconds
    const reserved = {
      ...confirmed,
      status: 'requires_capture',
      amount_capturable: intent.amount,
      capture_before,
    } as const
    const authorized = await updateIntent(intent, confirmableStatuses, reserved)
    if (webhook) sendWebhook(webhook, 'payment_intent.amount_capturable_updated', authorized, now())
    return authorized
  }

  async function capture(intent: Intent, amountToCapture: string | null): Promise<Intent> {
    const amount = Number(amountToCapture ?? intent.amount_capturable)
    if (amount > intent.amount_capturable && intent.status === 'requires_capture')
      throw createInvalidRequestError('amount_too_large', 'More than the amount that can be captured.')
    if (findOutcome(intent.payment_method)?.capture === 'refused')
      throw createInvalidRequestError('capture_unauthorized_payment', 'The bank refuses the payment.')
    return receive(intent, ['requires_capture'], amount, { amount_capturable: 0 })
  }

  async function receive(
    intent: Intent,
    from: readonly Intent['status'][],
    amount: number,
    change: Partial<Intent>,
  ): Promise<Intent> {
    const charged = await updateIntent(intent, from, { ...change, status: 'succeeded', amount_received: amount })
    if (webhook) sendWebhook(webhook, 'payment_intent.succeeded', charged, now())
    const dispute = findOutcome(charged.payment_method)?.dispute
    if (dispute) await addDispute({ db, now, webhook }, charged, dispute)
    return charged
  }

  async function cancel(intent: Intent, reason: 'automatic' | null): Promise<Intent> {
    const change = { status: 'canceled', next_action: null, amount_capturable: 0, cancellation_reason: reason } as const
    const cancelled = await updateIntent(intent, cancellableStatuses, change)
    if (webhook) sendWebhook(webhook, 'payment_intent.canceled', cancelled, now())
    if (intent.status === 'requires_capture') await addVoid({ db, now, webhook }, intent)
    return cancelled
  }

  async function fail(intent: Intent, error: { type: string; code: string; [field: string]: unknown }): Promise<never> {
    const failure = { status: 'requires_payment_method', payment_method: null, next_action: null } as const
    const failed = await updateIntent(intent, confirmableStatuses, { ...failure, last_payment_error: error })
    throw new ApiError(402, { ...error, payment_intent: failed })
  }

  async function updateIntent(
    intent: Intent,
    from: readonly Intent['status'][],
    change: Partial<Intent>,
  ): Promise<Intent> {
    const [updated] = await db
      .update(sandboxObjects)
      .set({ body: { ...intent, ...change } })
      .where(and(eq(sandboxObjects.id, intent.id), inArray(sql`${sandboxObjects.body}->>'status'`, [...from])))
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
