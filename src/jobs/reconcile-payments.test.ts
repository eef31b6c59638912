import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import { eq, sql } from 'drizzle-orm'
import { refuse } from '#contract/refusals.ts'
import { orders } from '#db/tables/orders.ts'
import { findAccountByEmail, getAccount } from '#shop/accounts/accounts.ts'
import { listCart } from '#shop/carts.ts'
import { cancelOrder, changeOrder } from '#shop/orders/cancel-orders.ts'
import { assertRefused, buildOrderInput, openShop, type TestAccount, type TestShop } from '#test/open-shop.ts'
import { getIntentId, payByCard } from '#test/pay.ts'
import { waitUntil } from '#test/wait-until.ts'
import { startLoop } from './loop.ts'
import { reconcilePayments } from './reconcile-payments.ts'

let shop: TestShop
let buyer: TestAccount
const logged: string[] = []
const log = (level: string, event: string, { order, outcome, error }: Record<string, unknown> = {}) => {
  assert.ok(order)
  assert.equal(level === 'error', error instanceof Error)
  logged.push(`${level}: ${event} ${outcome}`)
}
before(async () => {
  shop = await openShop()
})
after(() => shop.app.close())
beforeEach(async () => {
  buyer = await shop.createBuyer()
  logged.length = 0
})

/** An order that was placed that many minutes ago, with an open payment. */
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
  assert.equal((await readRow(charged.id)).state, 'placed')

  await makeOlder(charged.id, 11)
  await Promise.all([1, 2, 3].map(() => reconcilePayments(shop.app.shop, log)))
  const { state, transactionId } = await readRow(charged.id)
  assert.deepEqual([state, transactionId], ['paid', getIntentId(charged.clientSecret)])
  assert.equal((await readRow(open.id)).state, 'placed')
  assert.equal((await listMailBodies()).filter(body => body.includes('has arrived')).length, 1)
  assert.deepEqual(logged, ['info: payment reconciliation paid'])
})

test('an unpaid order is checked every hour, for thirty days', async () => {
  const { id, clientSecret } = await order(11)
  await reconcilePayments(shop.app.shop, log)
  await payByCard(shop, clientSecret)
  await makeOlder(id, 50)
  await reconcilePayments(shop.app.shop, log)
  assert.equal((await readRow(id)).state, 'placed')
  await makeOlder(id, 11)
  await reconcilePayments(shop.app.shop, log)
  assert.equal((await readRow(id)).state, 'paid')

  const old = await order(31 * 24 * 60)
  await payByCard(shop, old.clientSecret)
  await reconcilePayments(shop.app.shop, log)
  assert.equal((await readRow(old.id)).state, 'placed')
})

test('an interrupted cancellation is completed: cancelled, or paid when the payment succeeded', async () => {
  const { available } = await shop.getTool()
  const [abandoned, charged] = [await order(11), await order(11)]
  await payByCard(shop, charged.clientSecret)
  for (const { id } of [abandoned, charged])
    await shop.app.shop.db.update(orders).set({ state: 'cancelling' }).where(eq(orders.id, id))
  await reconcilePayments(shop.app.shop, log)
  assert.equal((await readRow(abandoned.id)).state, 'cancelled')
  assert.equal((await readRow(charged.id)).state, 'paid')
  const tool = await shop.getTool()
  assert.equal(tool.available, available - tool.minimum)
  assert.equal((await listMailBodies()).filter(body => body.includes('is cancelled. Nothing was charged.')).length, 1)
  assert.deepEqual(logged.toSorted(), [
    'info: payment reconciliation cancelled',
    'info: payment reconciliation order_paid',
  ])
})

test('a cancellation in progress is left alone', async () => {
  const { id } = await order(60)
  const { payments } = shop.app.shop
  const cancelIntent: typeof payments.cancelIntent = async intent => {
    await reconcilePayments(shop.app.shop, log)
    return payments.cancelIntent(intent)
  }
  const account = await getAccount(shop.app.shop, (await readRow(id)).accountId)
  await cancelOrder({ ...shop.app.shop, payments: { ...payments, cancelIntent } }, account, id)
  assert.equal((await readRow(id)).state, 'cancelled')
  assert.deepEqual(logged, [])
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
  assert.equal((await readRow(id)).state, 'placed')
  await makeOlder(id, 61)
  await reconcilePayments(shop.app.shop, log)
  assert.equal((await readRow(id)).state, 'paid')
  assert.deepEqual(logged, [
    ...Array<string>(2).fill('info: payment reconciliation payments_unavailable'),
    'info: payment reconciliation paid',
  ])
})

test('a change of an order that was interrupted at the provider fills the cart in the end', async () => {
  const { id } = await order(11)
  const { payments } = shop.app.shop
  const account = (await findAccountByEmail(shop.app.shop, buyer.email)) ?? assert.fail()
  const away = { ...shop.app.shop, payments: { ...payments, cancelIntent: () => refuse('payments_unavailable') } }
  await assertRefused(changeOrder(away, account, id), 'payments_unavailable')
  assert.equal((await readRow(id)).state, 'cancelling')
  await makeOlder(id, 61)
  await reconcilePayments(shop.app.shop, log)
  const { state, cancelledBy } = await readRow(id)
  assert.deepEqual([state, cancelledBy], ['cancelled', 'buyer'])
  assert.equal((await listCart(shop.app.shop, account)).length, 1)
})

test('an order that fails delays no other', async () => {
  const [failing, charged] = [await order(12), await order(11)]
  await payByCard(shop, charged.clientSecret)
  const { payments } = shop.app.shop
  const findIntent: typeof payments.findIntent = async id =>
    id === getIntentId(failing.clientSecret) ? assert.fail('unexpected') : payments.findIntent(id)
  await reconcilePayments({ ...shop.app.shop, payments: { ...payments, findIntent } }, log)
  assert.equal((await readRow(charged.id)).state, 'paid')
  assert.ok(logged.includes('error: payment reconciliation failed undefined'))
})

test('an order whose intent the provider does not know stays as it is', async () => {
  const { id } = await order(11)
  const { payments } = shop.app.shop
  await reconcilePayments({ ...shop.app.shop, payments: { ...payments, findIntent: async () => undefined } }, log)
  assert.deepEqual([(await readRow(id)).state, logged], ['placed', []])
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
  await waitUntil(async () => (await readRow(id)).state === 'paid', 'the order is paid')
  await job.stop()
})
