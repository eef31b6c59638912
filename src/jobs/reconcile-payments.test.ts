import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { beforeEach, test } from 'node:test'
import { eq, isNotNull, sql } from 'drizzle-orm'
import { refuse } from '#contract/refusals.ts'
import { orders } from '#db/tables/orders.ts'
import { confirmOrder } from '#shop/orders/confirm-order.ts'
import { buildOrderInput, type TestAccount } from '#test/open-shop.ts'
import { getIntentId, payByCard } from '#test/pay.ts'
import { prepareShop } from '#test/prepare.ts'
import { findViolations } from '#test/shop-invariants.ts'
import { waitUntil } from '#test/wait-until.ts'
import { startLoop } from './loop.ts'
import { reconcilePayments } from './reconcile-payments.ts'

let buyer: TestAccount
const logged: string[] = []
const log = (level: string, event: string, { order, outcome, error }: Record<string, unknown> = {}) => {
  assert.ok(order)
  assert.equal(level === 'error', error instanceof Error)
  logged.push(`${level}: ${event} ${outcome}`)
}
const shop = prepareShop()
beforeEach(async () => {
  buyer = await shop.createBuyer()
  logged.length = 0
})

async function order(minutes: number) {
  await buyer.client.placeOrder(buildOrderInput(await shop.getTool(), buyer))
  const placed = (await buyer.client.listOrders({}))[0] ?? assert.fail()
  const body = { orderId: placed._id, totalPrice: placed.totalPrice }
  const { clientSecret } = await buyer.client.createPaymentIntent({ body })
  await makeOlder(placed._id, minutes)
  return { id: placed._id, clientSecret }
}

async function makeOlder(id: string, minutes: number): Promise<void> {
  const back = sql`make_interval(mins => ${minutes})`
  await shop.app.shop.db
    .update(orders)
    .set({ createdAt: sql`created_at - ${back}`, lastCheckedAt: sql`last_checked_at - ${back}` })
    .where(eq(orders.id, id))
}

async function readStep(id: string) {
  const { state, paidAt } = await readRow(id)
  return paidAt ? 'paid' : state
}

async function readRow(id: string) {
  const [found] = await shop.app.shop.db.select().from(orders).where(eq(orders.id, id))
  return found ?? assert.fail()
}

const listMailBodies = async () =>
  (await shop.listMails()).filter(mail => mail.to === buyer.email).map(mail => mail.body)

test('an order whose payment was not reported is paid ten minutes later, once, by any number of processes', async () => {
  const charged = await order(0)
  await payByCard(shop, charged.clientSecret)
  const open = await order(11)
  await reconcilePayments(shop.app.shop, log)
  assert.equal(await readStep(charged.id), 'placed')

  await makeOlder(charged.id, 11)
  await Promise.all([1, 2, 3].map(() => reconcilePayments(shop.app.shop, log)))
  assert.equal((await readRow(charged.id)).transactionId, getIntentId(charged.clientSecret))
  assert.equal(await readStep(charged.id), 'paid')
  assert.equal(await readStep(open.id), 'placed')
  assert.equal((await listMailBodies()).filter(body => body.includes('has arrived')).length, 1)
  assert.deepEqual(logged, ['info: payment reconciliation paid'])
})

test('an unpaid order is checked every hour', async () => {
  const { id, clientSecret } = await order(11)
  await reconcilePayments(shop.app.shop, log)
  await payByCard(shop, clientSecret)
  await makeOlder(id, 50)
  await reconcilePayments(shop.app.shop, log)
  assert.equal(await readStep(id), 'placed')
  await makeOlder(id, 11)
  await reconcilePayments(shop.app.shop, log)
  assert.equal(await readStep(id), 'paid')
})

test('an order that is held is checked, however old it is', async () => {
  const { id, clientSecret } = await order(0)
  const admin = await shop.logInAsAdmin()
  const until = new Date(Date.now() + 86_400_000).toISOString()
  await admin.client.holdOrder({ params: { id }, body: { until } })
  await makeOlder(id, 31 * 24 * 60)
  await payByCard(shop, clientSecret)
  await reconcilePayments(shop.app.shop, log)
  assert.equal(await readStep(id), 'paid')
})

test('a payment that was interrupted after its order was confirmed is finished a minute later', async () => {
  const [captured, authorized, released] = [await order(0), await order(0), await order(0)]
  const { db, payments } = shop.app.shop
  const available = (await shop.getTool()).available
  for (const { id, clientSecret } of [captured, authorized, released]) {
    await payByCard(shop, clientSecret)
    const [row = assert.fail()] = await db.select().from(orders).where(eq(orders.id, id))
    await db.transaction(transaction => confirmOrder(transaction, row, { transactionId: getIntentId(clientSecret) }))
  }
  await payments.captureIntent(getIntentId(captured.clientSecret))
  await payments.cancelIntent(getIntentId(released.clientSecret))
  await reconcilePayments(shop.app.shop, log)
  assert.deepEqual(logged, [])
  await db
    .update(orders)
    .set({ confirmedAt: sql`confirmed_at - interval '61 seconds'` })
    .where(isNotNull(orders.confirmedAt))
  await Promise.all([1, 2, 3].map(() => reconcilePayments(shop.app.shop, log)))
  assert.deepEqual(
    [await readStep(captured.id), await readStep(authorized.id), await readStep(released.id)],
    ['paid', 'paid', 'placed'],
  )
  assert.equal((await payments.findIntent(getIntentId(authorized.clientSecret)))?.status, 'succeeded')
  const tool = await shop.getTool()
  assert.equal(tool.available, available - 2 * tool.minimum)
  assert.deepEqual(logged.toSorted(), [
    'info: payment reconciliation paid',
    'info: payment reconciliation paid',
    'info: payment reconciliation payment_released',
  ])
  assert.deepEqual(await findViolations(db), [])
})

test('an order that was confirmed for a card is asked about before all others', async () => {
  const { db, payments } = shop.app.shop
  const [confirmed, placed] = [await order(0), await order(11)]
  for (const { clientSecret } of [confirmed, placed]) await payByCard(shop, clientSecret)
  const row = await readRow(confirmed.id)
  await db.transaction(transaction =>
    confirmOrder(transaction, row, { transactionId: getIntentId(confirmed.clientSecret) }),
  )
  await db
    .update(orders)
    .set({ confirmedAt: sql`now() - interval '2 minutes'`, lastCheckedAt: sql`now() - interval '61 seconds'` })
    .where(eq(orders.id, confirmed.id))
  const asked: string[] = []
  const findIntent: typeof payments.findIntent = async id => {
    asked.push(id)
    return payments.findIntent(id)
  }
  await reconcilePayments({ ...shop.app.shop, payments: { ...payments, findIntent } }, log)
  assert.deepEqual(
    asked,
    [confirmed, placed].map(({ clientSecret }) => getIntentId(clientSecret)),
  )
})

test('an order whose card is not authorized any more, after it was confirmed, gives its pieces back', async () => {
  const { db, payments } = shop.app.shop
  const { available } = await shop.getTool()
  const { id, clientSecret } = await order(11)
  const row = await readRow(id)
  await db.transaction(transaction => confirmOrder(transaction, row, { transactionId: getIntentId(clientSecret) }))
  await db.update(orders).set({ confirmedAt: sql`now() - interval '2 minutes'` }).where(eq(orders.id, id))
  await reconcilePayments(shop.app.shop, log)
  assert.deepEqual([await readStep(id), (await shop.getTool()).available], ['placed', available])
  assert.equal((await payments.findIntent(getIntentId(clientSecret)))?.status, 'cancelled')
  assert.deepEqual(logged, ['info: payment reconciliation payment_released'])
})

test('while the card payment provider is unavailable, orders stay as they are, and it is asked once a run', async () => {
  const { id, clientSecret } = await order(11)
  await order(12)
  await payByCard(shop, clientSecret)
  const { payments } = shop.app.shop
  let calls = 0
  const findIntent = () => {
    calls += 1
    return refuse('payments_unavailable')
  }
  const away = { ...shop.app.shop, payments: { ...payments, findIntent } }
  await reconcilePayments(away, log)
  assert.equal(calls, 1)
  await reconcilePayments(away, log)
  assert.equal(await readStep(id), 'placed')
  await makeOlder(id, 61)
  await reconcilePayments(shop.app.shop, log)
  assert.equal(await readStep(id), 'paid')
  assert.deepEqual(logged, [
    ...Array<string>(2).fill('info: payment reconciliation payments_unavailable'),
    'info: payment reconciliation paid',
  ])
})

test('an order that fails does not delay others', async () => {
  const [failing, charged] = [await order(12), await order(11)]
  await payByCard(shop, charged.clientSecret)
  const { payments } = shop.app.shop
  const findIntent: typeof payments.findIntent = async id =>
    id === getIntentId(failing.clientSecret) ? assert.fail('unexpected') : payments.findIntent(id)
  await reconcilePayments({ ...shop.app.shop, payments: { ...payments, findIntent } }, log)
  assert.equal(await readStep(charged.id), 'paid')
  assert.ok(logged.includes('error: payment reconciliation failed undefined'))
})

test('an order whose intent the provider does not know stays placed, or is again', async () => {
  const { id, clientSecret } = await order(11)
  const { db, payments } = shop.app.shop
  const unknowing = { ...shop.app.shop, payments: { ...payments, findIntent: async () => undefined } }
  await reconcilePayments(unknowing, log)
  assert.deepEqual([await readStep(id), logged], ['placed', []])
  const row = await readRow(id)
  await db.transaction(transaction => confirmOrder(transaction, row, { transactionId: getIntentId(clientSecret) }))
  await db
    .update(orders)
    .set({ confirmedAt: sql`now() - interval '2 minutes'`, lastCheckedAt: null })
    .where(eq(orders.id, id))
  await reconcilePayments(unknowing, log)
  assert.deepEqual([await readStep(id), logged], ['placed', ['info: payment reconciliation payment_not_found']])
})

test('a run that is stopped asks about no order, and any other about fifty', async () => {
  await shop.app.shop.db.update(orders).set({ lastCheckedAt: new Date() })
  const { id } = await order(11)
  const { number: _, ...row } = await readRow(id)
  const copies = Array.from({ length: 51 }, (_, index) => ({
    ...row,
    id: randomUUID(),
    paymentIntentId: `pi_${index}`,
  }))
  await shop.app.shop.db.insert(orders).values(copies)
  let calls = 0
  const findIntent = async () => {
    calls += 1
    return undefined
  }
  const counting = { ...shop.app.shop, payments: { ...shop.app.shop.payments, findIntent } }
  await reconcilePayments(counting, log, AbortSignal.abort())
  assert.equal(calls, 0)
  await reconcilePayments(counting, log)
  assert.equal(calls, 50)
  await reconcilePayments(counting, log)
  assert.equal(calls, 52)
})

test('a loop reconciles again and again until it is stopped', async () => {
  const { id, clientSecret } = await order(11)
  await payByCard(shop, clientSecret)
  const job = startLoop({
    everyMs: 5,
    run: signal => reconcilePayments(shop.app.shop, log, signal),
    onError: error => assert.fail(String(error)),
  })
  await waitUntil(async () => (await readStep(id)) === 'paid', 'the order is paid')
  await job.stop()
})
