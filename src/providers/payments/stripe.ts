import Stripe from 'stripe'
import { createRefusal, refuse } from '#contract/refusals.ts'
import type { PaymentIntent, Payments } from './port.ts'
import { toDispute, toPaymentEvent, toProviderRefund } from './stripe-objects.ts'

export interface StripeOptions {
  secretKey: string
  publishableKey: string
  cardForm: Payments['cardForm']
  webhookSecret: string
  fetch?: typeof fetch
  /** Timeout of each try. */
  timeoutMs?: number
}

export function createStripePayments(options: StripeOptions): Payments {
  const { fetch: request = fetch } = options
  const stripe = new Stripe(options.secretKey, {
    // A redirect would send the secret key elsewhere.
    httpClient: Stripe.createFetchHttpClient((input, init) => request(input, { ...init, redirect: 'error' })),
    maxNetworkRetries: 1,
    timeout: options.timeoutMs ?? 8_000,
    telemetry: false,
    apiVersion: '2026-10-28.endive',
  })
  async function findIntent(id: string): Promise<PaymentIntent | undefined> {
    if (!/^pi_\w+$/.test(id)) return undefined
    const intent = await findOrUndefined(stripe.paymentIntents.retrieve(id))
    return intent && toPaymentIntent(intent)
  }
  async function listRefunds(intentId: string) {
    const { data } = await refuseIfUnavailable(stripe.refunds.list({ payment_intent: intentId, limit: 100 }))
    return data.map(toProviderRefund)
  }
  return {
    publishableKey: options.publishableKey,
    cardForm: options.cardForm,
    // Creation and capture have no idempotency key of ours: Stripe would repeat an error for a day.
    async createIntent({ id, accountId, totalCents, currency }) {
      const intent = stripe.paymentIntents.create({
        amount: totalCents,
        currency: currency.toLowerCase(),
        capture_method: 'manual',
        allowed_payment_method_types: ['card'],
        metadata: { orderId: id, accountId },
      })
      return toPaymentIntent(await refuseIfUnavailable(intent))
    },
    findIntent,
    async captureIntent(id) {
      const captured = await findOrUndefined(stripe.paymentIntents.capture(id))
      return captured ? toPaymentIntent(captured) : findIntent(id)
    },
    async cancelIntent(id) {
      const cancelled = await findOrUndefined(stripe.paymentIntents.cancel(id))
      return cancelled ? toPaymentIntent(cancelled) : findIntent(id)
    },
    async createRefund({ id, attempt, intentId, amountCents, knownIds }) {
      // Stripe forgets idempotency keys after a day or more.
      const existingRefund = (await listRefunds(intentId)).find(
        each => each.refundId === id && each.attempt === attempt,
      )
      if (existingRefund) return existingRefund
      const metadata = { refundId: id, attempt: String(attempt) }
      try {
        const refund = stripe.refunds.create(
          { payment_intent: intentId, amount: amountCents, metadata },
          { idempotencyKey: `refund:${id}:${attempt}` },
        )
        return toProviderRefund(await refuseIfUnavailable(refund))
      } catch (error) {
        if (!(error instanceof errors.StripeInvalidRequestError)) throw error
        const refunds = error.code === 'charge_already_refunded' ? await listRefunds(intentId) : []
        const dashboardRefunds = refunds.filter(each => each.refundId === undefined && !knownIds.includes(each.id))
        const same = dashboardRefunds.find(each => each.amountCents === amountCents && each.status !== 'failed')
        return same ?? { id: '', status: 'failed', amountCents, failure: error.message, refundId: id, attempt }
      }
    },
    listRefunds,
    async listDisputes(intentId) {
      const { data } = await refuseIfUnavailable(stripe.disputes.list({ payment_intent: intentId, limit: 100 }))
      return data.map(toDispute)
    },
    readEvent(body, signature) {
      return toPaymentEvent(
        verifySignature(() => stripe.webhooks.constructEvent(body, signature, options.webhookSecret)),
      )
    },
  }
}

function verifySignature(read: () => Stripe.Event): Stripe.Event {
  try {
    return read()
  } catch {
    // An empty signature throws a plain Error instead of StripeSignatureVerificationError.
    return refuse('signature_invalid')
  }
}

function toPaymentIntent(intent: Stripe.PaymentIntent): PaymentIntent {
  return {
    id: intent.id,
    clientSecret: intent.client_secret ?? '',
    status: statuses[intent.status] ?? 'open',
    amountCents: intent.amount,
    capturableCents: intent.amount_capturable,
    receivedCents: intent.amount_received,
    currency: intent.currency,
    orderId: intent.metadata.orderId,
    accountId: intent.metadata.accountId,
  }
}

const statuses: Readonly<Record<string, PaymentIntent['status']>> = {
  succeeded: 'succeeded',
  processing: 'processing',
  requires_capture: 'authorized',
  canceled: 'cancelled',
}

const { errors } = Stripe
/** The operator must replace a refused key; until then the provider is unavailable. */
const unavailableErrors = [
  errors.StripeConnectionError,
  errors.StripeRateLimitError,
  errors.StripeAPIError,
  errors.StripeAuthenticationError,
  errors.StripePermissionError,
  // Two different calls had the same key.
  errors.StripeIdempotencyError,
]

async function refuseIfUnavailable<T>(reply: Promise<T>): Promise<T> {
  try {
    return await reply
  } catch (error) {
    const isUnavailable = unavailableErrors.some(ErrorClass => error instanceof ErrorClass)
    throw isUnavailable ? createRefusal('payments_unavailable', [], { cause: error }) : error
  }
}

/** The intent is unknown, or its state does not allow the call. */
async function findOrUndefined<T>(reply: Promise<T>): Promise<T | undefined> {
  try {
    return await refuseIfUnavailable(reply)
  } catch (error) {
    if (error instanceof errors.StripeInvalidRequestError || error instanceof errors.StripeCardError) return undefined
    throw error
  }
}
