import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { eq, sql } from 'drizzle-orm'
import { accounts, identityUsers } from '#db/tables.ts'
import { openShopWithPages, origin, type Person, refused, type TestShop } from '#test/open-shop.ts'

const publicUrl = 'https://shop.example'
const evil = 'https://evil.example'

let shop: TestShop
before(async () => {
  shop = await openShopWithPages()
})
after(() => shop.store.close())

const post = (path: string, body: object, headers: Record<string, string> = {}, at = shop) =>
  at.request(`/api/auth${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

async function sessionOf({ email }: Person): Promise<{ authorization: string }> {
  const { token } = await (await post('/sign-in/email', { email, password: 'secret-7' })).json()
  return { authorization: `Bearer ${token}` }
}

async function newestMail(email: string, at = shop) {
  const mails = await at.listMails()
  return mails.findLast(mail => mail.to === email) ?? assert.fail(`no mail to ${email}`)
}

const privileges = {
  role: 'admin',
  admin: true,
  emailVerified: true,
  email_verified: true,
  id: 'chosen',
  userId: 'chosen',
  createdAt: '2000-01-01',
  accountId: 'chosen',
  __proto__: { role: 'admin' },
}

describe('nobody gets more than asked for', () => {
  test('by a body of signing up that says so', async () => {
    const email = 'mass@example.com'
    const response = await post('/sign-up/email', { ...privileges, email, name: 'Mass', password: 'secret-7' })
    assert.ok(response.status < 500)
    const [user] = await shop.store.shop.db.select().from(identityUsers).where(eq(identityUsers.email, email))
    assert.notEqual(user?.id, 'chosen')
    assert.notEqual(user?.emailVerified, true)
    if (!response.ok) return
    const person = await shop.logIn(email, 'secret-7')
    await refused(person.client.listAccounts({}), 'admins_only')
  })

  test('by a body of changing one’s name that says so', async () => {
    const buyer = await shop.signUp()
    const headers = await sessionOf(buyer)
    const before = await shop.store.shop.db.select().from(identityUsers).where(eq(identityUsers.email, buyer.email))
    for (const body of [
      { ...privileges, name: 'Rita Moss' },
      { name: 'Rita Moss', email: 'admin@example.com' },
      { emailVerified: true },
      { role: 'admin' },
    ]) {
      assert.ok((await post('/update-user', body, headers)).status < 500)
    }
    await post('/change-email', { newEmail: 'admin@example.com', callbackURL: '/' }, headers)
    const after = await shop.store.shop.db.select().from(identityUsers).where(eq(identityUsers.email, buyer.email))
    const lasting = (users: typeof after) => users.map(({ updatedAt, ...user }) => user)
    assert.deepEqual(lasting(after), lasting(before))
    const again = await shop.logIn(buyer.email, 'secret-7')
    await refused(again.client.listAccounts({}), 'admins_only')
  })

  test('by the body of any call of the shop', async () => {
    const buyer = await shop.newBuyer()
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${buyer.token}` }
    const { name, email } = buyer
    const profile = { name, email, education: 'x', city: 'x', phone: 'x', linkedIn: 'x' }
    const review = { name, email, comment: 'x', rating: 5, img: '/images/avatars/r01.svg', city: 'x' }
    for (const [path, body] of [
      ['/userProfile', profile],
      ['/review', review],
    ] as const) {
      const init = { method: 'POST', headers, body: JSON.stringify({ ...body, ...privileges }) }
      assert.equal((await shop.request(`/api${path}`, init)).status, 200, path)
    }
    const [account] = await shop.store.shop.db.select().from(accounts).where(eq(accounts.email, email))
    assert.deepEqual([account?.role, account?.emailVerified], ['customer', false])
  })
})

describe('a mailed token', () => {
  test('is in no answer, and its page sends no referrer', async () => {
    const buyer = await shop.signUp()
    const asked = await post('/request-password-reset', { email: buyer.email, redirectTo: '/reset-password' })
    const { body } = await newestMail(buyer.email)
    const token = /token=([\w-]+)/.exec(body)?.[1] ?? assert.fail('no token')
    assert.ok(!(await asked.text()).includes(token))
    assert.ok(!JSON.stringify([...asked.headers]).includes(token))
    const page = await shop.store.fetch(new Request(`${origin}/reset-password?token=${token}`))
    assert.equal(page.headers.get('referrer-policy'), 'no-referrer')
    assert.ok(!/(src|href)="https?:\/\/(?!127\.0\.0\.1)/.test(await page.text()))
  })

  test('of an email that is verified, unverified or nobody’s is asked for with one answer', async () => {
    const buyer = await shop.signUp()
    for (const path of ['/request-password-reset', '/send-verification-email']) {
      const answers = ['admin@example.com', buyer.email, 'nobody@example.com'].map(async email => {
        const answer = await post(path, { email })
        return `${answer.status} ${await answer.text()}`
      })
      const different = new Set(await Promise.all(answers))
      assert.equal(different.size, 1, [...different].join(' | '))
    }
  })
})

describe('nobody is sent to another site', () => {
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
  const isOurs = (location: string | null) => location === null || new URL(location, origin).origin === origin

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
        await shop.request(`/api/auth/verify-email?${query}`),
        await shop.request(`/api/auth/reset-password/x?${query}`),
        await shop.request(`/api/auth/callback/google?${query}&state=x&code=x`),
        await shop.request(`/api/auth/error?${query}`),
      ]
      for (const answer of answers) {
        assert.ok(answer.status < 500)
        assert.ok(isOurs(answer.headers.get('location')), answer.headers.get('location') ?? '')
      }
      for (const start of answers.slice(0, 3)) assert.equal(start.status, 403)
      const html = await shop.store.fetch(new Request(`${origin}/login?from=${encodeURIComponent(target)}`))
      for (const [, href = ''] of (await html.text()).matchAll(/href="([^"]*)"/g)) assert.ok(isOurs(href), href)
    })
  }

  test('by a path that a browser takes for a host', async () => {
    const pages = shop.store
    for (const path of [
      '//evil.example',
      '//evil.example/',
      '/\\evil.example/',
      '/%2f/evil.example/..',
      '//evil.example/%2e%2e',
    ])
      for (const method of ['GET', 'HEAD', 'POST']) {
        const answer = await pages.fetch(new Request(origin + path, { method }))
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
    t.after(() => own.store.close())
    const headers = { ...spoofed, origin: publicUrl }
    const person = { email: 'pat@example.com', name: 'Pat', password: 'secret-7' }
    const signedUp = await post('/sign-up/email', person, headers, own)
    assert.equal(signedUp.status, 200)
    for (const cookie of signedUp.headers.getSetCookie()) {
      assert.match(cookie, /^__Host-.+; Secure/)
      assert.doesNotMatch(cookie, /evil|Domain=/i)
    }
    const verify = await newestMail(person.email, own)
    await post('/request-password-reset', { email: person.email }, headers, own)
    const reset = await newestMail(person.email, own)
    for (const { body } of [verify, reset]) {
      assert.doesNotMatch(body, /evil/)
      assert.equal(new URL(/https?:\S+/.exec(body)?.[0] ?? '').origin, publicUrl)
    }
    const social = await post('/sign-in/social', { provider: 'google', callbackURL: '/' }, headers, own)
    assert.doesNotMatch(`${await social.text()} ${JSON.stringify([...social.headers])}`, /evil/)
    const pages = own.store
    for (const path of [
      '/',
      '/shop',
      '/robots.txt',
      '/sitemap.xml',
      '/api/tools?limit=1',
      '/login',
      '/api/auth/error',
    ]) {
      const answer = await pages.fetch(new Request(`http://10.0.0.1${path}`, { headers }))
      assert.doesNotMatch(`${await answer.text()} ${JSON.stringify([...answer.headers])}`, /evil|10\.0\.0\.1/, path)
    }
  })

  test('open no other call than the one that is asked for', async () => {
    const { token } = await shop.newBuyer()
    const headers = { ...spoofed, authorization: `Bearer ${token}`, 'x-http-method-override': 'DELETE' }
    const answer = await shop.request('/api/orders', { headers })
    assert.deepEqual(await answer.json(), [])
  })
})

test('reading leaves no row behind, signed in or not, however often', async () => {
  const { db } = shop.store.shop
  const buyer = await shop.signUp()
  const session = await sessionOf(buyer)
  const pages = shop.store
  const rows = async () => {
    const { rows } = await db.execute<{ name: string }>(
      sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    )
    assert.ok(rows.length > 10)
    return Promise.all(
      rows.map(async ({ name }) => [name, (await db.execute(sql`select 1 from ${sql.identifier(name)}`)).rows.length]),
    )
  }
  const before = await rows()
  const paths = [
    '/',
    '/shop',
    '/login',
    '/dashboard',
    '/api/tools',
    '/api/review',
    '/api/orders',
    '/api/userProfile',
    '/api/users',
  ]
  const identity = [
    '/api/auth/get-session',
    '/api/auth/list-sessions',
    '/api/auth/error',
    '/api/auth/ok',
    '/api/auth/verify-email?token=x',
    '/api/auth/callback/google?state=x',
  ]
  for (let round = 0; round < 3; round++)
    for (const path of [...paths, ...identity])
      for (const headers of [{}, { authorization: `Bearer ${buyer.token}` }, session])
        assert.ok((await pages.fetch(new Request(origin + path, { headers }))).status < 500, path)
  assert.deepEqual(await rows(), before)
})

test('the server fetches no address that a client names', async t => {
  const heard: string[] = []
  const trap = createServer((request, response) => {
    heard.push(request.url ?? '')
    response.end()
  }).listen(0, '127.0.0.1')
  t.after(() => trap.close())
  await once(trap, 'listening')
  const address = trap.address()
  const named = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/picture.png`
  assert.equal((await fetch(named)).status, 200)
  heard.length = 0

  const buyer = await shop.signUp()
  const admin = await shop.logIn('admin@example.com', 'anvil-and-tongs')
  const { name, email } = buyer
  const form = new FormData()
  form.set('image', named)
  const upload = { method: 'POST', headers: { authorization: `Bearer ${buyer.token}` }, body: form }
  assert.equal((await shop.request('/api/images/upload', upload)).status, 400)
  await refused(
    buyer.client.addReview({ body: { name, email, comment: 'x', rating: 5, img: named, city: 'x' } }),
    'image_unknown',
  )
  const tool = { name: 'x', image: named, price: 1, available: 1, minimum: 1, description: 'x' }
  await refused(admin.client.addTool({ body: tool }), 'image_unknown')
  const profile = { name, email, education: named, city: named, phone: named, linkedIn: named }
  await buyer.client.createProfile({ body: profile })
  await post('/update-user', { image: named }, await sessionOf(buyer))
  await post('/sign-up/email', { email: 'trap@example.com', name: 'x', password: 'secret-7', image: named })
  await post('/sign-in/social', {
    provider: 'google',
    idToken: { token: `${btoa(JSON.stringify({ jku: named, alg: 'RS256' }))}.e30.x` },
  })
  await shop.request(`/dev/google?${new URLSearchParams({ redirect_uri: named })}`, {
    method: 'POST',
    body: new URLSearchParams({ email }),
  })
  await shop.request('/api/tools', { headers: { 'x-forwarded-host': new URL(named).host, referer: named } })
  assert.deepEqual(heard, [])
})
