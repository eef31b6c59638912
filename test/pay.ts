import type { TestShop } from './open-shop.ts'

/** What a card form needs of a shop. */
export interface PaymentTarget extends Pick<TestShop, 'request'> {
  app: { settings: { payments: { publishableKey: string } } }
}

interface SandboxReply {
  id?: string
  status?: string
  error?: { type: string; code?: string; decline_code?: string; message: string }
}

/** Posts a form to the payment sandbox as the card form does, with the publishable key. */
export async function postToSandbox(
  shop: PaymentTarget,
  path: string,
  fields: Record<string, string>,
): Promise<SandboxReply> {
  const headers = { authorization: `Bearer ${shop.app.settings.payments.publishableKey}` }
  const body = new URLSearchParams(fields)
  const response = await shop.request(`/sandbox/payments/v1${path}`, { method: 'POST', headers, body })
  return response.json()
}

export const buildCardFields = (number: string, change: Record<string, string> = {}) => ({
  type: 'card',
  'card[number]': number,
  'card[exp_month]': '12',
  'card[exp_year]': '34',
  'card[cvc]': '123',
  ...change,
})

export const getIntentId = (clientSecret: string) => clientSecret.split('_secret_')[0] ?? ''

/** Confirms a payment intent with a card, as the card form does. */
export async function payByCard(
  shop: PaymentTarget,
  clientSecret: string,
  number = '4242424242424242',
): Promise<SandboxReply> {
  const method = await postToSandbox(shop, '/payment_methods', buildCardFields(number))
  if (method.error) return method
  const fields = { client_secret: clientSecret, payment_method: method.id ?? '' }
  return postToSandbox(shop, `/payment_intents/${getIntentId(clientSecret)}/confirm`, fields)
}
