import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openShop } from '#test/open-shop.ts'

test('with credentials, Google sign-in goes to Google with them, and there is no development account chooser', async t => {
  const shop = await openShop({ GOOGLE_CLIENT_ID: 'ours.apps.example', GOOGLE_CLIENT_SECRET: 'kept-on-the-server' })
  t.after(() => shop.app.close())
  const response = await shop.request('/api/auth/sign-in/social', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ provider: 'google', callbackURL: '/signed-in' }),
  })
  const { url } = await response.json()
  const authorization = new URL(url)
  assert.equal(authorization.origin + authorization.pathname, 'https://accounts.google.com/o/oauth2/v2/auth')
  assert.equal(authorization.searchParams.get('client_id'), 'ours.apps.example')
  assert.equal(authorization.searchParams.get('redirect_uri'), 'http://127.0.0.1:3000/api/auth/callback/google')
  assert.equal(authorization.searchParams.get('code_challenge_method'), 'S256')
  assert.ok(authorization.searchParams.get('state'))
  assert.ok(!url.includes('kept-on-the-server'))
  assert.equal((await shop.request('/dev/google')).status, 404)
})
