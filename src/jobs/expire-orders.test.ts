import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { and, eq, isNotNull, ne, sql } from 'drizzle-orm'
import { createRefusal } from '#contract/refusals.ts'
import { formatTimeInZone } from '#contract/time-zones.ts'
import { adminActions } from '#db/tables/audit-log.ts'
import { orders } from '#db/tables/orders.ts'
import { findAccountByEmail } from '#shop/accounts/accounts.ts'
import {
  type AddedTool,
  assertRefused,
  buildOrderInput,
  openShop,
  type TestAccount,
  type TestShop,
} from '#test/open-shop.ts'
import { chargeCard, payOrder, readEvent } from '#test/orders.ts'
import { payByCard } from '#test/pay.ts'
import { expireOrders } from './expire-orders.ts'

let shop: TestShop
let admin: TestAccount
let tool: AddedTool
const logged: string[] = []
const log = (level: string, event: string, { order, outcome }: Record<string, unknown> = {}) => {
  assert.ok(order)
  assert.equal(level, event.endsWith('failed') ? 'error' : 'info')
  logged.push(`${event} ${outcome}`)
}

async function open(environment: Record<string, string> = {}): Promise<void> {
  shop = await openShop(environment)
  admin = await shop.logInAsAdmin()
  tool = await shop.addTool({ available: 1000 })
}

beforeEach(() => {
  logged.length = 0
})

async function place(buyer: TestAccount) {
  await buyer.client.placeOrder(buildOrderInput(tool, buyer))
  return (await buyer.client.listOrders({ query: { limit: 1 } }))[0] ?? assert.fail('no order')
}

async function readStock() {
  const [found] = await shop.client.listTools({ query: { id: tool._id } })
  return found?.available
}

async function readRow(id: string) {
  const [row] = await shop.app.shop.db.select().from(orders).where(eq(orders.id, id))
  return row ?? assert.fail('no row')
}

async function makeOlder(id: string, hours: number): Promise<void> {
  const back = sql`${hours} * interval '1 hour'`
  await shop.app.shop.db
    .update(orders)
    .set({ createdAt: sql`created_at - ${back}`, expiresAt: sql`expires_at - ${back}` })
    .where(eq(orders.id, id))
}

const countHours = (from: Date, to: string | null) => (Date.parse(to ?? '') - from.getTime()) / 3_600_000

const listSubjects = async ({ email }: TestAccount) =>
  (await shop.listMails()).filter(mail => mail.to === email).map(readEvent)

describe('an unpaid order', () => {
  before(() => open())
  after(() => shop.app.close())

  test('waits for a week, then is cancelled once by any number of processes', async () => {
    const buyer = await shop.createBuyer()
    const stock = (await readStock()) ?? assert.fail()
    const order = await place(buyer)
    assert.ok(Math.abs(countHours(new Date(), order.expiresAt) - 168) < 0.1)
    const { clientSecret } = await buyer.client.createPaymentIntent({
      body: { orderId: order._id, totalPrice: order.totalPrice },
    })
    await makeOlder(order._id, 167)
    await expireOrders(shop.app.shop, log)
    assert.equal((await readRow(order._id)).state, 'placed')
    await makeOlder(order._id, 2)
    await Promise.all([1, 2, 3].map(() => expireOrders(shop.app.shop, log)))
    assert.equal((await readRow(order._id)).state, 'cancelled')
    assert.equal(await readStock(), stock)
    assert.deepEqual(logged, ['order expiry expired'])
    assert.ok((await payByCard(shop, clientSecret)).error)
    const mails = (await shop.listMails()).filter(mail => mail.to === buyer.email)
    const cancelled = mails.filter(mail => readEvent(mail) === 'cancelled')
    assert.equal(cancelled.length, 1)
    assert.match(cancelled[0]?.body ?? '', /is cancelled, because it was not paid in time\. Nothing more is charged/)
  })

  test('that fails to expire does not delay others', async () => {
    const buyer = await shop.createBuyer()
    const [failing, other] = [await place(buyer), await place(buyer)]
    for (const { _id: orderId, totalPrice } of [failing, other])
      await buyer.client.createPaymentIntent({ body: { orderId, totalPrice } })
    await makeOlder(failing._id, 170)
    await makeOlder(other._id, 169)
    const { paymentIntentId } = await readRow(failing._id)
    const { payments } = shop.app.shop
    const failFor =
      <Result>(run: (id: string) => Promise<Result>) =>
      async (id: string) =>
        id === paymentIntentId ? assert.fail('unexpected') : run(id)
    const away = { ...payments, findIntent: failFor(payments.findIntent), cancelIntent: failFor(payments.cancelIntent) }
    await expireOrders({ ...shop.app.shop, payments: away }, log)
    assert.deepEqual([(await readRow(failing._id)).state, (await readRow(other._id)).state], ['placed', 'cancelled'])
    assert.ok(logged.includes('order expiry failed undefined'))
    await expireOrders(shop.app.shop, log)
  })

  test('whose payment has succeeded is paid, and one whose payment is under way is left alone', async () => {
    const buyer = await shop.createBuyer()
    const [charged, processing] = [await place(buyer), await place(buyer)]
    const { payments } = shop.app.shop
    for (const order of [charged, processing]) {
      const body = { orderId: order._id, totalPrice: order.totalPrice }
      const { clientSecret } = await buyer.client.createPaymentIntent({ body })
      if (order === charged) await payByCard(shop, clientSecret)
      await makeOlder(order._id, 169)
    }
    const { paymentIntentId } = await readRow(processing._id)
    const findIntent: typeof payments.findIntent = async id => {
      const intent = await payments.findIntent(id)
      return intent && id === paymentIntentId ? { ...intent, status: 'processing' } : intent
    }
    await expireOrders({ ...shop.app.shop, payments: { ...payments, findIntent } }, log)
    assert.equal((await readRow(charged._id)).state, 'confirmed')
    assert.ok((await readRow(charged._id)).paidAt)
    assert.equal((await readRow(processing._id)).state, 'placed')
    assert.deepEqual(logged.toSorted(), ['order expiry paid', 'order expiry payment_processing'])
  })

  test('waits while the provider is down, and an error is logged; a run that is stopped cancels none', async () => {
    const buyer = await shop.createBuyer()
    const late = [await place(buyer), await place(buyer)]
    for (const { _id: orderId, totalPrice } of late) {
      await buyer.client.createPaymentIntent({ body: { orderId, totalPrice } })
      await makeOlder(orderId, 169)
    }
    const readStates = () => Promise.all(late.map(async ({ _id }) => (await readRow(_id)).state))
    await expireOrders(shop.app.shop, log, AbortSignal.abort())
    assert.deepEqual([await readStates(), logged.splice(0)], [['placed', 'placed'], []])
    const { payments } = shop.app.shop
    const failWith = (error: Error) => ({
      ...shop.app.shop,
      payments: { ...payments, findIntent: () => Promise.reject(error) },
    })
    await expireOrders(failWith(createRefusal('payments_unavailable')), log)
    assert.deepEqual(
      [await readStates(), logged.splice(0)],
      [['placed', 'placed'], ['order expiry payments_unavailable']],
    )
    await expireOrders(failWith(new Error('broken')), log)
    assert.deepEqual([await readStates(), logged.splice(0)], [['placed', 'placed'], ['order expiry failed undefined']])
    await shop.app.shop.db.update(orders).set({ lastCheckedAt: null }).where(eq(orders.state, 'placed'))
    await expireOrders(shop.app.shop, log)
    assert.deepEqual(await readStates(), ['cancelled', 'cancelled'])
  })

  test('is not cancelled when an admin holds it while the provider is asked', async () => {
    const buyer = await shop.createBuyer()
    const { _id: id, totalPrice } = await place(buyer)
    await buyer.client.createPaymentIntent({ body: { orderId: id, totalPrice } })
    await makeOlder(id, 169)
    const until = new Date(Date.now() + 86_400_000).toISOString()
    const { payments } = shop.app.shop
    const findIntent: typeof payments.findIntent = async intentId => {
      await admin.client.holdOrder({ params: { id }, body: { until } })
      return payments.findIntent(intentId)
    }
    await expireOrders({ ...shop.app.shop, payments: { ...payments, findIntent } }, log)
    assert.deepEqual([(await readRow(id)).heldUntil?.toISOString(), logged], [until, []])
    await admin.client.endHold({ params: { id } })
    await makeOlder(id, 169)
    const holdAndEnd: typeof payments.findIntent = async intentId => {
      await admin.client.holdOrder({ params: { id }, body: { until } })
      await admin.client.endHold({ params: { id } })
      return payments.findIntent(intentId)
    }
    await shop.app.shop.db.update(orders).set({ lastCheckedAt: null }).where(eq(orders.id, id))
    const { paymentIntentId } = await readRow(id)
    assert.ok(paymentIntentId)
    await expireOrders({ ...shop.app.shop, payments: { ...payments, findIntent: holdAndEnd } }, log)
    assert.equal((await readRow(id)).state, 'placed')
    assert.ok(!(await listSubjects(buyer)).includes('cancelled'))
    await buyer.client.cancelOrder({ params: { id } })
  })

  test('is mailed about once, a day before it expires', async () => {
    const buyer = await shop.createBuyer()
    const order = await place(buyer)
    const subject = 'waits for its payment'
    const transactionId = await chargeCard({ shop, buyer }, order._id)
    const confirmFor = (state: 'confirmed' | 'placed') =>
      shop.app.shop.db
        .update(orders)
        .set(
          state === 'confirmed'
            ? { state, confirmedAt: new Date(), transactionId }
            : { state, confirmedAt: null, transactionId: null },
        )
        .where(eq(orders.id, order._id))
    await makeOlder(order._id, 145)
    await confirmFor('confirmed')
    await expireOrders(shop.app.shop, log)
    assert.ok(!(await listSubjects(buyer)).includes(subject))
    await confirmFor('placed')
    await makeOlder(order._id, -145)
    for (const [hours, count] of [
      [143, 0],
      [2, 1],
      [1, 1],
    ] as const) {
      await makeOlder(order._id, hours)
      await expireOrders(shop.app.shop, log)
      assert.equal((await listSubjects(buyer)).filter(each => each === subject).length, count)
    }
  })

  test('is cancelled with all unpaid ones of its buyer by an admin, on record', async () => {
    const buyer = await shop.createBuyer()
    const { db } = shop.app.shop
    const [paid, charged] = [await place(buyer), await place(buyer)]
    for (let count = 0; count < 2; count++) await place(buyer)
    await payOrder({ shop, buyer }, paid._id)
    await chargeCard({ shop, buyer }, charged._id)
    const params = { email: buyer.email }
    await assertRefused(buyer.client.cancelUnpaidOrders({ params }), 'admins_only')
    await assertRefused(
      admin.client.cancelUnpaidOrders({ params: { email: 'nobody@example.com' } }),
      'account_not_found',
    )
    const { payments } = shop.app.shop
    // One is paid by its cancellation, the money of the other is refunded.
    const [captured, sentBack] = [await place(buyer), await place(buyer)]
    await payments.captureIntent(await chargeCard({ shop, buyer }, captured._id))
    const late = await chargeCard({ shop, buyer }, sentBack._id)
    await payments.captureIntent(late)
    await db.execute(sql`update sandbox_objects set body = body || '{"amount_received": 50}' where id = ${late}`)
    assert.deepEqual(await admin.client.cancelUnpaidOrders({ params }), {
      deletedCount: 4,
      beingPaid: 0,
      unavailable: 0,
      mismatched: 0,
    })
    assert.equal((await readRow(captured._id)).paidAt === null, false)
    const none = { beingPaid: 0, unavailable: 0, mismatched: 0 }
    assert.deepEqual(await admin.client.cancelUnpaidOrders({ params }), { deletedCount: 0, ...none })
    const account = (await findAccountByEmail(shop.app.shop, buyer.email)) ?? assert.fail()
    const rest = await db
      .select()
      .from(orders)
      .where(and(eq(orders.accountId, account.id), ne(orders.state, 'cancelled')))
    assert.deepEqual(rest.map(({ id }) => id).toSorted(), [paid._id, captured._id].toSorted())
    assert.equal(await db.$count(adminActions, eq(adminActions.action, 'cancel_order')), 4)
  })
})

describe('an order that an admin holds', () => {
  before(() => open())
  after(() => shop.app.close())

  test('is mailed about a day before its time is over', async () => {
    const buyer = await shop.createVerifiedBuyer()
    const { _id: id } = await place(buyer)
    const until = new Date(Date.now() + 7 * 86_400_000).toISOString()
    await admin.client.holdOrder({ params: { id }, body: { until } })
    const back = sql`interval '6.5 days'`
    await shop.app.shop.db
      .update(orders)
      .set({ createdAt: sql`created_at - ${back}`, heldUntil: sql`held_until - ${back}` })
      .where(eq(orders.id, id))
    await expireOrders(shop.app.shop, log)
    const mails = (await shop.listMails()).filter(
      mail => mail.to === buyer.email && readEvent(mail) === 'waits for its payment',
    )
    const { heldUntil } = await readRow(id)
    assert.deepEqual(
      mails.map(({ body }) => /We hold its pieces for you until (.+)\./.exec(body)?.[1]),
      [formatTimeInZone(heldUntil ?? assert.fail(), shop.app.shop.settings.current.timeZone)],
    )
    await admin.client.endHold({ params: { id } })
    await admin.client.cancelAnyOrder({ params: { id } })
  })

  test('gives its pieces back when its time is over, unless a card is authorized', async () => {
    const buyer = await shop.createVerifiedBuyer()
    const { db } = shop.app.shop
    const stock = (await readStock()) ?? assert.fail()
    const [left, authorized] = [await place(buyer), await place(buyer)]
    const until = new Date(Date.now() + 7 * 86_400_000).toISOString()
    for (const { _id: id } of [left, authorized]) await admin.client.holdOrder({ params: { id }, body: { until } })
    await chargeCard({ shop, buyer }, authorized._id)
    await expireOrders(shop.app.shop, log)
    assert.deepEqual([logged, await readStock()], [[], stock - 2 * tool.minimum])
    const back = sql`interval '8 days'`
    await db
      .update(orders)
      .set({ createdAt: sql`created_at - ${back}`, heldUntil: sql`held_until - ${back}` })
      .where(isNotNull(orders.heldUntil))
    const { paymentIntentId: processing } = await readRow(authorized._id)
    const { payments } = shop.app.shop
    const findIntent: typeof payments.findIntent = async intentId => {
      const intent = await payments.findIntent(intentId)
      return intent && intentId === processing ? { ...intent, status: 'processing' } : intent
    }
    await expireOrders({ ...shop.app.shop, payments: { ...payments, findIntent } }, log)
    assert.deepEqual(logged.splice(0), ['end of a hold released', 'end of a hold payment_processing'])
    await db.update(orders).set({ lastCheckedAt: null }).where(eq(orders.id, authorized._id))
    await Promise.all([1, 2, 3].map(() => expireOrders(shop.app.shop, log)))
    assert.deepEqual(logged, ['end of a hold paid'])
    const [released, paid] = [await readRow(left._id), await readRow(authorized._id)]
    assert.deepEqual(
      [released.state, released.heldUntil, paid.state, paid.paidAt === null],
      ['placed', null, 'confirmed', false],
    )
    assert.equal(await readStock(), stock - tool.minimum)
    assert.ok(Math.abs(countHours(new Date(), released.expiresAt.toISOString()) - 168) < 0.1)
    const subjects = await listSubjects(buyer)
    assert.equal(subjects.filter(subject => subject === 'its pieces are not held any more').length, 1)
    await payOrder({ shop, buyer }, left._id)
  })
})
