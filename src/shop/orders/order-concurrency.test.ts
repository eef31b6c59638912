import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type SQL, sql } from 'drizzle-orm'
import { outbox } from '#db/tables/mails.ts'
import { getOrCreateClientSecret, recordPayment } from '#shop/payments/payments.ts'
import { assertOneEach, createGate, settleAll, settleAtRows } from '#test/concurrent-calls.ts'
import { buildOrderInput, openShopWithTwoAdmins, type TestAccount, type TestShop } from '#test/open-shop.ts'
import { readEvent } from '#test/orders.ts'
import { getIntentId, payByCard } from '#test/pay.ts'
import { readActor } from '#test/read-actor.ts'
import { cancelAnyOrder } from './cancel-orders.ts'
import { toScope } from './scope.ts'

const rounds = [1, 2, 3, 4, 5]
const cancelledSubject = 'cancelled'
const paymentFailedSubject = 'your payment did not go through'
let shop: TestShop
let ada: TestAccount
let zoe: TestAccount
let buyer: TestAccount

before(async () => {
  ;({ shop, ada, zoe } = await openShopWithTwoAdmins())
  buyer = await shop.createBuyer()
})

after(() => shop.app.close())

const settleOnRows = (rows: SQL, ...calls: (() => Promise<unknown>)[]) => settleAtRows(shop.app.shop.db, rows, ...calls)
const orderRow = (id: string) => sql`select from orders where id = ${id}`

async function placeOrder() {
  await buyer.client.placeOrder(buildOrderInput(await shop.getTool(), buyer))
  const [order] = await buyer.client.listOrders({})
  return order ?? assert.fail('no order')
}

async function openPaymentIntent(order: { _id: string; totalPrice: number }) {
  const body = { orderId: order._id, totalPrice: order.totalPrice }
  return (await buyer.client.createPaymentIntent({ body })).clientSecret
}

async function pay(id: string, secret: string) {
  await payByCard(shop, secret)
  return buyer.client.recordPayment({ params: { id }, body: { orderId: id, transactionId: getIntentId(secret) } })
}

const hold = (id: string) =>
  ada.client.holdOrder({ params: { id }, body: { until: new Date(Date.now() + 86_400_000).toISOString() } })

async function readStep(id: string): Promise<string | undefined> {
  const { rows } = await shop.app.shop.db.execute<{ step: string }>(sql`
    select case when shipped_at is not null then 'shipped' when paid_at is not null then 'paid' else state end as step
    from orders where id = ${id}`)
  return rows[0]?.step
}

const readStock = async () => (await shop.getTool()).available
const deleteMails = () => shop.app.shop.db.delete(outbox)
const listSubjects = async () => (await shop.listMails()).map(readEvent).toSorted()

/** The cancelling waits at the gate before or after the provider cancels the payment. */
async function cancelHeldAt(
  gate: ReturnType<typeof createGate>,
  id: string,
  place: 'before' | 'after' = 'before',
): Promise<boolean> {
  const { shop: appShop } = shop.app
  const cancelIntent: typeof appShop.payments.cancelIntent = async intentId => {
    if (place === 'before') await gate.pass()
    const intent = await appShop.payments.cancelIntent(intentId)
    if (place === 'after') await gate.pass()
    return intent
  }
  const held = { ...appShop, payments: { ...appShop.payments, cancelIntent } }
  return cancelAnyOrder(held, await readActor(appShop, ada), id)
}

test('two admins deliver the same order: it is shipped once', async () => {
  for (const _ of rounds) {
    const order = await placeOrder()
    await pay(order._id, await openPaymentIntent(order))
    await deleteMails()
    const deliver = (admin: TestAccount) => () => admin.client.markShipped({ params: { id: order._id } })
    assertOneEach(
      await settleOnRows(orderRow(order._id), deliver(ada), deliver(zoe)),
      { modifiedCount: 1 },
      { modifiedCount: 0 },
    )
    assert.equal(await readStep(order._id), 'shipped')
    assert.deepEqual(await listSubjects(), ['shipped'])
  }
})

test('two admins, or an admin and the buyer, cancel the same order: it is cancelled once, and a hold ends', async () => {
  const cancelAsAdmin = (admin: TestAccount) => (id: string) => () => admin.client.cancelAnyOrder({ params: { id } })
  const cancelAsBuyer = (id: string) => () => buyer.client.cancelOrder({ params: { id } })
  for (const round of rounds) {
    for (const [one, other] of [
      [cancelAsAdmin(ada), cancelAsAdmin(zoe)],
      [cancelAsAdmin(ada), cancelAsBuyer],
      [cancelAsBuyer, cancelAsBuyer],
    ] as const) {
      const before = await readStock()
      const order = await placeOrder()
      if (round % 2 === 0) await openPaymentIntent(order)
      else await hold(order._id)
      await deleteMails()
      assertOneEach(
        await settleOnRows(orderRow(order._id), one(order._id), other(order._id)),
        { deletedCount: 1 },
        { deletedCount: 0 },
      )
      assert.equal(await readStock(), before)
      assert.equal(await readStep(order._id), 'cancelled')
      assert.deepEqual(await listSubjects(), [cancelledSubject])
    }
  }
})

test('an admin cancels while the buyer pays: the order is paid or cancelled, and its stock goes with it', async () => {
  for (const _ of rounds) {
    const before = await readStock()
    const order = await placeOrder()
    const secret = await openPaymentIntent(order)
    await deleteMails()
    const cancel = () => ada.client.cancelAnyOrder({ params: { id: order._id } })
    const ends = await settleAll(() => pay(order._id, secret), cancel)
    const paid = (await readStep(order._id)) === 'paid'
    const [payment, cancellation] = ends
    if (paid) assert.deepEqual(payment, { acknowledged: true })
    // Between the provider's cancellation and the shop's, the payment may be recorded, or the provider's event received.
    else assert.match(String(payment), /^(payment_incomplete|cancelled_while_paying|payment_released)$/)
    const refusals: unknown[] = ['order_paid', 'payment_processing']
    if (paid) assert.ok(refusals.includes(cancellation), String(cancellation))
    else assert.deepEqual(cancellation, { deletedCount: 1 })
    assert.equal(await readStep(order._id), paid ? 'paid' : 'cancelled')
    assert.equal(await readStock(), paid ? before - Number.parseInt(order.quantity, 10) : before)
    const [subject, ...others] = await listSubjects()
    assert.equal(subject, paid ? 'paid' : cancelledSubject)
    assert.deepEqual(others, paid || others.length === 0 ? [] : [paymentFailedSubject])
  }
})

test('a payment that is recorded after the provider has cancelled it, and before the order is, is released', async () => {
  const before = await readStock()
  const order = await placeOrder()
  const secret = await openPaymentIntent(order)
  await deleteMails()
  const gate = createGate()
  const cancelling = settleAll(() => cancelHeldAt(gate, order._id, 'after'))
  await gate.reached()
  assert.deepEqual(await settleAll(() => pay(order._id, secret)), ['payment_released'])
  gate.open()
  assert.deepEqual(await cancelling, [true])
  assert.equal(await readStep(order._id), 'cancelled')
  assert.equal(await readStock(), before)
  assert.deepEqual(await listSubjects(), [cancelledSubject, paymentFailedSubject])
})

test('a payment that is captured before the provider cancels the intent is kept: the order is paid, not cancelled', async () => {
  const before = await readStock()
  const order = await placeOrder()
  const secret = await openPaymentIntent(order)
  const gate = createGate()
  const cancelling = settleAll(() => cancelHeldAt(gate, order._id))
  await gate.reached()
  assert.equal(await readStep(order._id), 'placed')
  assert.deepEqual(await pay(order._id, secret), { acknowledged: true })
  gate.open()
  assert.deepEqual(await cancelling, ['order_paid'])
  assert.equal(await readStep(order._id), 'paid')
  assert.equal(await readStock(), before - Number.parseInt(order.quantity, 10))
})

test('a payment after the provider has cancelled the intent fails: the order is cancelled', async () => {
  const before = await readStock()
  const order = await placeOrder()
  const secret = await openPaymentIntent(order)
  await ada.client.cancelAnyOrder({ params: { id: order._id } })
  assert.deepEqual(await settleAll(() => pay(order._id, secret)), ['cancelled_while_paying'])
  assert.equal(await readStep(order._id), 'cancelled')
  assert.equal(await readStock(), before)
})

test('an admin cancels while the buyer’s payment is recorded: the order is paid, cancelled or placed again, with its stock', async () => {
  for (const _ of rounds) {
    const before = await readStock()
    const order = await placeOrder()
    const secret = await openPaymentIntent(order)
    await payByCard(shop, secret)
    await deleteMails()
    const body = { orderId: order._id, transactionId: getIntentId(secret) }
    const record = () => buyer.client.recordPayment({ params: { id: order._id }, body })
    const cancel = () => zoe.client.cancelAnyOrder({ params: { id: order._id } })
    const [paid, cancelled] = await settleOnRows(orderRow(order._id), record, cancel)
    const isPaid = (await readStep(order._id)) === 'paid'
    const intent = await shop.app.shop.payments.findIntent(getIntentId(secret))
    assert.equal(intent?.status, isPaid ? 'succeeded' : 'cancelled')
    assert.equal(await readStock(), isPaid ? before - Number.parseInt(order.quantity, 10) : before)
    if (isPaid) assert.deepEqual(paid, { acknowledged: true })
    // The provider ends the payment before the order is cancelled: the buyer may get either refusal.
    else assert.match(String(paid), /^(cancelled_while_paying|payment_released)$/)
    const refusals: unknown[] = ['order_paid', 'payment_processing']
    if (isPaid || typeof cancelled === 'string') assert.ok(refusals.includes(cancelled), String(cancelled))
    assert.ok(['paid', 'cancelled', 'placed'].includes((await readStep(order._id)) ?? ''))
  }
})

test('an admin cancels while the payment page opens: a cancelled order leaves nothing to pay', async () => {
  for (const _ of rounds) {
    const before = await readStock()
    const order = await placeOrder()
    const cancel = () => ada.client.cancelAnyOrder({ params: { id: order._id } })
    const [secret, cancelled] = await settleOnRows(orderRow(order._id), () => openPaymentIntent(order), cancel)
    assert.deepEqual(cancelled, { deletedCount: 1 })
    assert.equal(await readStock(), before)
    if (secret !== 'order_cancelled') {
      const paid = await payByCard(shop, String(secret))
      assert.equal(paid.error?.code, 'payment_intent_unexpected_state')
    }
  }
})

test('a client secret from before the cancelling pays nothing', async () => {
  const order = await placeOrder()
  const secret = await openPaymentIntent(order)
  await ada.client.cancelAnyOrder({ params: { id: order._id } })
  assert.equal((await payByCard(shop, secret)).error?.code, 'payment_intent_unexpected_state')
})

test('an intent created while its order is cancelled is cancelled, too', async () => {
  const { shop: appShop } = shop.app
  const order = await placeOrder()
  const actor = await readActor(shop.app.shop, buyer)
  const gate = createGate()
  let intentId = ''
  const createIntent: typeof appShop.payments.createIntent = async request => {
    const intent = await appShop.payments.createIntent(request)
    intentId = intent.id
    await gate.pass()
    return intent
  }
  const held = { ...appShop, payments: { ...appShop.payments, createIntent } }
  const totalCents = Math.round(order.totalPrice * 100)
  const opening = settleAll(() => getOrCreateClientSecret(held, actor, { orderId: order._id, totalCents }))
  await gate.reached()
  await ada.client.cancelAnyOrder({ params: { id: order._id } })
  gate.open()
  assert.deepEqual(await opening, ['order_cancelled'])
  assert.equal((await appShop.payments.findIntent(intentId))?.status, 'cancelled')
})

test('an admin delivers while the buyer’s payment is recorded: the order ends paid or shipped', async () => {
  for (const _ of rounds) {
    const order = await placeOrder()
    const secret = await openPaymentIntent(order)
    await payByCard(shop, secret)
    const deliver = () => zoe.client.markShipped({ params: { id: order._id } })
    const [paid, delivered] = await settleAll(() => pay(order._id, secret), deliver)
    assert.deepEqual(paid, { acknowledged: true })
    const shipped = (await readStep(order._id)) === 'shipped'
    assert.deepEqual(delivered, shipped ? { modifiedCount: 1 } : 'order_not_paid')
  }
})

test('an order is delivered after its payment is recorded, not before', async () => {
  const { shop: appShop } = shop.app
  const order = await placeOrder()
  const secret = await openPaymentIntent(order)
  await payByCard(shop, secret)
  const actor = await readActor(shop.app.shop, buyer)
  const gate = createGate()
  const findIntent: typeof appShop.payments.findIntent = async id => {
    await gate.pass()
    return appShop.payments.findIntent(id)
  }
  const held = { ...appShop, payments: { ...appShop.payments, findIntent } }
  const recording = recordPayment(held, toScope(actor.account), order._id, getIntentId(secret))
  await gate.reached()
  const deliver = () => zoe.client.markShipped({ params: { id: order._id } })
  assert.deepEqual(await settleAll(deliver), ['order_not_paid'])
  gate.open()
  await recording
  assert.deepEqual(await settleAll(deliver), [{ modifiedCount: 1 }])
})
