import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, afterEach, before, beforeEach, describe, mock, test } from 'node:test'
import { eq } from 'drizzle-orm'
import { identityUsers } from '#db/tables/identity.ts'
import { createOutboxQueue } from '#providers/mail/outbox.ts'
import { openShop, origin, type TestShop } from '#test/open-shop.ts'
import { withDeadline } from '#test/wait-until.ts'
import { createIdentity } from './better-auth.ts'
import { createBreachCheck } from './passwords.ts'

const hashOf = (password: string) => createHash('sha1').update(password).digest('hex').toUpperCase()

describe('a list of breached passwords', () => {
  const requests: Request[] = []
  let answer: () => Promise<Response>
  beforeEach(() => {
    mock.method(globalThis, 'fetch', (...asked: Parameters<typeof fetch>) => {
      requests.push(new Request(...asked))
      return answer()
    })
  })
  afterEach(() => mock.restoreAll())
  const open = (events: string[] = []) => createBreachCheck((level, event) => events.push(`${level} ${event}`))
  const known = `${'0'.repeat(35)}:0\r\n${hashOf('hunter22').slice(5)}:17\r\n${hashOf('padded').slice(5)}:0`

  test('finds a breached password, and neither another one nor the padding', async () => {
    answer = async () => new Response(known)
    assert.deepEqual(await Promise.all(['hunter22', 'padded', 'hunter23'].map(open())), [true, false, false])
  })

  test('receives five digits of a hash, and no password', async () => {
    answer = async () => new Response(known)
    await open()('hunter22')
    const { url, headers } = requests.at(-1) ?? assert.fail('not asked')
    assert.equal(url, `https://api.pwnedpasswords.com/range/${hashOf('hunter22').slice(0, 5)}`)
    assert.equal(headers.get('add-padding'), 'true')
  })

  test('that fails or does not answer blocks no sign-up, and is logged', async () => {
    const events: string[] = []
    const silent = new Promise<Response>(() => {})
    const failing = [
      async () => new Response('', { status: 503 }),
      async () => assert.fail('not reached'),
      () => silent,
    ]
    for (answer of failing) assert.equal(await withDeadline(open(events)('hunter22'), 'it gives up'), false)
    assert.deepEqual(events, Array(3).fill('info password not looked up'))
  })

  test('that did not answer is not asked again for a minute', async t => {
    const isBreached = open()
    answer = async () => assert.fail('not reached')
    await isBreached('hunter22')
    answer = async () => new Response(known)
    const asked = requests.length
    assert.equal(await isBreached('hunter22'), false)
    assert.equal(requests.length, asked)
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 61_000 })
    assert.equal(await isBreached('hunter22'), true)
  })
})

describe('a shop that checks passwords', () => {
  let shop: TestShop
  before(async () => {
    shop = await openShop()
  })
  after(() => shop.app.close())

  async function signUp(password: string) {
    const { db } = shop.app.shop
    const identity = createIdentity({
      db,
      mailQueue: createOutboxQueue(db),
      log: () => {},
      getStoreName: () => 'Big Wholesale',
      secret: 's'.repeat(32),
      origins: [origin],
      emptyAccount: assert.fail,
      isBreached: async each => each === 'hunter22' || each === 'short',
    })
    const body = JSON.stringify({ name: 'Rita Moss', email: 'r.moss.7@example.com', password })
    const headers = { 'content-type': 'application/json', origin }
    const { response: answer } = await identity.handle(
      new Request(`${origin}/api/auth/sign-up/email`, { method: 'POST', headers, body }),
    )
    await db.delete(identityUsers).where(eq(identityUsers.email, 'r.moss.7@example.com'))
    return answer.ok ? 'accepted' : (await answer.json()).message
  }

  test('refuses one from a breach, in a sentence', async () => {
    assert.equal(await signUp('hunter22'), 'That password is known from a data breach. Please take another one.')
  })

  test('refuses the names of the shop and of the person, with any separators', async () => {
    for (const password of ['bigwholesale', 'Big-Wholesale-1', 'ironmonger!', 'RitaMoss99', 'moss-2026', 'r.moss.7'])
      assert.equal(await signUp(password), 'That password is a name that others would try. Please take another one.')
  })

  test('accepts any other, and refuses a short one with the usual message', async () => {
    for (const password of ['rita loves hammers', '184630', 'hunter23'])
      assert.equal(await signUp(password), 'accepted')
    assert.equal(await signUp('short'), 'Password too short')
  })
})
