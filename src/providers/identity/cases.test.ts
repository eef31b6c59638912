import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openShop, origin, type TestShop } from '#test/open-shop.ts'

let shop: TestShop
before(async () => {
  shop = await openShop()
})
after(() => shop.store.close())

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  shop.request(`/api/auth${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

async function mailTo(recipient: string, subject: RegExp): Promise<string> {
  const { rows } = await shop.store.shop.db.execute<{ recipient: string; subject: string; body: string }>(
    'select recipient, subject, body from outbox order by id desc',
  )
  const mail = rows.find(row => row.recipient === recipient && subject.test(row.subject))
  return mail?.body ?? assert.fail(`no mail to ${recipient}`)
}

const cookieOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map(cookie => cookie.split(';')[0])
    .join('; ')

test('whoever signs up gets a mail whose link verifies the email', async () => {
  const buyer = await shop.signUp()
  const link = /https?:\S+/.exec(await mailTo(buyer.email, /^Verify your email/))?.[0] ?? ''
  const response = await shop.request(link)
  assert.equal(response.status, 302)
  assert.equal(response.headers.get('location'), '/verified')
  const { rows } = await shop.store.shop.db.execute<{ email_verified: boolean }>(
    `select email_verified from identity_users where email = '${buyer.email}'`,
  )
  assert.deepEqual(rows, [{ email_verified: true }])
})

test('a tampered verification link leads to a page that says so', async () => {
  const response = await shop.request('/api/auth/verify-email?token=nonsense&callbackURL=/verified')
  assert.match(response.headers.get('location') ?? '', /^\/verified\?error=/)
})

test('a wrong password and an unknown email get the same answer', async () => {
  const buyer = await shop.signUp()
  const answers = await Promise.all([
    post('/sign-in/email', { email: buyer.email, password: 'wrong-password' }),
    post('/sign-in/email', { email: 'nobody@example.com', password: 'wrong-password' }),
  ])
  for (const answer of answers) {
    assert.equal(answer.status, 401)
    assert.equal((await answer.json()).message, 'Invalid email or password')
  }
})

test('a password under six characters and a taken email are refused', async () => {
  const buyer = await shop.signUp()
  const short = await post('/sign-up/email', { name: 'A', email: 'short@example.com', password: '12345' })
  assert.equal((await short.json()).message, 'Password too short')
  const taken = await post('/sign-up/email', { name: 'A', email: buyer.email, password: '123456' })
  assert.equal((await taken.json()).message, 'User already exists. Use another email.')
})

test('the reset mail leads to a page that sets a new password once and ends every session', async () => {
  const buyer = await shop.signUp()
  const before = cookieOf(await post('/sign-in/email', { email: buyer.email, password: 'secret-7' }))
  await post('/request-password-reset', { email: buyer.email })
  const mail = await mailTo(buyer.email, /^Set a new password/)
  const link = new URL(/https?:\S+/.exec(mail)?.[0] ?? '')
  assert.equal(link.origin + link.pathname, `${origin}/reset-password`)
  const token = link.searchParams.get('token')
  assert.equal((await post('/reset-password', { token, newPassword: 'other-8' })).status, 200)
  assert.equal((await post('/reset-password', { token, newPassword: 'third-9' })).status, 400)
  assert.equal((await post('/sign-in/email', { email: buyer.email, password: 'secret-7' })).status, 401)
  assert.equal((await post('/sign-in/email', { email: buyer.email, password: 'other-8' })).status, 200)
  const session = await shop.request('/api/auth/get-session', { headers: { cookie: before } })
  assert.equal(await session.json(), null)
})

test('a forged Host header changes no link in a mail', async () => {
  const buyer = await shop.signUp()
  await shop.store.app.fetch(
    new Request('http://evil.example/api/auth/request-password-reset', {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify({ email: buyer.email }),
    }),
  )
  assert.doesNotMatch(await mailTo(buyer.email, /^Set a new password/), /evil/)
})

test('asking for a reset tells nobody which emails exist, and sends none to strangers', async () => {
  const buyer = await shop.signUp()
  const [known, unknown] = await Promise.all(
    [buyer.email, 'nobody@example.com'].map(async email => (await post('/request-password-reset', { email })).text()),
  )
  assert.equal(known, unknown)
  await assert.rejects(mailTo('nobody@example.com', /./))
})

test('requests from another site’s pages are refused', async () => {
  const buyer = await shop.signUp()
  const cookie = cookieOf(await post('/sign-in/email', { email: buyer.email, password: 'secret-7' }))
  const foreign = await post('/sign-out', {}, { cookie, origin: 'https://evil.example' })
  assert.equal(foreign.status, 403)
})

test('a name is kept short enough for a token, and a picture to the web', async () => {
  const email = 'long@example.com'
  const body = { name: 'n'.repeat(5000), email, password: 'secret-7', image: 'javascript:alert(1)' }
  assert.equal((await post('/sign-up/email', body)).status, 200)
  const { token } = await shop.logIn(email, 'secret-7')
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  assert.deepEqual([claims.name.length, claims.picture], [200, null])
  assert.equal((await post('/sign-up/email', { ...body, name: 'n'.repeat(200_000) })).status, 413)
})

test('signing out ends the session', async () => {
  const buyer = await shop.signUp()
  const cookie = cookieOf(await post('/sign-in/email', { email: buyer.email, password: 'secret-7' }))
  await post('/sign-out', {}, { cookie })
  const session = await shop.request('/api/auth/get-session', { headers: { cookie } })
  assert.equal(await session.json(), null)
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
  const back = await shop.request(location, { headers: { cookie: cookieOf(start) } })
  assert.equal(new URL(back.headers.get('location') ?? '', local).pathname, '/signed-in')
})

/** Goes through Google sign-in as a browser would, choosing that account, up to the shop's callback. */
async function chooseAccount(email: string) {
  const start = await post('/sign-in/social', { provider: 'google', callbackURL: '/signed-in' })
  const { url } = await start.json()
  const page = await shop.request(url)
  assert.match(await page.text(), /Local development sign-in \(not Google\)/)
  const chosen = await shop.request(url, { method: 'POST', body: new URLSearchParams({ email }) })
  assert.equal(chosen.status, 303)
  const location = chosen.headers.get('location') ?? ''
  return {
    location,
    cookie: cookieOf(start),
    back: await shop.request(location, { headers: { cookie: cookieOf(start) } }),
  }
}

test('Google sign-in without credentials goes through the development account chooser', async () => {
  const { back, location, cookie } = await chooseAccount('dana.reed@example.com')
  assert.equal(back.status, 302)
  assert.equal(new URL(back.headers.get('location') ?? '', origin).pathname, '/signed-in')
  const session = await shop.request('/api/auth/get-session', { headers: { cookie: cookieOf(back) } })
  const { user } = await session.json()
  assert.deepEqual([user.email, user.name, user.emailVerified], ['dana.reed@example.com', 'Dana Reed', true])
  const replay = await shop.request(location, { headers: { cookie } })
  assert.match(replay.headers.get('location') ?? '', /error=/)
})

test('Google sign-in does not take over a local account whose email was never verified', async () => {
  const buyer = await shop.signUp()
  const { back } = await chooseAccount(buyer.email)
  assert.match(back.headers.get('location') ?? '', /error=account_not_linked/)
})

test('the chooser sends nobody anywhere but to the shop’s own callback', async () => {
  for (const target of ['https://evil.example/api/auth/callback/google', `${origin}/elsewhere`]) {
    const query = new URLSearchParams({ redirect_uri: target, state: 's', code_challenge: 'c' })
    const body = new URLSearchParams({ email: 'dana.reed@example.com' })
    assert.equal((await shop.request(`/dev/google?${query}`, { method: 'POST', body })).status, 400)
  }
})
