import type { Hono } from 'hono'
import type { Payments } from './port.ts'
import { createPaymentSandbox, type SandboxOptions } from './sandbox.ts'
import { createStripePayments, type StripeOptions } from './stripe.ts'

interface StripeKeys extends Pick<StripeOptions, 'secretKey' | 'publishableKey' | 'webhookSecret'> {
  /** Where the API is, if not at Stripe. */
  apiOrigin: string | undefined
}

/** Stripe itself. */
export function createStripe({ apiOrigin, ...keys }: StripeKeys): Payments {
  if (!apiOrigin) return createStripePayments({ ...keys, form: 'stripe' })
  const there = (input: string | URL | Request) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input)
    return new URL(pathname + search, apiOrigin)
  }
  return createStripePayments({ ...keys, form: 'stripe', fetch: (input, init) => fetch(there(input), init) })
}

/** The sandbox, driven inside this process by Stripe's own package; which the card form reaches by `sandbox`. */
export function createSandbox(
  secretFor: (purpose: string) => string,
  options: Pick<SandboxOptions, 'db' | 'now'> & { webhookUrl: string; send: (call: Request) => Promise<Response> },
): { payments: Payments; sandbox: Hono } {
  const { db, now, webhookUrl: url, send } = options
  const keys = { secretKey: `sk_test_${secretFor('sandbox')}`, publishableKey: 'pk_test_sandbox' }
  const webhookSecret = secretFor('payment webhooks')
  const sandbox = createPaymentSandbox({ db, now, ...keys, webhook: { url, send, secret: webhookSecret } })
  const payments = createStripePayments({
    ...keys,
    webhookSecret,
    form: 'sandbox',
    fetch: async (input, init) => sandbox.fetch(new Request(input, init)),
  })
  return { payments, sandbox }
}
