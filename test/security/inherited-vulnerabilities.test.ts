import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, buildOrderInput, openShop, type TestAccount } from '#test/open-shop.ts'
import { payOrder } from '#test/orders.ts'
import { prepare, prepareShop } from '#test/prepare.ts'

// Vulnerabilities of earlier shops with the same API, each tried by the same method, path and body.
const shop = prepareShop()
const victim = prepare(() => shop.signUp('Vera Victim'))
const buyer = prepare(() => shop.signUp('Mal Lory'))
const admin = prepare(() => shop.logInAsAdmin())

async function call(method: string, path: string, body?: unknown, token?: string) {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) }
  const response = await shop.request(`/api${path}`, init)
  return { status: response.status, reply: await response.json() }
}

async function order(owner: TestAccount, quantity?: number) {
  await owner.client.placeOrder(buildOrderInput(await shop.getTool(), owner, quantity))
  const [order] = await owner.client.listOrders({ query: { limit: 1 } })
  return order ?? assert.fail('no order')
}

const toStatusAndCode = ({ status, reply }: { status: number; reply: { code?: string } }) => [status, reply.code]

test('1: PUT /storeUsers/:email issues no token of another account, and {role} makes no admin', async () => {
  const body = { email: victim.email, role: 'admin' }
  assert.deepEqual(toStatusAndCode(await call('PUT', `/storeUsers/${victim.email}`, body)), [401, 'sign_in_required'])
  assert.deepEqual(toStatusAndCode(await call('PUT', `/storeUsers/${victim.email}`, body, buyer.token)), [
    401,
    'sign_in_required',
  ])
  const session = await shop.request('/api/auth/sign-in/email', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: buyer.email, password: 'secret-7' }),
  })
  const token = session.headers.get('set-auth-token') ?? ''
  assert.deepEqual(toStatusAndCode(await call('PUT', `/storeUsers/${victim.email}`, body, token)), [403, 'not_yours'])
  const own = await call('PUT', `/storeUsers/${buyer.email}`, { email: buyer.email, role: 'admin' }, token)
  assert.equal(own.status, 200)
  await assertRefused(shop.createClient(own.reply.token).listAccounts({}), 'admins_only')
})

test('2: POST /bookingOrder refuses a price, total, quantity or email of the client’s choice, and ignores paid', async () => {
  const tool = await shop.getTool()
  const { body } = buildOrderInput(tool, buyer)
  for (const [change, code] of [
    [{ price: 0.01, totalPrice: 0.01 * tool.minimum }, 'price_changed'],
    [{ totalPrice: 1 }, 'price_changed'],
    [{ quantity: '1 pieces', totalPrice: tool.price }, 'out_of_range'],
    [{ userEmail: victim.email }, 'not_yours'],
  ] as const)
    assert.equal((await call('POST', '/bookingOrder', { ...body, ...change }, buyer.token)).reply.code, code)
  assert.equal((await call('POST', '/bookingOrder', body)).status, 401)
  assert.deepEqual(await buyer.client.listOrders({}), [])
  const forged = { ...body, paid: true, transactionId: 'pi_forged', deliveryStatus: true, state: 'paid', _id: tool._id }
  assert.deepEqual(await call('POST', '/bookingOrder', forged, buyer.token), {
    status: 200,
    reply: { acknowledged: true },
  })
  const [placed] = await buyer.client.listOrders({})
  assert.deepEqual(
    [placed?.paid, placed?.transactionId, placed?.deliveryStatus, placed?.userEmail],
    [false, null, false, buyer.email],
  )
})

test('3: POST /create-payment-intent charges the order’s total only', async () => {
  const { _id: orderId, totalPrice } = await order(buyer)
  for (const total of [0.5, 0.505, totalPrice - 0.01, -totalPrice, 1e300]) {
    const { status } = await call('POST', '/create-payment-intent', { totalPrice: total, orderId }, buyer.token)
    assert.ok(status === 409 || status === 400, `${total}: ${status}`)
  }
  assert.equal((await call('POST', '/create-payment-intent', { totalPrice: 0.5 }, buyer.token)).status, 404)
  assert.equal((await call('POST', '/create-payment-intent', { totalPrice })).status, 401)
  const { clientSecret } = (await call('POST', '/create-payment-intent', { totalPrice }, buyer.token)).reply
  const intent = await shop.app.shop.payments.findIntent(clientSecret.split('_secret_')[0])
  assert.equal(intent?.amountCents, Math.round(totalPrice * 100))
})

test('4: PATCH /orders/:id records no made-up transaction id', async () => {
  const { _id: orderId } = await order(buyer)
  const recordPayment = (token?: string) =>
    call('PATCH', `/orders/${orderId}`, { orderId, transactionId: 'pi_made_up' }, token)
  assert.deepEqual(toStatusAndCode(await recordPayment()), [401, 'sign_in_required'])
  assert.deepEqual(toStatusAndCode(await recordPayment(victim.token)), [404, 'order_not_found'])
  assert.deepEqual(toStatusAndCode(await recordPayment(buyer.token)), [409, 'payment_mismatch'])
  assert.equal((await buyer.client.getOrder({ params: { orderId } })).paid, false)
})

test('5: GET /orders?email= and GET /order/:id show no orders of other accounts', async () => {
  const { _id } = await order(victim)
  assert.deepEqual(toStatusAndCode(await call('GET', `/orders?email=${victim.email}`)), [401, 'sign_in_required'])
  assert.deepEqual(toStatusAndCode(await call('GET', `/orders?email=${victim.email}`, undefined, buyer.token)), [
    403,
    'not_yours',
  ])
  assert.deepEqual(toStatusAndCode(await call('GET', `/order/${_id}`)), [401, 'sign_in_required'])
  assert.deepEqual(toStatusAndCode(await call('GET', `/order/${_id}`, undefined, buyer.token)), [
    404,
    'order_not_found',
  ])
})

test('6: DELETE /orders/:id cancels no orders of other accounts', async () => {
  const { _id: orderId } = await order(victim)
  assert.deepEqual(toStatusAndCode(await call('DELETE', `/orders/${orderId}`)), [401, 'sign_in_required'])
  assert.deepEqual(toStatusAndCode(await call('DELETE', `/orders/${orderId}`, undefined, buyer.token)), [
    404,
    'order_not_found',
  ])
  assert.equal((await victim.client.getOrder({ params: { orderId } }))._id, orderId)
})

test('7: GET and PUT /userProfile by email read and write no other profile', async () => {
  const { email, name } = victim
  const profile = {
    name,
    email,
    education: 'Joiner',
    city: 'Leeds',
    phone: '555',
    linkedIn: 'https://linkedin.example/v',
  }
  await victim.client.createProfile({ body: profile })
  const before = await victim.client.findProfile({})
  const path = `/userProfile/${email}`
  const stolen = { ...profile, city: 'Elsewhere', role: 'admin' }
  assert.equal((await call('GET', `/userProfile?email=${email}`)).status, 401)
  assert.deepEqual(toStatusAndCode(await call('GET', `/userProfile?email=${email}`, undefined, buyer.token)), [
    403,
    'not_yours',
  ])
  assert.equal((await call('PUT', path, stolen)).status, 401)
  for (const body of [stolen, { ...stolen, email: buyer.email }])
    assert.deepEqual(toStatusAndCode(await call('PUT', path, body, buyer.token)), [403, 'not_yours'])
  assert.deepEqual(await victim.client.findProfile({}), before)
})

test('8: GET /admin/:email reveals no other admin, and an unknown email is answered', async () => {
  for (const email of [admin.email, 'nobody@example.com', '%00', '%E0%A4%A']) {
    assert.equal((await call('GET', `/admin/${email}`)).status, 401)
    const { status, reply } = await call('GET', `/admin/${email}`, undefined, buyer.token)
    assert.ok(status === 403 || status === 400, `${email}: ${status}`)
    assert.ok(!('admin' in reply))
  }
  const own = await call('GET', `/admin/${buyer.email}`, undefined, buyer.token)
  assert.deepEqual(own, { status: 200, reply: { admin: false } })
})

test('9: a malformed id is refused', async () => {
  const ids = ['x', '1', '%00', '%E0%A4%A', '__proto__', '62f4e0a5c2a1b0d3e4f5a6b7', 'x'.repeat(5000)]
  for (const id of ids) {
    for (const [method, path] of [
      ['GET', `/tools/${id}`],
      ['GET', `/order/${id}`],
      ['DELETE', `/orders/${id}`],
      ['DELETE', `/tool/${id}`],
      ['PATCH', `/allOrders/${id}`],
    ] as const)
      assert.deepEqual(
        toStatusAndCode(await call(method, path, undefined, admin.token)),
        [400, 'invalid_input'],
        `${method} ${path}`,
      )
  }
})

test('10: stock is checked, and taken once the order is paid; the quantity is validated', async () => {
  const tool = await shop.getTool()
  const { body } = buildOrderInput(tool, buyer, tool.available + 1)
  assert.equal((await call('POST', '/bookingOrder', body, buyer.token)).reply.code, 'out_of_range')
  for (const quantity of ['lots of pieces', '0 pieces', '-5 pieces', '1.5 pieces', '1e3 pieces', 12, ''])
    assert.deepEqual(toStatusAndCode(await call('POST', '/bookingOrder', { ...body, quantity }, buyer.token)), [
      400,
      'invalid_input',
    ])
  assert.equal((await shop.getTool()).available, tool.available)
  const { _id: id } = await order(buyer)
  assert.equal((await shop.getTool()).available, tool.available)
  await payOrder({ shop, buyer }, id)
  assert.equal((await shop.getTool()).available, tool.available - tool.minimum)
})

test('11: POST /review takes the account’s name and email, a rating in range and an uploaded image', async () => {
  const review = {
    name: buyer.name,
    email: buyer.email,
    comment: 'Bad.',
    rating: 1,
    img: '/images/avatars/r01.svg',
    city: 'X',
  }
  const before = await shop.client.listReviews({})
  assert.equal((await call('POST', '/review', review)).status, 401)
  for (const [change, code] of [
    [{ email: victim.email }, 'not_yours'],
    [{ rating: 900 }, 'invalid_input'],
    [{ rating: '900' }, 'invalid_input'],
    [{ img: 'https://evil.example/tracker.gif' }, 'image_unknown'],
    [{ img: 'javascript:alert(1)' }, 'image_unknown'],
  ] as const)
    assert.equal((await call('POST', '/review', { ...review, ...change }, buyer.token)).reply.code, code)
  assert.deepEqual(await shop.client.listReviews({}), before)
  await call('POST', '/review', { ...review, name: victim.name }, buyer.token)
  assert.equal((await shop.client.listReviews({})).at(-1)?.name, buyer.name)
})

test('12: neither the client’s word nor an unsigned webhook marks an order paid', async () => {
  const { _id: orderId, totalPrice } = await order(buyer)
  const { clientSecret } = await buyer.client.createPaymentIntent({ body: { orderId, totalPrice } })
  const transactionId = clientSecret.split('_secret_')[0] ?? ''
  const reply = await call('PATCH', `/orders/${orderId}`, { orderId, transactionId, paid: true }, buyer.token)
  assert.deepEqual(toStatusAndCode(reply), [409, 'payment_incomplete'])
  const event = { id: 'evt_1', object: 'event', data: { object: { id: transactionId, object: 'payment_intent' } } }
  assert.deepEqual(toStatusAndCode(await call('POST', '/webhooks/payments', event)), [400, 'signature_invalid'])
  assert.equal((await buyer.client.getOrder({ params: { orderId } })).paid, false)
})

test('13: other sites get no CORS headers, tokens last half an hour, and large bodies are refused', async () => {
  const response = await shop.request('/api/tools', { headers: { origin: 'https://evil.example' } })
  assert.equal(response.headers.get('access-control-allow-origin'), null)
  const preflightHeaders = { origin: 'https://evil.example', 'access-control-request-method': 'POST' }
  const preflight = await shop.request('/api/bookingOrder', { method: 'OPTIONS', headers: preflightHeaders })
  assert.equal(preflight.headers.get('access-control-allow-origin'), null)
  const { exp, iat } = JSON.parse(Buffer.from(buyer.token.split('.')[1] ?? '', 'base64url').toString())
  assert.equal(exp - iat, 30 * 60)
  const large = await call('POST', '/bookingOrder', { address: 'x'.repeat(200_000) }, buyer.token)
  assert.deepEqual(toStatusAndCode(large), [413, 'body_too_large'])
})

test('14: page settings and API replies hold no secrets', async t => {
  assert.equal(shop.app.settings.payments.publishableKey, 'pk_test_sandbox')
  const keyed = await openShop({ IMGBB_KEY: 'kept0on0the0server', SECRET: 'a secret of forty characters for a test..' })
  t.after(() => keyed.app.close())
  const publicTexts = [
    JSON.stringify(keyed.app.settings),
    ...(await Promise.all(['/api/openapi.json', '/api/tools'].map(async path => (await keyed.request(path)).text()))),
  ]
  for (const text of publicTexts) assert.doesNotMatch(text, /kept0on0the0server|a secret of forty|anvil-and-tongs/)
})
