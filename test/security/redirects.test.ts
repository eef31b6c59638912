import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { listMailsTo, postToIdentity } from '#test/identity/identity-scenario.ts'
import { openShopWithPages, origin, type TestShop } from '#test/open-shop.ts'
import { prepareShopWithPages } from '#test/prepare.ts'

const publicUrl = 'https://shop.example'
const evil = 'https://evil.example'

const shop = prepareShopWithPages()

const post = (path: string, body: object, headers?: Record<string, string>, at: TestShop = shop) =>
  postToIdentity(at, path, body, headers)

describe('redirects stay on this site', () => {
  const elsewhere = [
    evil,
    '//evil.example',
    '/\\evil.example',
    'https:evil.example',
    '\thttps://evil.example',
    `${origin}@evil.example`,
    `${origin}.evil.example`,
    'javascript:alert(1)',
    'data:text/html,x',
  ]
  const contacts = ['tel:+15550100', 'mailto:hello@example.com']
  const isOurs = (location: string | null) =>
    location === null || contacts.includes(location) || new URL(location, origin).origin === origin

  for (const target of elsewhere) {
    test(`by ${JSON.stringify(target)}`, async () => {
      const buyer = { email: 'nobody@example.com', password: 'secret-7', name: 'x' }
      const query = new URLSearchParams({ callbackURL: target, token: 'x', error: 'x', errorCallbackURL: target })
      const answers = [
        await post('/sign-in/social', { provider: 'google', callbackURL: target }),
        await post('/sign-in/social', { provider: 'google', callbackURL: '/', errorCallbackURL: target }),
        await post('/sign-in/social', { provider: 'google', callbackURL: '/', newUserCallbackURL: target }),
        await post('/sign-in/email', { ...buyer, callbackURL: target }),
        await post('/request-password-reset', { email: 'admin@example.com', redirectTo: target }),
        await post('/send-verification-email', { email: 'admin@example.com', callbackURL: target }),
        await shop.request(`/api/auth/callback/google?${query}&state=x&code=x`),
      ]
      for (const answer of answers) {
        assert.ok(answer.status < 500)
        assert.ok(isOurs(answer.headers.get('location')), answer.headers.get('location') ?? '')
      }
      for (const start of answers.slice(0, 3)) assert.equal(start.status, 403)
      const html = await shop.app.fetch(new Request(`${origin}/login?from=${encodeURIComponent(target)}`))
      for (const [, href = ''] of (await html.text()).matchAll(/href="([^"]*)"/g)) assert.ok(isOurs(href), href)
    })
  }

  test('by a path that a browser would open as a host', async () => {
    for (const path of [
      '//evil.example',
      '//evil.example/',
      '/\\evil.example/',
      '/%2f/evil.example/..',
      '//evil.example/%2e%2e',
    ])
      for (const method of ['GET', 'HEAD', 'POST']) {
        const answer = await shop.app.fetch(new Request(origin + path, { method }))
        assert.ok(isOurs(answer.headers.get('location')), `${path} ${answer.headers.get('location')}`)
      }
  })
})

describe('headers that a proxy may set', () => {
  const spoofed = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'http',
    'x-forwarded-port': '1',
    'x-forwarded-prefix': '/evil',
    'x-original-url': '/api/users',
    'x-rewrite-url': '/api/users',
    forwarded: 'host=evil.example;proto=http',
  }

  test('change no link, cookie, redirect or canonical address of a shop with a PUBLIC_URL', async t => {
    const own = await openShopWithPages({ PUBLIC_URL: publicUrl })
    t.after(() => own.app.close())
    const headers = { ...spoofed, origin: publicUrl }
    const person = { email: 'pat@example.com', name: 'Pat', password: 'secret-7' }
    const signedUp = await post('/sign-up/email', person, headers, own)
    assert.equal(signedUp.status, 200)
    for (const cookie of signedUp.headers.getSetCookie()) {
      assert.match(cookie, /^__Host-.+; Secure/)
      assert.doesNotMatch(cookie, /evil|Domain=/i)
    }
    await post('/request-password-reset', { email: person.email }, headers, own)
    const mails = await listMailsTo(own, person.email)
    assert.equal(mails.length, 2)
    for (const { body } of mails) {
      assert.doesNotMatch(body, /evil/)
      assert.equal(new URL(/https?:\S+/.exec(body)?.[0] ?? '').origin, publicUrl)
    }
    const social = await post('/sign-in/social', { provider: 'google', callbackURL: '/' }, headers, own)
    assert.doesNotMatch(`${await social.text()} ${JSON.stringify([...social.headers])}`, /evil/)
    for (const path of [
      '/',
      '/shop',
      '/robots.txt',
      '/sitemap.xml',
      '/api/tools?limit=1',
      '/login',
      '/api/auth/callback/google?state=x&code=x',
    ]) {
      const answer = await own.app.fetch(new Request(`http://10.0.0.1${path}`, { headers }))
      assert.doesNotMatch(`${await answer.text()} ${JSON.stringify([...answer.headers])}`, /evil|10\.0\.0\.1/, path)
    }
  })

  test('select no other call than that of the path', async () => {
    const { token } = await shop.createBuyer()
    const headers = { ...spoofed, authorization: `Bearer ${token}`, 'x-http-method-override': 'DELETE' }
    const answer = await shop.request('/api/orders', { headers })
    assert.deepEqual(await answer.json(), [])
  })
})
