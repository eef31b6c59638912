import { createHmac, randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

export interface Webhook {
  url: string
  secret: string
  send: (request: Request) => Promise<Response>
}

const retryDelaysMs = [1_000, 10_000, 60_000]

type SentObject = { id: string; client_secret?: string }

/** Signed like Stripe's: https://docs.stripe.com/webhooks#verify-manually */
export function sendWebhook(webhook: Webhook, type: string, { client_secret, ...object }: SentObject, now: Date): void {
  const seconds = Math.floor(now.getTime() / 1000)
  const event = {
    id: `evt_${randomBytes(12).toString('hex')}`,
    object: 'event',
    type,
    created: seconds,
    livemode: false,
    data: { object },
  }
  const body = JSON.stringify(event)
  const signature = createHmac('sha256', webhook.secret).update(`${seconds}.${body}`).digest('hex')
  const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${seconds},v1=${signature}` }
  void deliver(webhook, () => new Request(webhook.url, { method: 'POST', headers, body }))
}

async function deliver(webhook: Webhook, createRequest: () => Request): Promise<void> {
  for (const delay of [...retryDelaysMs, undefined]) {
    const response = await webhook.send(createRequest()).catch(() => undefined)
    if (response?.ok || delay === undefined) return
    await pause(delay, undefined, { ref: false })
  }
}
