import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { openInMemoryPglite } from '#db/pglite.ts'
import { createPaymentSandbox } from '#providers/payments/sandbox.ts'

interface PaymentApiOptions {
  port: number
  secretKey: string
  publishableKey: string
  webhookSecret: string
  webhookUrl: string
}

/** The payment sandbox as a server of its own, which sends webhooks over the network as Stripe does. */
export async function startPaymentApi({ port, webhookSecret, webhookUrl, ...keys }: PaymentApiOptions): Promise<void> {
  const { db } = await openInMemoryPglite()
  const webhook = { url: webhookUrl, secret: webhookSecret, send: (call: Request) => fetch(call) }
  const app = new Hono()
  app.use(cors())
  app.route('/', createPaymentSandbox({ db, now: () => new Date(), webhook, ...keys }))
  serve({ fetch: app.fetch, hostname: '127.0.0.1', port })
}
