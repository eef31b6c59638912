import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import { createLogger } from '#observability/logger.ts'
import { assertRefused, buildOrderInput, openShop } from '#test/open-shop.ts'
import { getIntentId, payByCard } from '#test/pay.ts'

/** Personal data; no log line may contain any of it. */
const marked = {
  name: 'Zebulon Marksworth',
  email: 'zebulon.marksworth@private.example',
  password: 'markword-7',
  address: '77 Markstreet',
  phone: '555 7777',
  words: 'marked words of a review',
  card: '4242424242424242',
}
const json = { 'content-type': 'application/json' }

test('every call of an order leaves a log line without personal data', async t => {
  const lines: string[] = []
  const log = createLogger(line => lines.push(line), 'debug')
  const failures: string[] = []
  const shop = await openShop({}, { onError: event => failures.push(event), onLog: log })
  t.after(() => shop.app.close())
  const secrets = Object.values(marked)

  const { name, email, password } = marked
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    shop.request(path, { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(body) })
  await post('/api/auth/sign-up/email', { name, email, password })
  await post('/api/auth/sign-up/email', { name, email, password })
  await post('/api/auth/sign-in/email', { email, password: `${password}-wrong` })
  const session = await post('/api/auth/sign-in/email', { email, password })
  secrets.push(session.headers.get('set-cookie')?.split(/[=;]/)[1] ?? assert.fail())
  await shop.request(`/api/auth/verify-email?token=${email}`)
  const buyer = await shop.logIn(email, password)
  secrets.push(buyer.token)

  const { client } = buyer
  const tool = await shop.getTool()
  const orderInput = buildOrderInput(tool, buyer)
  const typed = { ...orderInput.body, userName: name, phone: marked.phone, address: marked.address }
  await client.placeOrder({ body: typed })
  await assertRefused(client.placeOrder({ body: { ...typed, price: 1 } }), 'price_changed')
  await assertRefused(client.placeOrder({ body: { ...typed, userEmail: `other.${email}` } }), 'not_yours')
  await assertRefused(client.isAdmin({ params: { email: `other.${email}` } }), 'not_yours')
  const [order] = await client.listOrders({ query: { email } })
  assert.ok(order)
  const { clientSecret } = await client.createPaymentIntent({
    body: { totalPrice: order.totalPrice, orderId: order._id },
  })
  secrets.push(clientSecret)
  await payByCard(shop, clientSecret, marked.card)
  const transactionId = getIntentId(clientSecret)
  await client.recordPayment({ params: { id: order._id }, body: { transactionId, orderId: order._id } })
  const review = { name, email, city: 'Marktown', rating: 4, comment: marked.words, img: '/images/avatars/r01.svg' }
  await client.addReview({ body: review })
  await post('/api/review', { ...review, rating: marked.words }, { authorization: `Bearer ${buyer.token}` })
  await shop.request(`/api/no/such/${email}`)

  await shop.app.shop.db.execute(sql`alter table orders add constraint forced check (phone <> '555 7777') not valid`)
  const failed = await post('/api/bookingOrder', typed, { authorization: `Bearer ${buyer.token}` })
  const problem = await failed.json()
  const id = failed.headers.get('x-request-id')
  assert.deepEqual([failed.status, problem.instance], [500, `urn:uuid:${id}`])
  assert.equal(failures.length, 1)

  const all = lines.join('\n')
  for (const secret of secrets) assert.ok(!all.includes(secret), `${secret} is in ${all}`)
  const entries = lines.map(line => JSON.parse(line))
  const ofFailure = entries.filter(line => line.request === id)
  assert.deepEqual(
    ofFailure.map(({ level, event }) => [level, event]),
    [
      ['error', 'unexpected error'],
      ['info', 'request'],
    ],
  )
  assert.ok(ofFailure[0].error.cause.code === '23514' || ofFailure[0].error.cause.cause?.code === '23514')
  const [orderLine] = entries.filter(line => line.route === '/api/bookingOrder')
  const [account] = await shop.app.shop.db
    .execute(sql`select id from accounts where email = ${email}`)
    .then(r => r.rows)
  assert.deepEqual(
    { ...orderLine, time: '', request: '', ms: 0 },
    {
      time: '',
      level: 'info',
      event: 'request',
      request: '',
      method: 'POST',
      route: '/api/bookingOrder',
      status: 200,
      ms: 0,
      account: account?.id,
    },
  )
  assert.ok(entries.some(line => line.route === '/api/admin/:email' && line.code === 'not_yours'))

  const metrics = await shop.app.metrics.toText()
  for (const sample of [
    'shop_http_requests_total{method="POST",route="/api/bookingOrder",status="5xx"} 1',
    'shop_refusals_total{method="POST",route="/api/bookingOrder",code="price_changed"} 1',
    'shop_orders_total{step="placed"} 1',
    'shop_orders_total{step="paid"} 1',
    'shop_http_requests_in_flight 0',
  ])
    assert.ok(metrics.includes(`${sample}\n`), `${sample} is not in ${metrics}`)
  for (const secret of secrets) assert.ok(!metrics.includes(secret), secret)
})
