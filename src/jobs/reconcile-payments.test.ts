import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { eq, sql } from 'drizzle-orm'
import { refuse } from '#contract/refusals.ts'
import {
  identitySessions,
  identityUsers,
  identityVerifications,
  orders,
  outbox,
  paymentEvents,
  upkeep,
} from '#db/tables.ts'
import { findAccount } from '#shop/accounts.ts'
import { cancelOrder } from '#shop/orders.ts'
import { openShop, orderBodyFor, type Person, type TestShop } from '#test/open-shop.ts'
import { intentOf, payWith } from '#test/pay.ts'
import { clear, reconcile, startUpkeep } from './reconcile-payments.ts'

let shop: TestShop
let buyer: Person
const told: string[] = []
const log = (_level: string, event: string, fields: Record<string, unknown> = {}) =>
  told.push(`${event} ${fields.outcome}`)
before(async () => {
  shop = await openShop()
})
after(() => shop.store.close())
beforeEach(async () => {
  buyer = await shop.newBuyer()
  told.length = 0
})

/** An order that was placed that many minutes ago, with an open payment. */
async function order(minutes: number) {
  await buyer.client.placeOrder(orderBodyFor(await shop.tool(), buyer))
  const placed = (await buyer.client.listOrders({}))[0] ?? assert.fail()
  const body = { orderId: placed._id, totalPrice: placed.totalPrice }
  const { clientSecret } = await buyer.client.createPaymentIntent({ body })
  await turnBack(placed._id, minutes)
  return { id: placed._id, clientSecret }
}

async function turnBack(id: string, minutes: number): Promise<void> {
  const back = sql`make_interval(mins => ${minutes})`
  await shop.store.shop.db
    .update(orders)
    .set({ createdAt: sql`created_at - ${back}`, askedAt: sql`asked_at - ${back}` })
    .where(eq(orders.id, id))
}

async function row(id: string) {
  const [found] = await shop.store.shop.db.select().from(orders).where(eq(orders.id, id))
  return found ?? assert.fail()
}

const letters = async () =>
  (await shop.store.shop.db.select().from(outbox).where(eq(outbox.recipient, buyer.email))).map(mail => mail.body)

test('an order that was charged unheard is paid ten minutes later, once, by however many processes', async () => {
  const charged = await order(0)
  await payWith(shop, charged.clientSecret)
  const open = await order(11)
  await reconcile(shop.store.shop, log)
  assert.equal((await row(charged.id)).state, 'placed')

  await turnBack(charged.id, 11)
  await Promise.all([1, 2, 3].map(() => reconcile(shop.store.shop, log)))
  const { state, transactionId } = await row(charged.id)
  assert.deepEqual([state, transactionId], ['paid', intentOf(charged.clientSecret)])
  assert.equal((await row(open.id)).state, 'placed')
  assert.equal((await letters()).filter(body => body.includes('has arrived')).length, 1)
  assert.deepEqual(told, ['unsettled order paid'])
})

test('an unpaid order is asked about every hour, for thirty days', async () => {
  const { id, clientSecret } = await order(11)
  await reconcile(shop.store.shop, log)
  await payWith(shop, clientSecret)
  await turnBack(id, 50)
  await reconcile(shop.store.shop, log)
  assert.equal((await row(id)).state, 'placed')
  await turnBack(id, 11)
  await reconcile(shop.store.shop, log)
  assert.equal((await row(id)).state, 'paid')

  const old = await order(31 * 24 * 60)
  await payWith(shop, old.clientSecret)
  await reconcile(shop.store.shop, log)
  assert.equal((await row(old.id)).state, 'placed')
})

test('a cancelling that broke off is brought to its end: cancelled, or paid where the money came', async () => {
  const { available } = await shop.tool()
  const [abandoned, charged] = [await order(11), await order(11)]
  await payWith(shop, charged.clientSecret)
  for (const { id } of [abandoned, charged])
    await shop.store.shop.db.update(orders).set({ state: 'cancelling' }).where(eq(orders.id, id))
  await reconcile(shop.store.shop, log)
  assert.equal((await row(abandoned.id)).state, 'cancelled')
  assert.equal((await row(charged.id)).state, 'paid')
  const tool = await shop.tool()
  assert.equal(tool.available, available - tool.minimum)
  assert.equal((await letters()).filter(body => body.includes('is cancelled. Nothing was charged.')).length, 1)
  assert.deepEqual(told.toSorted(), ['unsettled order cancelled', 'unsettled order order_paid'])
})

test('a cancelling that is under way is left to whoever does it', async () => {
  const { id } = await order(60)
  const { payments } = shop.store.shop
  const cancelIntent: typeof payments.cancelIntent = async intent => {
    await reconcile(shop.store.shop, log)
    return payments.cancelIntent(intent)
  }
  const account = (await findAccount(shop.store.shop, (await row(id)).accountId)) ?? assert.fail()
  await cancelOrder({ ...shop.store.shop, payments: { ...payments, cancelIntent } }, account, id)
  assert.equal((await row(id)).state, 'cancelled')
  assert.deepEqual(told, [])
})

test('while the card payment provider is away, orders stay as they are', async () => {
  const { id, clientSecret } = await order(11)
  await payWith(shop, clientSecret)
  const { payments } = shop.store.shop
  const away = { ...shop.store.shop, payments: { ...payments, findIntent: () => refuse('payments_unavailable') } }
  await reconcile(away, log)
  assert.equal((await row(id)).state, 'placed')
  await turnBack(id, 61)
  await reconcile(shop.store.shop, log)
  assert.equal((await row(id)).state, 'paid')
  assert.deepEqual(told, ['unsettled order payments_unavailable', 'unsettled order paid'])
})

test('once a day, in one process, what nobody needs is cleared, and nothing else', async () => {
  const { db } = shop.store.shop
  const [long, late] = [new Date(Date.now() - 91 * 86_400_000), new Date(Date.now() - 1000)]
  const soon = new Date(Date.now() + 60_000)
  const at = { createdAt: long, updatedAt: long }
  await db.delete(outbox)
  await db.delete(identitySessions)
  await db.insert(identityUsers).values({ id: 'u', name: 'U', email: 'u@example.com', emailVerified: true, ...at })
  const events = Array.from({ length: 1001 }, (_, index) => ({ id: `evt_${index}`, receivedAt: long }))
  await db.insert(paymentEvents).values([...events, { id: 'evt_new' }])
  const mail = { recipient: 'u@example.com', subject: 's', body: 'b', createdAt: long }
  await db.insert(outbox).values([
    { ...mail, body: 'long sent', sentAt: long },
    { ...mail, body: 'sent', sentAt: late },
    { ...mail, body: 'unsent' },
  ])
  for (const [id, expiresAt] of [
    ['over', late],
    ['good', soon],
  ] as const) {
    await db.insert(identitySessions).values({ id, userId: 'u', token: id, expiresAt, ...at })
    await db.insert(identityVerifications).values({ id, identifier: id, value: id, expiresAt, ...at })
  }
  await Promise.all([clear(shop.store.shop, log), clear(shop.store.shop, log)])
  assert.deepEqual(await db.select({ id: paymentEvents.id }).from(paymentEvents), [{ id: 'evt_new' }])
  assert.deepEqual((await db.select().from(outbox)).map(each => each.body).toSorted(), ['sent', 'unsent'])
  assert.deepEqual(
    (await db.select().from(identitySessions)).map(({ id }) => id),
    ['good'],
  )
  assert.deepEqual(
    (await db.select().from(identityVerifications)).map(({ id }) => id),
    ['good'],
  )
  assert.equal(told.length, 1)

  await db.insert(paymentEvents).values({ id: 'evt_old', receivedAt: long })
  await clear(shop.store.shop, log)
  assert.equal(await db.$count(paymentEvents), 2)
  await db.update(upkeep).set({ dueAt: late })
  await clear(shop.store.shop, log)
  assert.equal(await db.$count(paymentEvents), 1)
})

test('upkeep looks again and again until it is stopped', async () => {
  const { id, clientSecret } = await order(11)
  await payWith(shop, clientSecret)
  const work = startUpkeep(shop.store.shop, { log, every: 5 })
  while ((await row(id)).state !== 'paid') await new Promise(setImmediate)
  await work.stop()
})
