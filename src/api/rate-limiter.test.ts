import assert from 'node:assert/strict'
import { createHook } from 'node:async_hooks'
import { describe, test } from 'node:test'
import { serve } from '@hono/node-server'
import { inArray, sql } from 'drizzle-orm'
import { endpoints } from '#contract/endpoints.ts'
import { type OperationId, operations } from '#contract/operations.ts'
import { rateLimits } from '#db/tables/operation.ts'
import { findFreePort } from '#test/free-port.ts'
import { holdHashes } from '#test/held-hashes.ts'
import { assertRefused, buildOrderInput, openShop, origin } from '#test/open-shop.ts'
import { prepareTwoProcesses } from '#test/prepare.ts'
import { identityCalls } from './auth-routes.ts'
import { getLimitClass } from './calls.ts'
import { guessLimits, limits } from './rate-limiter.ts'

const minute = 60_000
const limited = { RATE_LIMITS: 'on', SECRET: 'the same in both processes of one shop' }

/** A proxy sends the client's IP address. */
const { shop, other, database } = prepareTwoProcesses({ ...limited, TRUSTED_PROXIES: '1' })

const ids = Object.keys(operations) as OperationId[]

test('each class has its limit per caller', () => {
  assert.deepEqual(limits, {
    read: { max: 3000, seconds: 60 },
    search: { max: 240, seconds: 60 },
    write: { max: 1000, seconds: 600 },
    heavy: { max: 300, seconds: 3600 },
    'sign-in': { max: 300, seconds: 900 },
  })
  assert.deepEqual(guessLimits, {
    loginAtAddress: { max: 10, seconds: 900 },
    login: { max: 100, seconds: 3600 },
    session: { max: 20, seconds: 21600 },
  })
})

test('GET calls count as reads and others as writes, with these exceptions', () => {
  const classes = Map.groupBy(ids, id => getLimitClass(id, {}))
  const isUsual = (id: OperationId) => (operations[id].startsWith('GET ') ? 'read' : 'write') === getLimitClass(id, {})
  const others = [...classes].map(([limit, of]) => [limit, of.filter(id => !isUsual(id)).toSorted()])
  assert.deepEqual(Object.fromEntries(others), {
    read: ['getPrices', 'issueAccessToken'],
    search: ['countToolFacets', 'findTools', 'suggestSkus'],
    write: [],
    heavy: [
      'addReview',
      'applyForCompany',
      'createPaymentIntent',
      'exportPersonalData',
      'getCreditNote',
      'getOrderDocument',
      'getPackingSlip',
      'inviteMember',
      'printOrders',
      'requestReturn',
      'uploadImage',
    ],
  })
  // They are counted per account, so none may be public.
  assert.deepEqual(
    ids.filter(id => ['write', 'heavy'].includes(getLimitClass(id, {})) && /public|proof/.test(endpoints[id].access)),
    [],
  )
})

test('calls of the identity provider count in these classes', () => {
  const paths = Object.entries(identityCalls)
  const classes = Map.groupBy(paths, ([, { limit, guessesAt }]) => [limit, guessesAt].join(' ').trim())
  assert.deepEqual(Object.fromEntries([...classes].map(([limit, calls]) => [limit, calls.map(([call]) => call)])), {
    heavy: ['POST /sign-up/email', 'POST /send-verification-email', 'POST /request-password-reset'],
    'sign-in login': ['POST /sign-in/email'],
    'sign-in': [
      'POST /sign-in/social',
      'GET /callback/google',
      'GET /callback/oidc',
      'POST /confirm-email',
      'POST /check-password-token',
      'POST /reset-password',
    ],
    'sign-in session': [
      'POST /change-password',
      'POST /two-factor/enable',
      'POST /two-factor/disable',
      'POST /two-factor/generate-backup-codes',
      'POST /two-factor/verify-totp',
      'POST /two-factor/verify-backup-code',
    ],
    read: [
      'GET /get-session',
      'GET /list-sessions',
      'POST /revoke-session',
      'POST /revoke-other-sessions',
      'POST /sign-out',
    ],
  })
})

function advanceClocks(milliseconds: number): void {
  for (const each of [shop, other]) each.advanceClock(milliseconds)
}

let ipCount = 0
function createIp(): string {
  ipCount += 1
  return `198.51.${ipCount >> 8}.${ipCount & 255}`
}

let emails = 0
function createEmail(): string {
  emails += 1
  return `somebody${emails}@example.com`
}

function send(path: string, body: object, ip: string, to = shop, session = {}): Promise<Response> {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': ip, ...session }
  return to.request(`/api/auth${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
}

const logIn = (email: string, password: string | undefined, ip: string, to = shop) =>
  send('/sign-in/email', { email, password }, ip, to)
const requestReset = (email: string, ip: string, to = shop) => send('/request-password-reset', { email }, ip, to)

async function countStatuses(answers: Iterable<Promise<Response>>): Promise<Record<number, number>> {
  const counts: Record<number, number> = {}
  for (const { status } of await Promise.all(answers)) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

/** Sends 100 calls at a time, so that the visitor queue does not refuse any. */
async function countStatusesInTurn(count: number, ask: () => Promise<Response>): Promise<Record<number, number>> {
  const counts: Record<number, number> = {}
  for (let asked = 0; asked < count; asked += 100) {
    const some = await countStatuses(repeat(Math.min(100, count - asked), ask))
    for (const [status, times] of Object.entries(some)) counts[Number(status)] = (counts[Number(status)] ?? 0) + times
  }
  return counts
}

const repeat = <Answer>(count: number, ask: (index: number) => Answer) =>
  Array.from({ length: count }, (_, i) => ask(i))
async function repeatInSequence(count: number, ask: () => Promise<Response>): Promise<number[]> {
  const seen: number[] = []
  for (let done = 0; done < count; done++) seen.push((await ask()).status)
  return seen
}

const countCounters = async () => {
  const { rows } = await database.db.execute<{ count: number }>(sql`select count(*)::integer as count from rate_limits`)
  return rows[0]?.count ?? 0
}

const lockEverywhere = (email: string) => exhaust(() => logIn(email, 'wrong-guess', createIp()))

async function exhaust(call: () => Promise<unknown>): Promise<void> {
  const readCounters = async () => {
    const counters = await database.db.select().from(rateLimits)
    return new Map(counters.map(({ key, remaining }) => [key, remaining]))
  }
  const before = await readCounters()
  await call()
  const counted = [...(await readCounters())].filter(([key, remaining]) => before.get(key) !== remaining)
  const keys = counted.map(([key]) => key)
  await database.db.update(rateLimits).set({ remaining: 0 }).where(inArray(rateLimits.key, keys))
}

describe('a login', () => {
  test('is locked at an IP address for 15 minutes from the tenth wrong password on, and nowhere else', async () => {
    const { email } = await shop.signUp()
    const ip = createIp()
    assert.deepEqual(new Set(await repeatInSequence(9, () => logIn(email, 'wrong-guess', ip))), new Set([401]))
    advanceClocks(10 * minute)
    assert.equal((await logIn(email, 'wrong-guess', ip)).status, 401)

    const locked = await logIn(email, 'secret-7', ip)
    assert.equal(locked.status, 429)
    const wait = Number(locked.headers.get('retry-after'))
    assert.ok(wait > 14 * 60 && wait <= 15 * 60, String(wait))
    const { code, detail } = await locked.json()
    assert.equal(code, 'too_many_requests')
    assert.match(detail, /^Too many tries in a short time\. Please try again in 1[45] minutes\.$/)
    assert.equal((await logIn(email, 'secret-7', createIp())).status, 200)

    advanceClocks(14 * minute)
    assert.equal((await logIn(email, 'secret-7', ip)).status, 429)
    advanceClocks(minute)
    assert.equal((await logIn(email, 'secret-7', ip)).status, 200)
  })

  test('is locked alike for an email that nobody signed up with', async () => {
    const ip = createIp()
    const email = createEmail()
    const seen = await repeatInSequence(11, () => logIn(email, 'wrong-guess', ip))
    assert.deepEqual(seen, [...repeat(10, () => 401), 429])
    assert.equal((await logIn(` ${email.toUpperCase()}`, 'wrong-guess', ip)).status, 429)
  })

  test('with the right password clears the wrong ones before it', async () => {
    const { email } = await shop.signUp()
    const ip = createIp()
    for (let round = 0; round < 2; round++) {
      await repeatInSequence(9, () => logIn(email, 'wrong-guess', ip))
      assert.equal((await logIn(email, 'secret-7', ip)).status, 200)
    }
  })

  test('that is locked at one IP address leaves the owner’s tries elsewhere', async () => {
    const { email } = await shop.signUp()
    const ip = createIp()
    assert.deepEqual(await countStatuses(repeat(30, () => logIn(email, 'wrong-guess', ip))), { 401: 10, 429: 20 })
    assert.equal((await logIn(email, 'secret-7', createIp())).status, 200)
  })

  test('is locked everywhere after a hundred tries from many IP addresses', async () => {
    const email = createEmail()
    await lockEverywhere(email)
    assert.equal((await logIn(email, 'wrong-guess', createIp())).status, 429)
  })

  test('is not counted unless its password is compared', async () => {
    const { email } = await shop.signUp()
    const ip = createIp()
    const body = JSON.stringify({ email, password: 'secret-7' })
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': ip, cookie: 'x=y' }
    const refused = [
      () => logIn(email, undefined, ip),
      () =>
        shop.request('/api/auth/sign-in/email', {
          method: 'POST',
          headers: { ...headers, origin: 'https://evil.example' },
          body,
        }),
    ]
    for (const [index, status] of [400, 403].entries())
      assert.deepEqual(new Set(await repeatInSequence(15, refused[index] ?? assert.fail)), new Set([status]))
    assert.equal((await logIn(email, 'secret-7', ip)).status, 200)
  })

  test('is not counted when the shop fails to answer it', async t => {
    const errors: string[] = []
    const shared = { ...database, close: async () => {} }
    const failing = await openShop(
      { ...limited, TRUSTED_PROXIES: '1' },
      { database: shared, onError: event => errors.push(event) },
    )
    t.after(() => failing.app.close())
    const { email } = await shop.signUp()
    const ip = createIp()
    await database.db.execute('alter table identity_sessions rename to away')
    const seen = await repeatInSequence(11, () => logIn(email, 'secret-7', ip, failing)).finally(() =>
      database.db.execute('alter table away rename to identity_sessions'),
    )
    assert.deepEqual(seen, Array(11).fill(500))
    assert.equal(errors.length, 11)
    assert.equal((await logIn(email, 'secret-7', ip)).status, 200)
  })

  test('sent as a form is refused, since its email would not be counted', async () => {
    for (const type of ['application/x-www-form-urlencoded', 'text/application/json', 'application/jsonp', '']) {
      const body = String(new URLSearchParams({ email: createEmail(), password: 'wrong-guess' }))
      const headers = { 'x-forwarded-for': createIp(), 'content-type': type }
      const response = await shop.request('/api/auth/sign-in/email', { method: 'POST', headers, body })
      assert.deepEqual([response.status, (await response.json()).code], [400, 'invalid_input'], type)
    }
  })

  test('with an email of more than 320 characters is refused, as is a sign-up', async () => {
    const send = (path: string, email: string) =>
      shop.request(`/api/auth${path}`, {
        method: 'POST',
        headers: { 'x-forwarded-for': createIp(), 'content-type': 'application/json' },
        body: JSON.stringify({ email, name: 'Ada', password: 'secret-7' }),
      })
    const long = `${'a'.repeat(309)}@example.com`
    for (const path of ['/sign-up/email', '/sign-in/email']) assert.equal((await send(path, long)).status, 400, path)
    assert.equal((await send('/sign-up/email', `${'a'.repeat(308)}@example.com`)).status, 200)
  })

  test('without an email that is a text is refused', async () => {
    for (const body of ['"ada@example.com"', 'null', '5', '[]', '{}', '{"email":5}', '{"email":null}', '{']) {
      const headers = { 'x-forwarded-for': createIp(), 'content-type': 'application/json' }
      const response = await shop.request('/api/auth/sign-in/email', { method: 'POST', headers, body })
      assert.equal(response.status, 400, body)
    }
  })

  test('hashes once, whether the email has an account or not', async () => {
    const { email } = await shop.signUp()
    let hashes = 0
    const hook = createHook({ init: (_, type) => void (type === 'SCRYPTREQUEST' && hashes++) }).enable()
    const work = []
    const answers = []
    for (const each of [email, createEmail()]) {
      hashes = 0
      const answer = await logIn(each, 'wrong-guess', createIp())
      answers.push([answer.status, await answer.text()])
      work.push(hashes)
    }
    hook.disable()
    assert.deepEqual(work, [1, 1])
    assert.deepEqual(answers[0], answers[1])
  })
})

test('ten logins at once hash two passwords at a time: other work has threads left', async t => {
  const { email } = await shop.signUp()
  const hashes = holdHashes()
  t.after(hashes.release)
  const answers = repeat(10, () => logIn(email, 'wrong-guess', createIp()))
  await hashes.waitFor(2)
  // A third hash would start in this time.
  for (let call = 0; call < 20; call++) assert.equal((await shop.request('/api/tools')).status, 200)
  await hashes.waitFor(2)
  hashes.release()
  for (const { status } of await Promise.all(answers)) assert.equal(status, 401)
})

test('a login waits for few passwords of another network', async t => {
  const { email } = await shop.signUp()
  const guess = (ip: string) => logIn(email, 'wrong-guess', ip)
  const ip = createIp()
  const cookie = (await logIn((await shop.signUp()).email, 'secret-7', createIp())).headers.getSetCookie().join('; ')
  const guessInSession = (ip: string) =>
    send('/change-password', { currentPassword: 'wrong-guess', newPassword: 'wrong-guess' }, ip, shop, { cookie })
  const calls = {
    'logins of one IP address': () => guess(ip),
    'logins of an IPv6 site': (index: number) => guess(`2001:db8:1:${index}00::1`),
    'changes of a password of an IPv6 site': (index: number) => guessInSession(`2001:db8:2:${index}00::1`),
  }
  for (const [name, call] of Object.entries(calls)) {
    const hashes = holdHashes()
    t.after(hashes.release)
    const others = repeat(10, call)
    await hashes.waitFor(2)
    const own = logIn(createEmail(), 'own-guess', createIp())
    const order = []
    while (order.at(-1) !== 'own-guess') order.push(await hashes.runOldest(2))
    hashes.release()
    await Promise.all([own, ...others])
    // Counting the guess takes three statements before it is queued.
    assert.ok(order.length <= 7, `${name}: ${order}`)
  }
})

test('calls that send mail are limited per IP address, not per email', async () => {
  const { email } = await shop.signUp()
  for (const [path, body] of [
    ['/request-password-reset', { email }],
    ['/send-verification-email', { email }],
    ['/sign-up/email', { email, name: 'x', password: 'secret-7' }],
  ] as const) {
    const ip = createIp()
    await exhaust(() => send(path, body, ip))
    assert.equal((await send(path, body, ip)).status, 429, path)
    assert.notEqual((await send(path, body, createIp())).status, 429, path)
  }
})

test('a password that is set by a mailed link clears the counters of its email', async () => {
  const { email } = await shop.signUp()
  await lockEverywhere(email)
  const ip = createIp()
  await repeatInSequence(10, () => logIn(email, 'wrong-guess', ip))
  await requestReset(email, ip)
  const mails = await shop.listMails()
  const token = /reset-password\?token=(\S+)/.exec(mails.findLast(mail => mail.to === email)?.body ?? '')?.[1]
  assert.equal((await send('/reset-password', { token, newPassword: 'secret-8' }, ip)).status, 200)
  for (const from of [createIp(), ip]) assert.equal((await logIn(email, 'secret-8', from)).status, 200)
  await lockEverywhere(email)
  assert.equal((await logIn(email, 'secret-8', createIp())).status, 429)
})

describe('a forged X-Forwarded-For evades no limit', () => {
  const guess = { token: 'guess', newPassword: 'secret-8' }

  test('behind a proxy', async () => {
    const ip = createIp()
    const answers = repeat(310, () => send('/reset-password', guess, `${createIp()}, ${ip}`))
    assert.deepEqual(await countStatuses(answers), { 400: 300, 429: 10 })
  })

  test('at the shop’s own port, where the connection counts', async t => {
    const direct = await openShop(limited)
    const port = await findFreePort()
    const server = serve({ fetch: direct.app.fetch, hostname: '127.0.0.1', port })
    t.after(async () => {
      server.close()
      await direct.app.close()
    })
    const answers = repeat(310, () =>
      fetch(`http://127.0.0.1:${port}/api/auth/reset-password`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin, 'x-forwarded-for': createIp() },
        body: JSON.stringify(guess),
      }),
    )
    assert.deepEqual(await countStatuses(answers), { 400: 300, 429: 10 })
    assert.equal((await send('/reset-password', guess, createIp(), direct)).status, 400)
  })
})

test('the processes of a shop share their counts, exactly, also at the same time', async () => {
  const [email, ip] = [createEmail(), createIp()]
  const guesses = repeat(20, index => logIn(email, 'wrong-guess', ip, index % 2 === 0 ? shop : other))
  assert.deepEqual(await countStatuses(guesses), { 401: 10, 429: 10 })
})

test('writes and heavy calls are counted per account, and not for admins', async () => {
  const [buyer, neighbour] = [await shop.createBuyer(), await shop.createBuyer()]
  const addReview = ({ token }: { token: string }) =>
    shop.request('/api/review', { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: '{' })
  const tool = await shop.getTool()
  await exhaust(() => buyer.client.placeOrder(buildOrderInput(tool, buyer)))
  await assertRefused(buyer.client.placeOrder(buildOrderInput(tool, buyer)), 'too_many_requests')
  assert.equal((await buyer.client.listOrders({})).length, 1)
  assert.equal((await addReview(buyer)).status, 400)
  await exhaust(() => addReview(buyer))
  assert.equal((await addReview(buyer)).status, 429)
  await neighbour.client.placeOrder(buildOrderInput(tool, neighbour))
  assert.equal((await addReview(neighbour)).status, 400)

  const admin = await shop.logInAsAdmin()
  const before = await countCounters()
  assert.equal((await addReview(admin)).status, 400)
  assert.equal(await countCounters(), before)
})

test('a call writes a counter for each of its limits in the database', async () => {
  const { cookie } = await startSession()
  const { token } = await shop.createBuyer()
  const count = async (call: () => Promise<Response>) => {
    await database.db.execute(sql`delete from rate_limits`)
    assert.notEqual((await call()).status, 429)
    return countCounters()
  }
  for (const [call, { limit, guessesAt }] of Object.entries(identityCalls)) {
    const [method = '', path] = call.split(' ')
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': createIp(), cookie }
    const body = JSON.stringify({ email: createEmail(), password: 'wrong-guess' })
    const init = method === 'GET' ? { headers } : { method, headers, body }
    const counters = (limit === 'read' ? 0 : 1) + (guessesAt === 'login' ? 2 : guessesAt ? 1 : 0)
    // `/sign-out` ends the session that the next calls need.
    if (path !== '/sign-out') assert.equal(await count(() => shop.request(`/api/auth${path}`, init)), counters, call)
  }
  for (const id of ids.filter(each => /^(account|verified)$/.test(endpoints[each].access))) {
    const [method, path = ''] = operations[id].split(' ')
    const headers = { authorization: `Bearer ${token}` }
    const address = `/api${path.replace(/:\w+/g, '01900000-0000-7000-8000-000000000000')}`
    const init = { method: method ?? '', headers, ...(method === 'GET' ? {} : { body: '{' }) }
    const counters = ['write', 'heavy'].includes(getLimitClass(id, {})) ? 1 : 0
    assert.equal(await count(() => shop.request(address, init)), counters, id)
  }
})

async function startSession() {
  const { headers } = await logIn((await shop.signUp()).email, 'secret-7', createIp())
  const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? ''
  return { cookie, authorization: `Bearer ${headers.get('set-auth-token')}` }
}

test('a session guesses its password twenty times in six hours, from any IP address', async () => {
  const { cookie } = await startSession()
  const guess = () => {
    const body = { currentPassword: 'a-guess', newPassword: 'secret-8', email: createEmail() }
    return send('/change-password', body, createIp(), shop, { cookie })
  }
  assert.deepEqual(await repeatInSequence(21, guess), [...repeat(20, () => 400), 429])
})

test('a right password in a session uses up no guess', async () => {
  let { cookie } = await startSession()
  const change = async (currentPassword: string) => {
    const response = await send('/change-password', { currentPassword, newPassword: 'secret-8' }, createIp(), shop, {
      cookie,
    })
    cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
    return response.status
  }
  for (let count = 0; count < 19; count++) assert.equal(await change('a-guess'), 400)
  assert.deepEqual([await change('secret-7'), await change('a-guess'), await change('a-guess')], [200, 400, 429])
})

test('a session guesses its code twenty times in six hours, whatever other sessions it sends along', async () => {
  const { cookie } = await startSession()
  const others = [await startSession(), await startSession()]
  let count = 0
  const guess = () => {
    const { authorization } = others[count++ % 2] ?? assert.fail()
    return send('/two-factor/verify-totp', { code: '000000' }, createIp(), shop, { cookie, authorization })
  }
  assert.deepEqual(await repeatInSequence(21, guess), [...repeat(20, () => 400), 429])
})

test('public lists are counted per IP address in memory, and the calls of page loaders are not counted', async () => {
  const ip = createIp()
  // Refused input is the fastest reply.
  const list = (from: string) => shop.request('/api/toolCount?minPrice=x', { headers: { 'x-forwarded-for': from } })
  const before = await countCounters()
  shop.advanceClockToMinute()
  const seen = await countStatusesInTurn(3001, () => list(ip))
  assert.deepEqual(seen, { 400: 3000, 429: 1 })
  assert.equal((await list(createIp())).status, 400)
  assert.equal((await other.request('/api/toolCount', { headers: { 'x-forwarded-for': ip } })).status, 200)
  for (let loads = 0; loads < 3001; loads++)
    await shop.app.client.countTools({ query: { minPrice: Number.NaN } }).catch(() => {})
  assert.equal((await shop.app.client.countTools({})).count, 24)
  assert.equal(await countCounters(), before)
  advanceClocks(45_000)
  const refused = await list(ip)
  const seconds = Number(refused.headers.get('retry-after'))
  assert.deepEqual([refused.status, seconds], [429, 15])
  assert.deepEqual((await refused.json()).errors ?? [], [])
  advanceClocks(minute)
  assert.equal((await list(ip)).status, 400)
})

test('calls of one network take turns with those of others', async () => {
  const ask = (ip: string) => shop.request('/api/toolIds', { headers: { 'x-forwarded-for': ip } })
  const ip = createIp()
  const done: string[] = []
  const answers = repeat(300, async () => {
    const { status } = await ask(ip)
    if (status === 200) done.push('flood')
    return status
  })
  const other = ask(createIp()).then(({ status }) => {
    done.push('other')
    return status
  })
  assert.equal(await other, 200)
  // In one queue for all, it would come after 200.
  assert.ok(done.length <= 50, `after ${done.length}`)
  const statuses = await Promise.all(answers)
  assert.equal(statuses.filter(status => status === 429).length, 100)
})

for (const search of ['q=saw', 'spec=power:1..2'])
  test(`API searches by ${search} are counted apart from other lists`, async () => {
    const ip = createIp()
    const ask = (path: string) => shop.request(`/api${path}`, { headers: { 'x-forwarded-for': ip } })
    shop.advanceClockToMinute()
    const seen = await countStatusesInTurn(241, () => ask(`/toolCount?minPrice=x&${search}`))
    assert.deepEqual(seen, { 400: 240, 429: 1 })
    for (const path of ['/toolCount?minPrice=x', '/toolCount?minPrice=x&q='])
      assert.equal((await ask(path)).status, 400)
    assert.equal((await ask('/users?q=saw')).status, 401)
  })

test('a counter contains no email and no IP address', async () => {
  await database.db.execute(sql`delete from rate_limits`)
  await logIn(createEmail(), 'wrong-guess', createIp())
  const { rows } = await database.db.execute<{ key: string }>(sql`select key from rate_limits`)
  assert.equal(rows.length, 3)
  for (const { key } of rows) assert.match(key, /^[\w-]{43}$/)
})

test('a clock that was years ahead locks no caller for longer than the interval', async () => {
  const ip = createIp()
  const confirm = () => send('/confirm-email', { token: 'guess' }, ip)
  await exhaust(confirm)
  await database.db.execute(sql`update rate_limits set ends_at = ends_at + interval '3 years'`)
  const locked = await confirm()
  const wait = Number(locked.headers.get('retry-after'))
  assert.ok(locked.status === 429 && wait <= 15 * 60, String(wait))
  advanceClocks(16 * minute)
  assert.notEqual((await confirm()).status, 429)
})

test('the OpenAPI document says how calls are refused', async () => {
  const document = await (await shop.request('/api/openapi.json')).json()
  const { responses } = document.paths['/bookingOrder'].post
  assert.ok(responses[429].headers['Retry-After'])
})
