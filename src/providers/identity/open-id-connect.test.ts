import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { like, sql } from 'drizzle-orm'
import { identityUsers } from '#db/tables/identity.ts'
import { startIdTokenServer } from '#test/fakes/id-token-server.ts'
import { oidcClient, startOidcServer } from '#test/fakes/oidc-server.ts'
import { findFreePort } from '#test/free-port.ts'
import { getCookie } from '#test/identity/identity-scenario.ts'
import { openProvider } from '#test/identity/open-provider.ts'
import { assertRefused, origin } from '#test/open-shop.ts'
import { prepareShop } from '#test/prepare.ts'
import { withDeadline } from '#test/wait-until.ts'

const shop = prepareShop()

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

describe('a provider’s answer', () => {
  let server: Awaited<ReturnType<typeof startIdTokenServer>>
  let provider: ReturnType<typeof open>
  before(async () => {
    server = await startIdTokenServer()
    provider = open(server.issuer)
  })
  after(() => server.close())

  interface Answer {
    claims?: object
    userInfo?: object
    withoutToken?: true
  }

  /** Signs in as a browser does; returns where it is sent, and the email that it is signed in as. */
  async function signIn({ claims = {}, userInfo, withoutToken }: Answer) {
    const start = await ask(provider)
    const { searchParams } = new URL((await start.json()).url)
    const idToken = await server.sign({ nonce: searchParams.get('nonce') ?? '', ...claims })
    server.answer(withoutToken ? undefined : idToken, userInfo)
    const query = new URLSearchParams({ code: 'x', state: searchParams.get('state') ?? '' })
    const back = await provider.handle(`/callback/oidc?${query}`, { headers: { cookie: getCookie(start) } })
    const { pathname, searchParams: result } = new URL(back.headers.get('location') ?? '', origin)
    return [pathname, result.get('error'), await provider.findEmail(getCookie(back))]
  }

  test('with an email that no form of the shop would send signs nobody in, and says so', async () => {
    for (const email of [
      ' spaced@example.com',
      'spaced@example.com ',
      'spaced@example.com\u00a0',
      'spaced@example.com\r\nBcc: x@example.com',
      'spaced',
      '\u212aspaced@example.com',
      'spaced@\u212a.example.com',
      `spaced@${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(60)}.example.com`,
    ])
      for (const email_verified of [true, undefined]) {
        const outcome = await signIn({ claims: { email, email_verified } })
        assert.deepEqual(outcome, ['/login', 'email_invalid', undefined], JSON.stringify(email))
      }
    for (const email of [['spaced@example.com'], { of: 'spaced@example.com' }, 7, true])
      assert.deepEqual(
        await signIn({ claims: { email } }),
        ['/login', 'email_not_found', undefined],
        JSON.stringify(email),
      )
    assert.equal(await shop.app.shop.db.$count(identityUsers, like(identityUsers.email, '%spaced%')), 0)
  })

  test('signs in by the email in lower case, also by the one that only the user info has', async () => {
    assert.deepEqual(await signIn({ claims: { email: 'Mara@Example.com' } }), ['/signed-in', null, 'mara@example.com'])
    const userInfo = { sub: 'nora', email: 'nora@example.com' }
    assert.deepEqual(await signIn({ claims: { sub: 'nora' }, userInfo }), ['/signed-in', null, 'nora@example.com'])
  })

  test('needs an ID token that ends, is for this shop, and is of the person of the user info', async () => {
    const email = 'whole@example.com'
    const userInfo = { sub: 'whole', email, email_verified: true }
    const failed = ['/login', 'unable_to_get_user_info', undefined]
    for (const answer of [
      { withoutToken: true, userInfo },
      { claims: { email, exp: undefined } },
      { claims: { email, azp: 'another client' } },
      { claims: { email, aud: [oidcClient.clientId, 'another client'] } },
      { claims: { email, aud: [oidcClient.clientId, 'another client'], azp: 'another client' } },
      { claims: { sub: 'another' }, userInfo },
      { claims: { email, sub: 4711 } },
      { claims: { email, sub: 'x'.repeat(256) } },
      { claims: { email, sub: 'x\u0000' } },
    ] as const)
      assert.deepEqual(await signIn(answer), failed, JSON.stringify(answer))
    const aud = [oidcClient.clientId, 'another client']
    assert.deepEqual(await signIn({ claims: { email, aud, azp: oidcClient.clientId } }), ['/signed-in', null, email])
  })

  test('begins no session if its sign-in is deleted meanwhile, as when the owner of the email takes the account', async () => {
    const { db } = shop.app.shop
    const claims = { sub: 'late', email: 'late@example.com' }
    assert.deepEqual(await signIn({ claims }), ['/signed-in', null, claims.email])
    await db.execute(sql`create function take_account() returns trigger language plpgsql as
      'begin delete from identity_credentials where user_id = new.user_id; return new; end'`)
    await db.execute(
      sql`create trigger take before insert on identity_sessions for each row execute function take_account()`,
    )
    const [, , email] = await signIn({ claims })
    await db.execute(sql`drop trigger take on identity_sessions`)
    assert.equal(email, undefined)
  })

  test('leads to no address that a header cannot hold', async () => {
    const address = { provider: 'oidc', callbackURL: '/пример' }
    assert.equal((await provider.post('/sign-in/social', address)).status, 400)
  })

  test('is taken through the flow only: an ID token that the caller has is refused', async () => {
    const token = await server.sign({ email: 'caller@example.com', email_verified: true })
    const response = await provider.post('/sign-in/social', { provider: 'oidc', idToken: { token } })
    assert.deepEqual([response.status, response.headers.getSetCookie()], [400, []])
  })
})
