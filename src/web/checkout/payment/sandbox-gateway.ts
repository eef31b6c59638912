import type { Billing, CardFault, CardResult } from './card-form.tsx'

const unreachable: CardFault = { message: 'The card payment provider does not answer. Please try again.' }

interface Card {
  number: string
  expiry: string
  cvc: string
}

export function createSandboxGateway(publishableKey: string) {
  async function post(path: string, fields: Record<string, string>) {
    const response = await fetch(`/sandbox/payments/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${publishableKey}` },
      body: new URLSearchParams(fields),
    }).catch(() => undefined)
    const reply = await response?.json().catch(() => undefined)
    return reply ?? { error: unreachable }
  }

  const getIntentId = (clientSecret: string) => clientSecret.split('_secret_')[0] ?? ''

  return {
    async pay(clientSecret: string, card: Card, billing: Billing): Promise<CardResult> {
      const incomplete = findIncompleteField(card)
      if (incomplete) return { fault: incomplete }
      const [month = '', year = ''] = card.expiry.split('/')
      const method = await post('/payment_methods', {
        type: 'card',
        'card[number]': card.number.replaceAll(' ', ''),
        'card[exp_month]': month.trim(),
        'card[exp_year]': year.trim(),
        'card[cvc]': card.cvc,
        'billing_details[name]': billing.name,
        'billing_details[email]': billing.email,
      })
      if (method.error) return { fault: method.error }
      const path = `/payment_intents/${getIntentId(clientSecret)}/confirm`
      return toCardResult(await post(path, { client_secret: clientSecret, payment_method: method.id }))
    },
    async authenticate(clientSecret: string, outcome: 'complete' | 'fail'): Promise<CardResult> {
      const path = `/payment_intents/${getIntentId(clientSecret)}/authenticate`
      return toCardResult(await post(path, { client_secret: clientSecret, outcome }))
    },
  }
}

function findIncompleteField({ number, expiry, cvc }: Card): CardFault | undefined {
  if (number.replaceAll(' ', '').length < 12)
    return { code: 'incomplete_number', message: 'Your card number is incomplete.' }
  if (number.replaceAll(' ', '').length > 19) return { code: 'invalid_number', message: 'Your card number is invalid.' }
  if (expiry.length > 'MM / YY'.length)
    return { code: 'invalid_expiry', message: "Your card's expiration date is invalid." }
  if (!/^\d\d \/ \d\d$/.test(expiry))
    return { code: 'incomplete_expiry', message: "Your card's expiration date is incomplete." }
  if (cvc.length > 4) return { code: 'invalid_cvc', message: "Your card's security code is invalid." }
  return cvc.length < 3 ? { code: 'incomplete_cvc', message: "Your card's security code is incomplete." } : undefined
}

function toCardResult(reply: { id?: string; status?: string; error?: CardFault }): CardResult {
  if (reply.error) return { fault: reply.error }
  if (reply.status === 'requires_action') return { challenge: true }
  return reply.id ? { paymentIntentId: reply.id } : { fault: unreachable }
}
