import { Hono } from 'hono'
import { Refusal } from '#contract/refusals.ts'
import type { Log } from '#observability/logger.ts'
import { receiveEvent } from '#shop/payments.ts'
import type { Shop } from '#shop/shop.ts'

/**
 * Where the card payment provider tells what happened. A signed event is answered with 200 once it is dealt with, also
 * where the shop refuses its payment; a failure of ours with its 5xx, so that the provider tells it again.
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
