import { Hono } from 'hono'
import { Refusal } from '#contract/refusals.ts'
import type { Log } from '#observability/logger.ts'
import { receiveEvent } from '#shop/payments.ts'
import type { Shop } from '#shop/shop.ts'

/**
 * The card payment provider's webhook. A signed event is answered 200 once handled, also when the shop refuses its payment;
 * a failure of the shop is answered 5xx, so that the provider sends the event again.
 */
export function serveWebhooks(shop: Shop, log: Log): Hono {
  const app = new Hono()
  app.post('/payments', async context => {
    const signature = context.req.header('stripe-signature') ?? ''
    const event = shop.payments.readEvent(await context.req.text(), signature)
    if (event) await receiveEvent(shop, event).catch(error => ignoreRefusal(error, event.id, log))
    return context.json({ received: true })
  })
  return app
}

function ignoreRefusal(error: unknown, event: string, log: Log): void {
  if (!(error instanceof Refusal) || error.status >= 500) throw error
  log('info', 'payment event refused', { eventId: event, code: error.code })
}
