import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eq } from 'drizzle-orm'
import { identityCredentials, identitySessions, identityUsers } from '#db/tables/identity.ts'
import type { Log } from '#observability/logger.ts'
import { getMailTo } from '#test/identity/identity-scenario.ts'
import { openProvider } from '#test/identity/open-provider.ts'
import { origin } from '#test/open-shop.ts'
import { prepareShop } from '#test/prepare.ts'

const shop = prepareShop()

const getCookie = (response: Response) => response.headers.getSetCookie()[0]?.split(';')[0] ?? assert.fail('no cookie')

test('over HTTPS a session cookie is host-only and HttpOnly', async () => {
  const provider = openProvider(shop, { origins: ['https://shop.example'] })
  const person = { name: 'Hal', email: 'hal@example.com', password: 'secret-7' }
  const signedUp = await provider.post('/sign-up/email', person)
  assert.equal(await provider.findEmail(getCookie(signedUp)), person.email)
  const cookies = signedUp.headers.getSetCookie()
  assert.ok(cookies.length > 0)
  for (const cookie of cookies) {
    assert.match(cookie, /^__Host-/)
    const attributes = new Set(cookie.split('; ').slice(1))
    for (const attribute of ['Secure', 'HttpOnly', 'SameSite=Lax', 'Path=/'])
      assert.ok(attributes.has(attribute), cookie)
    assert.doesNotMatch(cookie, /Domain=/i)
  }
})

test('over HTTP a session cookie is not `Secure`', async () => {
  const person = { name: 'Hal', email: 'hal@example.org', password: 'secret-7' }
  const [cookie = ''] = (await openProvider(shop).post('/sign-up/email', person)).headers.getSetCookie()
  assert.match(cookie, /^better-auth\.session_token=.*; HttpOnly/)
  assert.doesNotMatch(cookie, /Secure/)
})

test('no call sets the fields that prove an email or a second factor', async () => {
  const { post } = openProvider(shop)
  const person = { name: 'Hana', email: 'hana@example.com', password: 'secret-7' }
  const now = new Date().toISOString()
  const refused = await post('/sign-up/email', { ...person, emailVerifiedAt: now })
  assert.deepEqual([refused.status, (await refused.json()).code], [400, 'FIELD_NOT_ALLOWED'])
  const extra = { emailVerified: true, secondFactorAt: now }
  const cookie = getCookie(await post('/sign-up/email', { ...person, ...extra }))
  assert.equal((await post('/update-session', { secondFactorAt: now }, cookie)).status, 400)
  const [{ user, session } = assert.fail()] = await shop.app.shop.db
    .select({ user: identityUsers, session: identitySessions })
    .from(identityUsers)
    .innerJoin(identitySessions, eq(identitySessions.userId, identityUsers.id))
    .where(eq(identityUsers.email, person.email))
  assert.deepEqual([user.emailVerified, user.emailVerifiedAt, session.secondFactorAt], [false, null, null])
})

test('a session lives seven days from its last use, but thirty in all', async () => {
  const provider = openProvider(shop)
  const { db } = shop.app.shop
  const person = { name: 'Ida', email: 'ida@example.com', password: 'secret-7' }
  const response = await provider.post('/sign-up/email', person)
  const cookie = getCookie(response)
  const { token } = await response.json()
  const ofIda = eq(identitySessions.token, token)
  const addDays = (count: number) => new Date(Date.now() + count * 86_400_000)
  const readExpiryAfterUse = async (createdAt: Date, expiresAt: Date) => {
    await db.update(identitySessions).set({ createdAt, expiresAt }).where(ofIda)
    const email = await provider.findEmail(cookie)
    const [session] = await db.select().from(identitySessions).where(ofIda)
    return [email, session && Math.round((session.expiresAt.getTime() - Date.now()) / 86_400_000)]
  }
  assert.deepEqual(await readExpiryAfterUse(addDays(-3), addDays(4)), [person.email, 7])
  assert.deepEqual(await readExpiryAfterUse(addDays(-28), addDays(1)), [person.email, 2])
  assert.deepEqual(await readExpiryAfterUse(addDays(-8), addDays(-1)), [undefined, undefined])
})

test('a new sign-in ends this browser’s previous session, and no session of another browser', async () => {
  const provider = openProvider(shop)
  const person = { name: 'Jan', email: 'jan@example.com', password: 'secret-7' }
  const first = getCookie(await provider.post('/sign-up/email', person))
  const elsewhere = getCookie(await provider.post('/sign-in/email', person))
  const second = getCookie(await provider.post('/sign-in/email', person, first))
  assert.equal(await provider.findEmail(first), undefined)
  assert.equal(await provider.findEmail(elsewhere), person.email)
  assert.equal(await provider.findEmail(second), person.email)
})

test('the current password is required to set another one, which ends every other session', async () => {
  const provider = openProvider(shop)
  const person = { name: 'Jo', email: 'jo@example.com', password: 'secret-7' }
  const elsewhere = getCookie(await provider.post('/sign-up/email', person))
  const here = getCookie(await provider.post('/sign-in/email', person))
  const change = (currentPassword: string) =>
    provider.post('/change-password', { currentPassword, newPassword: 'secret-8', revokeOtherSessions: false }, here)
  assert.equal((await change('a-guess')).status, 400)
  assert.equal(await provider.findEmail(elsewhere), person.email)
  const changed = await change(person.password)
  assert.equal(changed.status, 200)
  assert.equal(await provider.findEmail(elsewhere), undefined)
  assert.equal(await provider.findEmail(getCookie(changed)), person.email)
  assert.equal((await provider.post('/sign-in/email', person)).status, 401)
})

test('a password may be long, hold any characters, and is compared in full', async () => {
  const { post } = openProvider(shop)
  const password = `Ünïcode und Leerzeichen ${'ab '.repeat(30)}😀`
  const person = { name: 'Kim', email: 'kim@example.com', password }
  assert.equal((await post('/sign-up/email', person)).status, 200)
  assert.equal((await post('/sign-in/email', person)).status, 200)
  for (const other of [password.slice(0, -2), password.toUpperCase(), password.slice(0, 72)])
    assert.equal((await post('/sign-in/email', { ...person, password: other })).status, 401, other)
})

test('no response of the provider is cached', async () => {
  const { handle, post } = openProvider(shop)
  const person = { name: 'Lea', email: 'lea@example.com', password: 'secret-7' }
  const signedUp = await post('/sign-up/email', person)
  const get = (path: string) => handle(path, { headers: { cookie: getCookie(signedUp) } })
  for (const answer of [
    signedUp,
    await get('/get-session'),
    await get('/list-sessions'),
    await get('/list-accounts'),
  ]) {
    assert.equal(answer.status, 200)
    assert.equal(answer.headers.get('cache-control'), 'private, no-store')
  }
})

test('a password is stored as a salted hash, and tokens of Google are not stored', async () => {
  const person = { name: 'Mia', email: 'mia@example.com', password: 'secret-7' }
  await openProvider(shop).post('/sign-up/email', person)
  await openProvider(shop).post('/sign-up/email', { ...person, email: 'max@example.com' })
  const signInByGoogle = async () => {
    const start = await shop.request('/api/auth/sign-in/social', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ provider: 'google', callbackURL: '/signed-in' }),
    })
    const body = new URLSearchParams({ email: 'milo.okafor@example.com' })
    const chosen = await shop.request((await start.json()).url, { method: 'POST', body })
    const cookie = start.headers
      .getSetCookie()
      .map(each => each.split(';')[0])
      .join('; ')
    const signedIn = await shop.request(chosen.headers.get('location') ?? '', { headers: { cookie } })
    assert.match(signedIn.headers.get('location') ?? '', /\/signed-in$/)
  }
  await signInByGoogle()
  await signInByGoogle()
  const kept = await shop.app.shop.db.select().from(identityCredentials)
  const hashes = kept.map(each => each.password).filter(hash => hash !== null)
  assert.equal(new Set(hashes).size, hashes.length)
  for (const hash of hashes) assert.match(hash, /^[\da-f]{32}:[\da-f]{128}$/)
  const ofGoogle = kept.filter(each => each.providerId === 'google')
  assert.equal(ofGoogle.length, 1)
  for (const { accessToken, refreshToken, idToken } of ofGoogle)
    assert.deepEqual([accessToken, refreshToken, idToken], [null, null, null])
})

test('behind a proxy that ends TLS, Google returns to the shop’s HTTPS address', async () => {
  const google = { clientId: 'ours.apps.example', clientSecret: 'kept-on-the-server' }
  const { handle } = openProvider(shop, { origins: ['https://shop.example'], google })
  const headers = { 'content-type': 'application/json', origin: 'https://shop.example' }
  const body = JSON.stringify({ provider: 'google' })
  const start = await handle('/sign-in/social', { method: 'POST', headers, body }, 'http://shop.example')
  const { url } = await start.json()
  const { searchParams } = new URL(url)
  assert.equal(searchParams.get('redirect_uri'), 'https://shop.example/api/auth/callback/google')
  const callback = `/callback/google?error=access_denied&state=${searchParams.get('state')}`
  const back = await handle(callback, { headers: { cookie: getCookie(start) } }, 'http://shop.example')
  assert.equal(back.headers.get('location'), '/login?with=google&error=access_denied')
})

test('authentication events are logged with the user’s id, without their input', async () => {
  const lines: Record<string, unknown>[] = []
  const messages: Record<string, unknown>[] = []
  const log: Log = (_, event, fields = {}) => {
    if (event === 'identity') lines.push(fields)
    if (event === 'identity provider') messages.push(fields)
  }
  const provider = openProvider(shop, { log })
  const person = { name: 'Noa Nilsen', email: 'noa@example.com', password: 'secret-7' }
  const cookie = getCookie(await provider.post('/sign-up/email', person))
  await provider.findEmail(cookie)
  await provider.post('/sign-in/email', { ...person, password: 'a-guess' })
  await provider.post('/sign-in/email', person)
  await provider.post('/change-password', { currentPassword: 'a-guess', newPassword: 'secret-8' }, cookie)
  await provider.post('/reset-password', { token: 'made-up', newPassword: 'secret-8' })
  await provider.post('/sign-out', {}, cookie)
  const [{ identityUser: id } = {}] = lines
  assert.equal(typeof id, 'string')
  assert.deepEqual(
    lines.map(({ call, status, code, identityUser }) => [call, status, code, identityUser]),
    [
      ['/sign-up/email', 200, undefined, id],
      ['/sign-in/email', 401, 'INVALID_EMAIL_OR_PASSWORD', undefined],
      ['/sign-in/email', 200, undefined, id],
      ['/change-password', 400, 'INVALID_PASSWORD', id],
      ['/reset-password', 400, 'INVALID_TOKEN', undefined],
      ['/sign-out', 200, undefined, undefined],
    ],
  )
  assert.deepEqual(messages.at(-1), { severity: 'warn', message: 'Invalid password' })
  assert.doesNotMatch(JSON.stringify([lines, messages]), /noa|secret-7|a-guess|made-up/i)
})

test('an email of another alphabet or with an underscore in its domain signs up, logs in, and gets a new password', async () => {
  const { post, findEmail } = openProvider(shop)
  for (const email of ['a@xn--e1aybc.xn--p1ai', 'x_1@my_shop.example', 'a!b@example.com']) {
    const person = { name: 'Ann', email, password: 'secret-7' }
    assert.equal((await post('/sign-up/email', { ...person, email: email.toUpperCase() })).status, 200, email)
    assert.equal(await findEmail(getCookie(await post('/sign-in/email', person))), email)
    assert.equal((await post('/request-password-reset', { email })).status, 200)
    assert.match(await getMailTo(shop, email, /^Set a new password/), /reset-password/)
  }
  for (const email of [' a@example.com', 'a@example', `a@example.${'c'.repeat(21)}`, 'é@example.com'])
    assert.equal((await post('/sign-up/email', { name: 'Ann', email, password: 'secret-7' })).status, 400, email)
})

test('a call from a page at another address names the right one', async () => {
  const headers = { 'content-type': 'application/json', origin: 'http://127.0.0.1:8080' }
  const body = JSON.stringify({ email: 'ann@example.com', password: 'secret-7' })
  const answer = await openProvider(shop).handle('/sign-in/email', { method: 'POST', headers, body })
  const message = `Please open the shop at ${origin}. Nobody can log in at this address.`
  assert.deepEqual([answer.status, await answer.json()], [403, { code: 'INVALID_ORIGIN', message }])
})
