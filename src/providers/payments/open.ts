import type { Hono } from 'hono'
import type { Payments } from './port.ts'
import { createPaymentSandbox, type SandboxOptions } from './sandbox.ts'
import { createStripePayments, type StripeOptions } from './stripe.ts'

interface StripeKeys extends Pick<StripeOptions, 'secretKey' | 'publishableKey' | 'webhookSecret'> {
  /** Default: Stripe. */
  apiOrigin: string | undefined
}

export function createStripe({ apiOrigin, ...keys }: StripeKeys): Payments {
  if (!apiOrigin) return createStripePayments({ ...keys, form: 'stripe' })
  const toApiOrigin = (input: string | URL | Request) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input)
    return new URL(pathname + search, apiOrigin)
  }
  return createStripePayments({ ...keys, form: 'stripe', fetch: (input, init) => fetch(toApiOrigin(input), init) })
}

/** The shop calls the sandbox in-process through Stripe's package; the card form calls `sandbox` over HTTP. */
export function createSandbox(
  secretFor: (purpose: string) => string,
  options: Pick<SandboxOptions, 'db' | 'now'> & { webhookUrl: string; send: (request: Request) => Promise<Response> },
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
