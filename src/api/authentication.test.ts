import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import { decodeJwt, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { isForAdmins } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { type OperationId, operations, parseOperation } from '#contract/operations.ts'
import { identitySessions } from '#db/tables/identity.ts'
import { findAccountByEmail } from '#shop/accounts/accounts.ts'
import { assertRefused, buildOrderInput, openShop, type TestAccount } from '#test/open-shop.ts'
import { prepareShop } from '#test/prepare.ts'
import { createAuthenticator } from './authentication.ts'

const shop = prepareShop()

const id = '01900000-0000-7000-8000-000000000000'

test('if required, only accounts with a verified email order, review and upload', async t => {
  const strict = await openShop({ REQUIRE_VERIFIED_EMAIL: 'on' })
  t.after(() => strict.app.close())
  const [buyer, tool] = [await strict.signUp(), await strict.addTool()]
  const { name, email } = buyer
  const lines = [{ toolId: tool._id, quantity: tool.minimum, price: tool.price }]
  const review = { name, email, comment: 'Good.', rating: '5', city: 'Leeds', img: '/images/avatars/r01.svg' }
  const listCalls = ({ client }: Pick<TestAccount, 'client'>) => [
    () => client.placeOrder(buildOrderInput(tool, buyer)),
    () => client.checkOut({ body: { lines, phone: '555 0100', address: '1 Forge Lane' } }),
    () => client.addReview({ body: review }),
  ]
  for (const call of listCalls(buyer)) await assertRefused(call(), 'email_unverified')
  const upload = { query: {}, form: { image: new File(['x'], 'x.png') } }
  await assertRefused(buyer.client.uploadImage(upload), 'email_unverified')
  await buyer.client.mergeCart({ body: { lines, mergeBy: 'larger' } })
  await strict.app.shop.db.execute(sql`update identity_users set email_verified = true where email = ${email}`)
  const verified = await strict.logIn(email, 'secret-7')
  for (const call of listCalls(verified)) await call()
  await assertRefused(verified.client.uploadImage(upload), 'image_unreadable')
})

test('every call but the public ones requires a token before anything else is checked', async () => {
  const open: string[] = []
  for (const name of Object.keys(operations) as OperationId[]) {
    const { method, path } = parseOperation(operations[name])
    const response = await shop.request(`/api${path.replace(/:\w+/, id)}`, { method })
    if (response.status !== 401) open.push(`${name} ${response.status}`)
    else assert.equal((await response.json()).code, 'sign_in_required')
  }
  // Calls with a body fail its validation, because none is sent.
  assert.deepEqual(open, [
    'issueAccessToken 400',
    'listReviews 200',
    'listTools 200',
    'countTools 200',
    'listToolIds 200',
    'getToolDetails 404',
    'countToolFacets 200',
    'listBrands 200',
    'listCategories 200',
    'findTools 400',
    'suggestSkus 400',
    'listPages 200',
    'getPage 404',
  ])
})

test('a forged, unsigned, foreign or expired token is refused', async () => {
  const buyer = await shop.signUp()
  const key = new TextEncoder().encode('some other secret of the right length')
  const forged = await new SignJWT({})
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(id)
    .setAudience('access')
    .sign(key)
  const unsigned = new UnsecuredJWT({}).setSubject(id).setAudience('access').encode()
  const [header, , signature] = buyer.token.split('.')
  const changed = [
    header,
    Buffer.from(JSON.stringify({ sub: id, aud: 'access' })).toString('base64url'),
    signature,
  ].join('.')
  for (const token of ['x', forged, unsigned, changed])
    await assertRefused(shop.createClient(token).listOrders({}), 'token_invalid')
  assert.deepEqual(await buyer.client.listOrders({}), [])
  shop.advanceClock(31 * 60_000)
  await assertRefused(buyer.client.listOrders({}), 'token_invalid')
  shop.advanceClock(-31 * 60_000)
})

test('a token needs its key, its algorithm, its audience, its account, its login and its end', async () => {
  const { email } = await shop.createBuyer()
  const account = (await findAccountByEmail(shop.app.shop, email)) ?? assert.fail('no account')
  const secret = 's'.repeat(43)
  const authenticator = createAuthenticator(secret, () => new Date())
  const authenticate = (token: string, scheme = 'Bearer ') =>
    authenticator.authenticate(shop.app.shop, new Headers({ authorization: scheme + token }))
  const issued = await authenticator.issue(account, { signedInAt: new Date() })
  const bearer = await authenticate(issued)
  assert.deepEqual([bearer.account.id, bearer.signedInRecently], [account.id, true])
  assert.equal(decodeJwt(issued).aud, 'access')
  const seconds = Math.floor(Date.now() / 1000)
  const claims = { sub: account.id, aud: 'access', auth_time: seconds - 600, exp: seconds + 60 }
  const sign = (claims: JWTPayload, header: { alg: string }, key = secret) =>
    new SignJWT(claims).setProtectedHeader(header).sign(new TextEncoder().encode(key))
  const header = { alg: 'HS256' }
  const laterBearer = await authenticate(await sign(claims, header))
  assert.deepEqual([laterBearer.account.id, laterBearer.signedInRecently], [account.id, false])
  for (const token of [
    sign(claims, header, 'x'.repeat(43)),
    sign(claims, { alg: 'HS512' }, 's'.repeat(64)),
    sign({ ...claims, aud: 'refresh' }, header),
    ...Object.keys(claims).map(name => sign({ ...claims, [name]: undefined }, header)),
    sign({ ...claims, exp: claims.exp - 61 }, header),
  ])
    await assertRefused(authenticate(await token), 'token_invalid')
  for (const scheme of ['', 'Basic ', 'Basic Bearer ', 'bearer']) {
    await assertRefused(authenticate(issued, scheme), 'sign_in_required')
  }
})

test('using a token does not prolong it', async () => {
  const buyer = await shop.signUp()
  shop.advanceClock(29 * 60_000)
  assert.deepEqual(await buyer.client.listOrders({}), [])
  shop.advanceClock(60_000)
  await assertRefused(buyer.client.listOrders({}), 'token_invalid')
  shop.advanceClock(-30 * 60_000)
})

test('an access token is issued only for the account that the proof names', async () => {
  const [buyer, other] = [await shop.signUp(), await shop.signUp()]
  const requestToken = (email: string, headers: Record<string, string>) =>
    shop.request(`/api/storeUsers/${email}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ email }),
    })
  assert.equal((await requestToken(buyer.email, {})).status, 401)
  assert.equal((await requestToken(buyer.email, { authorization: `Bearer ${buyer.token}` })).status, 401)
  const login = await shop.request('/api/auth/sign-in/email', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: other.email, password: 'secret-7' }),
  })
  const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? ''
  assert.equal((await requestToken(other.email, { cookie })).status, 200)
  assert.equal((await requestToken(buyer.email, { cookie })).status, 403)
  const mixed = await shop.request(`/api/storeUsers/${other.email}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ email: buyer.email }),
  })
  assert.equal((await mixed.json()).code, 'not_yours')
})

test('a token is refused once its own session has ended or expired, whatever other sessions do', async () => {
  const { email } = await shop.signUp()
  const person = JSON.stringify({ email, password: 'secret-7' })
  const json = { 'content-type': 'application/json' }
  async function logIn() {
    const answer = await shop.request('/api/auth/sign-in/email', { method: 'POST', headers: json, body: person })
    const headers = { ...json, cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? assert.fail('no cookie') }
    const body = JSON.stringify({ email })
    const { token } = await (await shop.request(`/api/storeUsers/${email}`, { method: 'PUT', headers, body })).json()
    return { headers, client: shop.createClient(token) }
  }
  const [here, there] = [await logIn(), await logIn()]
  await here.client.listOrders({})
  await shop.request('/api/auth/sign-out', { method: 'POST', headers: here.headers, body: '{}' })
  await assertRefused(here.client.listOrders({}), 'token_invalid')
  await assertRefused(
    here.client.createProfile({
      body: { name: 'Rita Moss', email, education: 'e', city: 'c', phone: 'p', linkedIn: 'l' },
    }),
    'token_invalid',
  )
  await there.client.listOrders({})
  await shop.app.shop.db.update(identitySessions).set({ expiresAt: new Date() })
  await assertRefused(there.client.listOrders({}), 'token_invalid')
})

test('a request cannot set a role', async () => {
  const buyer = await shop.signUp()
  const session = await shop.request('/api/auth/sign-in/email', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: buyer.email, password: 'secret-7' }),
  })
  const token = session.headers.get('set-auth-token') ?? ''
  await shop.request(`/api/storeUsers/${buyer.email}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ email: buyer.email, role: 'admin', emailVerified: true }),
  })
  assert.deepEqual(await buyer.client.isAdmin({ params: { email: buyer.email } }), { admin: false })
  await assertRefused(buyer.client.listAccounts({}), 'admins_only')
})

test('an account’s admin status is shown to its owner and to admins only', async () => {
  const buyer = await shop.signUp()
  const admin = await shop.logInAsAdmin()
  assert.deepEqual(await buyer.client.isAdmin({ params: { email: buyer.email.toUpperCase() } }), { admin: false })
  assert.deepEqual(await admin.client.isAdmin({ params: { email: admin.email } }), { admin: true })
  assert.deepEqual(await admin.client.isAdmin({ params: { email: buyer.email } }), { admin: false })
  assert.deepEqual(await admin.client.isAdmin({ params: { email: 'nobody@example.com' } }), { admin: false })
  await assertRefused(buyer.client.isAdmin({ params: { email: admin.email } }), 'not_yours')
})

test('each call that needs an admin refuses a customer', async () => {
  const buyer = await shop.signUp()
  for (const name of Object.keys(operations) as OperationId[]) {
    if (!isForAdmins(endpoints[name].access)) continue
    const { method, path } = parseOperation(operations[name])
    const headers = { authorization: `Bearer ${buyer.token}` }
    const response = await shop.request(`/api${path.replace(/:\w+/, id)}`, { method, headers })
    assert.equal(response.status, 403, name)
  }
})

test('ADMIN_EMAILS makes an admin of a verified email only', async t => {
  const own = await openShop({ ADMIN_EMAILS: 'buyer1@example.com' })
  t.after(() => own.app.close())
  const unverified = await own.signUp()
  assert.equal(unverified.email, 'buyer1@example.com')
  assert.deepEqual(await unverified.client.isAdmin({ params: { email: unverified.email } }), { admin: false })
  await own.app.shop.db.execute(
    `update identity_users set email_verified = true, email_verified_at = now() where email = 'buyer1@example.com'`,
  )
  const verified = await own.logIn('buyer1@example.com', 'secret-7')
  assert.deepEqual(await verified.client.isAdmin({ params: { email: verified.email } }), { admin: true })
})
