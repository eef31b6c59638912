import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { eq, sql } from 'drizzle-orm'
import { identityCredentials, identitySessions, identityUsers, identityVerifications } from '#db/tables.ts'
import { hashPassword } from '#providers/identity/embedded/stale-passwords.ts'
import type { Shop } from '#shop/shop.ts'
import { settleBehind } from '#test/concurrent-calls.ts'
import { openShop, type TestShop } from '#test/open-shop.ts'
import { getCookie } from './providers.ts'

let shop: TestShop
before(async () => {
  shop = await openShop()
})
after(() => shop.app.close())

const send = (path: string, body: object, cookie = '') =>
  shop.request(`/api/auth${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
  })

async function post(path: string, body: object, cookie?: string): Promise<[status: number, code: unknown]> {
  const response = await send(path, body, cookie)
  return [response.status, (await response.json()).code]
}

/** An account with the password secret-7, and how its owner sets secret-8 in a transaction. */
async function openAccount() {
  const { email } = await shop.signUp()
  const [user] = await shop.app.shop.db.select().from(identityUsers).where(eq(identityUsers.email, email))
  const id = user?.id ?? assert.fail('no user')
  const password = await hashPassword('secret-8')
  const replacePassword = ({ db }: Shop) =>
    db.update(identityCredentials).set({ password }).where(eq(identityCredentials.userId, id))
  const countSessions = () => shop.app.shop.db.$count(identitySessions, eq(identitySessions.userId, id))
  return { email, id, replacePassword, countSessions }
}

test('a login by a password that is replaced meanwhile begins no session', async () => {
  const { email, id, replacePassword, countSessions } = await openAccount()
  const before = await countSessions()
  const replace = async (transaction: Shop) => {
    // The session, which refers to the user, waits here.
    await transaction.db.execute(sql`select from identity_users where id = ${id} for update`)
    await replacePassword(transaction)
  }
  const logIn = () => post('/sign-in/email', { email, password: 'secret-7' })
  assert.deepEqual(await settleBehind(shop.app.shop, replace, logIn), [[401, 'INVALID_EMAIL_OR_PASSWORD']])
  assert.equal(await countSessions(), before)
  assert.equal((await send('/sign-in/email', { email, password: 'secret-8' })).status, 200)
})

test('a login that waits for a code is refused when its password is replaced before the code is asked for', async () => {
  const { email, id, replacePassword } = await openAccount()
  const { db } = shop.app.shop
  await db.update(identityUsers).set({ twoFactorEnabled: true }).where(eq(identityUsers.id, id))
  const replace = async (transaction: Shop) => {
    // What the code will be compared with waits here.
    await transaction.db.execute(sql`lock table identity_verifications in share mode`)
    await replacePassword(transaction)
  }
  const logIn = () => post('/sign-in/email', { email, password: 'secret-7' })
  assert.deepEqual(await settleBehind(shop.app.shop, replace, logIn), [[401, 'INVALID_EMAIL_OR_PASSWORD']])
  assert.equal(await db.$count(identityVerifications, eq(identityVerifications.value, id)), 0)
})

test('a change of a password that is replaced meanwhile sets nothing and ends no session', async () => {
  const { email, replacePassword, countSessions } = await openAccount()
  const cookie = getCookie(await send('/sign-in/email', { email, password: 'secret-7' }))
  const before = await countSessions()
  const passwords = { currentPassword: 'secret-7', newPassword: 'secret-of-others' }
  const change = () => post('/change-password', passwords, cookie)
  assert.deepEqual(await settleBehind(shop.app.shop, replacePassword, change), [[400, 'INVALID_PASSWORD']])
  assert.equal(await countSessions(), before)
  assert.equal((await send('/sign-in/email', { email, password: 'secret-8' })).status, 200)
})

test('a login while its account is closed is refused', async () => {
  const { email, id } = await openAccount()
  const deleteUser = ({ db }: Shop) => db.delete(identityUsers).where(eq(identityUsers.id, id))
  const logIn = () => post('/sign-in/email', { email, password: 'secret-7' })
  assert.deepEqual(await settleBehind(shop.app.shop, deleteUser, logIn), [[401, 'INVALID_EMAIL_OR_PASSWORD']])
})
