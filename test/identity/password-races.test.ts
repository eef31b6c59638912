import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashPassword } from 'better-auth/crypto'
import { eq, sql } from 'drizzle-orm'
import { identityCredentials, identitySessions, identityUsers, identityVerifications } from '#db/tables/identity.ts'
import type { Shop } from '#shop/shop.ts'
import { settleBehind } from '#test/concurrent-calls.ts'
import { environmentNames } from '#test/databases.ts'
import { holdHashes } from '#test/held-hashes.ts'
import { prepareShop } from '#test/prepare.ts'
import { withDeadline } from '#test/wait-until.ts'
import { getCookie } from './identity-scenario.ts'

/** On its one connection, a sign-up holds up all others while it hashes. */
const isEmbedded = process.env[environmentNames.postgres] === undefined

const shop = prepareShop()

const send = (path: string, body: object, cookie = '') =>
  shop.request(`/api/auth${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
  })

async function post(path: string, body: object, cookie?: string): Promise<unknown[]> {
  const response = await send(path, body, cookie)
  const { code, message } = await response.json()
  return [response.status, code, message]
}

const wrongLogin = [401, 'INVALID_EMAIL_OR_PASSWORD', 'Invalid email or password']
const wrongPassword = [400, 'INVALID_PASSWORD', 'Invalid password']

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
  const replace = async (transaction: Shop) => {
    // The session, which refers to the user, waits here.
    await transaction.db.execute(sql`select from identity_users where id = ${id} for update`)
    await replacePassword(transaction)
  }
  const logIn = () => post('/sign-in/email', { email, password: 'secret-7' })
  assert.deepEqual(await settleBehind(shop.app.shop, replace, logIn), [wrongLogin])
  assert.equal(await countSessions(), 0)
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
  assert.deepEqual(await settleBehind(shop.app.shop, replace, logIn), [wrongLogin])
  assert.equal(await db.$count(identityVerifications, eq(identityVerifications.value, id)), 0)
})

test('a change of a password that is replaced meanwhile sets nothing and begins no session', async () => {
  const { email, replacePassword, countSessions } = await openAccount()
  const cookie = getCookie(await send('/sign-in/email', { email, password: 'secret-7' }))
  const passwords = { currentPassword: 'secret-7', newPassword: 'secret-of-others' }
  const change = () => post('/change-password', passwords, cookie)
  assert.deepEqual(await settleBehind(shop.app.shop, replacePassword, change), [wrongPassword])
  assert.equal(await countSessions(), 0)
  assert.equal((await send('/sign-in/email', { email, password: 'secret-8' })).status, 200)
})

test('a login whose password is replaced while it is compared has no session, 200 times', async t => {
  const { db } = shop.app.shop
  const { email, id } = await openAccount()
  const passwords = ['secret-7', 'secret-8']
  const stored = await Promise.all(passwords.map(hashPassword))
  const statuses: number[] = []
  for (let round = 0; round < 200; round++) {
    const hashes = holdHashes()
    t.after(hashes.release)
    const loggingIn = send('/sign-in/email', { email, password: passwords[round % 2] })
    await hashes.waitFor(1)
    const password = stored[(round + 1) % 2] ?? null
    const replace = () => db.update(identityCredentials).set({ password }).where(eq(identityCredentials.userId, id))
    // Of three passwords, one is replaced while it is compared, one beside the new session, and one afterwards.
    if (round % 3 === 0) await replace()
    hashes.release()
    if (round % 3 === 1) await Promise.all([loggingIn, replace()])
    const { status } = await loggingIn
    if (round % 3 === 2) await replace()
    statuses.push(status)
    assert.equal(await db.$count(identitySessions, eq(identitySessions.userId, id)), 0)
  }
  const refused = statuses.filter(status => status === 401).length
  assert.equal(refused + statuses.filter(status => status === 200).length, 200)
  assert.ok(refused >= 67 && refused <= 134, `${refused} were refused`)
})

test('a login while its account is closed is refused', async () => {
  const { email, id } = await openAccount()
  const deleteUser = ({ db }: Shop) => db.delete(identityUsers).where(eq(identityUsers.id, id))
  const logIn = () => post('/sign-in/email', { email, password: 'secret-7' })
  assert.deepEqual(await settleBehind(shop.app.shop, deleteUser, logIn), [wrongLogin])
})

test('sign-ups that wait for their hash leave connections of the database to other calls', {
  skip: isEmbedded,
}, async t => {
  const hashes = holdHashes()
  t.after(hashes.release)
  const signUps = Array.from({ length: 12 }, (_, index) =>
    shop.request('/api/auth/sign-up/email', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: `waits${index}@example.com`, name: 'Wim', password: 'secret-7' }),
    }),
  )
  await hashes.waitFor(2)
  // Each sign-up asks for its connection after a few statements.
  for (let statement = 0; statement < 50; statement++)
    await withDeadline(shop.app.shop.db.execute(sql`select 1`), 'another call is answered')
  hashes.release()
  for (const { status } of await Promise.all(signUps)) assert.equal(status, 200)
})
