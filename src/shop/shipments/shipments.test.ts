import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '#contract/refusal.ts'
import { type AddedTool, assertRefused, type TestAccount } from '#test/open-shop.ts'
import { placeOrderPaidByTransfer, toLine } from '#test/orders.ts'
import { readPdf } from '#test/pdf-text.ts'
import { prepare, prepareCheckedShop, setUp } from '#test/prepare.ts'

let tools: AddedTool[]
const shop = prepareCheckedShop()
const admin = prepare(() => shop.logInAsAdmin())
const buyer = prepare(() => shop.createVerifiedBuyer())
setUp(async () => {
  const names = ['Adze', 'Bodkin', 'Chisel']
  tools = await Promise.all(
    names.map(name => shop.addTool({ name, sku: `${name}-${crypto.randomUUID().slice(0, 8)}`, available: 1000 })),
  )
})

const placePaidOrder = () =>
  placeOrderPaidByTransfer(
    { admin, buyer },
    tools.map(tool => toLine(tool, 10)),
  )

type Pieces = Parameters<TestAccount['client']['shipOrder']>[0]['body']['lines']

const pack = (...quantities: number[]): Pieces =>
  quantities.flatMap((quantity, index) => (quantity > 0 ? [{ toolId: tools[index]?._id ?? '', quantity }] : []))

const toSortedPairs = (pieces: Pieces) => pieces.map(({ toolId, quantity }) => [toolId, quantity]).toSorted()

const ship = (id: string, lines: Pieces, tracking = {}, shipmentId: string = crypto.randomUUID()) =>
  admin.client.shipOrder({ params: { id, shipmentId }, body: { lines, ...tracking } })
const read = (id: string) => buyer.client.getOrderDetails({ params: { id } })
const readLeft = async (id: string) => (await read(id)).lines.map(({ left }) => left)
const findListed = async (id: string) => (await buyer.client.listOrders({})).find(({ _id }) => _id === id)
const readAllocated = (tool: AddedTool | undefined) =>
  admin.client.getStock({ params: { id: tool?._id ?? '' } }).then(({ allocated, onShelf }) => ({ allocated, onShelf }))

test('an order is shipped in parts, each mailed and on record, and is shipped with the last', async () => {
  const id = await placePaidOrder()
  const before = await readAllocated(tools[0])
  await ship(id, pack(4, 10), { carrier: 'dhl', trackingNumber: 'JD 01/46' })
  assert.deepEqual(await readLeft(id), [6, 0, 10])
  const partly = await findListed(id)
  assert.deepEqual([partly?.status, partly?.deliveryStatus], ['partial', false])
  const { allocated, onShelf } = before
  assert.deepEqual(await readAllocated(tools[0]), { allocated: allocated - 4, onShelf: onShelf - 4 })
  await ship(id, pack(6, 0, 9))
  assert.equal(await admin.client.markShipped({ params: { id } }).then(({ modifiedCount }) => modifiedCount), 1)
  const order = await read(id)
  assert.deepEqual(
    order.shipments.map(({ carrier, trackingUrl, lines }) => ({
      carrier,
      trackingUrl,
      lines: lines.map(({ toolId, quantity }) => [toolId, quantity]).toSorted(),
    })),
    [
      {
        carrier: 'dhl',
        trackingUrl: 'https://www.dhl.com/global-en/home/tracking.html?submit=1&tracking-id=JD0146',
        lines: toSortedPairs(pack(4, 10)),
      },
      {
        carrier: '',
        trackingUrl: null,
        lines: toSortedPairs(pack(6, 0, 9)),
      },
      { carrier: '', trackingUrl: null, lines: toSortedPairs(pack(0, 0, 1)) },
    ],
  )
  assert.deepEqual([order.status, order.shippedAt], ['shipped', order.shipments[2]?.shippedAt])
  assert.deepEqual(await readAllocated(tools[0]), { allocated: allocated - 10, onShelf: onShelf - 10 })

  const mails = (await shop.listMails()).filter(({ subject }) => / shipped /.test(subject))
  assert.equal(mails.length, 3)
  const [first, , last] = mails
  assert.match(first?.subject ?? '', /^Order \d+ shipped in part – Adze and 2 more$/)
  assert.match(first?.body ?? '', /These pieces have been shipped:\n/)
  assert.match(first?.body ?? '', /^4 pieces of Adze \(Adze-\w+\)$/m)
  assert.match(first?.body ?? '', /^Carrier: dhl, tracking number JD 01\/46\nhttps:\/\/www\.dhl\.com\/\S+$/m)
  assert.match(last?.body ?? '', /^1 pieces? of Chisel \(Chisel-\w+\)$/m)
  const actions = await admin.client.listAdminActions({ query: { limit: 3 } })
  assert.deepEqual(
    actions.map(({ action, subject, after: changed }) => ({ action, subject, changed })),
    [
      { action: 'deliver', subject: 'Adze and 2 more', changed: {} },
      { action: 'ship', subject: 'Adze and 2 more', changed: { shippedPieces: 15 } },
      { action: 'ship', subject: 'Adze and 2 more', changed: { shippedPieces: 14 } },
    ],
  )
})

test('a shipment of all pieces leaves nothing to deliver', async () => {
  const id = await placePaidOrder()
  await ship(id, pack(10, 10, 10))
  const { status, shipments } = await read(id)
  assert.deepEqual([status, shipments.length], ['shipped', 1])
  assert.match((await shop.listMails()).at(-1)?.body ?? '', /Your order has been shipped:\n/)
  assert.deepEqual(await admin.client.markShipped({ params: { id } }), { modifiedCount: 0 })
})

test('pieces that are not left, or not of the order, are refused at their line, and nothing is shipped', async () => {
  const id = await placePaidOrder()
  await ship(id, pack(10, 4))
  const other = await shop.addTool()
  const refused = await ship(id, [...pack(1, 7, 10), { toolId: other._id, quantity: 1 }]).catch(
    (error: unknown) => error,
  )
  assert.ok(refused instanceof Refusal)
  assert.deepEqual(refused.errors, [
    { field: 'lines.0.quantity', message: '0 of 10 left to ship.' },
    { field: 'lines.1.quantity', message: '6 of 10 left to ship.' },
    { field: 'lines.3.quantity', message: 'The order has no such tool.' },
  ])
  assert.deepEqual(await readLeft(id), [0, 6, 10])
  await assertRefused(ship(id, []), 'invalid_input')
  await assertRefused(ship(id, [...pack(0, 1), ...pack(0, 1)]), 'invalid_input')
  await admin.client.markShipped({ params: { id } })
  await assertRefused(ship(id, pack(1)), 'order_shipped')
})

test('an order that is not paid, is cancelled or does not exist has no shipment', async () => {
  const lines = tools.map(({ _id: toolId, price }) => ({ toolId, quantity: 1, price }))
  const { orderId: id } = await buyer.client.checkOut({ body: { lines } })
  await assertRefused(ship(id, pack(1)), 'order_not_paid')
  await buyer.client.cancelOrder({ params: { id } })
  await assertRefused(ship(id, pack(1)), 'order_not_found')
  await assertRefused(ship(crypto.randomUUID(), pack(1)), 'order_not_found')
})

test('a shipment that is sent again, also at the same time, is made once', async () => {
  const id = await placePaidOrder()
  const shipmentId = crypto.randomUUID()
  await Promise.all([1, 2, 3].map(() => ship(id, pack(4), {}, shipmentId)))
  assert.deepEqual(await readLeft(id), [6, 10, 10])
  await assertRefused(ship(id, pack(5), {}, shipmentId), 'change_reused')
  await assertRefused(ship(await placePaidOrder(), pack(4), {}, shipmentId), 'change_reused')
})

test('shipments at the same time never ship a piece twice', async () => {
  const id = await placePaidOrder()
  const calls = [...Array.from({ length: 6 }, () => ship(id, pack(3, 2))), admin.client.markShipped({ params: { id } })]
  await Promise.allSettled(calls)
  const { lines, shipments, status } = await read(id)
  assert.deepEqual([status, lines.map(({ left }) => left)], ['shipped', [0, 0, 0]])
  const shipped = shipments.flatMap(shipment => shipment.lines)
  for (const { _id } of tools)
    assert.equal(
      shipped.filter(({ toolId }) => toolId === _id).reduce((sum, { quantity }) => sum + quantity, 0),
      10,
    )
})

test('tracking that is added later is mailed once, and on record', async () => {
  const id = await placePaidOrder()
  await admin.client.markShipped({ params: { id } })
  const [shipment] = (await read(id)).shipments
  const params = { id: shipment?._id ?? '' }
  const countMails = async () =>
    (await shop.listMails()).filter(({ subject }) => subject.includes(': where its parcel is – ')).length
  const before = await countMails()
  await admin.client.updateTracking({ params, body: { carrier: 'UPS' } })
  assert.equal(await countMails(), before)
  await admin.client.updateTracking({ params, body: { carrier: 'UPS', trackingNumber: '1Z999' } })
  await admin.client.updateTracking({ params, body: { carrier: 'UPS', trackingNumber: '1Z999' } })
  assert.equal(await countMails(), before + 1)
  assert.match(
    (await shop.listMails()).at(-1)?.body ?? '',
    /tracking number 1Z999\nhttps:\/\/www\.ups\.com\/track\?tracknum=1Z999/,
  )
  const [action] = await admin.client.listAdminActions({ query: { limit: 1 } })
  assert.deepEqual(
    [action?.action, action?.before, action?.after],
    ['change_tracking', { trackingNumber: '' }, { trackingNumber: '1Z999' }],
  )
  await assertRefused(admin.client.updateTracking({ params: { id }, body: {} }), 'not_found')
})

test('a packing slip has what is in its shipment, and what follows, without prices', async () => {
  const id = await placePaidOrder()
  await ship(id, pack(4), { carrier: 'UPS', trackingNumber: '1Z999' })
  await ship(id, pack(0, 10))
  const { number, shipments } = await read(id)
  const { fileName, pdf } = await buyer.client.getPackingSlip({ params: { id: shipments[0]?._id ?? '' } })
  assert.equal(fileName, `packing-slip-${number}-1.pdf`)
  const text = (await readPdf(Buffer.from(pdf, 'base64'))).join(' ')
  const slip = [`Packing slip, order ${number}`, 'Pieces in this shipment: 4', 'Ordered', 'Here', 'To follow', 'Packed']
  for (const part of [...slip, `Order ${number}`, 'Shipment 1', 'UPS 1Z999', 'Adze'])
    assert.ok(text.includes(part), part)
  const [table = '', later = ''] = text.split('To follow:')
  assert.doesNotMatch(table, /Bodkin|Chisel/)
  assert.match(later.replaceAll('\n', ' '), /\d+ × [\w-]+, Adze .*Bodkin .*Chisel/)
  assert.doesNotMatch(text, /\$/)
  const stranger = await shop.createBuyer()
  await assertRefused(stranger.client.getPackingSlip({ params: { id: shipments[0]?._id ?? '' } }), 'not_found')
})
