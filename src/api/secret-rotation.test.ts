import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, type TestShop } from '#test/open-shop.ts'
import { prepare, prepareTwoProcesses, setUp } from '#test/prepare.ts'

const [old, young] = ['o', 'y'].map(letter => letter.repeat(32)) as [string, string]

/** `former` was started before `SECRET` was replaced, `present` after. */
const { shop: former, other: present } = prepareTwoProcesses({ SECRET: old }, { SECRET: young, SECRET_BEFORE: old })
const buyer = prepare(() => former.signUp())
let cookie: string
let signedBearer: string

setUp(async () => {
  const login = await logIn(former)
  cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  signedBearer = login.headers.get('set-auth-token') ?? ''
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

test('a new SECRET ends access tokens and sessions, and a login by password works again', async () => {
  await assertRefused(present.createClient(buyer.token).listOrders({}), 'token_invalid')
  for (const proof of [{ cookie }, { authorization: `Bearer ${signedBearer}` }]) {
    assert.equal(await exchange(former, proof), 200)
    assert.equal(await exchange(present, proof), 401)
  }
  const { token } = await present.logIn(buyer.email, 'secret-7')
  assert.deepEqual(await present.createClient(token).listOrders({}), [])
  await assertRefused(former.createClient(token).listOrders({}), 'token_invalid')
})

test('a session that no secret signed is refused', async () => {
  const [name, value = ''] = cookie.split('=')
  const [token] = decodeURIComponent(value).split('.')
  for (const forged of [`${token}.`, `${token}.${'A'.repeat(43)}=`, `.`, '%']) {
    assert.equal(await exchange(former, { cookie: `${name}=${encodeURIComponent(forged)}` }), 401)
  }
})
