import { type ServerType, serve } from '@hono/node-server'
import { Hono, type MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import { openInMemoryPglite } from '#db/pglite.ts'
import { createPaymentSandbox } from '#providers/payments/sandbox.ts'

interface PaymentApiOptions {
  port: number
  secretKey: string
  publishableKey: string
  webhookSecret: string
  webhookUrl: string
  /** Sees each call and its answer. */
  around?: MiddlewareHandler
}

/** The payment sandbox as a server of its own, which sends webhooks over the network as Stripe does. */
export async function startPaymentApi(options: PaymentApiOptions): Promise<ServerType> {
  const { port, webhookSecret, webhookUrl, around, ...keys } = options
  const { db } = await openInMemoryPglite()
  const webhook = { url: webhookUrl, secret: webhookSecret, send: (call: Request) => fetch(call) }
  const app = new Hono()
  app.use(cors())
  if (around) app.use(around)
  app.route('/', createPaymentSandbox({ db, now: () => new Date(), webhook, ...keys }))
  return serve({ fetch: app.fetch, hostname: '127.0.0.1', port })
}
