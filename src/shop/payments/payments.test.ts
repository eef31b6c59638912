import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eq } from 'drizzle-orm'
import { isChargeable } from '#contract/pricing/currencies.ts'
import { orders } from '#db/tables/orders.ts'
import { refunds, sandboxObjects } from '#db/tables/payments.ts'
import { createPaymentSandbox } from '#providers/payments/sandbox.ts'
import { createStripePayments } from '#providers/payments/stripe.ts'
import { cancelOrder } from '#shop/orders/cancel-orders.ts'
import { toScope } from '#shop/orders/scope.ts'
import { balanceStock } from '#test/balance-stock.ts'
import { assertRefused, buildOrderInput, type TestAccount } from '#test/open-shop.ts'
import { getIntentId, payByCard } from '#test/pay.ts'
import { prepareShop } from '#test/prepare.ts'
import { readActor } from '#test/read-actor.ts'
import { receiveEvent } from './payment-events.ts'
import { getOrCreateClientSecret, recordPayment } from './payments.ts'

const shop = prepareShop()

async function placeOrder(buyer: TestAccount, quantity?: number) {
  const tool = await shop.getTool()
  await buyer.client.placeOrder(buildOrderInput(tool, buyer, quantity))
  const [order] = await buyer.client.listOrders({})
  return order ?? assert.fail('no order')
}

const openPaymentIntent = async (buyer: TestAccount, order: { _id: string; totalPrice: number }) =>
  (await buyer.client.createPaymentIntent({ body: { orderId: order._id, totalPrice: order.totalPrice } })).clientSecret

const record = (buyer: TestAccount, id: string, transactionId: string) =>
  buyer.client.recordPayment({ params: { id }, body: { orderId: id, transactionId } })

test('an order is paid once the provider confirms it, however often that is reported', async () => {
  const buyer = await shop.createBuyer()
  const order = await placeOrder(buyer)
  const secret = await openPaymentIntent(buyer, order)
  assert.equal((await payByCard(shop, secret)).status, 'requires_capture')
  const replies = await Promise.all([1, 2, 3].map(() => record(buyer, order._id, getIntentId(secret))))
  assert.ok(replies.every(reply => reply.acknowledged))
  const paid = await buyer.client.getOrder({ params: { orderId: order._id } })
  const { paidAt } = paid
  assert.ok(Math.abs(Date.parse(paidAt ?? '') - Date.now()) < 60_000)
  assert.deepEqual(paid, {
    ...order,
    status: 'open',
    paid: true,
    transactionId: getIntentId(secret),
    expiresAt: null,
    paidAt,
  })
  await assertRefused(buyer.client.cancelOrder({ params: { id: order._id } }), 'order_paid')
  await assertRefused(openPaymentIntent(buyer, order), 'order_paid')
})

test('a repeated request for the same order returns the same open intent', async () => {
  const buyer = await shop.createBuyer()
  const order = await placeOrder(buyer)
  const secrets = await Promise.all([1, 2, 3].map(() => openPaymentIntent(buyer, order)))
  assert.equal(new Set([...secrets, await openPaymentIntent(buyer, order)]).size, 1)
})

test('without an order id the intent is for the newest unpaid order of that total', async () => {
  const buyer = await shop.createBuyer()
  await assertRefused(buyer.client.createPaymentIntent({ body: { totalPrice: 1032 } }), 'order_not_found')
  const order = await placeOrder(buyer)
  const { clientSecret } = await buyer.client.createPaymentIntent({ body: { totalPrice: order.totalPrice } })
  await payByCard(shop, clientSecret)
  assert.ok((await record(buyer, order._id, getIntentId(clientSecret))).acknowledged)
})

test('the amount is the order’s own: another total is refused', async () => {
  const buyer = await shop.createBuyer()
  const order = await placeOrder(buyer)
  for (const totalPrice of [0.5, 0, order.totalPrice + 1, 0.001, 99_999_999, 1e300]) {
    await assertRefused(buyer.client.createPaymentIntent({ body: { orderId: order._id, totalPrice } }), 'price_changed')
  }
})

test('the provider takes $0.50 to $999,999.99', () => {
  assert.deepEqual(
    [49, 50, 99_999_999, 100_000_000].map(cents => isChargeable(cents, 'USD')),
    [false, true, true, false],
  )
})

test('a total that no order can have is refused, with and without an order id', async () => {
  const buyer = await shop.createBuyer()
  for (const totalPrice of [0.49, 1_000_000, 1e300])
    await assertRefused(buyer.client.createPaymentIntent({ body: { totalPrice } }), 'price_changed')
})

test('a paid or cancelled order has no card form, whether the provider answers or not', async () => {
  const buyer = await shop.createBuyer()
  const actor = await readActor(shop.app.shop, buyer)
  const [paid, cancelled] = [await placeOrder(buyer), await placeOrder(buyer)]
  for (const order of [paid, cancelled]) await openPaymentIntent(buyer, order)
  await shop.app.shop.db
    .update(orders)
    .set({ state: 'confirmed', confirmedAt: new Date(), transactionId: 'pi_x', paidAt: new Date() })
    .where(eq(orders.id, paid._id))
  await balanceStock(shop.app.shop.db)
  await buyer.client.cancelOrder({ params: { id: cancelled._id } })
  const findIntent = () => assert.fail('the provider was asked')
  const away = { ...shop.app.shop, payments: { ...shop.app.shop.payments, findIntent } }
  for (const [order, code] of [
    [paid, 'order_paid'],
    [cancelled, 'order_cancelled'],
  ] as const) {
    const totalCents = Math.round(order.totalPrice * 100)
    await assertRefused(getOrCreateClientSecret(away, actor, { orderId: order._id, totalCents }), code)
  }
})

test('an intent that the provider cancelled is replaced by a new one, which pays', async () => {
  const buyer = await shop.createBuyer()
  const order = await placeOrder(buyer)
  const first = await openPaymentIntent(buyer, order)
  await shop.app.shop.payments.cancelIntent(getIntentId(first))
  const second = await openPaymentIntent(buyer, order)
  assert.notEqual(second, first)
  assert.equal(await openPaymentIntent(buyer, order), second)
  await shop.app.shop.payments.cancelIntent(getIntentId(second))
  const third = await openPaymentIntent(buyer, order)
  assert.equal(new Set([first, second, third]).size, 3)
  await payByCard(shop, third)
  assert.ok((await record(buyer, order._id, getIntentId(third))).acknowledged)
})

test('a slow answer does not replace a newer intent, which is returned instead', async () => {
  const buyer = await shop.createBuyer()
  const order = await placeOrder(buyer)
  const { payments } = shop.app.shop
  const actor = await readActor(shop.app.shop, buyer)
  const [created, released] = [Promise.withResolvers<string>(), Promise.withResolvers<void>()]
  const createIntent: typeof payments.createIntent = async request => {
    const intent = await payments.createIntent(request)
    created.resolve(intent.id)
    await released.promise
    return intent
  }
  const totalCents = Math.round(order.totalPrice * 100)
  const slow = { ...shop.app.shop, payments: { ...payments, createIntent } }
  const pendingSecret = getOrCreateClientSecret(slow, actor, { orderId: order._id, totalCents })
  await created.promise
  const first = await openPaymentIntent(buyer, order)
  assert.notEqual(getIntentId(first), await created.promise)
  await payments.cancelIntent(getIntentId(first))
  const second = await openPaymentIntent(buyer, order)
  released.resolve()
  assert.equal(await pendingSecret, second)
  assert.equal((await payments.findIntent(await created.promise))?.status, 'cancelled')
  assert.equal(await openPaymentIntent(buyer, order), second)
})

test('a second tab that opens the card form while the first one pays is refused, since the order is paid', async () => {
  const buyer = await shop.createBuyer()
  const order = await placeOrder(buyer)
  const { payments } = shop.app.shop
  const actor = await readActor(shop.app.shop, buyer)
  const [created, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const [capturing, mayCapture] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const slowPayments: typeof payments = {
    ...payments,
    async createIntent(request) {
      const intent = await payments.createIntent(request)
      created.resolve()
      await answered.promise
      return intent
    },
    async captureIntent(id) {
      capturing.resolve()
      await mayCapture.promise
      return payments.captureIntent(id)
    },
  }
  const slow = { ...shop.app.shop, payments: slowPayments }
  const totalCents = Math.round(order.totalPrice * 100)
  const otherTab = getOrCreateClientSecret(slow, actor, { orderId: order._id, totalCents })
  await created.promise
  const secret = await openPaymentIntent(buyer, order)
  await payByCard(shop, secret)
  const recording = recordPayment(slow, toScope(actor.account), order._id, getIntentId(secret))
  await capturing.promise
  answered.resolve()
  mayCapture.resolve()
  await assertRefused(otherTab, 'order_paid')
  await recording
  assert.equal((await payments.findIntent(getIntentId(secret)))?.status, 'succeeded')
})

test('paid and refunded orders are counted, once each', async () => {
  const buyer = await shop.createBuyer()
  const { db } = shop.app.shop
  const actor = await readActor(shop.app.shop, buyer)
  const counted: unknown[] = []
  const counting = { ...shop.app.shop, incrementCounter: (...counter: unknown[]) => void counted.push(counter) }
  const [kept, late] = [await placeOrder(buyer), await placeOrder(buyer)]
  const [keptSecret, lateSecret] = [await openPaymentIntent(buyer, kept), await openPaymentIntent(buyer, late)]
  for (const secret of [keptSecret, lateSecret]) await payByCard(shop, secret)
  await shop.app.shop.payments.captureIntent(getIntentId(lateSecret))
  await db.update(orders).set({ state: 'cancelled' }).where(eq(orders.id, late._id))
  await balanceStock(db)
  for (let times = 0; times < 2; times++)
    await recordPayment(counting, toScope(actor.account), kept._id, getIntentId(keptSecret))
  await assertRefused(
    recordPayment(counting, toScope(actor.account), late._id, getIntentId(lateSecret)),
    'payment_refunded',
  )
  assert.deepEqual(counted, [
    ['orders', { step: 'paid' }],
    ['orders', { step: 'refunded' }],
  ])
})

test('events about intents that are not paid, unknown or of another program change nothing', async () => {
  const buyer = await shop.createBuyer()
  const order = await placeOrder(buyer)
  const open = getIntentId(await openPaymentIntent(buyer, order))
  const { payments } = shop.app.shop
  const paid = { ...((await payments.findIntent(open)) ?? assert.fail()), status: 'succeeded' } as const
  for (const [index, intent] of [
    undefined,
    { ...paid, status: 'open' as const },
    { ...paid, orderId: undefined },
    { ...paid, accountId: undefined },
    { ...paid, orderId: 'A-17' },
  ].entries()) {
    const mismatched = { ...shop.app.shop, payments: { ...payments, findIntent: async () => intent } }
    await receiveEvent(mismatched, { id: `evt_${order._id}_${index}`, intentId: open, about: 'payment' })
  }
  assert.equal((await buyer.client.getOrder({ params: { orderId: order._id } })).paid, false)
})

test('a made-up transaction id pays nothing', async () => {
  const buyer = await shop.createBuyer()
  const order = await placeOrder(buyer)
  for (const id of ['pi_made_up', 'anything', '../refunds', '..', '  x  '])
    await assertRefused(record(buyer, order._id, id), 'payment_mismatch')
  await assertRefused(record(buyer, order._id, '\uD800'), 'invalid_input')
  assert.equal((await buyer.client.getOrder({ params: { orderId: order._id } })).paid, false)
})

test('an intent that is not paid yet pays nothing', async () => {
  const buyer = await shop.createBuyer()
  const order = await placeOrder(buyer)
  const secret = await openPaymentIntent(buyer, order)
  await assertRefused(record(buyer, order._id, getIntentId(secret)), 'payment_incomplete')
  assert.equal((await payByCard(shop, secret, '4000000000000002')).error?.message, 'Your card was declined.')
  await assertRefused(record(buyer, order._id, getIntentId(secret)), 'payment_incomplete')
})

test('the payment of one order pays no other, of the same or another account', async () => {
  const [buyer, other] = [await shop.createBuyer(), await shop.createBuyer()]
  const paid = await placeOrder(buyer)
  const secret = await openPaymentIntent(buyer, paid)
  await payByCard(shop, secret)
  await record(buyer, paid._id, getIntentId(secret))
  const [second, foreign] = [await placeOrder(buyer), await placeOrder(other)]
  await assertRefused(record(buyer, second._id, getIntentId(secret)), 'payment_mismatch')
  await assertRefused(record(other, foreign._id, getIntentId(secret)), 'payment_mismatch')
  await assertRefused(record(other, paid._id, getIntentId(secret)), 'order_not_found')
  await assertRefused(openPaymentIntent(other, second), 'order_not_found')
  const call = { params: { id: second._id }, body: { orderId: paid._id, transactionId: getIntentId(secret) } }
  await assertRefused(buyer.client.recordPayment(call), 'payment_mismatch')
  const swapped = { params: { id: paid._id }, body: { orderId: second._id, transactionId: getIntentId(secret) } }
  await assertRefused(buyer.client.recordPayment(swapped), 'payment_mismatch')
  assert.deepEqual(
    [second, foreign].map(order => order.paid),
    [false, false],
  )
})

for (const [what, change, code] of [
  ['that is still on its way', { status: 'processing' }, 'payment_incomplete'],
  ['of another amount', { amount: 50, amount_received: 50 }, 'payment_mismatch'],
  ['in another currency', { currency: 'jpy' }, 'payment_mismatch'],
  ['without an account', { metadata: { accountId: undefined } }, 'payment_mismatch'],
  ['of another account', { metadata: { accountId: '01900000-0000-7000-8000-000000000000' } }, 'payment_mismatch'],
  ['of another order', { metadata: { orderId: '01900000-0000-7000-8000-000000000000' } }, 'payment_mismatch'],
] as const)
  test(`a payment ${what} pays nothing, even if all else is right`, async () => {
    const buyer = await shop.createBuyer()
    const order = await placeOrder(buyer)
    const intentId = getIntentId(await openPaymentIntent(buyer, order))
    const { db } = shop.app.shop
    const ofIntent = eq(sandboxObjects.id, intentId)
    const [stored] = await db.select().from(sandboxObjects).where(ofIntent)
    const intent = stored?.body as { amount: number; metadata: object }
    const paid = { ...intent, status: 'succeeded', amount_received: intent.amount }
    const metadata = { ...intent.metadata, ...('metadata' in change && change.metadata) }
    await db
      .update(sandboxObjects)
      .set({ body: { ...paid, ...change, metadata } })
      .where(ofIntent)
    await assertRefused(record(buyer, order._id, intentId), code)
    assert.equal((await buyer.client.getOrder({ params: { orderId: order._id } })).paid, false)
    await db.update(sandboxObjects).set({ body: paid }).where(ofIntent)
    assert.ok((await record(buyer, order._id, intentId)).acknowledged)
  })

test('cancelling an order closes its payment intent, so that it can’t be paid any more', async () => {
  const buyer = await shop.createBuyer()
  const order = await placeOrder(buyer)
  const secret = await openPaymentIntent(buyer, order)
  assert.deepEqual(await buyer.client.cancelOrder({ params: { id: order._id } }), { deletedCount: 1 })
  assert.equal((await payByCard(shop, secret)).error?.code, 'payment_intent_unexpected_state')
  await assertRefused(record(buyer, order._id, getIntentId(secret)), 'cancelled_while_paying')
})

test('cancels that wait for the provider at the same time cancel once', async () => {
  const buyer = await shop.createBuyer()
  const tool = await shop.getTool()
  const order = await placeOrder(buyer)
  await openPaymentIntent(buyer, order)
  const { db } = shop.app.shop
  const keys = { secretKey: 'sk_test_second', publishableKey: 'pk_test_second' }
  const sandbox = createPaymentSandbox({ db, now: () => new Date(), ...keys })
  const payments = createStripePayments({
    ...keys,
    webhookSecret: 'whsec_second',
    cardForm: 'sandbox',
    fetch: async (input, init) => sandbox.fetch(new Request(input, init)),
  })
  const together = Promise.withResolvers<void>()
  let waiting = 0
  const cancelIntent = async (id: string) => {
    const intent = await payments.cancelIntent(id)
    waiting += 1
    if (waiting === 3) together.resolve()
    await together.promise
    return intent
  }
  const slow = { ...shop.app.shop, payments: { ...payments, cancelIntent } }
  const actor = await readActor(shop.app.shop, buyer)
  const cancelled = await Promise.all([1, 2, 3].map(() => cancelOrder(slow, actor, order._id)))
  assert.deepEqual(cancelled.toSorted(), [false, false, true])
  assert.deepEqual(await shop.getTool(), tool)
})

test('an order whose intent the provider does not know can be cancelled, by its buyer and by an admin', async () => {
  const buyer = await shop.createBuyer()
  const admin = await shop.logInAsAdmin()
  const { available } = await shop.getTool()
  for (const canceller of [buyer, admin]) {
    const { _id: id } = await placeOrder(buyer)
    await shop.app.shop.db
      .update(orders)
      .set({ paymentIntentId: `pi_of_another_provider_${canceller === admin}` })
      .where(eq(orders.id, id))
    const { client } = canceller
    const cancelled =
      canceller === admin ? client.cancelAnyOrder({ params: { id } }) : client.cancelOrder({ params: { id } })
    assert.deepEqual(await cancelled, { deletedCount: 1 })
  }
  assert.equal((await shop.getTool()).available, available)
})

test('an order whose intent the provider does not know is paid by a new one', async () => {
  const buyer = await shop.createBuyer()
  const order = await placeOrder(buyer)
  await shop.app.shop.db
    .update(orders)
    .set({ paymentIntentId: 'pi_of_the_provider_before' })
    .where(eq(orders.id, order._id))
  const secret = await openPaymentIntent(buyer, order)
  await payByCard(shop, secret)
  assert.deepEqual(await record(buyer, order._id, getIntentId(secret)), { acknowledged: true })
  assert.equal((await buyer.client.getOrder({ params: { orderId: order._id } })).paid, true)
})

test('a cancellation after the payment finds the order paid, and one before its capture releases the card', async () => {
  const buyer = await shop.createBuyer()
  const [paid, left] = [await placeOrder(buyer), await placeOrder(buyer)]
  const [paidSecret, leftSecret] = [await openPaymentIntent(buyer, paid), await openPaymentIntent(buyer, left)]
  for (const secret of [paidSecret, leftSecret]) await payByCard(shop, secret)
  await shop.app.shop.payments.captureIntent(getIntentId(paidSecret))
  await assertRefused(buyer.client.cancelOrder({ params: { id: paid._id } }), 'order_paid')
  const found = await buyer.client.getOrder({ params: { orderId: paid._id } })
  assert.equal(found.transactionId, getIntentId(paidSecret))
  const { available } = await shop.getTool()
  assert.deepEqual(await buyer.client.cancelOrder({ params: { id: left._id } }), { deletedCount: 1 })
  assert.equal((await shop.app.shop.payments.findIntent(getIntentId(leftSecret)))?.status, 'cancelled')
  await assertRefused(record(buyer, left._id, getIntentId(leftSecret)), 'cancelled_while_paying')
  assert.equal((await shop.getTool()).available, available)
})

test('a payment whose browser never came back is found when the payment page opens again', async () => {
  const buyer = await shop.createBuyer()
  const order = await placeOrder(buyer)
  const secret = await openPaymentIntent(buyer, order)
  await payByCard(shop, secret)
  await assertRefused(openPaymentIntent(buyer, order), 'order_paid')
  assert.equal((await buyer.client.getOrder({ params: { orderId: order._id } })).paid, true)
})

test('money for a cancelled order is returned: released, or refunded after its capture', async () => {
  const buyer = await shop.createBuyer()
  const { db, payments } = shop.app.shop
  for (const isCaptured of [false, true]) {
    const order = await placeOrder(buyer)
    const secret = await openPaymentIntent(buyer, order)
    const intentId = getIntentId(secret)
    await payByCard(shop, secret)
    if (isCaptured) await payments.captureIntent(intentId)
    await db.update(orders).set({ state: 'cancelled' }).where(eq(orders.id, order._id))
    for (let times = 0; times < 2; times++)
      await assertRefused(
        record(buyer, order._id, intentId),
        isCaptured ? 'payment_refunded' : 'cancelled_while_paying',
      )
    assert.equal((await payments.findIntent(intentId))?.status, isCaptured ? 'succeeded' : 'cancelled')
    assert.equal(await db.$count(refunds, eq(refunds.paymentIntentId, intentId)), isCaptured ? 1 : 0)
    const given = await payments.listRefunds(intentId)
    assert.deepEqual(
      given.map(({ amountCents }) => amountCents),
      [order.totalPrice * 100],
    )
  }
})

test('paying and cancelling at the same time ends in one of the two', async () => {
  for (let round = 0; round < 5; round++) {
    const buyer = await shop.createBuyer()
    const tool = await shop.getTool()
    const order = await placeOrder(buyer)
    const secret = await openPaymentIntent(buyer, order)
    const pay = payByCard(shop, secret).then(() => record(buyer, order._id, getIntentId(secret)))
    const [paid, cancelled] = await Promise.allSettled([pay, buyer.client.cancelOrder({ params: { id: order._id } })])
    assert.notEqual(paid.status, cancelled.status)
    const taken = tool.available - (await shop.getTool()).available
    assert.equal(taken, cancelled.status === 'fulfilled' ? 0 : tool.minimum)
  }
})
