import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Database } from '#db/database.ts'
import { openTestDatabase } from '#test/databases.ts'
import { assertRefused, openShop, type TestAccount, type TestShop } from '#test/open-shop.ts'

const [oldest, old, young] = ['o', 'p', 'y'].map(letter => letter.repeat(32)) as [string, string, string]

/** One shop's processes, each with the secrets of another time. */
const shops: Partial<Record<'before' | 'rotated' | 'after', TestShop>> = {}
const getShop = (time: keyof typeof shops) => shops[time] ?? assert.fail('not open')

let database: Database
let buyer: TestAccount
let cookie: string
let signedBearer: string

before(async () => {
  database = await openTestDatabase()
  const shared = { ...database, close: async () => {} }
  shops.before = await openShop({ SECRET: old }, { database: shared })
  shops.rotated = await openShop({ SECRET: young, SECRET_BEFORE: `${old}, ${oldest}` }, { database: shared })
  shops.after = await openShop({ SECRET: young }, { database: shared })
  buyer = await shops.before.signUp()
  const login = await logIn(shops.before)
  cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  signedBearer = login.headers.get('set-auth-token') ?? ''
})
after(async () => {
  for (const shop of Object.values(shops)) await shop.app.close()
  await database.close()
})

const json = { 'content-type': 'application/json' }

function logIn(shop: TestShop): Promise<Response> {
  const body = JSON.stringify({ email: buyer.email, password: 'secret-7' })
  return shop.request('/api/auth/sign-in/email', { method: 'POST', headers: json, body })
}

async function exchange(shop: TestShop, proof: Record<string, string>): Promise<number> {
  const body = JSON.stringify({ email: buyer.email })
  const headers = { ...json, ...proof }
  return (await shop.request(`/api/storeUsers/${buyer.email}`, { method: 'PUT', headers, body })).status
}

const readKeyId = (token: string) => JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid

test('an access token of the secret before is good until that secret is dropped', async () => {
  assert.deepEqual(await getShop('rotated').createClient(buyer.token).listOrders({}), [])
  await assertRefused(getShop('after').createClient(buyer.token).listOrders({}), 'token_invalid')
})

test('a new access token is signed by the current secret, and names it', async () => {
  const { token } = await getShop('rotated').logIn(buyer.email, 'secret-7')
  assert.deepEqual(await getShop('after').createClient(token).listOrders({}), [])
  await assertRefused(getShop('before').createClient(token).listOrders({}), 'token_invalid')
  assert.match(readKeyId(token), /^[\w-]{8}$/)
  assert.notEqual(readKeyId(token), readKeyId(buyer.token))
})

test('a session of the previous secret stays valid, by cookie and by bearer token', async () => {
  for (const proof of [{ cookie }, { authorization: `Bearer ${signedBearer}` }]) {
    assert.equal(await exchange(getShop('rotated'), proof), 200)
    assert.equal(await exchange(getShop('after'), proof), 401)
  }
  const headers = { cookie: `theme=50%; ${cookie}` }
  const session = await getShop('rotated').request('/api/auth/get-session', { headers })
  assert.equal((await session.json()).user.email, buyer.email)
})

test('a session that no secret signed is refused', async () => {
  const [name, value = ''] = cookie.split('=')
  const [token] = decodeURIComponent(value).split('.')
  for (const forged of [`${token}.`, `${token}.${'A'.repeat(43)}=`, `.`, '%']) {
    assert.equal(await exchange(getShop('rotated'), { cookie: `${name}=${encodeURIComponent(forged)}` }), 401)
  }
})

test('a session of the previous secret can sign out', async () => {
  const signOut = { method: 'POST', headers: { ...json, cookie }, body: '{}' }
  assert.equal((await getShop('rotated').request('/api/auth/sign-out', signOut)).status, 200)
  assert.equal(await exchange(getShop('before'), { cookie }), 401)
})
