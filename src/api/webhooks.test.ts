import assert from 'node:assert/strict'
import { test } from 'node:test'
import { paymentEvents, refunds } from '#db/tables/payments.ts'
import type { PaymentEvent } from '#providers/payments/port.ts'
import { balanceStock } from '#test/balance-stock.ts'
import { buildOrderInput, type TestAccount } from '#test/open-shop.ts'
import { getIntentId, payByCard } from '#test/pay.ts'
import { prepareShop } from '#test/prepare.ts'
import { createWebhookRoutes } from './webhooks.ts'

const shop = prepareShop({}, { onError: event => assert.match(event, /^service unavailable/) })

async function chargeOrder() {
  const buyer = await shop.createBuyer()
  await buyer.client.placeOrder(buildOrderInput(await shop.getTool(), buyer))
  const [order] = await buyer.client.listOrders({})
  assert.ok(order)
  const body = { orderId: order._id, totalPrice: order.totalPrice }
  const { clientSecret } = await buyer.client.createPaymentIntent({ body })
  shop.webhooks.length = 0
  assert.equal((await payByCard(shop, clientSecret)).status, 'requires_capture')
  const [call] = shop.webhooks
  assert.ok(call)
  return { buyer, order, transactionId: getIntentId(clientSecret), call }
}

const deliverWebhook = (call: Request) => shop.app.fetch(call.clone())

const isPaid = async (buyer: TestAccount, id: string) => (await buyer.client.getOrder({ params: { orderId: id } })).paid

test('a payment whose browser never came back is recorded by the webhook alone', async () => {
  const { buyer, order, transactionId, call } = await chargeOrder()
  const answer = await deliverWebhook(call)
  assert.deepEqual([answer.status, await answer.json()], [200, { received: true }])
  const paid = await buyer.client.getOrder({ params: { orderId: order._id } })
  assert.deepEqual([paid.paid, paid.transactionId], [true, transactionId])
})

test('browser and webhook may both report a payment, in any order and repeatedly', async () => {
  const { buyer, order, transactionId, call } = await chargeOrder()
  const record = () =>
    buyer.client.recordPayment({ params: { id: order._id }, body: { orderId: order._id, transactionId } })
  const answers = await Promise.all([
    deliverWebhook(call),
    record(),
    deliverWebhook(call),
    record(),
    deliverWebhook(call),
  ])
  for (const answer of answers) if (answer instanceof Response) assert.equal(answer.status, 200)
  assert.equal((await deliverWebhook(call)).status, 200)
  assert.equal(await isPaid(buyer, order._id), true)
  const { rows } = await shop.app.shop.db.execute(
    `select 1 from outbox where order_id = '${order._id}' and kind = 'order_paid'`,
  )
  assert.equal(rows.length, 1)
})

test('a repeated event makes no provider call and is recorded once', async t => {
  const { db } = shop.app.shop
  const { call } = await chargeOrder()
  const before = await db.$count(paymentEvents)
  await deliverWebhook(call)
  await db.execute('alter table sandbox_objects rename to away')
  t.after(() => db.execute('alter table away rename to sandbox_objects'))
  assert.equal((await deliverWebhook(call)).status, 200)
  assert.equal((await db.$count(paymentEvents)) - before, 1)
})

test('a payment for a cancelled order is refunded, and the webhook replies 200', async () => {
  const { order, transactionId, call } = await chargeOrder()
  await shop.app.shop.payments.captureIntent(transactionId)
  await shop.app.shop.db.execute(`update orders set state = 'cancelled' where id = '${order._id}'`)
  await balanceStock(shop.app.shop.db)
  assert.equal((await deliverWebhook(call)).status, 200)
  const given = await shop.app.shop.db.select().from(refunds)
  assert.ok(given.some(refund => refund.paymentIntentId === transactionId))
})

test('an unsigned webhook call changes nothing', async () => {
  const { buyer, order, call } = await chargeOrder()
  const body = await call.clone().text()
  const forge = (headers: Record<string, string>, forged = body) =>
    shop.request('/api/webhooks/payments', { method: 'POST', headers, body: forged })
  const signature = call.headers.get('stripe-signature') ?? ''
  for (const answer of [
    await forge({}),
    await forge({ 'stripe-signature': 't=1,v1=00' }),
    await forge({ 'stripe-signature': 't=1,v1=' }),
    await forge({ 'stripe-signature': signature }, body.replace('"requires_capture"', '"succeeded"')),
  ]) {
    assert.equal(answer.status, 400)
    assert.equal((await answer.json()).code, 'signature_invalid')
  }
  assert.equal(await isPaid(buyer, order._id), false)
})

test('an event that can’t be handled now is not acknowledged', async () => {
  const { buyer, order, call } = await chargeOrder()
  await shop.app.shop.db.execute('alter table sandbox_objects rename to away')
  const { status } = await deliverWebhook(call)
  await shop.app.shop.db.execute('alter table away rename to sandbox_objects')
  assert.equal(status, 503)
  assert.equal(await isPaid(buyer, order._id), false)
  assert.equal((await deliverWebhook(call)).status, 200)
  assert.equal(await isPaid(buyer, order._id), true)
})

test('an event about another object is acknowledged, and a refused payment is logged', async () => {
  const { order, transactionId } = await chargeOrder()
  await shop.app.shop.db.execute(`update orders set total_cents = total_cents + 1 where id = '${order._id}'`)
  const logged: unknown[] = []
  let event: PaymentEvent | undefined
  const payments = { ...shop.app.shop.payments, readEvent: () => event }
  const routes = createWebhookRoutes({ ...shop.app.shop, payments }, (...line) => void logged.push(line))
  const deliver = async () => (await routes.request('/payments', { method: 'POST', body: '{}' })).status
  assert.equal(await deliver(), 200)
  assert.deepEqual(logged, [])
  event = { id: 'evt_mismatch', intentId: transactionId, about: 'payment' }
  assert.equal(await deliver(), 200)
  assert.deepEqual(logged, [['info', 'payment event refused', { eventId: 'evt_mismatch', code: 'payment_mismatch' }]])
})
