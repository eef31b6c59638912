import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { identityUsers } from '#db/tables.ts'
import type { Shop } from '#shop/shop.ts'
import { settleBehind } from '#test/concurrent-calls.ts'
import { openShop, type TestShop } from '#test/open-shop.ts'
import { getCookie, getMailTo } from './providers.ts'

describe('an owner who sets a new password has the account alone', () => {
  let shop: TestShop
  before(async () => {
    shop = await openShop()
  })
  after(() => shop.app.close())
  const post = (path: string, body: object, cookie = '') =>
    shop.request(`/api/auth${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    })
  const readUser = async (cookie: string) =>
    (await shop.request('/api/auth/get-session', { headers: { cookie } })).json()

  async function requestReset(email: string): Promise<string> {
    await post('/request-password-reset', { email })
    const link = await getMailTo(shop, email, /^Set a new password/)
    return /token=([\w-]+)/.exec(link)?.[1] ?? assert.fail('no token')
  }

  test('whatever logins with the old one are under way', async () => {
    const { email } = await shop.signUp()
    const token = await requestReset(email)
    const logins = Array.from({ length: 40 }, async (_, i) => {
      await wait(i * 4)
      return post('/sign-in/email', { email, password: 'secret-7' })
    })
    assert.equal((await post('/reset-password', { token, newPassword: 'secret-8' })).status, 200)
    for (const login of await Promise.all(logins)) if (login.ok) assert.equal(await readUser(getCookie(login)), null)
  })

  test('whatever change of the old one is under way', async () => {
    const { email } = await shop.signUp()
    const token = await requestReset(email)
    const cookie = getCookie(await post('/sign-in/email', { email, password: 'secret-7' }))
    const [changed, reset] = await Promise.all([
      post('/change-password', { currentPassword: 'secret-7', newPassword: 'secret-of-others' }, cookie),
      post('/reset-password', { token, newPassword: 'secret-8' }),
    ])
    assert.equal(reset.status, 200)
    if (changed.ok) assert.equal(await readUser(getCookie(changed)), null)
    assert.equal((await post('/sign-in/email', { email, password: 'secret-of-others' })).status, 401)
    assert.equal((await post('/sign-in/email', { email, password: 'secret-8' })).status, 200)
  })
})

test('a login while its account is closed is refused', async t => {
  const shop = await openShop()
  t.after(() => shop.app.close())
  const { email } = await shop.signUp()
  const logIn = async () => {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ email, password: 'secret-7' })
    const response = await shop.request('/api/auth/sign-in/email', { method: 'POST', headers, body })
    return [response.status, (await response.json()).code]
  }
  const deleteUser = ({ db }: Pick<Shop, 'db'>) => db.delete(identityUsers).where(eq(identityUsers.email, email))
  assert.deepEqual(await settleBehind(shop.app.shop, deleteUser, logIn), [[401, 'INVALID_EMAIL_OR_PASSWORD']])
})
