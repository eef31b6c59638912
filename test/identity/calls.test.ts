import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { eq, sql } from 'drizzle-orm'
import { profiles } from '#db/tables/accounts.ts'
import { identityCredentials, identitySessions, identityUsers, identityVerifications } from '#db/tables/identity.ts'
import { assertRefused, openShop, origin, type TestShop } from '#test/open-shop.ts'
import { getCookie, getMailTo, postToIdentity } from './identity-scenario.ts'

describe('the calls of the embedded provider', () => {
  let shop: TestShop
  before(async () => {
    shop = await openShop()
  })
  after(() => shop.app.close())
  const post = (path: string, body: object, headers?: Record<string, string>) =>
    postToIdentity(shop, path, body, headers)

  test('a tampered verification link verifies nothing', async () => {
    const response = await post('/confirm-email', { token: 'nonsense' })
    const refusal = { code: 'INVALID_TOKEN', message: 'That link is no longer good' }
    assert.deepEqual([response.status, await response.json()], [401, refusal])
  })

  const readToken = (mail: string) => /token=([\w.-]+)/.exec(mail)?.[1] ?? assert.fail('no token')

  test('a verification link in another browser verifies after a login, or claims the account', async () => {
    const email = 'mallory@example.com'
    const session = getCookie(await post('/sign-up/email', { email, name: 'Mallory', password: 'secret-7' }))
    const readUser = async (cookie: string) =>
      (await (await shop.request('/api/auth/get-session', { headers: { cookie } })).json())?.user
    const token = readToken(await getMailTo(shop, email, /^Verify your email/))
    assert.deepEqual(await (await post('/confirm-email', { token })).json(), { isElsewhere: true })
    assert.equal((await readUser(session)).emailVerified, false)
    const phone = getCookie(await post('/sign-in/email', { email, password: 'secret-7' }))
    assert.deepEqual(await (await post('/confirm-email', { token }, { cookie: phone })).json(), {})
    assert.deepEqual([(await readUser(phone)).emailVerified, (await readUser(session)).name], [true, 'Mallory'])
  })

  test('whoever sets a password by the link ends the sessions and the password of whoever signed up', async () => {
    const email = 'mona@example.com'
    const session = getCookie(await post('/sign-up/email', { email, name: 'Mona', password: 'secret-7' }))
    const readSession = async () =>
      (await shop.request('/api/auth/get-session', { headers: { cookie: session } })).json()
    const token = readToken(await getMailTo(shop, email, /^Verify your email/))
    const { passwordToken } = await (await post('/confirm-email', { token, claims: true })).json()
    assert.equal((await readSession()).user.email, email)
    assert.equal((await post('/reset-password', { token: passwordToken, newPassword: 'secret-8' })).status, 200)
    assert.equal(await readSession(), null)
    assert.equal((await post('/sign-in/email', { email, password: 'secret-7' })).status, 401)
    assert.equal((await post('/sign-in/email', { email, password: 'secret-8' })).status, 200)
  })

  test('a second sign-up with an unverified email mails its owner a link to choose the password', async () => {
    const { email } = await shop.signUp()
    const again = await post('/sign-up/email', { email: email.toUpperCase(), name: 'Owner', password: 'secret-9' })
    assert.deepEqual([again.status, (await again.json()).code], [422, 'EMAIL_UNVERIFIED'])
    const mail = await getMailTo(shop, email, /^Set a new password/)
    const token = /reset-password\?token=([\w-]+)/.exec(mail)?.[1]
    assert.equal((await post('/reset-password', { token, newPassword: 'secret-8' })).status, 200)
    assert.equal((await post('/sign-in/email', { email, password: 'secret-8' })).status, 200)
  })

  test('a link to set a password is looked at first: unknown and expired ones are no longer good', async () => {
    const { email } = await shop.signUp()
    await post('/request-password-reset', { email })
    const token = /token=([\w-]+)/.exec(await getMailTo(shop, email, /^Set a new password/))?.[1]
    const check = async (sent: string | undefined) => {
      const response = await post('/check-password-token', { token: sent })
      const { code, message } = await response.json()
      return [response.status, code, message]
    }
    const refusal = [401, 'INVALID_TOKEN', 'That link is no longer good']
    assert.deepEqual(await check(token), [200, undefined, undefined])
    const [link] = await shop.app.shop.db.select().from(identityVerifications)
    const minutesLeft = ((link?.expiresAt.getTime() ?? 0) - Date.now()) / 60_000
    assert.ok(minutesLeft > 59 && minutesLeft <= 60, String(minutesLeft))
    assert.deepEqual(await check('nonsense'), refusal)
    assert.equal((await check(undefined))[0], 400)
    await shop.app.shop.db.update(identityVerifications).set({ expiresAt: new Date(Date.now() - 1000) })
    assert.deepEqual(await check(token), refusal)
  })

  test('a verification link of a verified email changes nothing, and opens nothing', async () => {
    const { email } = await shop.signUp()
    const cookie = getCookie(await post('/sign-in/email', { email, password: 'secret-7' }))
    const token = readToken(await getMailTo(shop, email, /^Verify your email/))
    await shop.app.shop.db.update(identityUsers).set({ emailVerified: true }).where(eq(identityUsers.email, email))
    const confirmed = await post('/confirm-email', { token })
    assert.deepEqual([confirmed.status, await confirmed.json()], [200, {}])
    const session = await shop.request('/api/auth/get-session', { headers: { cookie } })
    assert.equal((await session.json()).user.email, email)
  })

  test('what a copy of the database holds opens no account: neither its session tokens nor its links', async () => {
    const { email } = await shop.signUp()
    const { db } = shop.app.shop
    const [row] = await db
      .select({ token: identitySessions.token })
      .from(identitySessions)
      .innerJoin(identityUsers, eq(identityUsers.id, identitySessions.userId))
      .where(eq(identityUsers.email, email))
    const headers = { authorization: `Bearer ${row?.token}` }
    assert.equal(await (await shop.request('/api/auth/get-session', { headers })).json(), null)
    const exchange = { method: 'PUT', headers: { ...headers, 'content-type': 'application/json' } }
    const answer = await shop.request(`/api/storeUsers/${email}`, { ...exchange, body: JSON.stringify({ email }) })
    assert.equal(answer.status, 401)
    await post('/request-password-reset', { email })
    const token = /reset-password\?token=([\w-]+)/.exec(await getMailTo(shop, email, /^Set a new password/))?.[1]
    const stored = JSON.stringify(await db.select().from(identityVerifications))
    assert.ok(token && stored !== '[]' && !stored.includes(token))
  })

  test('a call with a body above 10 kB is refused before anything is stored', async () => {
    const answer = await post('/sign-in/social', { provider: 'google', callbackURL: `/${'x'.repeat(10_000)}` })
    assert.deepEqual([answer.status, (await answer.json()).code], [413, 'body_too_large'])
  })

  test('whoever claims an account finds it empty, and nothing of whoever signed up opens it', async () => {
    const { email, client } = await shop.signUp('Call 555 0100 for a refund')
    const profile = { education: 'x', city: 'x', phone: '555 0101', linkedIn: 'x' }
    await client.createProfile({ body: { name: 'x', email, ...profile } })
    const tool = await shop.getTool()
    const lines = [{ toolId: tool._id, quantity: tool.minimum, price: tool.price }]
    await client.mergeCart({ body: { lines, mergeBy: 'larger' } })
    await client.addSavedList({ body: { name: 'Buy at evil.example', lines } })
    const address = {
      company: 'Evil',
      name: 'x',
      street: '1 x',
      city: 'x',
      region: '',
      postalCode: '1',
      country: 'US',
      phone: '1',
      taxId: '',
    }
    await client.addAddress({ body: address })
    await post('/request-password-reset', { email })
    const token = readToken(await getMailTo(shop, email, /^Set a new password/))
    assert.deepEqual(await (await post('/check-password-token', { token })).json(), { claims: true })
    assert.equal(await shop.app.shop.db.$count(profiles, eq(profiles.phone, profile.phone)), 1)
    await post('/reset-password', { token, newPassword: 'secret-8' })
    await assertRefused(client.listCart({}), 'token_invalid')
    const owner = await shop.logIn(email, 'secret-8')
    assert.equal(owner.name, email.split('@')[0])
    assert.deepEqual(
      [
        await owner.client.findProfile({ query: { email } }),
        await owner.client.listCart({}),
        await owner.client.listSavedLists({}),
        await owner.client.listAddresses({}),
      ],
      [null, [], [], []],
    )
  })

  test('a claim that fails leaves the link good and nothing of whoever signed up, once it succeeds', async t => {
    const own = await openShop({}, { onError: () => {} })
    t.after(() => own.app.close())
    const { db } = own.app.shop
    await db.execute(sql`create function fail() returns trigger language plpgsql as 'begin raise ''down''; end'`)
    for (const table of ['cart_lines', 'identity_credentials', 'identity_users']) {
      const { email, client } = await own.signUp()
      const tool = await own.getTool()
      const lines = [{ toolId: tool._id, quantity: tool.minimum, price: tool.price }]
      await client.mergeCart({ body: { lines, mergeBy: 'larger' } })
      const call = (path: string, body: object) =>
        own.request(`/api/auth${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
      await call('/request-password-reset', { email })
      const token = readToken(await getMailTo(own, email, /^Set a new password/))
      const reset = async () => (await call('/reset-password', { token, newPassword: 'secret-8' })).status
      const step = sql.raw(table === 'identity_users' ? 'update' : 'delete')
      await db.execute(sql`create trigger fail before ${step} on ${sql.raw(table)} execute function fail()`)
      assert.equal(await reset(), 500, table)
      await db.execute(sql`drop trigger fail on ${sql.raw(table)}`)
      assert.equal((await call('/sign-in/email', { email, password: 'secret-8' })).status, 401, table)
      assert.equal(await reset(), 200, table)
      assert.equal((await call('/sign-in/email', { email, password: 'secret-7' })).status, 401, table)
      const owner = await own.logIn(email, 'secret-8')
      assert.deepEqual(await owner.client.listCart({}), [], table)
    }
  })

  test('a link’s token counts in the body only', async () => {
    const { email } = await shop.signUp()
    await post('/request-password-reset', { email })
    const token = readToken(await getMailTo(shop, email, /^Set a new password/))
    for (const body of [{}, { token: '' }]) {
      const refused = await post(`/reset-password?token=${token}`, { ...body, newPassword: 'secret-8' })
      assert.deepEqual([refused.status, (await refused.json()).code], [400, 'INVALID_TOKEN'])
    }
    assert.equal((await post('/sign-in/email', { email, password: 'secret-7' })).status, 200)
  })

  test('several calls with one link at once set one password, which stays', async () => {
    const { email } = await shop.signUp()
    await post('/request-password-reset', { email })
    const token = readToken(await getMailTo(shop, email, /^Set a new password/))
    const passwords = ['secret-11', 'secret-12', 'secret-13']
    const resets = await Promise.all(passwords.map(newPassword => post('/reset-password', { token, newPassword })))
    const set = passwords.filter((_, index) => resets[index]?.status === 200)
    assert.equal(set.length, 1)
    assert.equal((await shop.logIn(email, set[0] ?? '')).email, email)
  })

  test('an identity whose email has a blank is not the account’s', async () => {
    const { email } = await shop.signUp()
    const cookie = getCookie(await post('/sign-in/email', { email, password: 'secret-7' }))
    const spaced = { email: ` ${email}` }
    await shop.app.shop.db.update(identityUsers).set(spaced).where(eq(identityUsers.email, email))
    for (const path of [email, encodeURIComponent(spaced.email)]) {
      const answer = await shop.request(`/api/storeUsers/${path}`, {
        method: 'PUT',
        headers: { cookie, 'content-type': 'application/json' },
        body: JSON.stringify(spaced),
      })
      assert.deepEqual([answer.status, (await answer.json()).code], [403, 'not_yours'])
    }
  })

  test('a reset ends sign-ins by other providers if it proves an unverified email, and keeps them otherwise', async () => {
    const { db } = shop.app.shop
    for (const [isVerified, kept] of [
      [false, ['credential']],
      [true, ['credential', 'google']],
    ] as const) {
      const { email } = await shop.signUp()
      const [user] = await db
        .update(identityUsers)
        .set({ emailVerified: isVerified })
        .where(eq(identityUsers.email, email))
        .returning()
      const userId = user?.id ?? assert.fail('no user')
      const times = { createdAt: new Date(), updatedAt: new Date() }
      await db
        .insert(identityCredentials)
        .values({ id: `${userId} g`, userId, accountId: 'g', providerId: 'google', ...times })
      await post('/request-password-reset', { email })
      const token = readToken(await getMailTo(shop, email, /^Set a new password/))
      assert.equal((await post('/reset-password', { token, newPassword: 'secret-8' })).status, 200)
      const credentials = await db.select().from(identityCredentials).where(eq(identityCredentials.userId, userId))
      assert.deepEqual(credentials.map(({ providerId }) => providerId).toSorted(), kept)
    }
  })

  test('of the identity provider’s calls, only those that the shop uses are routed', async () => {
    const { email } = await shop.signUp()
    const cookie = getCookie(await post('/sign-in/email', { email, password: 'secret-7' }))
    for (const path of [
      '/update-user',
      '/update-session',
      '/delete-user',
      '/change-email',
      '/unlink-account',
      '/verify-password',
    ])
      assert.equal((await post(path, { name: 'x', password: 'secret-7' }, { cookie })).status, 404, path)
    for (const path of ['/verify-email?token=x', '/reset-password/x?callbackURL=/', '/error', '/ok', '/list-accounts'])
      assert.equal((await shop.request(`/api/auth${path}`, { headers: { cookie } })).status, 404, path)
  })

  test('no session stores an IP address', async () => {
    const { email } = await shop.signUp()
    await post('/sign-in/email', { email, password: 'secret-7' }, { 'x-forwarded-for': '203.0.113.9' })
    const stored = await shop.app.shop.db.$count(identitySessions, sql`coalesce(ip_address, '') <> ''`)
    assert.equal(stored, 0)
  })

  test('a forged Host header changes no link in a mail', async () => {
    const buyer = await shop.signUp()
    await shop.app.fetch(
      new Request('http://evil.example/api/auth/request-password-reset', {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin },
        body: JSON.stringify({ email: buyer.email }),
      }),
    )
    assert.doesNotMatch(await getMailTo(shop, buyer.email, /^Set a new password/), /evil/)
  })

  test('a reset request has the same reply for an unknown email', async () => {
    const buyer = await shop.signUp()
    const [known, unknown] = await Promise.all(
      [buyer.email, 'nobody@example.com'].map(async email => (await post('/request-password-reset', { email })).text()),
    )
    assert.equal(known, unknown)
  })

  test('a character that the database cannot keep is bad input', async () => {
    const response = await shop.request('/api/auth/reset-password', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: 'a\0b', newPassword: 'secret-8' }),
    })
    assert.deepEqual([response.status, (await response.json()).code], [400, 'invalid_input'])
  })

  test('a failure of the database is an internal error, and logged', async t => {
    const log: string[] = []
    const own = await openShop({}, { onError: event => log.push(event) })
    t.after(() => own.app.close())
    await own.app.shop.db.execute('alter table identity_verifications rename to away')
    const response = await own.request('/api/auth/reset-password', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: 'x', newPassword: 'secret-8' }),
    })
    assert.deepEqual([response.status, (await response.json()).code], [500, 'internal'])
    assert.equal(log.length, 1)
  })

  test('a sign-up that fails midway leaves no account that would keep the email taken', async t => {
    const own = await openShop({}, { onError: () => {} })
    t.after(() => own.app.close())
    const body = JSON.stringify({ name: 'Mid', email: 'midway@example.com', password: 'secret-7' })
    const signUp = async () => {
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
      return (await own.request('/api/auth/sign-up/email', init)).status
    }
    await own.app.shop.db.execute('alter table identity_credentials rename to away')
    assert.notEqual(await signUp(), 200)
    await own.app.shop.db.execute('alter table away rename to identity_credentials')
    assert.equal(await signUp(), 200)
  })

  test('a mail that cannot be written is a failure of the call, and logged', async t => {
    const log: string[] = []
    const own = await openShop({}, { onError: event => log.push(event) })
    t.after(() => own.app.close())
    const { email } = await own.signUp()
    await own.app.shop.db.execute('alter table outbox rename to away')
    const response = await own.request('/api/auth/request-password-reset', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
    })
    assert.deepEqual([response.status, (await response.json()).code], [500, 'internal'])
    assert.equal(log.length, 1)
  })

  test('requests from another site’s pages are refused', async () => {
    const buyer = await shop.signUp()
    const cookie = getCookie(await post('/sign-in/email', { email: buyer.email, password: 'secret-7' }))
    const foreign = await post('/sign-out', {}, { cookie, origin: 'https://evil.example' })
    assert.equal(foreign.status, 403)
  })

  test('a picture that is not an https URL is dropped, and a name of any length does no harm', async () => {
    const body = { name: 'n'.repeat(5000), password: 'secret-7' }
    const readClaims = async (email: string, image: string) => {
      assert.equal((await post('/sign-up/email', { ...body, email, image })).status, 200)
      const { token } = await shop.logIn(email, 'secret-7')
      const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
      return [claims.name.length, claims.picture]
    }
    assert.deepEqual(await readClaims('unpictured@example.com', 'javascript:alert(1)'), [200, null])
    const picture = 'https://pictures.example/a.png'
    assert.deepEqual(await readClaims('pictured@example.com', picture), [200, picture])
    assert.equal((await post('/sign-up/email', { ...body, name: 'n'.repeat(200_000) })).status, 413)
  })

  test('Google sign-in works at the other address of the shop too', async () => {
    const local = 'http://localhost:3000'
    const start = await shop.request(`${local}/api/auth/sign-in/social`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: local },
      body: JSON.stringify({ provider: 'google', callbackURL: '/signed-in' }),
    })
    const chosen = await shop.request((await start.json()).url, {
      method: 'POST',
      body: new URLSearchParams({ email: 'milo.okafor@example.com' }),
    })
    const location = chosen.headers.get('location') ?? ''
    assert.equal(new URL(location).origin, local)
    const back = await shop.request(location, { headers: { cookie: getCookie(start) } })
    assert.equal(new URL(back.headers.get('location') ?? '', local).pathname, '/signed-in')
  })

  /** Goes through Google sign-in as a browser would, choosing that account, up to the shop's callback. */
  async function chooseAccount(email: string, own = '') {
    const start = await post('/sign-in/social', { provider: 'google', callbackURL: '/signed-in' })
    const { url } = await start.json()
    const page = await shop.request(url)
    assert.match(await page.text(), /Local development sign-in \(not Google\)/)
    const chosen = await shop.request(url, { method: 'POST', body: new URLSearchParams({ email }) })
    assert.equal(chosen.status, 303)
    const location = chosen.headers.get('location') ?? ''
    return {
      location,
      cookie: getCookie(start),
      back: await shop.request(location, { headers: { cookie: [getCookie(start), own].join('; ') } }),
    }
  }

  test('Google sign-in without credentials goes through the development account chooser', async () => {
    const { back, location, cookie } = await chooseAccount('dana.reed@example.com')
    assert.equal(back.status, 302)
    assert.equal(new URL(back.headers.get('location') ?? '', origin).pathname, '/signed-in')
    const session = await shop.request('/api/auth/get-session', { headers: { cookie: getCookie(back) } })
    const { user } = await session.json()
    assert.deepEqual([user.email, user.name, user.emailVerified], ['dana.reed@example.com', 'Dana Reed', true])
    for (const path of [
      location,
      '/api/auth/callback/google?state=x',
      '/api/auth/callback/google?error=<b>Call 555</b>&state=x',
    ]) {
      const failed = new URL((await shop.request(path, { headers: { cookie } })).headers.get('location') ?? '', origin)
      assert.deepEqual([failed.origin, failed.pathname], [origin, '/login'], path)
    }
  })

  test('Google sign-in in the session that signed up verifies the email, and the password stays', async () => {
    const { email } = await shop.signUp('Greta Gouge')
    const cookie = getCookie(await post('/sign-in/email', { email, password: 'secret-7' }))
    const { back } = await chooseAccount(email, cookie)
    assert.equal(new URL(back.headers.get('location') ?? '', origin).pathname, '/signed-in')
    const login = await post('/sign-in/email', { email, password: 'secret-7' })
    assert.deepEqual([login.status, (await login.json()).user.emailVerified], [200, true])
    assert.equal((await shop.logIn(email, 'secret-7')).name, 'Greta Gouge')
  })

  test('Google sign-in claims an unverified account: its password and sessions end', async () => {
    const { email, client } = await shop.signUp()
    const cookie = getCookie(await post('/sign-in/email', { email, password: 'secret-7' }))
    const { back } = await chooseAccount(email)
    assert.equal(new URL(back.headers.get('location') ?? '', origin).pathname, '/signed-in')
    const readSession = async (cookie: string) =>
      (await shop.request('/api/auth/get-session', { headers: { cookie } })).json()
    assert.equal((await readSession(getCookie(back))).user.emailVerified, true)
    assert.equal(await readSession(cookie), null)
    await assertRefused(client.listOrders({}), 'token_invalid')
    assert.equal((await post('/sign-in/email', { email, password: 'secret-7' })).status, 401)
  })

  test('Google sign-in that fails midway leaves the account as it was, and the next one claims it', async () => {
    const { email } = await shop.signUp()
    const { db } = shop.app.shop
    await db.execute(
      sql`create function fail() returns trigger language plpgsql as 'begin raise exception ''down''; end'`,
    )
    await db.execute(sql`create trigger fail before delete on identity_credentials execute function fail()`)
    const { back: failed } = await chooseAccount(email)
    assert.match(failed.headers.get('location') ?? '', /error=/)
    await db.execute(sql`drop trigger fail on identity_credentials`)
    const { back } = await chooseAccount(email)
    assert.equal(new URL(back.headers.get('location') ?? '', origin).pathname, '/signed-in')
    assert.equal((await post('/sign-in/email', { email, password: 'secret-7' })).status, 401)
  })

  test('a session of any age lists the sessions', async () => {
    const { email } = await shop.signUp()
    const cookie = getCookie(await post('/sign-in/email', { email, password: 'secret-7' }))
    await shop.app.shop.db.update(identitySessions).set({ createdAt: sql`created_at - interval '3 days'` })
    const listed = await shop.request('/api/auth/list-sessions', { headers: { cookie } })
    assert.deepEqual([listed.status, (await listed.json()).length], [200, 2])
  })

  test('Google sign-in joins a verified account, whose password stays', async () => {
    const { email } = await shop.signUp()
    await shop.app.shop.db.update(identityUsers).set({ emailVerified: true }).where(eq(identityUsers.email, email))
    const { back } = await chooseAccount(email)
    assert.equal(new URL(back.headers.get('location') ?? '', origin).pathname, '/signed-in')
    assert.equal((await post('/sign-in/email', { email, password: 'secret-7' })).status, 200)
  })

  test('a sign-in by a provider that fails leads to the login, whatever address its start has sent', async () => {
    for (const target of [
      '/.//evil.example',
      '/ok/..//evil.example/login',
      '/%2e//evil.example',
      '/..//evil.example:8443/?a',
    ])
      for (const field of ['errorCallbackURL', 'callbackURL', 'newUserCallbackURL']) {
        const start = await post('/sign-in/social', { provider: 'google', callbackURL: '/signed-in', [field]: target })
        const state = new URL((await start.json()).url).searchParams.get('state')
        for (const query of [`error=x&state=${state}`, `code=x&state=${state}`])
          for (const cookie of ['', getCookie(start)]) {
            const answer = await shop.request(`/api/auth/callback/google?${query}`, { headers: { cookie } })
            const { origin: host, pathname } = new URL(answer.headers.get('location') ?? '', origin)
            assert.deepEqual([host, pathname], [origin, '/login'], `${field} ${target}`)
          }
      }
  })

  test('a redirect after a sign-in stays on the shop, whatever its state says', async () => {
    for (const elsewhere of ['https://evil.example/', '/.//evil.example', 'javascript:alert(1)'])
      for (const [field, query, isStarter] of [
        ['errorURL', 'error=x', false],
        ['errorURL', 'error=x', true],
        ['callbackURL', undefined, true],
        ['newUserURL', undefined, true],
      ] as const) {
        const start = await post('/sign-in/social', { provider: 'google', callbackURL: '/signed-in' })
        const { url } = await start.json()
        const state = new URL(url).searchParams.get('state')
        const change = sql`jsonb_set(value::jsonb, array[${field}], ${JSON.stringify(elsewhere)}::jsonb)::text`
        await shop.app.shop.db
          .update(identityVerifications)
          .set({ value: change })
          .where(sql`value like ${`%${state}%`}`)
        const email = `${crypto.randomUUID()}@example.com`
        const chosen = await shop.request(url, { method: 'POST', body: new URLSearchParams({ email }) })
        const callback = query ? `/api/auth/callback/google?${query}&state=${state}` : chosen.headers.get('location')
        const headers = { cookie: isStarter ? getCookie(start) : '' }
        const answer = await shop.request(callback ?? '', { headers })
        const location = answer.headers.get('location') ?? assert.fail('no redirect')
        assert.equal(URL.parse(location, `${origin}/api/auth/`)?.origin, origin, `${field} ${elsewhere}`)
      }
  })

  test('the chooser redirects to the shop’s own callback only', async () => {
    for (const target of ['https://evil.example/api/auth/callback/google', `${origin}/elsewhere`]) {
      const query = new URLSearchParams({ redirect_uri: target, state: 's', code_challenge: 'c' })
      const body = new URLSearchParams({ email: 'dana.reed@example.com' })
      assert.equal((await shop.request(`/dev/google?${query}`, { method: 'POST', body })).status, 400)
    }
  })
})
