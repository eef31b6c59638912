import type { Currency } from '#contract/pricing/currencies.ts'
import type { Database } from '#db/database.ts'
import type { Payments } from '#providers/payments/port.ts'
import { createPaymentSandbox } from '#providers/payments/sandbox.ts'
import { createStripePayments } from '#providers/payments/stripe.ts'
import { buildCardFields, getIntentId } from './pay.ts'

/** A provider to run the cases on, and the way in which a card form calls it. */
export interface PaymentHarness {
  payments: Payments
  post: (path: string, fields: Record<string, string>, key?: string) => Promise<{ status: number; reply: Reply }>
}

export interface Reply {
  id: string
  status: string
  card: { last4: string }
  next_action: object | null
  last_payment_error: object | null
  error: { type: string; code?: string; decline_code?: string; message: string; param?: string }
}

export const keys = { secretKey: 'sk_test_secret', publishableKey: 'pk_test_public' }
export const webhookSecret = 'whsec_of_the_tests'
export const getNow = () => new Date()

/** The sandbox on that database, and the webhook calls that it makes. */
export function openSandbox({ db }: Database, now = getNow): PaymentHarness & { webhooks: Request[] } {
  const webhooks: Request[] = []
  const sandbox = createPaymentSandbox({
    db,
    now,
    webhook: {
      url: 'http://127.0.0.1:3000/api/webhooks/payments',
      secret: webhookSecret,
      async send(call) {
        webhooks.push(call)
        return new Response()
      },
    },
    ...keys,
  })
  const request = async (input: string | URL | Request, init?: RequestInit) => sandbox.fetch(new Request(input, init))
  return {
    webhooks,
    payments: createStripePayments({ ...keys, webhookSecret, cardForm: 'sandbox', fetch: request }),
    async post(path, fields, key = keys.publishableKey) {
      const response = await request(`http://sandbox.test/v1${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}` },
        body: new URLSearchParams(fields),
      })
      return { status: response.status, reply: await response.json() }
    },
  }
}

let orderCount = 0
export const createOrder = (totalCents = 129_00, currency: Currency = 'USD') => ({
  id: `order-${++orderCount}`,
  accountId: 'buyer',
  totalCents,
  currency,
})

export async function confirmWithCard(subject: PaymentHarness, clientSecret: string, number: string) {
  const method = await subject.post('/payment_methods', buildCardFields(number))
  if (method.status !== 200) return method
  return subject.post(`/payment_intents/${getIntentId(clientSecret)}/confirm`, {
    client_secret: clientSecret,
    payment_method: method.reply.id,
  })
}
