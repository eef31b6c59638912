import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { eq, sql } from 'drizzle-orm'
import { Refusal } from '#contract/refusal.ts'
import { refuse } from '#contract/refusals.ts'
import { orders } from '#db/tables/orders.ts'
import { refunds, sandboxObjects } from '#db/tables/payments.ts'
import type { Payments } from '#providers/payments/port.ts'
import { markPaid as recordTransfer } from '#shop/payments/bank-transfers.ts'
import { receiveEvent } from '#shop/payments/payment-events.ts'
import { recordPayment } from '#shop/payments/payments.ts'
import type { Shop } from '#shop/shop.ts'
import { type AddedTool, assertRefused, type TestAccount } from '#test/open-shop.ts'
import { chargeCard, payOrder, placeOrder, readEvent, toLine } from '#test/orders.ts'
import { getIntentId, payByCard } from '#test/pay.ts'
import { prepare, prepareShop } from '#test/prepare.ts'
import { readActor } from '#test/read-actor.ts'
import { findViolations, findViolationsAtRest } from '#test/shop-invariants.ts'
import { cancelAnyOrder } from './cancel-orders.ts'
import { toScope } from './scope.ts'
import { endExpiredHold, endHold, expireOrder, holdOrder } from './unpaid-orders.ts'

const shop = prepareShop()
const admin = prepare(() => shop.logInAsAdmin())
let buyer: TestAccount
let tool: AddedTool
beforeEach(async () => {
  buyer = await shop.createVerifiedBuyer()
  tool = await shop.addTool({ name: 'Adze', available: 10 })
})

const readStock = async ({ _id }: AddedTool = tool) =>
  (await shop.client.listTools({ query: { id: _id } }))[0]?.available
const read = (id: string) => admin.client.getOrderDetails({ params: { id } })
const place = (quantity: number, by = buyer) => placeOrder(by, [toLine(tool, quantity)])
const authorize = (id: string, by = buyer) => chargeCard({ shop, buyer: by }, id)
const pay = (id: string, by = buyer) => payOrder({ shop, buyer: by }, id)
const record = (id: string, transactionId: string, by = buyer) =>
  by.client.recordPayment({ params: { id }, body: { orderId: id, transactionId } })
const findIntent = (id: string) => shop.app.shop.payments.findIntent(id)
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const hold = (id: string, until = inDays(7)) => admin.client.holdOrder({ params: { id }, body: { until } })

async function readRefusal(call: Promise<unknown>): Promise<string[]> {
  const error = await call.then(
    () => assert.fail('not refused'),
    (error: unknown) => error,
  )
  assert.ok(error instanceof Refusal, String(error))
  return [error.code, error.message, ...error.errors.map(({ field, message }) => `${field}: ${message}`)]
}

const withPayments = (change: Partial<Payments>): Shop => ({
  ...shop.app.shop,
  payments: { ...shop.app.shop.payments, ...change },
})

async function recordWith(changed: Shop, id: string, transactionId: string): Promise<void> {
  const { account } = await readActor(shop.app.shop, buyer)
  await recordPayment(changed, toScope(account), id, transactionId)
}

const readRow = async (id: string) =>
  (await shop.app.shop.db.select().from(orders).where(eq(orders.id, id)))[0] ?? assert.fail('no order')

const changeIntent = (id: string, body: object) =>
  shop.app.shop.db
    .update(sandboxObjects)
    .set({ body: sql`body || ${JSON.stringify(body)}::jsonb` })
    .where(eq(sandboxObjects.id, id))
const partlyCaptured = { amount_capturable: 0, amount_received: 1000, status: 'succeeded' }

const soldOutSentence =
  'Sold out while you were paying. Your card was not charged. Your bank may show the reserved amount for some days.'

describe('an order that is paid by card', () => {
  test('takes its pieces once the card is authorized, before the money is captured', async () => {
    const id = await place(4)
    const transactionId = await authorize(id)
    assert.equal(await readStock(), 10)
    const captureIntent: Payments['captureIntent'] = async intentId => {
      assert.equal(await readStock(), 6)
      assert.equal((await read(id)).paid, false)
      return shop.app.shop.payments.captureIntent(intentId)
    }
    await recordWith(withPayments({ captureIntent }), id, transactionId)
    assert.equal((await read(id)).paid, true)
    assert.equal((await findIntent(transactionId))?.status, 'succeeded')
  })

  test('whose lines are sold out meanwhile releases the card, and the refusal lists those lines', async () => {
    const other = await shop.addTool({ name: 'Bolt', available: 10 })
    const id = await placeOrder(buyer, [toLine(other, 5), toLine(tool, 8)])
    const transactionId = await authorize(id)
    const winner = await shop.createVerifiedBuyer()
    await pay(await place(6, winner), winner)
    const refusal = await readRefusal(record(id, transactionId))
    assert.deepEqual(refusal, ['sold_out_while_paying', soldOutSentence, 'lines.1: 4 of 8 pieces of Adze are left.'])
    assert.equal((await findIntent(transactionId))?.status, 'cancelled')
    assert.deepEqual([await readStock(), await readStock(other)], [4, 10])
    assert.equal((await read(id)).status, 'unpaid')
    assert.deepEqual(await readRefusal(record(id, transactionId)), refusal)
    const event = 'your payment did not go through'
    assert.equal(
      (await shop.listMails()).filter(mail => mail.to === buyer.email && readEvent(mail) === event).length,
      1,
    )
    await shop.setStock(tool._id, 8)
    assert.deepEqual(await readRefusal(record(id, transactionId)), [
      'payment_released',
      'That payment did not go through. Your card was not charged. Your bank may show the reserved amount for some days. Please pay again.',
    ])
  })

  test('with too little stock is refused before the card form opens, and can be paid after a restock', async () => {
    const id = await place(8)
    const winner = await shop.createVerifiedBuyer()
    await pay(await place(6, winner), winner)
    const open = () => buyer.client.createPaymentIntent({ body: { orderId: id, totalPrice: 80 } })
    assert.deepEqual(await readRefusal(open()), [
      'sold_out',
      'Not all pieces of that order are in stock any more.',
      'lines.0: 4 of 8 pieces of Adze are left.',
    ])
    await shop.setStock(tool._id, 8)
    await pay(id)
    assert.equal(await readStock(), 0)
  })

  test('is paid when the payment page opens again after the card was authorized', async () => {
    const id = await place(4)
    await authorize(id)
    await assertRefused(buyer.client.createPaymentIntent({ body: { orderId: id, totalPrice: 40 } }), 'order_paid')
    assert.deepEqual([(await read(id)).paid, await readStock()], [true, 6])
  })

  test('whose capture is refused is placed again, its pieces are back, and the next payment counts', async () => {
    const id = await place(4)
    const transactionId = await authorize(id)
    const refused = withPayments({ captureIntent: findIntent })
    assert.equal((await readRefusal(recordWith(refused, id, transactionId)))[0], 'payment_released')
    assert.equal((await findIntent(transactionId))?.status, 'cancelled')
    assert.deepEqual([(await read(id)).status, await readStock()], ['unpaid', 10])
    const movements = await admin.client.listStockMovements({ params: { id: tool._id }, query: {} })
    assert.deepEqual(
      movements.map(({ reason, delta, balance, orderId }) => [reason, delta, balance, orderId]),
      [
        ['release', 4, 10, id],
        ['order', -4, 6, id],
        ['opening', 10, 10, null],
      ],
    )
    await pay(id)
    assert.deepEqual([(await read(id)).paid, await readStock()], [true, 6])
  })

  test('whose capture is not answered keeps its pieces, asks not to pay again, and is finished later', async () => {
    const id = await place(4)
    const transactionId = await authorize(id)
    const away = withPayments({ captureIntent: () => refuse('payments_unavailable') })
    assert.deepEqual(await readRefusal(recordWith(away, id, transactionId)), [
      'payment_unfinished',
      'Your card is reserved; we finish this in a few minutes. Don’t pay again.',
    ])
    assert.deepEqual([(await read(id)).paid, (await read(id)).transactionId, await readStock()], [false, null, 6])
    await assertRefused(buyer.client.cancelOrder({ params: { id } }), 'payment_processing')
    await assertRefused(hold(id), 'payment_processing')
    await assertRefused(admin.client.markPaid({ params: { id }, body: { reference: 'SEPA 1' } }), 'payment_processing')
    await record(id, transactionId)
    assert.deepEqual([(await read(id)).paid, await readStock()], [true, 6])
  })

  test('whose authorization has expired is released by the provider’s event', async () => {
    const id = await place(4)
    const transactionId = await authorize(id)
    const away = withPayments({ captureIntent: () => refuse('payments_unavailable') })
    await assertRefused(recordWith(away, id, transactionId), 'payment_unfinished')
    const { db } = shop.app.shop
    await db
      .update(sandboxObjects)
      .set({ body: sql`body || '{"capture_before": 1}'` })
      .where(eq(sandboxObjects.id, transactionId))
    await receiveEvent(shop.app.shop, { id: `evt ${id}`, intentId: transactionId, about: 'payment' })
    assert.equal((await findIntent(transactionId))?.status, 'cancelled')
    assert.deepEqual([(await read(id)).status, await readStock()], ['unpaid', 10])
    const event = 'your payment did not go through'
    assert.equal(
      (await shop.listMails()).filter(mail => mail.to === buyer.email && readEvent(mail) === event).length,
      1,
    )
    // The provider lists a released authorization as a refund, which is not recorded.
    await receiveEvent(shop.app.shop, { id: `evt refund ${id}`, intentId: transactionId, about: 'refund' })
    assert.equal(await db.$count(refunds, eq(refunds.orderId, id)), 0)
  })

  test('whose authorized or captured amount is too small takes no pieces, and the money is returned', async () => {
    const [reserved, captured] = [await place(4), await place(4)]
    const [reservedId, capturedId] = [await authorize(reserved), await authorize(captured)]
    await changeIntent(reservedId, { amount_capturable: 1000 })
    await assertRefused(record(reserved, reservedId), 'payment_released')
    assert.equal((await findIntent(reservedId))?.status, 'cancelled')
    await changeIntent(capturedId, partlyCaptured)
    await assertRefused(record(captured, capturedId), 'payment_refunded')
    assert.equal((await read(captured)).lateRefunds[0]?.amount, 10)
    assert.deepEqual([(await read(reserved)).paid, (await read(captured)).paid, await readStock()], [false, false, 10])
  })

  test('whose money is captured in part after it was confirmed is refunded, with a mail about the refund only', async () => {
    const id = await place(4)
    const transactionId = await authorize(id)
    const away = withPayments({ captureIntent: () => refuse('payments_unavailable') })
    await assertRefused(recordWith(away, id, transactionId), 'payment_unfinished')
    await changeIntent(transactionId, partlyCaptured)
    await assertRefused(record(id, transactionId), 'payment_refunded')
    assert.deepEqual([(await read(id)).status, await readStock()], ['unpaid', 10])
    const subjects = (await shop.listMails()).filter(({ to }) => to === buyer.email).map(readEvent)
    assert.deepEqual(
      subjects.filter(subject => subject.startsWith('your payment')),
      ['your payment goes back to you'],
    )
    await pay(id)
  })

  test('whose money was captured at the provider, and whose pieces are gone, is refunded once', async () => {
    const id = await place(8)
    const transactionId = await authorize(id)
    await shop.app.shop.payments.captureIntent(transactionId)
    const winner = await shop.createVerifiedBuyer()
    await pay(await place(6, winner), winner)
    for (let times = 0; times < 2; times++) {
      const [code, , ...lines] = await readRefusal(record(id, transactionId))
      assert.equal(code, 'payment_refunded')
      if (times === 0) assert.deepEqual(lines, ['lines.0: 4 of 8 pieces of Adze are left.'])
      // More stock changes nothing: the refund has begun.
      await shop.setStock(tool._id, 100)
    }
    assert.deepEqual([(await read(id)).status, (await read(id)).lateRefunds.length], ['unpaid', 1])
    await pay(id)
  })

  test('that is captured by another process during its release is paid; one still processing is refused', async () => {
    const [captured, processing] = [await place(8), await place(8)]
    const [capturedId, processingId] = [await authorize(captured), await authorize(processing)]
    const winner = await shop.createVerifiedBuyer()
    const other = await place(6, winner)
    await pay(other, winner)
    const captureFirst = withPayments({
      async cancelIntent(id) {
        await shop.setStock(tool._id, 8)
        return shop.app.shop.payments.captureIntent(id)
      },
    })
    await recordWith(captureFirst, captured, capturedId)
    assert.deepEqual([(await read(captured)).paid, await readStock()], [true, 0])
    const busy = withPayments({
      async cancelIntent(id) {
        const intent = await findIntent(id)
        return intent && { ...intent, status: 'processing' }
      },
    })
    await assertRefused(recordWith(busy, processing, processingId), 'payments_unavailable')
    await assertRefused(
      recordWith(withPayments({ cancelIntent: async () => undefined }), processing, processingId),
      'sold_out_while_paying',
    )
    await shop.app.shop.payments.cancelIntent(processingId)
  })

  test('whose capture has an unclear result is finished later, and other errors are passed on', async () => {
    const id = await place(4)
    const transactionId = await authorize(id)
    for (const status of ['processing', 'open'] as const) {
      const unclear = withPayments({
        async captureIntent(intentId) {
          const intent = await findIntent(intentId)
          return intent && { ...intent, status }
        },
      })
      await assertRefused(recordWith(unclear, id, transactionId), 'payment_unfinished')
    }
    await assertRefused(
      recordWith(withPayments({ captureIntent: async () => undefined }), id, transactionId),
      'payment_unfinished',
    )
    const failing = withPayments({ captureIntent: () => Promise.reject(new Error('broken')) })
    await assert.rejects(recordWith(failing, id, transactionId), { message: 'broken' })
    await assertRefused(
      recordWith(withPayments({ captureIntent: () => refuse('invalid_input') }), id, transactionId),
      'invalid_input',
    )
    await record(id, transactionId)
  })

  test('is not paid by a second card, which is released', async () => {
    const id = await place(4)
    const first = await authorize(id)
    const { db } = shop.app.shop
    await db.update(orders).set({ paymentIntentId: null }).where(eq(orders.id, id))
    const second = await authorize(id)
    const away = withPayments({ captureIntent: () => refuse('payments_unavailable') })
    await assertRefused(recordWith(away, id, first), 'payment_unfinished')
    await assertRefused(record(id, second), 'payment_released')
    await record(id, first)
    await assertRefused(record(id, second), 'order_paid')
    assert.deepEqual(
      [(await findIntent(first))?.status, (await findIntent(second))?.status],
      ['succeeded', 'cancelled'],
    )
  })

  test('whose payment is unknown to the provider can be paid again', async () => {
    const id = await place(4)
    const transactionId = await authorize(id)
    const away = withPayments({ captureIntent: () => refuse('payments_unavailable') })
    await assertRefused(recordWith(away, id, transactionId), 'payment_unfinished')
    await shop.app.shop.db
      .update(orders)
      .set({ paymentIntentId: 'pi_gone', transactionId: 'pi_gone' })
      .where(eq(orders.id, id))
    const { totalPrice } = await read(id)
    const { clientSecret } = await buyer.client.createPaymentIntent({ body: { orderId: id, totalPrice } })
    assert.equal(await readStock(), 10)
    await payByCard(shop, clientSecret)
    await record(id, getIntentId(clientSecret))
    await shop.app.shop.payments.cancelIntent(transactionId)
  })

  test('whose captured money goes back can be cancelled', async () => {
    const [first, second] = [await place(8), await place(8)]
    const transactionId = await authorize(first)
    await shop.app.shop.payments.captureIntent(transactionId)
    await authorize(second).then(id => shop.app.shop.payments.captureIntent(id))
    const winner = await shop.createVerifiedBuyer()
    await pay(await place(6, winner), winner)
    await assertRefused(record(first, transactionId), 'payment_refunded')
    await buyer.client.cancelOrder({ params: { id: first } })
    assert.deepEqual(await buyer.client.cancelOrder({ params: { id: second } }), { deletedCount: 1 })
  })

  test('whose captured money is refunded expires, held or not', async () => {
    const [held, placed] = [await place(4), await place(4)]
    await hold(held)
    for (const id of [held, placed]) {
      const transactionId = await authorize(id)
      await changeIntent(transactionId, partlyCaptured)
      await assertRefused(record(id, transactionId), 'payment_refunded')
    }
    await endExpiredHold(shop.app.shop, await readRow(held))
    assert.deepEqual([(await readRow(held)).heldUntil, await readStock()], [null, 10])
    await expireOrder(shop.app.shop, await readRow(placed))
    assert.equal((await read(placed)).status, 'cancelled')
  })

  test('is confirmed once by page and webhook at the same time', async () => {
    const id = await place(4)
    const transactionId = await authorize(id)
    const event = { id: `evt all ${id}`, intentId: transactionId, about: 'payment' } as const
    await Promise.all([record(id, transactionId), receiveEvent(shop.app.shop, event), record(id, transactionId)])
    assert.deepEqual([(await read(id)).paid, await readStock()], [true, 6])
  })
})

test('the last pieces go to as many buyers as there are, and no other card is charged', async () => {
  const buyers = await Promise.all(Array.from({ length: 12 }, () => shop.createVerifiedBuyer()))
  const placed = await Promise.all(buyers.map(async each => ({ each, id: await place(2, each) })))
  const authorized = await Promise.all(
    placed.map(async ({ each, id }) => ({ each, id, transactionId: await authorize(id, each) })),
  )
  const outcomes = await Promise.allSettled(
    authorized.map(({ each, id, transactionId }) => record(id, transactionId, each)),
  )
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 5)
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') await assertRefused(Promise.reject(outcome.reason), 'sold_out_while_paying')
  assert.equal(await readStock(), 0)
  const states = await Promise.all(
    authorized.map(async ({ transactionId }) => (await findIntent(transactionId))?.status),
  )
  assert.deepEqual(
    [states.filter(each => each === 'succeeded').length, states.filter(each => each === 'cancelled').length],
    [5, 7],
  )
  assert.deepEqual(await findViolationsAtRest(shop.app.shop.db), [])
})

describe('an order that an admin holds', () => {
  test('takes its pieces until the hold ends, is audited and mailed, and can be held longer', async () => {
    const id = await place(4)
    const [first, second] = [inDays(3), inDays(30)]
    await hold(id, first)
    assert.equal(await readStock(), 6)
    const { heldUntil, expiresAt, paid, status } = await read(id)
    assert.deepEqual([heldUntil, expiresAt, paid, status], [first, null, false, 'unpaid'])
    await hold(id, second)
    await hold(id, second)
    assert.equal(await readStock(), 6)
    const [action, earlier] = await admin.client.listAdminActions({ query: { action: 'hold_order', limit: 2 } })
    assert.deepEqual([action?.subjectId, action?.before.heldUntil, action?.after.heldUntil], [id, first, second])
    assert.deepEqual([earlier?.before.heldUntil, earlier?.after.heldUntil], [null, first])
    const mails = (await shop.listMails()).filter(
      mail => mail.to === buyer.email && readEvent(mail) === 'its pieces are held for you',
    )
    assert.equal(mails.length, 2)
    assert.deepEqual(
      (await admin.client.listAllOrders({ query: { state: 'held' } })).map(({ _id }) => _id).includes(id),
      true,
    )
  })

  test('lists all short lines in order, and publishes the stock that it takes and gives back', async () => {
    const other = await shop.addTool({ name: 'Bolt', available: 10 })
    const id = await placeOrder(buyer, [toLine(other, 5), toLine(tool, 8)])
    for (const { _id } of [tool, other]) await shop.setStock(_id, 1)
    const refusal = await hold(id).catch((error: unknown) => error)
    assert.ok(refusal instanceof Refusal)
    assert.deepEqual(
      refusal.errors.map(({ field, code, message }) => [field, code, message]),
      [
        ['lines.0', 'sold_out', '1 of 5 pieces of Bolt is left.'],
        ['lines.1', 'sold_out', '1 of 8 pieces of Adze is left.'],
      ],
    )
    const actor = await readActor(shop.app.shop, admin)
    const published: string[] = []
    const notifications = {
      ...shop.app.shop.notifications,
      publishThrottled: (tag: string) => void published.push(tag),
    }
    const watched: Shop = { ...shop.app.shop, notifications }
    for (const { _id } of [tool, other]) await shop.setStock(_id, 20)
    await holdOrder(watched, actor, id, new Date(inDays(1)))
    await endHold(watched, actor, id)
    assert.equal(await endHold(watched, actor, id), false)
    await holdOrder(watched, actor, id, new Date(inDays(1)))
    await cancelAnyOrder(watched, actor, id)
    assert.deepEqual(published, ['tools', 'tools', 'tools', 'tools'])
    const placed = await place(1)
    await cancelAnyOrder(watched, actor, placed)
    assert.equal(published.length, 4)
    assert.deepEqual(await buyer.client.listCart({}), [])
  })

  test('is paid without taking its pieces again', async () => {
    const id = await place(10)
    await hold(id)
    assert.equal(await readStock(), 0)
    const { clientSecret } = await buyer.client.createPaymentIntent({ body: { totalPrice: 100 } })
    await payByCard(shop, clientSecret)
    await record(id, getIntentId(clientSecret))
    const { paid, heldUntil } = await read(id)
    assert.deepEqual([paid, heldUntil, await readStock()], [true, null, 0])
  })

  test('stays held when a capture is refused', async () => {
    const id = await place(10)
    await hold(id)
    const transactionId = await authorize(id)
    const refused = withPayments({ captureIntent: findIntent })
    await assertRefused(recordWith(refused, id, transactionId), 'payment_released')
    assert.deepEqual([(await read(id)).heldUntil === null, await readStock()], [false, 0])
    await pay(id)
  })

  test('stays held when the provider ends the authorization, and its buyer is mailed', async () => {
    const id = await place(10)
    await hold(id)
    const transactionId = await authorize(id)
    const away = withPayments({ captureIntent: () => refuse('payments_unavailable') })
    await assertRefused(recordWith(away, id, transactionId), 'payment_unfinished')
    await shop.app.shop.payments.cancelIntent(transactionId)
    for (const event of ['one', 'two'])
      await receiveEvent(shop.app.shop, { id: `evt ${event} ${id}`, intentId: transactionId, about: 'payment' })
    assert.deepEqual([(await read(id)).heldUntil === null, await readStock()], [false, 0])
    const event = 'your payment did not go through'
    assert.equal(
      (await shop.listMails()).filter(mail => mail.to === buyer.email && readEvent(mail) === event).length,
      1,
    )
    await pay(id)
  })

  test('is released by an admin before its time, once', async () => {
    const id = await place(4)
    await hold(id)
    const end = () => admin.client.endHold({ params: { id } })
    assert.deepEqual([await end(), await end()], [{ deletedCount: 1 }, { deletedCount: 0 }])
    assert.equal(await readStock(), 10)
    const [action] = await admin.client.listAdminActions({ query: { action: 'hold_order', limit: 1 } })
    assert.equal(action?.after.heldUntil, null)
    const event = 'its pieces are not held any more'
    assert.equal(
      (await shop.listMails()).filter(mail => mail.to === buyer.email && readEvent(mail) === event).length,
      1,
    )
    await pay(id)
    assert.deepEqual(await end(), { deletedCount: 0 })
    await assertRefused(admin.client.endHold({ params: { id: crypto.randomUUID() } }), 'order_not_found')
  })

  test('is refused for missing pieces, a past or far time, and a paid or cancelled order', async () => {
    const [id, paid, cancelled] = [await place(10), await place(1), await place(1)]
    await pay(paid)
    await buyer.client.cancelOrder({ params: { id: cancelled } })
    assert.deepEqual(await readRefusal(hold(id)), [
      'sold_out',
      'Not all pieces of that order are in stock any more.',
      'lines.0: 9 of 10 pieces of Adze are left.',
    ])
    for (const until of [inDays(-1), inDays(91)])
      assert.deepEqual((await readRefusal(hold(id, until))).slice(2), [
        'until: Hold the pieces until a day within the next 90 days.',
      ])
    await assertRefused(hold(paid), 'order_paid')
    await assertRefused(hold(cancelled), 'order_cancelled')
    await assertRefused(hold(crypto.randomUUID()), 'order_not_found')
  })
})

describe('a transfer that arrives', () => {
  const markPaid = (id: string, isPartial = false) =>
    admin.client.markPaid({ params: { id }, body: { reference: 'SEPA 7', isPartial } })

  test('takes the pieces; those that are held are not taken again', async () => {
    const [id, held] = [await place(4), await place(6)]
    await hold(held)
    await markPaid(id)
    await markPaid(held)
    assert.equal(await readStock(), 0)
    for (const each of [id, held]) assert.equal((await read(each)).paymentMethod, 'transfer')
  })

  test('when pieces are gone records nothing; then what is there is taken, and the rest is to be refunded', async () => {
    const other = await shop.addTool({ name: 'Bolt', available: 10 })
    const id = await placeOrder(buyer, [toLine(tool, 8), toLine(other, 3)])
    const winner = await shop.createVerifiedBuyer()
    await pay(await place(6, winner), winner)
    assert.deepEqual(await readRefusal(markPaid(id)), [
      'sold_out',
      'Not all pieces of that order are in stock any more.',
      'lines.0: 4 of 8 pieces of Adze are left.',
    ])
    assert.deepEqual([(await read(id)).paid, await readStock(), await readStock(other)], [false, 4, 10])
    await markPaid(id, true)
    const { paid, lines, refunds: made, totalPrice } = await read(id)
    assert.deepEqual([paid, totalPrice, await readStock(), await readStock(other)], [true, 110, 0, 7])
    assert.deepEqual(
      lines.map(({ left }) => left),
      [4, 3],
    )
    assert.deepEqual(
      made.map(({ amount, reason, lines: pieces }) => [amount, reason, pieces.map(({ quantity }) => quantity)]),
      [[0, 'Sold out', [4]]],
    )
    const mail = (await shop.listMails()).find(mail => mail.to === buyer.email && readEvent(mail) === 'paid')
    const missing = 'These pieces are sold out and will not be shipped. We send their money back:\n4 pieces of Adze'
    assert.ok(mail?.body.includes(missing), mail?.body)
    const body = { lines: [], amount: 40, reference: 'OUT 1' }
    await admin.client.refundOrder({ params: { id, refundId: crypto.randomUUID() }, body })
    await admin.client.markShipped({ params: { id } })
    assert.deepEqual(await findViolations(shop.app.shop.db), [])
  })

  test('is refused for an order that is paid or cancelled, also while its card payment is cancelled', async () => {
    const [paid, cancelled] = [await place(1), await place(1)]
    await pay(paid)
    await buyer.client.cancelOrder({ params: { id: cancelled } })
    await assertRefused(markPaid(paid), 'order_paid')
    await assertRefused(markPaid(cancelled), 'order_cancelled')
    const actor = await readActor(shop.app.shop, admin)
    const changes = {
      order_cancelled: (id: string) => buyer.client.cancelOrder({ params: { id } }),
      order_paid: (id: string) => markPaid(id),
      payment_processing: (id: string) =>
        shop.app.shop.db.update(orders).set({ paymentIntentId: 'pi_other' }).where(eq(orders.id, id)),
    }
    for (const [code, change] of Object.entries(changes)) {
      const id = await place(1)
      await buyer.client.createPaymentIntent({ body: { orderId: id, totalPrice: 10 } })
      let isFirst = true
      const cancelIntent: Payments['cancelIntent'] = async intentId => {
        const intent = await shop.app.shop.payments.cancelIntent(intentId)
        if (isFirst) await change(id)
        isFirst = false
        return intent
      }
      const recording = recordTransfer(withPayments({ cancelIntent }), actor, id, {
        reference: 'SEPA 8',
        isPartial: false,
      })
      assert.equal((await readRefusal(recording))[0], code)
    }
  })

  test('publishes the stock, is counted, and makes an invoice due', async () => {
    const [id, actor] = [await place(4), await readActor(shop.app.shop, admin)]
    const counted: unknown[] = []
    const published: unknown[] = []
    const watched = {
      ...shop.app.shop,
      incrementCounter: (...counter: unknown[]) => void counted.push(counter),
      notifications: { ...shop.app.shop.notifications, publishThrottled: (tag: string) => void published.push(tag) },
    }
    await recordTransfer(watched, actor, id, { reference: 'SEPA 9', isPartial: false })
    assert.deepEqual([counted, published], [[['orders', { step: 'paid' }]], ['tools']])
    assert.equal((await readRow(id)).invoiceDue, true)
    const [action] = await admin.client.listAdminActions({ query: { action: 'mark_paid', limit: 1 } })
    assert.equal(action?.subject, 'Adze')
  })

  test('is refused in part, too, when nothing is there', async () => {
    const id = await place(4)
    await shop.setStock(tool._id, 0)
    assert.equal((await readRefusal(markPaid(id, true)))[0], 'sold_out')
    assert.equal((await read(id)).paid, false)
  })
})
