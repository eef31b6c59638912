import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eq, sql } from 'drizzle-orm'
import { maxStock } from '#contract/limits.ts'
import { Refusal } from '#contract/refusal.ts'
import { accounts } from '#db/tables/accounts.ts'
import { orders } from '#db/tables/orders.ts'
import { refunds } from '#db/tables/payments.ts'
import { sumPaid } from '#shop/accounts/account-details.ts'
import { issueDueCreditNotes } from '#shop/documents/credit-notes.ts'
import { receiveEvent } from '#shop/payments/payment-events.ts'
import { type AddedTool, assertRefused, type TestAccount } from '#test/open-shop.ts'
import { placeOrder, placeOrderPaidByTransfer, placePaidOrder, requestReturn, toLine } from '#test/orders.ts'
import { getIntentId, payByCard } from '#test/pay.ts'
import { readPdf } from '#test/pdf-text.ts'
import { prepare, prepareCheckedShop, setUp } from '#test/prepare.ts'
import { findViolations, findViolationsAtRest } from '#test/shop-invariants.ts'
import { waitUntil } from '#test/wait-until.ts'
import { recordRefund, settleRefund } from './settle-refunds.ts'

let tools: AddedTool[]
const shop = prepareCheckedShop({ TAX_PERCENT: '20' })
const admin = prepare(() => shop.logInAsAdmin())
const buyer = prepare(() => shop.createVerifiedBuyer())
setUp(async () => {
  const names = ['Adze', 'Bodkin']
  tools = await Promise.all(
    names.map(name => shop.addTool({ name, sku: `${name}-${crypto.randomUUID().slice(0, 8)}`, available: 100_000 })),
  )
})

const listLines = () => tools.map(tool => toLine(tool, 10))
const place = () => placeOrder(buyer, listLines())
const placePaid = (card?: string) => placePaidOrder({ shop, buyer }, listLines(), card)
const placePaidByTransfer = () => placeOrderPaidByTransfer({ admin, buyer }, listLines())

type Body = Parameters<TestAccount['client']['refundOrder']>[0]['body']

const refund = (id: string, body: Body, refundId: string = crypto.randomUUID()) =>
  admin.client.refundOrder({ params: { id, refundId }, body })
const take = (index: number, quantity: number, restocked = true) => ({
  toolId: tools[index]?._id ?? '',
  quantity,
  restocked,
})
const read = (id: string) => admin.client.getOrderDetails({ params: { id } })
const readAvailable = async (index: number) =>
  (await admin.client.getStock({ params: { id: tools[index]?._id ?? '' } })).available
const ship = (id: string) => admin.client.markShipped({ params: { id } })

async function readErrors(call: Promise<unknown>) {
  const refused = await call.catch((error: unknown) => error)
  assert.ok(refused instanceof Refusal)
  assert.equal(refused.code, 'invalid_input')
  return refused.errors.map(({ field, message }) => [field, message])
}

async function deliverUntil(hasHappened: () => Promise<boolean>, expected: string): Promise<void> {
  const deliver = async () => {
    for (const call of shop.webhooks.splice(0)) assert.equal((await shop.app.fetch(call)).status, 200)
    return hasHappened()
  }
  await waitUntil(deliver, expected)
}

const deliverUntilRefund = (orderId: string, state: 'succeeded' | 'failed') =>
  deliverUntil(async () => (await read(orderId)).refunds[0]?.state === state, `the refund ${state}`)

async function countPaid(): Promise<number> {
  const { db } = shop.app.shop
  const [account = assert.fail()] = await db.select().from(accounts).where(eq(accounts.email, buyer.email))
  return (await sumPaid(db, [account.id])).get(account.id) ?? 0
}

test('a short pick is refunded: its pieces go back or are written off, and the rest is shipped', async () => {
  const id = await placePaid()
  const before = [await readAvailable(0), await readAvailable(1)]
  const paid = await countPaid()
  await refund(id, { lines: [take(0, 4), take(1, 3, false)], amount: 70, reason: 'Not in the box' })
  const order = await read(id)
  assert.deepEqual(
    order.lines.map(({ left }) => left),
    [6, 7],
  )
  const [made] = order.refunds
  assert.deepEqual(
    [order.status, order.refundedTotal, made?.state, made?.amount, made?.reason, made?.hasCreditNote],
    ['open', 70, 'succeeded', 70, 'Not in the box', true],
  )
  assert.deepEqual([await readAvailable(0), await readAvailable(1)], [(before[0] ?? 0) + 4, before[1]])
  assert.equal(await countPaid(), paid - 7000)
  const mail = (await shop.listMails()).at(-1)
  assert.match(mail?.subject ?? '', /^Order \d+: \$[\d.]+ goes back to you – Adze and 1 more$/)
  assert.match(
    mail?.body ?? '',
    /\$70\.00 of your order of Adze and 1 more goes back to the card that paid\. It is usually there by \d{4}-\d\d-\d\d\./,
  )
  assert.match(mail?.body ?? '', /The reason: Not in the box/)
  assert.match(mail?.body ?? '', /will not be shipped:\n4 pieces of Adze \(Adze-\w+\)\n3 pieces of Bodkin/)
  const [action] = await admin.client.listAdminActions({ query: { limit: 1 } })
  assert.deepEqual(
    [action?.action, action?.subject, action?.after],
    ['refund', 'Adze and 1 more', { refunded: 70, reason: 'Not in the box' }],
  )
  const note = await admin.client.getOrderDocument({ params: { id, kind: 'deliveryNote' } })
  const [page = ''] = await readPdf(Buffer.from(note.pdf, 'base64'))
  assert.match(page, /Adze\s+6\s/)
  await ship(id)
  const shipped = await read(id)
  assert.deepEqual(
    [shipped.status, shipped.shipments[0]?.lines.map(({ quantity }) => quantity).toSorted()],
    ['shipped', [6, 7]],
  )
})

test('with its last pieces refunded, an order has nothing to ship, or is shipped if some were', async () => {
  const id = await placePaid()
  await refund(id, { lines: [take(0, 10), take(1, 10)], amount: 200 })
  const whole = await read(id)
  assert.deepEqual([whole.status, whole.paid, whole.deliveryStatus], ['closed', true, false])
  await assertRefused(ship(id), 'order_refunded')
  const params = { id, kind: 'deliveryNote' } as const
  await assertRefused(admin.client.getOrderDocument({ params }), 'document_unavailable')
  const toShip = await admin.client.listAllOrders({ query: { state: 'toShip' } })
  assert.ok(!toShip.some(({ _id }) => _id === id))

  const partly = await placePaid()
  const lines = [{ toolId: tools[0]?._id ?? '', quantity: 10 }]
  await admin.client.shipOrder({ params: { id: partly, shipmentId: crypto.randomUUID() }, body: { lines } })
  await refund(partly, { lines: [take(1, 10)], amount: 100 })
  const done = await read(partly)
  assert.equal(done.status, 'shipped')
})

test('more than was paid, or than is left to ship, is refused at its field', async () => {
  const id = await placePaid()
  await refund(id, { amount: 150.5 })
  assert.deepEqual(await readErrors(refund(id, { lines: [take(0, 11)], amount: 50 })), [
    ['lines.0.quantity', '10 of 10 left to ship.'],
    ['amount', 'Only $49.50 can be refunded.'],
  ])
  await refund(id, { amount: 49.5 })
  assert.deepEqual(await readErrors(refund(id, { amount: 0.01 })), [
    ['amount', 'All of the order’s money was refunded.'],
  ])
  assert.deepEqual(await readErrors(refund(id, { amount: 0 })), [
    ['amount', 'Name an amount, or pieces that will not be shipped.'],
  ])
  assert.deepEqual(await readErrors(refund(id, { amount: 0, lines: [take(0, 11)], reference: 'OUT' })), [
    ['lines.0.quantity', '10 of 10 left to ship.'],
    ['reference', 'Without an amount there is no transfer.'],
  ])
  const range = 'The amount is a number with up to two decimal places.'
  assert.deepEqual(await readErrors(refund(id, { amount: -1 })), [['amount', range]])
  assert.deepEqual(await readErrors(refund(id, { amount: 1.005 })), [['amount', 'At most two decimals.']])
  await assertRefused(refund(await place(), { amount: 1 }), 'order_not_paid')
  await assertRefused(refund(crypto.randomUUID(), { amount: 1 }), 'order_not_found')
})

test('after a full refund nothing ships, and the pieces are released without money', async () => {
  const id = await placePaid()
  const lines = [{ toolId: tools[0]?._id ?? '', quantity: 4 }]
  const shipPieces = () => admin.client.shipOrder({ params: { id, shipmentId: crypto.randomUUID() }, body: { lines } })
  await shipPieces()
  await refund(id, { amount: 200 })
  await assertRefused(ship(id), 'total_refunded')
  await assertRefused(shipPieces(), 'total_refunded')
  const before = await readAvailable(0)
  const [mails, refundId] = [(await shop.listMails()).length, crypto.randomUUID()]
  const body = { lines: [take(0, 6), take(1, 10, false)], amount: 0, reason: 'Written off' }
  await refund(id, body, refundId)
  await refund(id, body, refundId)
  const order = await read(id)
  assert.deepEqual(
    [order.status, order.refundedTotal, order.lines.map(({ left }) => left), await readAvailable(0)],
    ['shipped', 200, [0, 0], before + 6],
  )
  assert.deepEqual(
    order.refunds.map(({ amount, state, hasCreditNote }) => [amount, state, hasCreditNote]),
    [
      [200, 'succeeded', true],
      [0, 'succeeded', false],
    ],
  )
  assert.equal((await shop.listMails()).length, mails)
  await assertRefused(admin.client.getCreditNote({ params: { id: refundId } }), 'document_unavailable')
})

test('a refund returns the pieces of each tool, up to the maximum stock', async () => {
  const id = await placePaid()
  const before = [await readAvailable(0), await readAvailable(1)]
  await refund(id, { lines: [take(0, 1), take(1, 3)], amount: 40 })
  assert.deepEqual([await readAvailable(0), await readAvailable(1)], [(before[0] ?? 0) + 1, (before[1] ?? 0) + 3])
  const listRefunds = async () => {
    const movements = await admin.client.listStockMovements({ params: { id: tools[0]?._id ?? '' }, query: {} })
    return movements.filter(({ reason }) => reason === 'refund').map(({ delta }) => delta)
  }
  const listed = await listRefunds()
  await shop.setStock(tools[0]?._id ?? '', maxStock - 2)
  for (const quantity of [4, 5]) await refund(id, { lines: [take(0, quantity)], amount: 10 * quantity })
  assert.equal(await readAvailable(0), maxStock)
  assert.deepEqual(await listRefunds(), [2, ...listed])
  await shop.setStock(tools[0]?._id ?? '', 100_000)
})

test('a refund that is sent twice is made once, and with other contents refused', async () => {
  const id = await placePaid()
  const refundId = crypto.randomUUID()
  const before = await readAvailable(0)
  const body = { lines: [take(0, 2)], amount: 20 }
  await Promise.all([1, 2, 3].map(() => refund(id, body, refundId)))
  assert.equal((await read(id)).refunds.length, 1)
  assert.equal(await readAvailable(0), before + 2)
  await assertRefused(refund(id, { ...body, amount: 19 }, refundId), 'change_reused')
  await assertRefused(refund(id, { ...body, reference: 'OUT 10' }, refundId), 'change_reused')
  await assertRefused(refund(id, { ...body, lines: [take(0, 2, false)] }, refundId), 'change_reused')
  await assertRefused(refund(await placePaid(), body, refundId), 'change_reused')
})

test('concurrent refunds never exceed what was paid', async () => {
  const id = await placePaid()
  const results = await Promise.allSettled(Array.from({ length: 6 }, () => refund(id, { amount: 60 })))
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 3)
  assert.equal((await read(id)).refundedTotal, 180)
})

test('pieces are never both shipped and refunded', async () => {
  const id = await placePaid()
  const results = await Promise.allSettled([
    ship(id),
    refund(id, { lines: [take(0, 10)], amount: 100 }),
    ship(id),
    refund(id, { lines: [take(0, 1), take(1, 1)], amount: 20 }),
  ])
  assert.ok(results.some(({ status }) => status === 'fulfilled'))
  assert.deepEqual(await findViolationsAtRest(shop.app.shop.db), [])
})

test('money that came by transfer is sent back by hand, with a reference', async () => {
  const id = await placePaidByTransfer()
  assert.deepEqual(await readErrors(refund(id, { amount: 5 })), [
    ['reference', 'The order was paid by a transfer: send the money back, and give the reference.'],
  ])
  await refund(id, { amount: 5, reference: 'OUT 7' })
  const [made] = (await read(id)).refunds
  assert.deepEqual([made?.state, made?.reference], ['succeeded', 'OUT 7'])
  assert.match((await shop.listMails()).at(-1)?.body ?? '', /goes back by a transfer, reference OUT 7\./)
})

test('a refund that fails later is shown to admins only, and tried again', async () => {
  const id = await placePaid('4000000000005126')
  const paid = await countPaid()
  await refund(id, { lines: [take(0, 1)], amount: 10 })
  const [made = assert.fail()] = (await read(id)).refunds
  assert.equal(made.state, 'succeeded')
  const noteNumber = (await admin.client.getCreditNote({ params: { id: made._id } })).fileName
  await deliverUntilRefund(id, 'failed')
  const [failed] = (await read(id)).refunds
  assert.deepEqual([failed?.state, failed?.failure], ['failed', 'expired or canceled card'])
  assert.equal(await countPaid(), paid)
  const [shown] = (await buyer.client.getOrderDetails({ params: { id } })).refunds
  assert.deepEqual([shown?.state, shown?.failure], ['pending', ''])
  assert.deepEqual(
    (await read(id)).lines.map(({ left }) => left),
    [9, 10],
  )
  await admin.client.retryRefund({ params: { id: made._id }, body: { reference: 'OUT 8' } })
  const [again] = (await read(id)).refunds
  assert.deepEqual([again?.state, again?.reference, again?.failure], ['succeeded', 'OUT 8', ''])
  assert.equal((await admin.client.getCreditNote({ params: { id: made._id } })).fileName, noteNumber)
  await assertRefused(admin.client.retryRefund({ params: { id: made._id }, body: {} }), 'refund_not_failed')
  await assertRefused(admin.client.retryRefund({ params: { id: crypto.randomUUID() }, body: {} }), 'refund_not_found')
})

test('a return whose refund was closed without paying is received again, and is refunded anew', async () => {
  const id = await placePaid('4000000000005126')
  await ship(id)
  const toolId = tools[0]?._id ?? ''
  const returnId = await requestReturn(buyer, id, [{ toolId, quantity: 4 }])
  await admin.client.answerReturn({ params: { id: returnId }, body: { accepted: true, answer: 'Send them.' } })
  await admin.client.receiveReturn({ params: { id: returnId }, body: { restocked: [{ toolId, quantity: 4 }] } })
  const refundReturn = (fields = {}) => refund(id, { amount: 40, returnId, ...fields })
  await refundReturn()
  await assertRefused(refundReturn(), 'changed_meanwhile')
  await deliverUntilRefund(id, 'failed')
  assert.equal((await read(id)).returns[0]?.state, 'refunded')
  const [failed = assert.fail()] = (await read(id)).refunds
  await admin.client.closeRefund({ params: { id: failed._id }, body: { reason: 'The card is gone' } })
  assert.equal((await read(id)).returns[0]?.state, 'received')
  await refundReturn({ reference: 'OUT 9' })
  const order = await read(id)
  assert.deepEqual([order.returns[0]?.state, order.refundedTotal], ['refunded', 40])
  await issueDueCreditNotes(shop.app.shop)
  const { pdf } = await admin.client.getCreditNote({ params: { id: order.refunds[1]?._id ?? '' } })
  assert.match((await readPdf(Buffer.from(pdf, 'base64'))).join(' '), /Adze[\s\S]*\$40\.00/)
})

/** Refunds to this test card fail. */
async function payTooLate(): Promise<{ id: string; transactionId: string }> {
  const id = await place()
  const { clientSecret } = await buyer.client.createPaymentIntent({ body: { orderId: id, totalPrice: 200 } })
  await payByCard(shop, clientSecret, '4000000000005126')
  await shop.app.shop.payments.captureIntent(getIntentId(clientSecret))
  const { db } = shop.app.shop
  await db.update(orders).set({ state: 'cancelled' }).where(eq(orders.id, id))
  await db.execute(sql`insert into outbox (kind, order_id) values ('order_cancelled', ${id})`)
  const transactionId = getIntentId(clientSecret)
  const payment = { params: { id }, body: { orderId: id, transactionId } }
  await assertRefused(buyer.client.recordPayment(payment), 'payment_refunded')
  return { id, transactionId }
}

const deliverUntilLateRefundFails = (id: string) =>
  deliverUntil(async () => (await read(id)).lateRefunds[0]?.state === 'failed', 'the refund of the late payment fails')

test('the refund of a late payment that fails is tried again, or sent by hand, for a cancelled order', async () => {
  const { id, transactionId } = await payTooLate()
  await deliverUntilLateRefundFails(id)
  const { lateRefunds, refunds: ofOrder, refundedAt } = await read(id)
  const [failed = assert.fail()] = lateRefunds
  assert.deepEqual(
    [failed.amount, failed.failure, failed.hasCreditNote, ofOrder.length, refundedAt],
    [200, 'expired or canceled card', false, 0, null],
  )
  assert.deepEqual((await buyer.client.getOrderDetails({ params: { id } })).lateRefunds, [])
  await admin.client.retryRefund({ params: { id: failed._id }, body: {} })
  assert.equal((await read(id)).lateRefunds[0]?.state, 'succeeded')
  await deliverUntilLateRefundFails(id)
  await admin.client.retryRefund({ params: { id: failed._id }, body: { reference: 'OUT 20' } })
  const payment = { params: { id }, body: { orderId: id, transactionId } }
  await assertRefused(buyer.client.recordPayment(payment), 'payment_refunded')
  const [sent, ...others] = (await read(id)).lateRefunds
  assert.deepEqual([sent?.state, sent?.reference, others.length], ['succeeded', 'OUT 20', 0])
  const [action] = await admin.client.listAdminActions({ query: { limit: 1 } })
  assert.deepEqual([action?.action, action?.after.refunded], ['retry_refund', 200])
})

async function listIds(problem: 'dispute' | 'refundFailed', id: string): Promise<string[]> {
  const query = { problem, q: String((await read(id)).number) }
  const list = await admin.client.listAllOrders({ query })
  assert.deepEqual(await admin.client.countAllOrders({ query }), { count: list.length })
  return list.map(({ _id }) => _id)
}

test('admins find orders whose refund failed, also cancelled ones, until it is closed with a reason', async () => {
  const paid = await placePaid('4000000000005126')
  await refund(paid, { amount: 10, lines: [take(0, 1)] })
  assert.deepEqual(await listIds('refundFailed', paid), [])
  await deliverUntilRefund(paid, 'failed')
  const { id: cancelled } = await payTooLate()
  await deliverUntilLateRefundFails(cancelled)
  for (const id of [paid, cancelled]) {
    assert.deepEqual(await listIds('refundFailed', id), [id])
    const { refunds: made, lateRefunds } = await read(id)
    const [failed = assert.fail()] = [...made, ...lateRefunds]
    const params = { id: failed._id }
    const errors = await readErrors(admin.client.closeRefund({ params, body: { reason: ' ' } }))
    assert.deepEqual(errors, [['reason', 'This is needed.']])
    await admin.client.closeRefund({ params, body: { reason: 'Paid by check' } })
    assert.deepEqual(await listIds('refundFailed', id), [])
    await assertRefused(admin.client.retryRefund({ params, body: {} }), 'refund_not_failed')
    await assertRefused(admin.client.closeRefund({ params, body: { reason: 'Again' } }), 'refund_not_failed')
  }
  const order = await read(paid)
  assert.deepEqual(
    [order.refunds[0]?.state, order.refunds[0]?.closeReason, order.refundedTotal, order.lines[0]?.left],
    ['closed', 'Paid by check', 0, 9],
  )
  const [shown] = (await buyer.client.getOrderDetails({ params: { id: paid } })).refunds
  assert.deepEqual([shown?.state, shown?.closeReason, shown?.failure], ['closed', '', ''])
  const [action] = await admin.client.listAdminActions({ query: { limit: 1 } })
  assert.deepEqual([action?.action, action?.after], ['close_refund', { refunded: 200, reason: 'Paid by check' }])
  await refund(paid, { amount: 200 })
})

test('events about an earlier attempt change nothing', async () => {
  const id = await placePaid('4000000000005126')
  const { transactionId } = await read(id)
  await refund(id, { amount: 10 })
  await deliverUntilRefund(id, 'failed')
  const [made = assert.fail()] = (await read(id)).refunds
  const [first = assert.fail()] = await shop.app.shop.db.select().from(refunds).where(eq(refunds.id, made._id))
  await admin.client.retryRefund({ params: { id: made._id }, body: {} })
  const event = { id: `evt_${made._id}`, intentId: transactionId ?? '', about: 'refund' } as const
  await receiveEvent(shop.app.shop, event)
  await recordRefund(shop.app.shop, first, { state: 'failed' })
  assert.equal((await read(id)).refunds[0]?.state, 'succeeded')
  await deliverUntilRefund(id, 'failed')
})

test('a refund that failed later is owed until it is tried again or closed, and has one credit note', async () => {
  const id = await placePaid('4000000000005126')
  await refund(id, { amount: 150 })
  const [made = assert.fail()] = (await read(id)).refunds
  const params = { id: made._id }
  const readNote = (query = {}) => admin.client.getCreditNote({ params, query })
  const note = await readNote()
  await deliverUntilRefund(id, 'failed')
  assert.deepEqual(await readErrors(refund(id, { amount: 100, reference: 'OUT 9' })), [
    ['amount', 'Only $50.00 can be refunded. A refund that failed counts until it is closed.'],
  ])
  await refund(id, { amount: 50, reference: 'OUT 9' })
  await assertRefused(readNote({ cancellation: 'true' }), 'document_unavailable')
  await admin.client.closeRefund({ params, body: { reason: 'Made anew' } })
  assert.deepEqual((await readNote()).fileName, note.fileName)
  const cancellation = await readNote({ cancellation: 'true' })
  const [number = 0, cancelling = 0] = [note, cancellation].map(({ fileName }) => Number(/\d+/.exec(fileName)?.[0]))
  assert.ok(cancelling > number)
  const [page = ''] = await readPdf(Buffer.from(cancellation.pdf, 'base64'))
  assert.ok(page.includes(`This takes credit note ${number} back: its money was not paid.`), page)
  assert.ok(page.includes('−$150.00'), page)
  await refund(id, { amount: 150, reference: 'OUT 10' })
  assert.deepEqual(await readErrors(refund(id, { amount: 1, reference: 'OUT 11' })), [
    ['amount', 'All of the order’s money was refunded.'],
  ])
  await issueDueCreditNotes(shop.app.shop)
  const { rows } = await shop.app.shop.db.execute<{ cents: number }>(sql`
    select sum((contents ->> 'totalCents')::int)::int as cents from credit_notes
    join refunds on refunds.id = refund_id where order_id = ${id}`)
  assert.equal(rows[0]?.cents, 20_000)
  assert.deepEqual(await findViolations(shop.app.shop.db), [])
})

test('a refund that the provider processes slowly is pending until its event', async () => {
  const id = await placePaid('4000000000007726')
  await refund(id, { amount: 10 })
  const [made = assert.fail()] = (await read(id)).refunds
  assert.deepEqual([made.state, made.hasCreditNote], ['pending', false])
  await assertRefused(admin.client.getCreditNote({ params: { id: made._id } }), 'document_unavailable')
  await deliverUntilRefund(id, 'succeeded')
})

/** Refunds made in the provider's dashboard lack the shop's metadata. */
async function refundAtProvider(intentId: string, amountCents = 1200): Promise<void> {
  const { payments, db } = shop.app.shop
  const refundId = crypto.randomUUID()
  const made = await payments.createRefund({ id: refundId, attempt: 1, intentId, amountCents, knownIds: [] })
  await db.execute(sql`update sandbox_objects set body = jsonb_set(body, '{metadata}', '{}') where id = ${made.id}`)
}

test('a refund that was made at the provider’s own pages is recorded with its event', async () => {
  const id = await placePaid()
  const { transactionId: intentId } = await read(id)
  await refundAtProvider(intentId ?? '')
  const event = { id: `evt_${id}`, intentId: intentId ?? '', about: 'refund' } as const
  await Promise.all([1, 2].map(number => receiveEvent(shop.app.shop, { ...event, id: `${event.id}_${number}` })))
  const order = await read(id)
  assert.deepEqual(
    order.refunds.map(({ amount, state, hasCreditNote }) => ({ amount, state, hasCreditNote })),
    [{ amount: 12, state: 'succeeded', hasCreditNote: true }],
  )
  assert.deepEqual(await readErrors(refund(id, { amount: 190 })), [['amount', 'Only $188.00 can be refunded.']])
})

test('a refund at the provider’s own pages stands for one refund of the shop', async () => {
  const id = await placePaid()
  const { transactionId } = await read(id)
  await refundAtProvider(transactionId ?? '', 10_000)
  await refundAtProvider(transactionId ?? '', 10_000)
  await refund(id, { amount: 100 })
  await refund(id, { amount: 100 })
  const made = (await read(id)).refunds
  assert.deepEqual(
    made.map(({ state }) => state),
    ['succeeded', 'succeeded'],
  )
  await receiveEvent(shop.app.shop, { id: `evt_${id}`, intentId: transactionId ?? '', about: 'refund' })
  assert.equal((await read(id)).refunds.length, 2)
})

test('a refund that is under way at the provider’s own pages is not made again', async () => {
  const id = await placePaid('4000000000007726')
  const { transactionId: intentId } = await read(id)
  const { payments, db } = shop.app.shop
  await refundAtProvider(intentId ?? '')
  await receiveEvent(shop.app.shop, { id: `evt_${id}`, intentId: intentId ?? '', about: 'refund' })
  const [row = assert.fail()] = await db.select().from(refunds).where(eq(refunds.orderId, id))
  assert.deepEqual([row.kind, row.state], ['provider', 'pending'])
  await settleRefund(shop.app.shop, row)
  assert.equal((await payments.listRefunds(intentId ?? '')).length, 1)
  const isSettled = async () => {
    await settleRefund(shop.app.shop, row)
    return (await read(id)).refunds[0]?.state === 'succeeded'
  }
  await waitUntil(isSettled, 'the refund is made')
})

test('a refund at the provider’s own pages that failed is not recorded anew after it was sent by hand', async () => {
  const id = await placePaid('4000000000005126')
  const { transactionId: intentId } = await read(id)
  const { payments } = shop.app.shop
  await refundAtProvider(intentId ?? '')
  const tell = (number: number) =>
    receiveEvent(shop.app.shop, { id: `evt_${id}_${number}`, intentId: intentId ?? '', about: 'refund' })
  await tell(1)
  const hasFailed = async () => (await payments.listRefunds(intentId ?? ''))[0]?.status === 'failed'
  await waitUntil(hasFailed, 'the refund fails')
  await tell(2)
  const [failed = assert.fail()] = (await read(id)).refunds
  await admin.client.retryRefund({ params: { id: failed._id }, body: { reference: 'OUT 11' } })
  await tell(3)
  assert.deepEqual(
    (await read(id)).refunds.map(({ state }) => state),
    ['succeeded'],
  )
})

async function setDispute(orderId: string, state: 'won' | 'lost' | 'needs_response'): Promise<void> {
  const { transactionId } = await read(orderId)
  await shop.app.shop.db.execute(sql`
    update sandbox_objects set body = jsonb_set(body, '{status}', to_jsonb(${state}::text))
    where body ->> 'object' = 'dispute' and body ->> 'payment_intent' = ${transactionId}`)
  const id = `evt_${crypto.randomUUID()}`
  await receiveEvent(shop.app.shop, { id, intentId: transactionId ?? '', about: 'dispute' })
}

test('a dispute that is reported before its payment finds the order paid', async () => {
  const id = await place()
  const { clientSecret } = await buyer.client.createPaymentIntent({ body: { orderId: id, totalPrice: 200 } })
  await payByCard(shop, clientSecret, '4000000000000259')
  const intentId = getIntentId(clientSecret)
  await receiveEvent(shop.app.shop, { id: `evt_${id}`, intentId, about: 'dispute' })
  const order = await read(id)
  assert.deepEqual([order.paid, order.disputed], [true, true])
  await assertRefused(ship(id), 'order_disputed')
})

test('a disputed order is neither shipped nor refunded, until the dispute is won', async () => {
  const id = await placePaid('4000000000000259')
  await deliverUntil(async () => (await read(id)).disputed, 'the dispute is reported')
  const order = await read(id)
  assert.deepEqual([order.disputed, order.disputes[0]?.reason, order.disputes[0]?.state], [true, 'fraudulent', 'open'])
  assert.deepEqual(await listIds('dispute', id), [id])
  const own = await buyer.client.getOrderDetails({ params: { id } })
  assert.deepEqual([own.disputed, own.disputes], [false, []])
  await assertRefused(ship(id), 'order_disputed')
  await assertRefused(refund(id, { amount: 1 }), 'order_disputed')
  const paid = await countPaid()
  await setDispute(id, 'won')
  assert.equal(await countPaid(), paid)
  assert.deepEqual(await listIds('dispute', id), [])
  await ship(id)
  assert.equal((await read(id)).status, 'shipped')
})

test('after a lost dispute the pieces are released, while it is open they are not', async () => {
  const id = await placePaid('4000000000000259')
  await deliverUntil(async () => (await read(id)).disputed, 'the dispute is reported')
  const release = () => refund(id, { lines: [take(0, 10), take(1, 10)], amount: 0 })
  await assertRefused(release(), 'order_disputed')
  const paid = await countPaid()
  const readRevenue = async () => (await admin.client.getOverview({ query: { days: '1' } })).figures.revenue
  const revenue = await readRevenue()
  await setDispute(id, 'lost')
  await setDispute(id, 'lost')
  assert.equal(await countPaid(), paid - 20_000)
  assert.equal(await readRevenue(), revenue - 200)
  await assertRefused(refund(id, { amount: 1 }), 'order_disputed')
  await assertRefused(ship(id), 'order_disputed')
  await release()
  const order = await read(id)
  assert.deepEqual([order.status, order.refundedTotal], ['closed', 0])
})

test('a dispute that the bank reopens holds the order again', async () => {
  const id = await placePaid('4000000000000259')
  await deliverUntil(async () => (await read(id)).disputed, 'the dispute is reported')
  for (const state of ['won', 'needs_response', 'lost', 'won', 'lost'] as const) {
    await setDispute(id, state)
    const [dispute] = (await read(id)).disputes
    assert.equal(dispute?.state, state === 'needs_response' ? 'open' : state)
    assert.equal((await read(id)).disputed, state !== 'won')
  }
  await assertRefused(ship(id), 'order_disputed')
})

test('a dispute of a payment that no order has is logged', async () => {
  const id = await placePaid('4000000000000259')
  const { transactionId: intentId } = await read(id)
  await shop.app.shop.db.execute(sql`update orders set transaction_id = 'pi_other' where id = ${id}`)
  const logged: string[] = []
  const event = { id: `evt_${crypto.randomUUID()}`, intentId: intentId ?? '', about: 'dispute' } as const
  await receiveEvent(shop.app.shop, event, (_, message) => logged.push(message))
  await shop.app.shop.db.execute(sql`update orders set transaction_id = ${intentId} where id = ${id}`)
  assert.deepEqual(logged, ['dispute of a payment that no order has'])
})

test('a credit note names the invoice, the pieces and the tax by rate, and its numbers have no gap', async () => {
  const id = await placePaid()
  await refund(id, { lines: [take(0, 2)], amount: 25.5, reason: 'Dented' })
  const [made = assert.fail()] = (await read(id)).refunds
  const { pdf, fileName } = await buyer.client.getCreditNote({ params: { id: made._id } })
  const [page = ''] = await readPdf(Buffer.from(pdf, 'base64'))
  const invoice = (await buyer.client.getOrderDocument({ params: { id, kind: 'invoice' } })).fileName
  const number = /\d+/.exec(fileName)?.[0]
  for (const part of [
    `Credit note ${number}`,
    `Invoice ${/\d+/.exec(invoice)?.[0]}`,
    'Adze',
    '$20.00',
    'Credit',
    '$5.50',
    '$25.50',
    '20% tax included',
    '$4.25',
    'goes back to the card',
    'Reason: Dented',
  ])
    assert.ok(page.includes(part), `“${part}” is not in: ${page}`)
  const [other] = await Promise.all([shop.createVerifiedBuyer(), issueDueCreditNotes(shop.app.shop)])
  await assertRefused(other.client.getCreditNote({ params: { id: made._id } }), 'refund_not_found')
  await assert.rejects(shop.app.shop.db.execute(sql`update credit_notes set number = 99`))
  assert.equal(await shop.app.shop.db.$count(refunds, eq(refunds.creditNoteDue, true)), 0)
})

test('shipped pieces are refunded once, and are on the credit note', async () => {
  const id = await placePaidByTransfer()
  await ship(id)
  const [toolId = ''] = tools.map(tool => tool._id)
  const credit = (quantity: number) => refund(id, { credited: [{ toolId, quantity }], amount: 1, reference: 'OUT 1' })
  await credit(7)
  const errors = await readErrors(credit(4))
  assert.deepEqual(errors, [['credited.0.quantity', '3 are shipped and not refunded yet.']])
  await credit(3)
  const { refunds, lines } = await read(id)
  assert.deepEqual(
    refunds.map(({ credited }) => credited),
    [[{ toolId, quantity: 7 }], [{ toolId, quantity: 3 }]],
  )
  assert.deepEqual(
    lines.map(({ returnable }) => returnable),
    [0, 10],
  )
  await issueDueCreditNotes(shop.app.shop)
  const { pdf } = await admin.client.getCreditNote({ params: { id: refunds[0]?._id ?? '' } })
  assert.match((await readPdf(Buffer.from(pdf, 'base64'))).join(' '), /Adze[\s\S]*Deduction/)
})
