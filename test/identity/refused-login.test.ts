import assert from 'node:assert/strict'
import { test } from 'node:test'
import { origin } from '#test/open-shop.ts'
import { prepareShop } from '#test/prepare.ts'
import { createIdentityClient } from '#web/identity/identity-client.ts'

const shop = prepareShop({ RATE_LIMITS: 'on' })

test('a login beyond the limit is refused in the browser with the shop’s own sentence, which says when to try again', async () => {
  const browser = createIdentityClient(origin, async (input, init) => {
    const request = new Request(input, init)
    request.headers.set('origin', origin)
    return shop.app.fetch(request)
  })
  const logIn = () => browser.signIn('nobody@example.com', 'wrong-guess')
  for (let tries = 0; tries < 10; tries += 1) await assert.rejects(logIn, { message: 'Invalid email or password' })
  await assert.rejects(logIn, { message: 'Too many tries in a short time. Please try again in 15 minutes.' })
})
