import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { eq } from 'drizzle-orm'
import { refuse } from '#contract/refusals.ts'
import { orders } from '#db/tables/orders.ts'
import type { PaymentIntent } from '#providers/payments/port.ts'
import type { Actor } from '#shop/accounts/actors.ts'
import { getOrCreateClientSecret, recordPayment } from '#shop/payments/payments.ts'
import { markShipped } from '#shop/shipments/ship-orders.ts'
import type { Shop } from '#shop/shop.ts'
import { assertRefused, buildOrderRequest, openShop, type TestShop } from '#test/open-shop.ts'
import { getIntentId, payByCard } from '#test/pay.ts'
import { readActor } from '#test/read-actor.ts'
import { cancelAllUnpaid, cancelAnyOrder, cancelOrder } from './cancel-orders.ts'
import { type OrderRequest, placeOrder } from './place-order.ts'
import { toScope } from './scope.ts'
import { holdOrder } from './unpaid-orders.ts'

let testShop: TestShop
let shop: Shop
let buyer: Actor
let admin: Actor
let request: OrderRequest
const effects: string[] = []

before(async () => {
  testShop = await openShop()
  const { shop: appShop } = testShop.app
  shop = {
    ...appShop,
    incrementCounter: (counter, labels) => effects.push(`${counter} ${labels?.step}`),
    notifications: { ...appShop.notifications, publishThrottled: tag => effects.push(tag) },
  }
  buyer = await readActor(shop, await testShop.createVerifiedBuyer())
  admin = await readActor(shop, { email: 'admin@example.com' })
  const tool = await testShop.getTool()
  request = buildOrderRequest(tool, buyer.account.name)
})

after(() => testShop.app.close())

beforeEach(() => {
  effects.length = 0
})

const totalCents = () => request.lines.reduce((sum, line) => sum + line.quantity * line.priceCents, 0)

async function placeWithIntent(): Promise<{ id: string; clientSecret: string }> {
  const { id } = await placeOrder(shop, buyer, request)
  return { id, clientSecret: await getOrCreateClientSecret(shop, buyer, { orderId: id, totalCents: totalCents() }) }
}

async function readState(id: string) {
  const [row] = await shop.db.select().from(orders).where(eq(orders.id, id))
  return row?.state
}

function withProcessing(id: string): Shop {
  const cancelIntent = async (intentId: string): Promise<PaymentIntent | undefined> => {
    const intent = await shop.payments.cancelIntent(intentId)
    return intent && intent.orderId === id ? { ...intent, status: 'processing' } : intent
  }
  return { ...shop, payments: { ...shop.payments, cancelIntent } }
}

test('a step is counted once, and a stock change is published', async () => {
  const keyed = { ...request, idempotencyKey: 'once' }
  const { id } = await placeOrder(shop, buyer, keyed)
  assert.deepEqual(effects.splice(0), ['orders placed'])
  assert.equal((await placeOrder(shop, buyer, keyed)).id, id)
  await assertRefused(
    placeOrder(shop, buyer, { ...request, lines: request.lines.map(line => ({ ...line, quantity: 1 })) }),
    'out_of_range',
  )
  assert.deepEqual(effects.splice(0), [])
  assert.equal(await cancelOrder(shop, buyer, id), true)
  assert.deepEqual(effects.splice(0), ['orders cancelled'])
  assert.equal(await cancelOrder(shop, buyer, id), false)
  assert.deepEqual(effects.splice(0), [])
  const { id: charged, clientSecret } = await placeWithIntent()
  await payByCard(testShop, clientSecret)
  effects.length = 0
  for (let times = 0; times < 2; times++)
    await recordPayment(shop, toScope(buyer.account), charged, getIntentId(clientSecret))
  assert.deepEqual(effects.splice(0), ['tools', 'orders paid'])
  await assertRefused(cancelAnyOrder(shop, admin, charged), 'order_paid')
  assert.deepEqual([await markShipped(shop, admin, charged), await markShipped(shop, admin, charged)], [true, false])
  assert.deepEqual(effects, ['orders shipped'])
})

test('an order whose payment is under way is not cancelled', async () => {
  const { id } = await placeWithIntent()
  for (const cancel of [
    () => cancelOrder(withProcessing(id), buyer, id),
    () => cancelAnyOrder(withProcessing(id), admin, id),
  ])
    await assertRefused(cancel(), 'payment_processing')
  assert.equal(await readState(id), 'placed')
  assert.equal(await cancelOrder(shop, buyer, id), true)
  assert.equal(await readState(id), 'cancelled')
})

test('cancelling all unpaid orders skips those being paid and those that the provider cannot be asked about', async () => {
  const [first, processing, away] = [await placeWithIntent(), await placeWithIntent(), await placeWithIntent()]
  const { id: held } = await placeOrder(shop, buyer, request)
  await holdOrder(shop, admin, held, new Date(Date.now() + 86_400_000))
  const limited = withProcessing(processing.id)
  const cancelIntent: typeof shop.payments.cancelIntent = async id =>
    id === getIntentId(away.clientSecret) ? refuse('payments_unavailable') : limited.payments.cancelIntent(id)
  const partly = { ...limited, payments: { ...limited.payments, cancelIntent } }
  assert.deepEqual(await cancelAllUnpaid(partly, { by: 'buyer', actor: buyer }, buyer.account.email), {
    cancelled: 2,
    beingPaid: 1,
    unavailable: 1,
    mismatched: 0,
  })
  const states = await Promise.all([first.id, held, processing.id, away.id].map(readState))
  assert.deepEqual(states, ['cancelled', 'cancelled', 'placed', 'placed'])
  assert.equal((await cancelAllUnpaid(shop, { by: 'shop', actor: admin }, buyer.account.email)).cancelled, 2)
  const broken = { ...shop.payments, cancelIntent: () => Promise.reject(new Error('broken')) }
  await placeWithIntent()
  await assert.rejects(
    cancelAllUnpaid({ ...shop, payments: broken }, { by: 'shop', actor: admin }, buyer.account.email),
    /broken/,
  )
  await cancelAllUnpaid(shop, { by: 'shop', actor: admin }, buyer.account.email)
})

test('a price above every tool’s is refused as a changed price', async () => {
  const [line] = request.lines
  assert.ok(line)
  const dear = { ...request, lines: [{ ...line, priceCents: 3_000_000_000 }] }
  await assertRefused(placeOrder(shop, buyer, dear), 'price_changed')
  await assertRefused(
    placeOrder(shop, buyer, { ...dear, lines: [{ ...line, priceCents: 100_000_001 }] }),
    'price_changed',
  )
})
