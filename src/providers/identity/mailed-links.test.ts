import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEmailVerificationToken } from 'better-auth/api'
import { eq } from 'drizzle-orm'
import { identityUsers } from '#db/tables/identity.ts'
import { getCookie, getMailTo } from '#test/identity/identity-scenario.ts'
import { openProvider } from '#test/identity/open-provider.ts'
import { prepareShop } from '#test/prepare.ts'

const shop = prepareShop()

const password = 'secret-7'
const verify = (email: string) =>
  shop.app.shop.db.update(identityUsers).set({ emailVerified: true }).where(eq(identityUsers.email, email))
const readLink = (mail: string) => new URL(/https?:\S+/.exec(mail)?.[0] ?? assert.fail('no link'))

test('a mailed link uses the request’s origin if the shop is configured with it', async () => {
  const origins = ['https://shop.example', 'http://localhost:3000']
  const { post, handle } = openProvider(shop, { origins })
  for (const [asked, answered] of [
    ['https://shop.example', 'https://shop.example'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['https://evil.example', 'https://shop.example'],
  ] as const) {
    const email = `${new URL(asked).hostname}@example.com`
    const body = JSON.stringify({ name: 'Ota', email, password })
    const headers = { 'content-type': 'application/json', origin: 'https://shop.example' }
    const signedUp = await handle('/sign-up/email', { method: 'POST', headers, body }, asked)
    assert.equal(signedUp.status, 200, asked)
    assert.equal(readLink(await getMailTo(shop, email, /^Verify your email/)).origin, answered)
    const requested = await post('/request-password-reset', { email }, '', asked)
    assert.equal(requested.status, asked === answered ? 200 : 403)
    if (asked === answered) assert.equal(readLink(await getMailTo(shop, email, /^Set a new password/)).origin, answered)
  }
})

test('a reset mail has the name only if the email is verified', async () => {
  const { post } = openProvider(shop)
  const email = 'pia@example.com'
  await post('/sign-up/email', { name: 'Pia Pliers', email, password })
  const requestMail = async () => {
    await post('/request-password-reset', { email })
    return getMailTo(shop, email, /^Set a new password/)
  }
  assert.doesNotMatch(await requestMail(), /Pia Pliers/)
  await verify(email)
  assert.match(await requestMail(), /Pia Pliers/)
})

test('a password set by a mailed link verifies the email and ends all sessions', async () => {
  const { post, findEmail } = openProvider(shop)
  const email = 'quin@example.com'
  const cookies = [getCookie(await post('/sign-up/email', { name: 'Quin', email, password }))]
  for (const newPassword of ['secret-8', 'secret-9']) {
    await post('/request-password-reset', { email })
    const token = readLink(await getMailTo(shop, email, /^Set a new password/)).searchParams.get('token')
    const isUnproven = newPassword === 'secret-8'
    assert.deepEqual(await (await post('/check-password-token', { token })).json(), { claims: isUnproven })
    assert.equal((await post('/reset-password', { token, newPassword })).status, 200)
    for (const cookie of cookies) assert.equal(await findEmail(cookie), undefined)
    const [user] = await shop.app.shop.db.select().from(identityUsers).where(eq(identityUsers.email, email))
    assert.ok(user?.emailVerified && user.emailVerifiedAt)
    cookies.push(getCookie(await post('/sign-in/email', { email, password: newPassword })))
    assert.equal(await findEmail(cookies.at(-1) ?? ''), email)
  }
})

test('a link confirms the email that it was mailed to, until it expires, and never a change to another', async () => {
  const secret = 'm'.repeat(32)
  const { post } = openProvider(shop, { secret })
  const email = 'ren@example.com'
  await post('/sign-up/email', { name: 'Ren', email, password })
  const confirm = async (...token: Parameters<typeof createEmailVerificationToken>) =>
    (await post('/confirm-email', { token: await createEmailVerificationToken(...token) })).status
  assert.equal(await confirm(secret, 'nobody@example.com'), 401)
  assert.equal(await confirm(secret, email, 'other@example.com'), 401)
  assert.equal(await confirm(secret, email, undefined, -1), 401)
  assert.equal(await confirm('another secret', email), 401)
  assert.equal(await confirm(secret, email), 200)
})
