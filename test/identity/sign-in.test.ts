import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type IdentityToolkit, startIdentityToolkit } from '#test/fakes/identity-toolkit.ts'
import { assertRefused, openShop } from '#test/open-shop.ts'
import { decodeClaims, type IdentityScenario, openEmbedded, openFirebase, settings } from './providers.ts'

for (const name of ['embedded', 'firebase'] as const) {
  describe(name, () => {
    let provider: IdentityScenario
    let toolkit: IdentityToolkit
    before(async () => {
      toolkit = await startIdentityToolkit()
      provider = name === 'firebase' ? await openFirebase(toolkit) : openEmbedded(await openShop(settings))
    })
    after(async () => {
      await provider.shop.app.close()
      toolkit.close()
    })
    const isAdmin = async (email: string) => {
      const client = provider.shop.createClient(await provider.getAccessToken(email))
      return (await client.isAdmin({ params: { email } })).admin
    }

    test('a new account is signed in under its name', async () => {
      await provider.browser.signUp('Rita Moss', 'rita@example.com', 'secret-7')
      assert.equal(await provider.browser.findEmail(), 'rita@example.com')
      assert.equal(decodeClaims(await provider.getAccessToken('rita@example.com')).name, 'Rita Moss')
    })

    test('an email of ADMIN_EMAILS becomes admin only once it is verified', async () => {
      await provider.browser.signUp('Olga Owner', 'owner@example.com', 'secret-7')
      assert.equal(await isAdmin('owner@example.com'), false)
      await provider.verify('owner@example.com')
      assert.equal(await isAdmin('owner@example.com'), true)
    })

    test('an account of a verified email requires a verified sign-in', async () => {
      const email = `${name}-before@example.com`
      await provider.shop.app.shop.db.execute(
        `insert into accounts (email, name, role, email_verified) values ('${email}', 'Ada', 'admin', true)`,
      )
      await provider.browser.signUp('Mallory', email, 'secret-7')
      await assertRefused(provider.getAccessToken(email), 'email_unverified')
      await provider.verify(email)
      assert.equal(await isAdmin(email), true)
    })

    test('a link to verify an email is sent again on demand', async () => {
      const email = 'again@example.com'
      await provider.browser.signUp('Ada', email, 'secret-7')
      await provider.browser.sendVerification(email)
      assert.equal(await provider.countMails(email), 2)
      await provider.verify(email)
    })

    test('a wrong password and an unknown email get the same answer', async () => {
      await provider.browser.signUp('Ada', 'known@example.com', 'secret-7')
      const message = provider.messages.wrong
      await assert.rejects(provider.browser.signIn('known@example.com', 'wrong-password'), { message })
      await assert.rejects(provider.browser.signIn('nobody@example.com', 'wrong-password'), { message })
    })

    test('a taken email and a password under six characters are refused', async () => {
      const { emailInUse: taken, weak } = provider.messages
      await provider.browser.signUp('Ada', 'taken@example.com', 'secret-7')
      await assert.rejects(provider.browser.signUp('Bo', 'taken@example.com', 'secret-8'), { message: taken })
      await assert.rejects(provider.browser.signUp('Bo', 'weak@example.com', '12345'), { message: weak })
      await assert.rejects(provider.browser.signIn('weak@example.com', '12345'), { message: provider.messages.wrong })
    })

    test('a token for another account’s email is refused', async () => {
      await provider.browser.signUp('Mallory', 'mallory@example.com', 'secret-7')
      await assertRefused(provider.getAccessToken('rita@example.com'), 'not_yours')
    })

    test('a second sign-in has the same account', async () => {
      const email = 'back@example.com'
      await provider.browser.signUp('Ada', email, 'secret-7')
      const before = decodeClaims(await provider.getAccessToken(email))
      await provider.browser.signOut()
      assert.equal(await provider.browser.findEmail(), undefined)
      await assertRefused(provider.getAccessToken(email), 'sign_in_required')
      await provider.browser.signIn(email, 'secret-7')
      assert.equal(decodeClaims(await provider.getAccessToken(email)).sub, before.sub)
    })

    test('a reset mail sets a new password once and ends every session', async () => {
      const { browser, messages: says } = provider
      const email = 'forgetful@example.com'
      await browser.signUp('Ada', email, 'secret-7')
      await browser.sendPasswordReset(email)
      const token = await provider.getResetToken(email)
      await browser.setPassword(token, 'other-8')
      await assertRefused(provider.getAccessToken(email), 'sign_in_required')
      await assert.rejects(browser.setPassword(token, 'third-9'), { message: says.used })
      await assert.rejects(browser.signIn(email, 'secret-7'), { message: says.wrong })
      await browser.signIn(email, 'other-8')
      assert.ok(await provider.getAccessToken(email))
    })

    test('a reset request reveals no account, and mails nothing to an unknown email', async () => {
      await provider.browser.sendPasswordReset('stranger@example.com')
      assert.equal(await provider.countMails('stranger@example.com'), 0)
    })

    test('a name is kept short enough for a token', async () => {
      await provider.browser.signUp('n'.repeat(5000), 'long@example.com', 'secret-7')
      assert.equal(decodeClaims(await provider.getAccessToken('long@example.com')).name.length, 200)
    })
  })
}
