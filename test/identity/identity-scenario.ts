import assert from 'node:assert/strict'
import { createClient } from '#contract/client.ts'
import { origin, type TestShop } from '#test/open-shop.ts'
import type { IdentityClient } from '#web/identity/identity-client.ts'
import { createIdentityClient } from '#web/identity/identity-client.ts'

/** A shop with an identity provider, and a browser that uses both. */
export interface IdentityScenario {
  shop: TestShop
  browser: IdentityClient
  /** Exchanges the browser's proof for an access token of that email's account. */
  getAccessToken: (email: string) => Promise<string>
  countMails: (email: string) => Promise<number>
  verify: (email: string) => Promise<void>
  getResetToken: (email: string) => Promise<string>
}

export const decodeClaims = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

/** A browser that keeps the shop's cookies. */
export function openScenario(shop: TestShop): IdentityScenario {
  const cookies = new Map<string, string>()
  const send: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    request.headers.set('origin', origin)
    request.headers.set('cookie', [...cookies].map(pair => pair.join('=')).join('; '))
    const response = await shop.app.fetch(request)
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = cookie.split(';')[0]?.split('=') ?? []
      cookies.set(name, value)
    }
    return response
  }
  const browser = createIdentityClient(origin, send)
  const linkTo = async (email: string, subject: RegExp) =>
    new URL(/https?:\S+/.exec(await getMailTo(shop, email, subject))?.[0] ?? '')
  return {
    shop,
    browser,
    getAccessToken: email => issueAccessToken((path, init) => send(`${origin}/api${path}`, init), email),
    countMails: async email => (await listMailsTo(shop, email)).length,
    async verify(email) {
      const link = await linkTo(email, /^Verify your email/)
      assert.equal(link.origin + link.pathname, `${origin}/verify-email`)
      assert.equal(await browser.confirmEmail(link.searchParams.get('token') ?? ''), true)
    },
    async getResetToken(email) {
      const link = await linkTo(email, /^Set a new password/)
      assert.equal(link.origin + link.pathname, `${origin}/reset-password`)
      return link.searchParams.get('token') ?? ''
    },
  }
}

export async function issueAccessToken(
  send: (path: string, init: RequestInit) => Promise<Response>,
  email: string,
): Promise<string> {
  const { token } = await createClient(send).issueAccessToken({ params: { email }, body: { email } })
  return token
}

export function postToIdentity(shop: TestShop, path: string, body: object, headers: Record<string, string> = {}) {
  const type = { 'content-type': 'application/json' }
  const init = { method: 'POST', headers: { ...type, ...headers }, body: JSON.stringify(body) }
  return shop.request(`/api/auth${path}`, init)
}

/** The mails to the address, newest first. */
export async function listMailsTo(shop: TestShop, address: string): Promise<{ subject: string; body: string }[]> {
  const mails = await shop.listMails()
  return mails.filter(mail => mail.to === address).reverse()
}

export async function getMailTo(shop: TestShop, recipient: string, subject: RegExp): Promise<string> {
  const mail = (await listMailsTo(shop, recipient)).find(row => subject.test(row.subject))
  return mail?.body ?? assert.fail(`no mail to ${recipient}`)
}

export const getCookie = (response: Response) =>
  response.headers
    .getSetCookie()
    .map(cookie => cookie.split(';')[0])
    .join('; ')
