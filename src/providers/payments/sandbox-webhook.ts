import { createHmac, randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Intent } from './sandbox-objects.ts'

export interface Webhook {
  url: string
  secret: string
  /** Takes the call to its address. */
  send: (call: Request) => Promise<Response>
}

/** Milliseconds before each further try of a call that was not answered with a 2xx. */
const retryDelaysMs = [1_000, 10_000, 60_000]

/** Tells of an intent in the background, signed as Stripe signs (https://docs.stripe.com/webhooks#verify-manually). */
export function sendWebhook(webhook: Webhook, type: string, intent: Intent, now: Date): void {
  const seconds = Math.floor(now.getTime() / 1000)
  const { client_secret, ...object } = intent
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
  void send(webhook, () => new Request(webhook.url, { method: 'POST', headers, body }))
}

async function send(webhook: Webhook, call: () => Request): Promise<void> {
  for (const wait of [...retryDelaysMs, undefined]) {
    const answer = await webhook.send(call()).catch(() => undefined)
    if (answer?.ok || wait === undefined) return
    await pause(wait, undefined, { ref: false })
  }
}
