import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { after, before, test } from 'node:test'
import { oidcClient, startOidcServer } from '#test/fakes/oidc-server.ts'
import { findFreePort } from '#test/free-port.ts'
import { openProvider } from '#test/identity/open-provider.ts'
import { assertRefused, openShop, origin, type TestShop } from '#test/open-shop.ts'
import { withDeadline } from '#test/wait-until.ts'

let shop: TestShop
before(async () => {
  shop = await openShop()
})
after(() => shop.app.close())

const open = (issuer: string) => openProvider(shop, { oidc: { ...oidcClient, issuer, name: 'Acme Works' } })
const ask = ({ post }: ReturnType<typeof open>) =>
  post('/sign-in/social', { provider: 'oidc', callbackURL: '/signed-in', errorCallbackURL: '/login?with=oidc' })

test('an unavailable provider is retried at the next call, and a returning browser gets a message', async t => {
  const issuer = `http://127.0.0.1:${await findFreePort()}`
  const provider = open(issuer)
  await assertRefused(ask(provider), 'sign_in_unavailable')
  const back = await provider.handle('/callback/oidc?code=x&state=y', {})
  assert.deepEqual([back.status, back.headers.get('location')], [302, `${origin}/login?with=oidc&error=unavailable`])
  const server = await startOidcServer(issuer, origin)
  t.after(() => server.close())
  const { url } = await (await ask(provider)).json()
  const { searchParams, ...address } = new URL(url)
  assert.equal(new URL(url).origin, issuer)
  assert.deepEqual(
    ['scope', 'code_challenge_method', 'redirect_uri'].map(name => searchParams.get(name)),
    ['openid email profile', 'S256', `${origin}/api/auth/callback/oidc`],
    String(address),
  )
  assert.ok(searchParams.get('nonce'))
  server.close()
  const state = searchParams.get('state')
  const answered = await provider.handle(`/callback/oidc?code=x&state=${state}`, {})
  assert.match(answered.headers.get('location') ?? '', /\/login\?.*error=/)
})

test('a provider with another issuer is refused', async t => {
  const issuer = `http://127.0.0.1:${await findFreePort()}`
  const server = await startOidcServer(issuer, origin)
  t.after(() => server.close())
  for (const wrong of [`${issuer}/`, `${issuer}/of-another`, issuer.replace('127.0.0.1', 'localhost')])
    await assertRefused(ask(open(wrong)), 'sign_in_unavailable')
  assert.equal((await ask(open(issuer))).status, 200)
})

test('a provider that does not answer delays no password login', async t => {
  const port = await findFreePort()
  const silent = createServer(() => {})
  await new Promise<void>(resolve => silent.listen(port, '127.0.0.1', resolve))
  t.after(() => silent.close().closeAllConnections())
  const provider = open(`http://127.0.0.1:${port}`)
  const refused = assertRefused(ask(provider), 'sign_in_unavailable')
  const person = { name: 'Ola', email: 'ola@example.com', password: 'secret-7' }
  assert.equal((await provider.post('/sign-up/email', person)).status, 200)
  assert.equal((await provider.post('/sign-in/email', person)).status, 200)
  await withDeadline(refused, 'the provider is given up')
})

test('without a configured provider its sign-in is refused', async () => {
  const response = await openProvider(shop).post('/sign-in/social', { provider: 'oidc', callbackURL: '/signed-in' })
  assert.equal(response.status, 404)
})
