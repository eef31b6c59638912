import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertRefused, openShop } from '#test/open-shop.ts'
import { decodeClaims, type IdentityScenario, openScenario } from './identity-scenario.ts'

let scenario: IdentityScenario
before(async () => {
  scenario = openScenario(await openShop({ ADMIN_EMAILS: 'owner@example.com,first@example.com' }))
})
after(() => scenario.shop.app.close())

const isAdmin = async (email: string) => {
  const client = scenario.shop.createClient(await scenario.getAccessToken(email))
  return (await client.isAdmin({ params: { email } })).admin
}

test('a new account is signed in under its name', async () => {
  await scenario.browser.signUp('Rita Moss', 'rita@example.com', 'secret-7')
  assert.equal(await scenario.browser.findEmail(), 'rita@example.com')
  assert.equal(decodeClaims(await scenario.getAccessToken('rita@example.com')).name, 'Rita Moss')
})

test('an email of ADMIN_EMAILS becomes admin only by a sign-in that proves it', async () => {
  const email = 'owner@example.com'
  await scenario.browser.signUp('Olga Owner', email, 'secret-7')
  assert.equal(await isAdmin(email), false)
  await scenario.verify(email)
  assert.equal(await isAdmin(email), false)
  await scenario.browser.signOut()
  await scenario.browser.signIn(email, 'secret-7')
  assert.equal(await isAdmin(email), true)
})

test('an account of a verified email requires a verified sign-in', async () => {
  const email = 'before@example.com'
  await scenario.shop.app.shop.db.execute(
    `insert into accounts (email, name, role, email_verified) values ('${email}', 'Ada', 'admin', true)`,
  )
  await scenario.browser.signUp('Mallory', email, 'secret-7')
  await assertRefused(scenario.getAccessToken(email), 'email_unverified')
  await scenario.verify(email)
  assert.equal(await isAdmin(email), true)
})

test('a link to verify an email is sent again on demand', async () => {
  const email = 'again@example.com'
  await scenario.browser.signUp('Ada', email, 'secret-7')
  await scenario.browser.sendVerification(email)
  assert.equal(await scenario.countMails(email), 2)
  await scenario.verify(email)
})

test('a wrong password and an unknown email get the same answer', async () => {
  await scenario.browser.signUp('Ada', 'known@example.com', 'secret-7')
  const message = 'Invalid email or password'
  await assert.rejects(scenario.browser.signIn('known@example.com', 'wrong-password'), { message })
  await assert.rejects(scenario.browser.signIn('nobody@example.com', 'wrong-password'), { message })
})

test('a taken email and a password under six characters are refused', async () => {
  await scenario.browser.signUp('Ada', 'taken@example.com', 'secret-7')
  await assert.rejects(scenario.browser.signUp('Bo', 'taken@example.com', 'secret-8'), {
    message: 'This email has an account. We sent a link to choose its password',
  })
  await assert.rejects(scenario.browser.signUp('Bo', 'weak@example.com', '12345'), { message: 'Password too short' })
  await assert.rejects(scenario.browser.signIn('weak@example.com', '12345'), { message: 'Invalid email or password' })
})

test('a token for another account’s email is refused', async () => {
  await scenario.browser.signUp('Mallory', 'mallory@example.com', 'secret-7')
  await assertRefused(scenario.getAccessToken('rita@example.com'), 'not_yours')
})

test('a second sign-in has the same account', async () => {
  const email = 'back@example.com'
  await scenario.browser.signUp('Ada', email, 'secret-7')
  const before = decodeClaims(await scenario.getAccessToken(email))
  await scenario.browser.signOut()
  assert.equal(await scenario.browser.findEmail(), undefined)
  await assertRefused(scenario.getAccessToken(email), 'sign_in_required')
  await scenario.browser.signIn(email, 'secret-7')
  assert.equal(decodeClaims(await scenario.getAccessToken(email)).sub, before.sub)
})

test('a reset mail sets a new password once and ends every session', async () => {
  const { browser } = scenario
  const email = 'forgetful@example.com'
  await browser.signUp('Ada', email, 'secret-7')
  await browser.sendPasswordReset(email)
  const token = await scenario.getResetToken(email)
  await browser.setPassword(token, 'other-8')
  await assertRefused(scenario.getAccessToken(email), 'sign_in_required')
  await assert.rejects(browser.setPassword(token, 'third-9'), { message: 'Invalid token' })
  await assert.rejects(browser.signIn(email, 'secret-7'), { message: 'Invalid email or password' })
  await browser.signIn(email, 'other-8')
  assert.ok(await scenario.getAccessToken(email))
})

test('a reset request reveals no account, and mails nothing to an unknown email', async () => {
  await scenario.browser.sendPasswordReset('stranger@example.com')
  assert.equal(await scenario.countMails('stranger@example.com'), 0)
})

test('a name is kept short enough for a token', async () => {
  await scenario.browser.signUp('n'.repeat(5000), 'long@example.com', 'secret-7')
  assert.equal(decodeClaims(await scenario.getAccessToken('long@example.com')).name.length, 200)
})
