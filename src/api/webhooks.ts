import { Hono } from 'hono'
import { Refusal } from '#contract/refusal.ts'
import { refuse } from '#contract/refusals.ts'
import type { Log } from '#observability/logger.ts'
import { receiveEvent } from '#shop/payments/payment-events.ts'
import type { Shop } from '#shop/shop.ts'

/** The provider repeats an event after a 5xx, which can't help a bad signature (400) or a refused payment (200). */
export function createWebhookRoutes(shop: Shop, log: Log): Hono {
  const app = new Hono()
  app.post('/payments', async context => {
    const signature = context.req.header('stripe-signature') ?? ''
    const body = await context.req.text().catch(() => refuse('invalid_input'))
    const event = shop.payments.readEvent(body, signature)
    if (event) await receiveEvent(shop, event, log).catch(error => logRefusal(error, event.id, log))
    return context.json({ received: true })
  })
  return app
}

function logRefusal(error: unknown, eventId: string, log: Log): void {
  if (!(error instanceof Refusal) || error.status >= 500) throw error
  log('info', 'payment event refused', { eventId, code: error.code })
}
