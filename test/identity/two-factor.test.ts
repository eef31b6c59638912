import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { and, eq } from 'drizzle-orm'
import type { Db } from '#db/database.ts'
import { accounts } from '#db/tables/accounts.ts'
import {
  identityCredentials,
  identitySessions,
  identityTwoFactors,
  identityUsers,
  identityVerifications,
} from '#db/tables/identity.ts'
import { renewTwoFactorEncryption } from '#providers/identity/two-factor.ts'
import { openTestDatabase } from '#test/databases.ts'
import { assertRefused, buildOrderInput, openShop, type TestShop } from '#test/open-shop.ts'
import { getCookie, getMailTo, issueAccessToken, listMailsTo, openScenario } from './identity-scenario.ts'
import { openProvider } from './open-provider.ts'
import { computeCode } from './totp.ts'

/** A browser of that shop, with its cookies. */
function openBrowser(shop: TestShop) {
  const cookies = new Map<string, string>()
  async function send(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    headers.set('cookie', [...cookies].map(pair => pair.join('=')).join('; '))
    const response = await shop.request(path, { ...init, headers })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (/Max-Age=0/i.test(cookie)) cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }
  async function post(path: string, body: object) {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    const response = await send(`/api/auth${path}`, init)
    const bearer = response.headers.get('set-auth-token')
    return { ...(await response.json()), status: response.status, bearer }
  }
  return {
    post,
    logIn: (email: string, password = 'secret-7') => post('/sign-in/email', { email, password }),
    verify: (code: string) =>
      post(code.length === 6 ? '/two-factor/verify-totp' : '/two-factor/verify-backup-code', { code }),
    readSession: async () => (await send('/api/auth/get-session')).json(),
    getClient: async (email: string) =>
      shop.createClient(await issueAccessToken((path, init) => send(`/api${path}`, init), email)),
  }
}
type Browser = ReturnType<typeof openBrowser>

/** So that a test need not wait for the app's next code. */
const forgetUsedCodes = ({ app }: TestShop) => app.shop.db.delete(identityVerifications)

/** Sets the second factor up, as the page does. */
async function setUp(shop: TestShop, browser: Browser): Promise<{ uri: string; recoveryCodes: string[] }> {
  const { totpURI: uri, backupCodes: recoveryCodes } = await browser.post('/two-factor/enable', {
    password: 'secret-7',
  })
  assert.equal((await browser.verify(computeCode(uri))).status, 200)
  await forgetUsedCodes(shop)
  return { uri, recoveryCodes }
}

describe('a second factor', () => {
  let shop: TestShop
  before(async () => {
    shop = await openShop()
  })
  after(() => shop.app.close())

  async function signUpVerified(): Promise<string> {
    const { email } = await shop.signUp()
    await shop.app.shop.db.update(identityUsers).set({ emailVerified: true }).where(eq(identityUsers.email, email))
    return email
  }

  async function signUpWithFactor() {
    const email = await signUpVerified()
    const browser = openBrowser(shop)
    await browser.logIn(email)
    return { email, browser, ...(await setUp(shop, browser)) }
  }

  test('is asked for after the password, and begins the session', async () => {
    const { email, uri } = await signUpWithFactor()
    const browser = openBrowser(shop)
    const asked = await browser.logIn(email)
    assert.deepEqual([asked.status, asked.twoFactorRedirect, asked.token, asked.bearer], [200, true, undefined, null])
    assert.equal(await browser.readSession(), null)
    const wrong = String((Number(computeCode(uri)) + 1) % 1_000_000).padStart(6, '0')
    assert.equal((await browser.verify(wrong)).code, 'INVALID_CODE')
    const verified = await browser.verify(computeCode(uri))
    assert.ok(verified.status === 200 && verified.bearer)
    const { user, session } = await browser.readSession()
    assert.deepEqual([user.email, Boolean(session.secondFactorAt)], [email, true])
  })

  test('is not set up for an email that nobody has proven: it would lock the owner out', async () => {
    const { email } = await shop.signUp()
    const browser = openBrowser(shop)
    await browser.logIn(email)
    const { status, code } = await browser.post('/two-factor/enable', { password: 'secret-7' })
    assert.deepEqual([status, code], [403, 'EMAIL_NOT_VERIFIED'])
  })

  test('does not make a session a recent one: only a login does', async () => {
    const { email, browser } = await signUpWithFactor()
    const age = async () => {
      const old = new Date(Date.now() - 6 * 60_000)
      await shop.app.shop.db.update(identitySessions).set({ createdAt: old })
      return old.toISOString()
    }
    const since = await age()
    await browser.post('/two-factor/disable', { password: 'secret-7' })
    assert.equal((await browser.readSession()).session.createdAt, since)
    await setUp(shop, browser)
    const { session } = await browser.readSession()
    assert.deepEqual([session.createdAt, Boolean(session.secondFactorAt)], [since, true])
    const close = { params: { email }, query: { reviews: 'keep' as const } }
    await assertRefused((await browser.getClient(email)).closeAccount(close), 'recent_sign_in_required')
  })

  test('is set up without a password, where an account has none, after a recent login only', async () => {
    const email = await signUpVerified()
    const browser = openBrowser(shop)
    const { user } = await browser.logIn(email)
    const { db } = shop.app.shop
    const ofGoogle = { providerId: 'google', password: null }
    await db.update(identityCredentials).set(ofGoogle).where(eq(identityCredentials.userId, user.id))
    const setAge = (minutes: number) =>
      db.update(identitySessions).set({ createdAt: new Date(Date.now() - minutes * 60_000) })
    await setAge(6)
    const refused = await browser.post('/two-factor/enable', {})
    assert.deepEqual([refused.status, refused.code], [403, 'SESSION_NOT_FRESH'])
    await setAge(4)
    const { status, totpURI } = await browser.post('/two-factor/enable', {})
    assert.equal(status, 200)
    await setAge(6)
    assert.equal((await browser.verify(computeCode(totpURI))).status, 200)
    await forgetUsedCodes(shop)
  })

  test('of whoever signed up with somebody’s email ends when the owner takes the account', async () => {
    const { email, uri } = await signUpWithFactor()
    const other = await signUpWithFactor()
    const { db } = shop.app.shop
    await db.update(identityUsers).set({ emailVerified: false }).where(eq(identityUsers.email, email))
    const pending = openBrowser(shop)
    await pending.logIn(email)
    const owner = openBrowser(shop)
    await owner.post('/request-password-reset', { email })
    const token = /token=([\w-]+)/.exec(await getMailTo(shop, email, /^Set a new password/))?.[1]
    assert.equal((await owner.post('/reset-password', { token, newPassword: 'secret-8' })).status, 200)
    assert.equal((await pending.verify(computeCode(uri))).code, 'INVALID_TWO_FACTOR_COOKIE')
    assert.equal((await owner.logIn(email, 'secret-8')).twoFactorRedirect, undefined)
    assert.equal((await owner.readSession()).user.name, email.split('@')[0])
    const ofOther = openBrowser(shop)
    await ofOther.logIn(other.email)
    assert.equal((await ofOther.verify(computeCode(other.uri))).status, 200)
  })

  test('is not taken away by a bearer token, which the check before the call would not see', async () => {
    const email = await signUpVerified()
    const bearer = async () => {
      const init = { method: 'POST', headers: { 'content-type': 'application/json' } }
      const body = JSON.stringify({ email, password: 'secret-7' })
      const { headers } = await shop.request('/api/auth/sign-in/email', { ...init, body })
      return { ...init.headers, authorization: `Bearer ${headers.get('set-auth-token')}` }
    }
    const headers = await bearer()
    const browser = openBrowser(shop)
    await browser.logIn(email)
    await setUp(shop, browser)
    const session = await (await shop.request('/api/auth/get-session', { headers })).json()
    assert.equal(session?.user.email, email)
    for (const path of ['/two-factor/disable', '/two-factor/generate-backup-codes']) {
      const body = JSON.stringify({ password: 'secret-7' })
      assert.equal((await shop.request(`/api/auth${path}`, { method: 'POST', headers, body })).status, 401, path)
    }
  })

  test('is not taken away where the session cannot be read for the check before the call', async () => {
    const email = await signUpVerified()
    let fails = false
    const { db } = shop.app.shop
    const failingOnce: Db = new Proxy(db, {
      get(target, key) {
        if (fails && (key === 'select' || key === 'query')) {
          fails = false
          throw new Error('The connection has ended.')
        }
        return Reflect.get(target, key)
      },
    })
    const provider = openProvider(shop, { db: failingOnce })
    const cookie = getCookie(await provider.post('/sign-in/email', { email, password: 'secret-7' }))
    const isTheirs = eq(identityUsers.email, email)
    await db.update(identityUsers).set({ twoFactorEnabled: true }).where(isTheirs)
    fails = true
    const refused = await provider.post('/two-factor/disable', { password: 'secret-7' }, cookie)
    assert.deepEqual([refused.status, (await refused.json()).code, fails], [401, 'UNAUTHORIZED', false])
    const again = await provider.post('/two-factor/disable', { password: 'secret-7' }, cookie)
    assert.deepEqual([again.status, (await again.json()).code], [403, 'SECOND_FACTOR_REQUIRED'])
    assert.equal(await db.$count(identityUsers, and(isTheirs, eq(identityUsers.twoFactorEnabled, true))), 1)
  })

  test('is not set up before a code was entered', async () => {
    const email = await signUpVerified()
    const browser = openBrowser(shop)
    await browser.logIn(email)
    assert.equal((await browser.post('/two-factor/enable', { password: 'a-guess' })).code, 'INVALID_PASSWORD')
    const { backupCodes } = await browser.post('/two-factor/enable', { password: 'secret-7' })
    const { status, code } = await browser.verify(backupCodes[0])
    assert.deepEqual([status, code], [400, 'INVALID_BACKUP_CODE'])
    assert.equal((await browser.readSession()).session.secondFactorAt, null)
    assert.equal((await openBrowser(shop).logIn(email)).twoFactorRedirect, undefined)
  })

  test('may be a recovery code, which works once', async () => {
    const { email, recoveryCodes } = await signUpWithFactor()
    assert.equal(new Set(recoveryCodes).size, 10)
    const [code = ''] = recoveryCodes
    for (const status of [200, 401]) {
      const browser = openBrowser(shop)
      await browser.logIn(email)
      assert.equal((await browser.verify(code)).status, status)
      if (status === 200) assert.notEqual((await browser.readSession()).session.secondFactorAt, null)
    }
  })

  test('is the same code however it is typed: an app’s once, a recovery code in any case and with or without a hyphen', async () => {
    const { email, uri, recoveryCodes } = await signUpWithFactor()
    const [first = '', second = '', third = '', fourth = ''] = recoveryCodes
    const code = computeCode(uri)
    for (const [path, typed, status] of [
      ['totp', `${code.slice(0, 3)} ${code.slice(3)}`, 200],
      ['totp', code, 401],
      ['backup-code', first.toUpperCase(), 200],
      ['backup-code', ` ${second.replace('-', '').toLowerCase()} `, 200],
      ['backup-code', third.replace('-', ' '), 200],
      ['backup-code', third, 401],
      ['backup-code', fourth, 200],
    ] as const) {
      const browser = openBrowser(shop)
      await browser.logIn(email)
      assert.equal((await browser.post(`/two-factor/verify-${path}`, { code: typed })).status, status, typed)
    }
  })

  test('locks the account for an hour after ten wrong codes, five with one login', async () => {
    const { email, uri } = await signUpWithFactor()
    const seen: string[] = []
    for (let login = 0; login < 2; login++) {
      const browser = openBrowser(shop)
      await browser.logIn(email)
      for (let guess = 0; guess < 6; guess++) seen.push((await browser.verify('no-such-code')).code)
    }
    const wrong = Array.from({ length: 5 }, () => 'INVALID_BACKUP_CODE')
    assert.deepEqual(seen, [...wrong, 'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE', ...wrong, 'ACCOUNT_TEMPORARILY_LOCKED'])
    const owner = openBrowser(shop)
    await owner.logIn(email)
    assert.equal((await owner.verify(computeCode(uri))).code, 'ACCOUNT_TEMPORARILY_LOCKED')
    const [factor] = await shop.app.shop.db
      .select({ lockedUntil: identityTwoFactors.lockedUntil })
      .from(identityTwoFactors)
      .innerJoin(identityUsers, eq(identityUsers.id, identityTwoFactors.userId))
      .where(eq(identityUsers.email, email))
    const minutesLeft = ((factor?.lockedUntil?.getTime() ?? 0) - Date.now()) / 60_000
    assert.ok(minutesLeft > 59 && minutesLeft <= 60, String(minutesLeft))
  })

  test('is good once, also in two sessions at the same time', async () => {
    const { email, uri, browser: third } = await signUpWithFactor()
    const [first, second] = [openBrowser(shop), openBrowser(shop)]
    for (const browser of [first, second]) await browser.logIn(email)
    const code = computeCode(uri)
    const answers = await Promise.all([first, second].map(browser => browser.verify(code)))
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 401])
    await shop.app.shop.db.update(identitySessions).set({ secondFactorAt: null })
    assert.equal((await third.verify(code)).code, 'INVALID_CODE')
    assert.equal((await third.readSession()).session.secondFactorAt, null)
  })

  test('is skipped by no device', async () => {
    const { email, uri } = await signUpWithFactor()
    const browser = openBrowser(shop)
    await browser.logIn(email)
    await browser.post('/two-factor/verify-totp', { code: computeCode(uri), trustDevice: true })
    assert.equal((await browser.logIn(email)).twoFactorRedirect, true)
  })

  test('is removed with the password, by a session that began with a code', async () => {
    const { email, browser } = await signUpWithFactor()
    const { db } = shop.app.shop
    await db.update(identitySessions).set({ secondFactorAt: null })
    for (const path of ['/two-factor/disable', '/two-factor/generate-backup-codes'])
      assert.deepEqual((await browser.post(path, { password: 'secret-7' })).code, 'SECOND_FACTOR_REQUIRED')
    await db.update(identitySessions).set({ secondFactorAt: new Date() })
    assert.equal((await browser.post('/two-factor/disable', { password: 'a-guess' })).code, 'INVALID_PASSWORD')
    assert.equal((await browser.post('/two-factor/disable', { password: 'secret-7' })).status, 200)
    assert.equal((await browser.readSession()).session.secondFactorAt, null)
    assert.equal((await openBrowser(shop).logIn(email)).twoFactorRedirect, undefined)
  })

  test('of somebody who lost it is removed by the statements that the documentation has for it', async () => {
    const { email, browser } = await signUpWithFactor()
    const documentation = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8')
    const [, statements = ''] = /^## Second factors$.*?```sql\n(.*?)```/ms.exec(documentation) ?? []
    for (const statement of statements.trim().split(';\n'))
      await shop.app.shop.db.execute(statement.replaceAll('ada@example.com', email))
    assert.equal(await browser.readSession(), null)
    const { status, twoFactorRedirect } = await openBrowser(shop).logIn(email)
    assert.deepEqual([status, twoFactorRedirect], [200, undefined])
  })

  test('gets new recovery codes, which end the old ones', async () => {
    const { email, browser, recoveryCodes } = await signUpWithFactor()
    const { backupCodes } = await browser.post('/two-factor/generate-backup-codes', { password: 'secret-7' })
    for (const [codes, status] of [
      [recoveryCodes, 401],
      [backupCodes, 200],
    ]) {
      const other = openBrowser(shop)
      await other.logIn(email)
      assert.equal((await other.verify(codes[0])).status, status)
    }
  })

  test('stays with the session whose password changes', async () => {
    const { browser } = await signUpWithFactor()
    await browser.post('/change-password', { currentPassword: 'secret-7', newPassword: 'secret-8' })
    assert.ok((await browser.readSession()).session.secondFactorAt)
  })

  test('is asked for when the account is closed', async () => {
    const { email, uri, browser } = await signUpWithFactor()
    // As after a sign-in with Google, which asks for no code.
    await shop.app.shop.db.update(identitySessions).set({ secondFactorAt: null })
    const client = await browser.getClient(email)
    const close = () => client.closeAccount({ params: { email }, query: { reviews: 'keep' } })
    await assertRefused(close(), 'second_factor_required')
    assert.equal((await browser.verify(computeCode(uri))).status, 200)
    const subjects = (await listMailsTo(shop, email)).map(({ subject }) => subject)
    assert.equal(subjects.filter(subject => subject.startsWith('A second factor was set up')).length, 1)
    assert.deepEqual(await close(), { deletedCount: 1 })
  })

  test('ends a login that waits for its code, once the password is replaced, and nobody else’s', async () => {
    const other = await signUpWithFactor()
    for (const replace of [
      async ({ browser }: { email: string; browser: Browser }) => {
        const body = { currentPassword: 'secret-7', newPassword: 'secret-8' }
        assert.equal((await browser.post('/change-password', body)).status, 200)
      },
      async ({ email, browser }: { email: string; browser: Browser }) => {
        await browser.post('/request-password-reset', { email })
        const token = /token=([\w-]+)/.exec(await getMailTo(shop, email, /^Set a new password/))?.[1]
        assert.equal((await browser.post('/reset-password', { token, newPassword: 'secret-8' })).status, 200)
      },
    ]) {
      const { email, uri, browser } = await signUpWithFactor()
      const [waiting, ofOther] = [openBrowser(shop), openBrowser(shop)]
      await waiting.logIn(email)
      await ofOther.logIn(other.email)
      await replace({ email, browser })
      assert.equal((await waiting.verify(computeCode(uri))).code, 'INVALID_TWO_FACTOR_COOKIE')
      assert.equal((await ofOther.verify(computeCode(other.uri))).status, 200)
      await forgetUsedCodes(shop)
    }
  })

  test('is mailed about when it is set up and when it is taken away', async () => {
    const { email, browser } = await signUpWithFactor()
    await browser.post('/two-factor/disable', { password: 'secret-7' })
    const subjects = (await listMailsTo(shop, email)).map(({ subject }) => subject)
    assert.deepEqual(subjects.toSorted(), [
      'A second factor was set up for Big Wholesale',
      'The second factor was removed for Big Wholesale',
      'Verify your email for Big Wholesale',
    ])
  })

  test('is changed by nobody without a session', async () => {
    for (const call of ['enable', 'disable', 'generate-backup-codes'])
      assert.equal((await openBrowser(shop).post(`/two-factor/${call}`, { password: 'secret-7' })).status, 401)
  })

  test('is stored encrypted, and goes with a closed account', async () => {
    const { email, uri, browser, recoveryCodes } = await signUpWithFactor()
    const { db } = shop.app.shop
    const rows = JSON.stringify(await db.select().from(identityTwoFactors))
    const secret = new URL(uri).searchParams.get('secret') ?? ''
    for (const each of [secret, ...recoveryCodes]) assert.ok(!rows.includes(each))
    const before = await db.$count(identityTwoFactors)
    await (await browser.getClient(email)).closeAccount({ params: { email }, query: { reviews: 'keep' } })
    assert.equal(await db.$count(identityTwoFactors), before - 1)
  })
})

test('where admins need a second factor, what only they may do is refused without, and their role stays', async t => {
  const shop = await openShop({ REQUIRE_ADMIN_2FA: 'on' })
  t.after(() => shop.app.close())
  const [{ email }, other] = [await shop.signUp(), await shop.createBuyer()]
  const { db } = shop.app.shop
  await db.update(accounts).set({ role: 'admin' }).where(eq(accounts.email, email))
  await db.update(identityUsers).set({ emailVerified: true })
  const browser = openBrowser(shop)
  await browser.logIn(email)
  const without = await browser.getClient(email)
  assert.deepEqual(await without.isAdmin({ params: { email } }), { admin: true })
  assert.deepEqual(await without.listOrders({}), [])
  const ofOther = { params: { email: other.email } }
  await other.client.placeOrder(buildOrderInput(await shop.getTool(), other))
  const [{ _id: id } = assert.fail()] = await other.client.listOrders({})
  await assertRefused(without.getOrderDetails({ params: { id } }), 'order_not_found')
  await assertRefused(without.getOrderDocument({ params: { id, kind: 'proForma' } }), 'order_not_found')
  const params = { id, returnId: crypto.randomUUID() }
  const body = { lines: [{ toolId: crypto.randomUUID(), quantity: 1 }], reason: 'Blunt' }
  await assertRefused(without.requestReturn({ params, body }), 'order_not_found')
  for (const call of [
    () => without.listAccounts({}),
    () => without.promote(ofOther),
    () => without.isAdmin(ofOther),
    () => without.exportPersonalData(ofOther),
    () => without.closeAccount({ ...ofOther, query: { reviews: 'keep' } }),
    () => without.closeAccount({ params: { email }, query: { reviews: 'keep' } }),
  ])
    await assertRefused(call(), 'second_factor_required')

  const { uri } = await setUp(shop, browser)
  await assertRefused(without.listAccounts({}), 'token_invalid')
  const withFactor = await browser.getClient(email)
  assert.ok((await withFactor.listAccounts({})).length > 0)
  assert.deepEqual(await withFactor.isAdmin(ofOther), { admin: false })

  // As after a sign-in with Google, which asks for no code.
  await db.update(identitySessions).set({ secondFactorAt: null })
  await assertRefused(withFactor.listAccounts({}), 'second_factor_required')
  assert.equal((await browser.verify(computeCode(uri))).status, 200)
  assert.ok((await withFactor.listAccounts({})).length > 0)
})

test('a code with blanks is one of the app, and no guess; each refusal names the kind of code', async t => {
  const scenario = openScenario(await openShop({ RATE_LIMITS: 'on' }))
  t.after(() => scenario.shop.app.close())
  const { browser } = scenario
  const email = 'tove@example.com'
  await browser.signUp('Tove', email, 'secret-7')
  await scenario.verify(email)
  const { uri, recoveryCodes } = await browser.setUpSecondFactor('secret-7')
  const sixDigits = { message: 'The code of your app has six digits.' }
  await assert.rejects(browser.enterFirstCode(recoveryCodes[0] ?? ''), sixDigits)
  await browser.enterFirstCode(computeCode(uri).replace(/^.../, '$& '))
  await forgetUsedCodes(scenario.shop)
  await browser.signOut()
  assert.equal(await browser.signIn(email, 'secret-7'), true)
  for (let guess = 0; guess < 12; guess++) await assert.rejects(browser.enterCode('123 45'), sixDigits)
  await assert.rejects(browser.enterCode('ab1cd'), { message: /^That recovery code is not right/ })
  const wrong = String((Number(computeCode(uri)) + 1) % 1_000_000).padStart(6, '0')
  await assert.rejects(browser.enterCode(wrong.replace(/^.../, '$&-')), { message: /^That code is not right/ })
  await browser.enterCode(computeCode(uri).replace(/^.../, '$&\u00a0'))
  assert.equal(await browser.findEmail(), email)
})

test('a second factor is read after SECRET changed, also once the old one is removed', async t => {
  const database = await openTestDatabase()
  const shops: TestShop[] = []
  t.after(async () => {
    for (const shop of shops) await shop.app.close()
    await database.close()
  })
  const open = async (settings: Record<string, string>) => {
    const shop = await openShop(settings, { database: { ...database, close: async () => {} } })
    shops.push(shop)
    return shop
  }
  const [first, second] = ['f', 's'].map(letter => letter.repeat(32)) as [string, string]
  const before = await open({ SECRET: first })
  const { email } = await before.signUp()
  await database.db.update(identityUsers).set({ emailVerified: true })
  const browser = openBrowser(before)
  await browser.logIn(email)
  const { uri, recoveryCodes } = await setUp(before, browser)
  for (const [index, settings] of [{ SECRET: second, SECRET_BEFORE: first }, { SECRET: second }].entries()) {
    const shop = await open(settings)
    for (const code of [computeCode(uri), recoveryCodes[index] ?? '']) {
      const browser = openBrowser(shop)
      await browser.logIn(email)
      assert.equal((await browser.verify(code)).status, 200)
    }
    await forgetUsedCodes(shop)
  }
  const [user] = await database.db.select().from(identityUsers).where(eq(identityUsers.email, email))
  assert.equal(user?.twoFactorEnabled, true)
  const logged: unknown[] = []
  const [factor] = await database.db.select().from(identityTwoFactors)
  await renewTwoFactorEncryption(database.db, ['t'.repeat(32)], (level, event, fields) =>
    logged.push([level, event, fields?.id]),
  )
  assert.deepEqual(logged, [['error', 'a second factor cannot be read with SECRET or SECRET_BEFORE', factor?.id]])
})
