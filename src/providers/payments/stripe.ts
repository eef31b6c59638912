import Stripe from 'stripe'
import { refuse } from '#contract/refusals.ts'
import type { PaymentIntent, Payments } from './port.ts'

export interface StripeOptions {
  secretKey: string
  publishableKey: string
  cardForm: Payments['cardForm']
  webhookSecret: string
  fetch?: typeof fetch
  /** Per try. */
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
  return {
    publishableKey: options.publishableKey,
    cardForm: options.cardForm,
    async createIntent({ id, accountId, totalCents, attempt }) {
      const intent = stripe.paymentIntents.create(
        {
          amount: totalCents,
          currency: 'usd',
          allowed_payment_method_types: ['card'],
          metadata: { orderId: id, accountId },
        },
        { idempotencyKey: `intent:${id}:${totalCents}:${attempt}` },
      )
      return toPaymentIntent(await refuseIfTemporary(intent))
    },
    async findIntent(id) {
      if (!/^pi_\w+$/.test(id)) return undefined
      const intent = await ignoreErrors(stripe.paymentIntents.retrieve(id), ['resource_missing'])
      return intent && toPaymentIntent(intent)
    },
    async cancelIntent(id) {
      const cancelled = await ignoreErrors(stripe.paymentIntents.cancel(id), ['payment_intent_unexpected_state'])
      return toPaymentIntent(cancelled ?? (await refuseIfTemporary(stripe.paymentIntents.retrieve(id))))
    },
    async refund(id) {
      const refund = stripe.refunds.create({ payment_intent: id }, { idempotencyKey: `refund:${id}` })
      await ignoreErrors(refund, ['charge_already_refunded'])
    },
    readEvent(body, signature) {
      const { id, data } = verifySignature(() => stripe.webhooks.constructEvent(body, signature, options.webhookSecret))
      return 'object' in data.object && data.object.object === 'payment_intent'
        ? { id, intentId: data.object.id }
        : undefined
    },
  }
}

function verifySignature(read: () => Stripe.Event): Stripe.Event {
  try {
    return read()
  } catch {
    // Not only StripeSignatureVerificationError: an empty signature is a plain Error.
    return refuse('signature_invalid')
  }
}

function toPaymentIntent(intent: Stripe.PaymentIntent): PaymentIntent {
  return {
    id: intent.id,
    clientSecret: intent.client_secret ?? '',
    status: statuses[intent.status] ?? 'open',
    amountCents: intent.amount,
    receivedCents: intent.amount_received,
    currency: intent.currency,
    orderId: intent.metadata.orderId,
    accountId: intent.metadata.accountId,
  }
}

const statuses: Readonly<Record<string, PaymentIntent['status']>> = {
  succeeded: 'succeeded',
  processing: 'processing',
  canceled: 'cancelled',
}

const { StripeConnectionError, StripeRateLimitError, StripeAPIError } = Stripe.errors
const temporaryErrors = [StripeConnectionError, StripeRateLimitError, StripeAPIError]

async function refuseIfTemporary<T>(reply: Promise<T>): Promise<T> {
  try {
    return await reply
  } catch (error) {
    if (temporaryErrors.some(ErrorClass => error instanceof ErrorClass)) refuse('payments_unavailable')
    throw error
  }
}

async function ignoreErrors<T>(reply: Promise<T>, codes: readonly string[]): Promise<T | undefined> {
  try {
    return await refuseIfTemporary(reply)
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && codes.includes(error.code ?? '')) return undefined
    throw error
  }
}
