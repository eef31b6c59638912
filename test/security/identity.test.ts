import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { describe, test } from 'node:test'
import { eq, type SQL, sql } from 'drizzle-orm'
import { accounts } from '#db/tables/accounts.ts'
import { identityUsers } from '#db/tables/identity.ts'
import { getMailTo, postToIdentity } from '#test/identity/identity-scenario.ts'
import { assertRefused, origin, type TestAccount } from '#test/open-shop.ts'
import { prepareShopWithPages } from '#test/prepare.ts'
import { waitUntil, withDeadline } from '#test/wait-until.ts'

const shop = prepareShopWithPages()

const post = (path: string, body: object, headers?: Record<string, string>) => postToIdentity(shop, path, body, headers)

async function createSession({ email }: TestAccount): Promise<{ authorization: string }> {
  const { headers } = await post('/sign-in/email', { email, password: 'secret-7' })
  return { authorization: `Bearer ${headers.get('set-auth-token')}` }
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
  ['__proto__']: { role: 'admin' },
}

describe('mass assignment changes no role', () => {
  test('in the body of a sign-up', async () => {
    const email = 'mass@example.com'
    const response = await post('/sign-up/email', { ...privileges, email, name: 'Mass', password: 'secret-7' })
    assert.ok(response.status < 500)
    const [user] = await shop.app.shop.db.select().from(identityUsers).where(eq(identityUsers.email, email))
    assert.notEqual(user?.id, 'chosen')
    assert.notEqual(user?.emailVerified, true)
    if (!response.ok) return
    const person = await shop.logIn(email, 'secret-7')
    await assertRefused(person.client.listAccounts({}), 'admins_only')
  })

  test('in the bodies of a profile and a review', async () => {
    const buyer = await shop.createBuyer()
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
    const [account] = await shop.app.shop.db.select().from(accounts).where(eq(accounts.email, email))
    assert.deepEqual([account?.role, account?.emailVerified], ['customer', false])
  })
})

describe('a mailed token', () => {
  test('is in no answer, and its page sends no referrer', async () => {
    const buyer = await shop.signUp()
    const response = await post('/request-password-reset', { email: buyer.email, redirectTo: '/reset-password' })
    const body = await getMailTo(shop, buyer.email, /^Set a new password/)
    const token = /token=([\w-]+)/.exec(body)?.[1] ?? assert.fail('no token')
    assert.ok(!(await response.text()).includes(token))
    assert.ok(!JSON.stringify([...response.headers]).includes(token))
    const page = await shop.app.fetch(new Request(`${origin}/reset-password?token=${token}`))
    assert.equal(page.headers.get('referrer-policy'), 'no-referrer')
    assert.ok(!/(src|href)="https?:\/\/(?!127\.0\.0\.1)/.test(await page.text()))
  })

  test('is requested with one reply for verified, unverified and unknown emails', async () => {
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

test('reading creates no row, signed in or not', async () => {
  const { db } = shop.app.shop
  const buyer = await shop.signUp()
  const session = await createSession(buyer)
  const readRows = async () => {
    const { rows } = await db.execute<{ name: string }>(
      sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    )
    assert.ok(rows.length > 10)
    return Promise.all(
      rows.map(async ({ name }) => [name, (await db.execute(sql`select 1 from ${sql.identifier(name)}`)).rows.length]),
    )
  }
  const before = await readRows()
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
        assert.ok((await shop.app.fetch(new Request(origin + path, { headers }))).status < 500, path)
  assert.deepEqual(await readRows(), before)
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
  const named = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/image.png`
  assert.equal((await fetch(named)).status, 200)
  heard.length = 0

  const buyer = await shop.signUp()
  const admin = await shop.logInAsAdmin()
  const { name, email } = buyer
  const form = new FormData()
  form.set('image', named)
  const upload = { method: 'POST', headers: { authorization: `Bearer ${buyer.token}` }, body: form }
  assert.equal((await shop.request('/api/images/upload', upload)).status, 400)
  await assertRefused(
    buyer.client.addReview({ body: { name, email, comment: 'x', rating: 5, img: named, city: 'x' } }),
    'image_unknown',
  )
  const tool = { name: 'x', image: named, price: 1, available: 1, minimum: 1, description: 'x' }
  await assertRefused(admin.client.addTool({ body: tool }), 'image_unknown')
  const profile = { name, email, education: named, city: named, phone: named, linkedIn: named }
  await buyer.client.createProfile({ body: profile })
  await post('/update-user', { image: named }, await createSession(buyer))
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

/** While a transaction holds what it has locked, and a call waits for that. */
async function runWhileLocked(lock: SQL, calls: () => Promise<unknown>[], run: () => Promise<unknown>): Promise<void> {
  const { db } = shop.app.shop
  const isHeld = Promise.withResolvers<void>()
  const isOver = Promise.withResolvers<void>()
  const locking = db.transaction(async transaction => {
    await transaction.execute(lock)
    isHeld.resolve()
    await isOver.promise
  })
  await isHeld.promise
  const waiting = calls()
  const isOneWaiting = async () => (await db.execute(sql`select from pg_locks where not granted`)).rows.length > 0
  try {
    await waitUntil(isOneWaiting, 'a call waits for the lock')
    await withDeadline(run(), 'others are served')
  } finally {
    isOver.resolve()
    await locking
  }
  await Promise.all(waiting)
}

test('sign-ups that wait in the database leave connections to other calls', async () => {
  const signUp = async (_: unknown, index: number) => {
    const body = { email: `crowd${index}@example.com`, name: 'Crowd', password: 'secret-7' }
    assert.equal((await post('/sign-up/email?from=shop', body)).status, 200)
  }
  await runWhileLocked(
    sql`lock table ${identityUsers} in exclusive mode`,
    () => Array.from({ length: 20 }, signUp),
    () => shop.client.countTools({}),
  )
})

test('calls of one account that wait in the database leave connections to others', async () => {
  const [buyer, other] = [await shop.createVerifiedBuyer(), await shop.createVerifiedBuyer()]
  const { insertedId: id } = await buyer.client.addSavedList({ body: { name: 'Mine', lines: [] } })
  const update = () => buyer.client.updateSavedList({ params: { id }, body: { name: 'Ours', lines: [] } })
  await runWhileLocked(
    sql`select from saved_lists where id = ${id} for update`,
    () => Array.from({ length: 40 }, update),
    () => other.client.listSavedLists({}),
  )
})

test('a call that waited for others of its account is refused when that was blocked meanwhile', async () => {
  const buyer = await shop.createVerifiedBuyer()
  const { insertedId: id } = await buyer.client.addSavedList({ body: { name: 'Mine', lines: [] } })
  const update = () => buyer.client.updateSavedList({ params: { id }, body: { name: 'Ours', lines: [] } })
  const add = () => buyer.client.addSavedList({ body: { name: 'Late', lines: [] } })
  const { db } = shop.app.shop
  const countWaiting = async () => {
    const waiting = sql`select count(*)::int as count from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`
    return (await db.execute<{ count: number }>(waiting)).rows[0]?.count
  }
  let late: Promise<unknown>[] = []
  await runWhileLocked(
    sql`select from saved_lists where id = ${id} for update`,
    () => Array.from({ length: 3 }, update),
    async () => {
      await waitUntil(async () => (await countWaiting()) === 3, 'as many calls run as may')
      late = Array.from({ length: 10 }, () => assertRefused(add(), 'token_invalid'))
      // They are in the queue before other calls, which come later, are answered.
      for (let call = 0; call < 3; call++) await shop.client.countTools({})
      await db.execute(sql`update accounts set blocked_at = now() where email = ${buyer.email}`)
    },
  )
  await Promise.all(late)
})
