import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import { Refusal } from '#contract/refusal.ts'
import { getCreditNote, getPackingSlip } from '#shop/documents/order-documents.ts'
import { deleteUnusedImages } from '#shop/images.ts'
import { toScope } from '#shop/orders/scope.ts'
import { assertRefused, type TestAccount } from '#test/open-shop.ts'
import { placeShippedOrder, toLine } from '#test/orders.ts'
import { readPdf } from '#test/pdf-text.ts'
import { readPersonalData } from '#test/personal-data.ts'
import { prepare, prepareCheckedShop } from '#test/prepare.ts'
import { readActor } from '#test/read-actor.ts'

const shop = prepareCheckedShop()
const admin = prepare(() => shop.logInAsAdmin())
const buyer = prepare(() => shop.createVerifiedBuyer())
const tools = prepare(() =>
  Promise.all(
    ['Adze', 'Bodkin'].map(name =>
      shop.addTool({ name, sku: `${name}-${crypto.randomUUID().slice(0, 8)}`, available: 10_000 }),
    ),
  ),
)

type Pieces = Parameters<TestAccount['client']['shipOrder']>[0]['body']['lines']

const pick = (...quantities: number[]): Pieces =>
  quantities.flatMap((quantity, index) => (quantity > 0 ? [{ toolId: tools[index]?._id ?? '', quantity }] : []))

const placeShipped = (shipped = pick(10, 10)) =>
  placeShippedOrder(
    { admin, buyer },
    tools.map(tool => toLine(tool, 10)),
    shipped,
  )

interface Request {
  by?: TestAccount
  returnId?: string
  images?: string[]
}

async function request(
  id: string,
  lines: Pieces,
  { by = buyer, returnId = crypto.randomUUID(), images }: Request = {},
) {
  const body = { lines, reason: 'The edge is chipped', ...(images && { images }) }
  await by.client.requestReturn({ params: { id, returnId }, body })
  return returnId
}

const answer = (id: string, accepted: boolean, sentence = 'As we said.') =>
  admin.client.answerReturn({ params: { id }, body: { accepted, answer: sentence } })
const receive = (id: string, restocked: Pieces, received?: Pieces) =>
  admin.client.receiveReturn({ params: { id }, body: { restocked, ...(received && { received }) } })
const read = (id: string) => buyer.client.getOrderDetails({ params: { id } })
const readState = async (id: string, index = 0) => (await read(id)).returns[index]?.state
const readAvailable = async (index: number) =>
  (await admin.client.getStock({ params: { id: tools[index]?._id ?? '' } })).available

async function readErrors(call: Promise<unknown>) {
  const refused = await call.catch((error: unknown) => error)
  assert.ok(refused instanceof Refusal)
  return refused.errors.map(({ field, message }) => [field, message])
}

const elapse = (id: string, days: number) =>
  shop.app.shop.db.execute(
    sql`update shipments set created_at = now() - ${days} * interval '1 day' where order_id = ${id}`,
  )

test('a return is asked for, accepted, received and refunded, with a credit note of its pieces', async () => {
  const id = await placeShipped()
  const before = await readAvailable(0)
  const returnId = await request(id, pick(3))
  const asked = await read(id)
  assert.deepEqual(
    [asked.returns[0]?.state, asked.returns[0]?.reason, asked.lines.map(({ returnable }) => returnable)],
    ['requested', 'The edge is chipped', [7, 10]],
  )
  const [listed] = await admin.client.listReturns({ query: { sort: 'newest', limit: 1 } })
  assert.deepEqual(
    [listed?._id, listed?.lines, listed?.images],
    [returnId, [{ toolId: tools[0]?._id, toolName: 'Adze', quantity: 3 }], []],
  )
  await answer(returnId, true, 'Send them to 12 Foundry Road.')
  const mail = (await shop.listMails()).at(-1)
  assert.match(mail?.subject ?? '', /^Order \d+: your return is accepted – Adze and 1 more$/)
  assert.match(mail?.body ?? '', /3 pieces of Adze \(Adze-\w+\)\n\nSend them to 12 Foundry Road\./)
  await receive(returnId, pick(2))
  assert.equal(await readAvailable(0), before + 2)
  const [movement] = await admin.client.listStockMovements({ params: { id: tools[0]?._id ?? '' }, query: { limit: 1 } })
  assert.deepEqual([movement?.reason, movement?.delta], ['return', 2])
  const refundId = crypto.randomUUID()
  const body = { amount: 30, returnId, reference: 'OUT 1' }
  await admin.client.refundOrder({ params: { id, refundId }, body })
  await admin.client.refundOrder({ params: { id, refundId }, body })
  const order = await read(id)
  assert.deepEqual(
    [order.returns[0]?.state, order.returns[0]?.lines, order.refundedTotal, order.lines.map(({ left }) => left)],
    ['refunded', [{ toolId: tools[0]?._id, quantity: 3, received: 3, restocked: 2 }], 30, [0, 0]],
  )
  assert.match((await shop.listMails()).at(-1)?.body ?? '', /These pieces came back:\n3 pieces of Adze \(Adze-\w+\)/)
  const { pdf } = await buyer.client.getCreditNote({ params: { id: refundId } })
  const [page = ''] = await readPdf(Buffer.from(pdf, 'base64'))
  for (const part of ['Adze', '$10.00', '$30.00']) assert.ok(page.includes(part), page)
  assert.ok(!page.includes('Credit $'), page)
  const again = { amount: 1, returnId, reference: 'OUT 2' }
  await assertRefused(
    admin.client.refundOrder({ params: { id, refundId: crypto.randomUUID() }, body: again }),
    'changed_meanwhile',
  )
  const actions = await admin.client.listAdminActions({ query: { limit: 3 } })
  assert.deepEqual(
    actions.map(({ action }) => action),
    ['refund', 'receive_return', 'accept_return'],
  )
})

test('a refused return releases its pieces for another, and an admin can still accept it', async () => {
  const id = await placeShipped()
  const returnId = await request(id, pick(10))
  await answer(returnId, false, 'The edges were used.')
  const mail = (await shop.listMails()).at(-1)
  assert.match(mail?.body ?? '', /cannot take these pieces .* back:\n10 pieces of Adze .*\n\nThe edges were used\./)
  assert.deepEqual([await readState(id), (await read(id)).lines[0]?.returnable], ['refused', 10])
  await answer(returnId, true)
  assert.deepEqual([await readState(id), (await read(id)).lines[0]?.returnable], ['accepted', 0])
})

test('a refused return is not accepted any more when its pieces are in another', async () => {
  const id = await placeShipped()
  const refused = await request(id, pick(10))
  await answer(refused, false)
  await request(id, pick(1))
  await assertRefused(answer(refused, true), 'changed_meanwhile')
})

test('only shipped pieces can be returned, each once', async () => {
  const id = await placeShipped(pick(4))
  await request(id, pick(3))
  const other = await shop.addTool()
  const lines = [...pick(2, 1), { toolId: other._id, quantity: 1 }]
  assert.deepEqual(await readErrors(request(id, lines)), [
    ['lines.0.quantity', 'Only 1 can be returned.'],
    ['lines.1.quantity', 'No pieces of it can be returned.'],
    ['lines.2.quantity', 'The order has no such tool.'],
  ])
  assert.deepEqual(await readErrors(request(id, [])), [['lines', 'A return has at least one piece.']])
  const many = await Promise.allSettled([1, 2, 3].map(() => request(id, pick(1))))
  assert.equal(many.filter(({ status }) => status === 'fulfilled').length, 1)
})

test('a return that is requested twice is recorded once', async () => {
  const id = await placeShipped()
  const returnId = crypto.randomUUID()
  await Promise.all([1, 2, 3].map(() => request(id, pick(1), { returnId })))
  assert.equal((await read(id)).returns.length, 1)
  await assertRefused(request(id, pick(2), { returnId }), 'change_reused')
  await assertRefused(request(await placeShipped(), pick(1), { returnId }), 'change_reused')
  const body = { lines: pick(1), reason: 'Another reason' }
  await assertRefused(buyer.client.requestReturn({ params: { id, returnId }, body }), 'change_reused')
})

test('a return must be of one’s own order, and steps of an unknown return are refused', async () => {
  const [id, another] = [await placeShipped(), await placeShipped()]
  const stranger = await shop.createVerifiedBuyer()
  await assertRefused(request(id, pick(1), { by: stranger }), 'order_not_found')
  const returnId = await request(id, pick(1))
  await assertRefused(stranger.client.withdrawReturn({ params: { id: returnId } }), 'return_not_found')
  const unknown = crypto.randomUUID()
  await assertRefused(answer(unknown, true), 'return_not_found')
  await assertRefused(receive(unknown, []), 'return_not_found')
  await assertRefused(admin.client.closeReturn({ params: { id: unknown } }), 'return_not_found')
  await answer(returnId, true)
  await receive(returnId, [])
  const refund = (orderId: string, forReturn: string) =>
    admin.client.refundOrder({
      params: { id: orderId, refundId: crypto.randomUUID() },
      body: { amount: 10, reference: 'OUT 1', returnId: forReturn },
    })
  for (const forReturn of [unknown, returnId]) await assertRefused(refund(another, forReturn), 'return_not_found')
})

test('a buyer requests no return once the order has twenty, withdrawn ones included', async () => {
  const id = await placeShipped()
  for (let count = 0; count < 20; count++) {
    const returnId = crypto.randomUUID()
    await request(id, pick(1), { returnId })
    await buyer.client.withdrawReturn({ params: { id: returnId } })
  }
  await assertRefused(request(id, pick(1)), 'returns_full')
  await request(id, pick(1), { by: admin })
})

test('a buyer returns within seven days and the days of transit, an admin at any time and on record', async () => {
  const id = await placeShipped()
  await elapse(id, 11.9)
  const { returnableUntil } = await read(id)
  assert.ok(returnableUntil && Math.abs(new Date(returnableUntil).getTime() - Date.now() - 0.1 * 86_400_000) < 60_000)
  const { orders } = await readPersonalData(buyer.client, buyer.email)
  assert.equal(orders.find(({ _id }) => _id === id)?.returnableUntil, returnableUntil)
  await request(id, pick(1))
  await elapse(id, 12.1)
  await assertRefused(request(id, pick(1)), 'return_too_late')
  await request(id, pick(2), { by: admin })
  const [action] = await admin.client.listAdminActions({ query: { limit: 1 } })
  assert.deepEqual([action?.action, action?.after], ['request_return', { returned: true }])
  await admin.client.updateSettings({ body: { returnTransitDays: 9 } })
  await request(id, pick(1))
})

test('a return is withdrawn until it has come', async () => {
  const id = await placeShipped()
  const returnId = await request(id, pick(1))
  await buyer.client.withdrawReturn({ params: { id: returnId } })
  assert.equal(await readState(id), 'withdrawn')
  await assertRefused(answer(returnId, true), 'changed_meanwhile')
  const received = await request(id, pick(1))
  await assertRefused(receive(received, pick(1)), 'changed_meanwhile')
  await answer(received, true)
  assert.deepEqual(await readErrors(receive(received, pick(2))), [
    ['restocked.0.quantity', 'At most 1 can be put back into stock.'],
  ])
  const results = await Promise.allSettled([receive(received, pick(1)), receive(received, pick(1))])
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
  await assertRefused(receive(received, pick(1)), 'changed_meanwhile')
  await assertRefused(buyer.client.withdrawReturn({ params: { id: received } }), 'changed_meanwhile')
  await assertRefused(buyer.client.withdrawReturn({ params: { id: crypto.randomUUID() } }), 'return_not_found')
})

test('pieces of a return may be missing: received ones are refunded, and the rest can be returned again', async () => {
  const id = await placeShipped()
  const returnId = await request(id, pick(4, 2))
  await answer(returnId, true)
  const before = await readAvailable(0)
  assert.deepEqual(await readErrors(receive(returnId, pick(4), pick(3, 3))), [
    ['received.1.quantity', 'At most 2 can be received.'],
    ['restocked.0.quantity', 'At most 3 can be put back into stock.'],
  ])
  assert.deepEqual(await readErrors(receive(returnId, [], [])), [
    ['received', 'Nothing arrived? Refuse the return instead.'],
  ])
  await receive(returnId, pick(2), pick(3))
  const order = await read(id)
  assert.deepEqual(
    [order.returns[0]?.lines.map(({ received, restocked }) => [received, restocked]), await readAvailable(0)],
    [
      [
        [3, 2],
        [0, 0],
      ],
      before + 2,
    ],
  )
  assert.deepEqual(
    order.lines.map(({ returnable }) => returnable),
    [7, 10],
  )
  const refundId = crypto.randomUUID()
  await admin.client.refundOrder({ params: { id, refundId }, body: { amount: 30, returnId, reference: 'OUT 4' } })
  const { pdf } = await buyer.client.getCreditNote({ params: { id: refundId } })
  const [page = ''] = await readPdf(Buffer.from(pdf, 'base64'))
  assert.ok(page.includes('$30.00$10.003'), page)
  assert.ok(!page.includes('Bodkin') && !page.includes('Credit $'), page)
  await request(id, pick(7, 2))
})

test('an accepted return that never comes is refused, and its pieces are free again', async () => {
  const id = await placeShipped()
  const returnId = await request(id, pick(4))
  await answer(returnId, true)
  await answer(returnId, false, 'The parcel never came.')
  assert.deepEqual([await readState(id), (await read(id)).lines[0]?.returnable], ['refused', 10])
})

test('a return that came when no money was left is closed', async () => {
  const id = await placeShipped()
  const returnId = await request(id, pick(4))
  await assertRefused(admin.client.closeReturn({ params: { id: returnId } }), 'changed_meanwhile')
  await answer(returnId, true)
  await receive(returnId, pick(4))
  const refund = { params: { id, refundId: crypto.randomUUID() }, body: { amount: 200, reference: 'OUT 5' } }
  await admin.client.refundOrder(refund)
  await admin.client.closeReturn({ params: { id: returnId } })
  assert.deepEqual([await readState(id), (await read(id)).lines[0]?.returnable], ['closed', 6])
  const [action] = await admin.client.listAdminActions({ query: { limit: 1 } })
  assert.equal(action?.action, 'close_return')
  await assertRefused(admin.client.closeReturn({ params: { id: returnId } }), 'changed_meanwhile')
})

test('a database error is not reported as not found', async () => {
  const { db } = shop.app.shop
  const id = await placeShipped()
  await request(id, pick(1))
  const refundId = crypto.randomUUID()
  await admin.client.refundOrder({ params: { id, refundId }, body: { amount: 1, reference: 'OUT 6' } })
  const shipmentId = (await read(id)).shipments[0]?._id ?? ''
  const actor = await readActor(shop.app.shop, buyer)
  await db.execute(sql`alter table disputes rename to disputes_away`)
  const calls = [
    getPackingSlip(shop.app.shop, toScope(actor.account), shipmentId),
    getCreditNote(shop.app.shop, toScope(actor.account), refundId, false),
  ]
  const errors = await Promise.all(calls.map(call => call.catch((error: unknown) => error)))
  await db.execute(sql`alter table disputes_away rename to disputes`)
  for (const error of errors) assert.ok(error instanceof Error && !(error instanceof Refusal), String(error))
})

test('photos are kept as long as their return has them', async () => {
  const { db } = shop.app.shop
  const url = '/images/claw-hammer-800.webp?return'
  await db.execute(sql`insert into images (url, uploaded_at) values (${url}, now() - interval '3 days')`)
  const id = await placeShipped()
  await assertRefused(request(id, pick(1), { images: ['/images/unknown.webp'] }), 'image_unknown')
  await request(id, pick(1), { images: [url] })
  await db.execute(sql`update images set uploaded_at = now() - interval '3 days' where url = ${url}`)
  await deleteUnusedImages(shop.app.shop)
  assert.deepEqual((await read(id)).returns[0]?.images, [url])
})

test('a return that is refused keeps no photo longer', async () => {
  const id = await placeShipped()
  const { db } = shop.app.shop
  const url = '/images/claw-hammer-800.webp?refused'
  await db.execute(sql`insert into images (url, uploaded_at) values (${url}, now() - interval '3 days')`)
  const stranger = await shop.createVerifiedBuyer()
  await assertRefused(request(id, pick(1), { by: stranger, images: [url] }), 'order_not_found')
  await assertRefused(request(id, pick(1_000), { images: [url] }), 'invalid_input')
  await deleteUnusedImages(shop.app.shop)
  const { rows } = await db.execute(sql`select from images where url = ${url}`)
  assert.equal(rows.length, 0)
})

test('admins find returns by their state, buyer and order', async () => {
  const id = await placeShipped()
  const returnId = await request(id, pick(2, 3))
  const { number } = await read(id)
  const list = await admin.client.listReturns({ query: { state: 'requested', q: String(number) } })
  assert.deepEqual(
    list.map(({ _id, orderId, orderNumber, pieces, state }) => ({ _id, orderId, orderNumber, pieces, state })),
    [{ _id: returnId, orderId: id, orderNumber: number, pieces: 5, state: 'requested' }],
  )
  assert.deepEqual(await admin.client.countReturns({ query: { q: String(number) } }), { count: 1 })
  assert.deepEqual(await admin.client.countReturns({ query: { state: 'received', q: String(number) } }), { count: 0 })
})
