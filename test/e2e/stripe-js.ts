import type { Page } from '@playwright/test'

/**
 * Puts a fake of Stripe.js, which only Stripe serves, into the page: the functions that the shop calls,
 * with plain inputs for the card's fields, answered by the payment API at `api`.
 */
export async function provideStripeJs(page: Page, api: string): Promise<void> {
  const cors = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }
  await page.route('https://api.stripe.com/**', async route => {
    const apiRequest = route.request()
    if (apiRequest.method() === 'OPTIONS') return route.fulfill({ headers: cors })
    const url = apiRequest.url().replace('https://api.stripe.com', api)
    const response = await route.fetch({ url })
    await route.fulfill({ response, headers: { ...response.headers(), ...cors } })
  })
  await page.addInitScript(() => {
    const getIntentId = (secret: string) => secret.split('_secret_')[0]
    Object.assign(window, {
      Stripe(key: string) {
        const post = async (path: string, fields: Record<string, string>) => {
          const headers = { authorization: `Bearer ${key}` }
          const body = new URLSearchParams(fields)
          return (await fetch(`https://api.stripe.com/v1${path}`, { method: 'POST', headers, body })).json()
        }
        const readField = (name: string) => document.querySelector<HTMLInputElement>(`#${name} input`)?.value ?? ''
        return {
          _registerWrapper() {},
          registerAppInfo() {},
          elements: () => ({
            create: () => {
              const input = document.createElement('input')
              return {
                mount: (place: string) => document.querySelector(place)?.append(input),
                destroy: () => input.remove(),
                on() {},
              }
            },
          }),
          async createPaymentMethod({ billing_details }: { billing_details: { name: string; email: string } }) {
            const [month = '', year = ''] = readField('cardExpiry').split('/')
            const method = await post('/payment_methods', {
              type: 'card',
              'card[number]': readField('cardNumber'),
              'card[exp_month]': month.trim(),
              'card[exp_year]': year.trim(),
              'card[cvc]': readField('cardCvc'),
              'billing_details[name]': billing_details.name,
              'billing_details[email]': billing_details.email,
            })
            return method.error ? { error: method.error } : { paymentMethod: method }
          },
          async confirmCardPayment(secret: string, { payment_method }: { payment_method: string }) {
            const fields = { client_secret: secret, payment_method }
            const intent = await post(`/payment_intents/${getIntentId(secret)}/confirm`, fields)
            return intent.error ? { error: intent.error } : { paymentIntent: intent }
          },
        }
      },
    })
  })
}
