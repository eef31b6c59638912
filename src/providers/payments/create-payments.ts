import type { Hono } from 'hono'
import type { Config } from '#config/config.ts'
import type { Db } from '#db/database.ts'
import type { Payments } from './port.ts'
import { createPaymentSandbox } from './sandbox.ts'
import { createStripePayments } from './stripe.ts'

type SendWebhook = (call: Request) => Promise<Response>

export interface Sandbox {
  routes: Hono
  sendWebhooksTo: (send: SendWebhook) => void
}

interface SandboxEnvironment {
  db: Db
  now: () => Date
  origin: string
}

export function createPayments(
  { stripe, secretFor }: Pick<Config, 'stripe' | 'secretFor'>,
  options: SandboxEnvironment,
): { payments: Payments; sandbox?: Sandbox } {
  return stripe ? { payments: createStripe(stripe) } : createSandbox(secretFor, options)
}

function createStripe({ apiOrigin, ...keys }: NonNullable<Config['stripe']>): Payments {
  if (!apiOrigin) return createStripePayments({ ...keys, cardForm: 'stripe' })
  const redirect = (input: string | URL | Request) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input)
    return new URL(pathname + search, apiOrigin)
  }
  return createStripePayments({ ...keys, cardForm: 'stripe', fetch: (input, init) => fetch(redirect(input), init) })
}

function createSandbox(secretFor: Config['secretFor'], { db, now, origin }: SandboxEnvironment) {
  let sendWebhook: SendWebhook | undefined
  const keys = { secretKey: `sk_test_${secretFor('sandbox')}`, publishableKey: 'pk_test_sandbox' }
  const webhookSecret = secretFor('payment webhooks')
  const routes = createPaymentSandbox({
    db,
    now,
    ...keys,
    webhook: {
      url: `${origin}/api/webhooks/payments`,
      secret: webhookSecret,
      send: async call => sendWebhook?.(call) ?? new Response(null, { status: 503 }),
    },
  })
  const payments = createStripePayments({
    ...keys,
    webhookSecret,
    cardForm: 'sandbox',
    fetch: async (input, init) => routes.fetch(new Request(input, init)),
  })
  const sendWebhooksTo = (send: SendWebhook) => {
    sendWebhook = send
  }
  return { payments, sandbox: { routes, sendWebhooksTo } }
}
