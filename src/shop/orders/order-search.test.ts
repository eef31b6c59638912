import assert from 'node:assert/strict'
import { test } from 'node:test'
import { payOrder, toLine } from '#test/orders.ts'
import { prepare, prepareShop, setUp } from '#test/prepare.ts'

const shop = prepareShop({ DEMO_HISTORY: 'off' })
const admin = prepare(() => shop.logInAsAdmin())
const buyer = prepare(() => shop.createVerifiedBuyer())
let id: string
let number: number
let transactionId: string
setUp(async () => {
  const tool = await shop.addTool({ name: 'Adze', available: 100 })
  const shipTo = {
    name: 'Olga Oster',
    company: 'Nordfels Werkzeuge',
    street: '7 Quarry Road',
    city: 'Trondheim',
    region: '',
    postalCode: 'QX7 4ZZ',
    country: 'Norway',
    phone: '+47 (555) 01-98.76',
  }
  const billTo = { ...shipTo, name: 'Bea Ledger', company: 'Ledger Holding' }
  const body = { lines: [toLine(tool, 2)], shipTo, billTo }
  const placed = await buyer.client.checkOut({ body })
  id = placed.orderId
  number = placed.number
  await payOrder({ shop, buyer }, id)
  transactionId = (await buyer.client.getOrder({ params: { orderId: id } })).transactionId ?? ''
  const shipment = { lines: [{ toolId: tool._id, quantity: 1 }], carrier: 'dhl', trackingNumber: 'JD 0146' }
  await admin.client.shipOrder({ params: { id, shipmentId: crypto.randomUUID() }, body: shipment })
  const other = await shop.addTool({ name: 'Bolt' })
  await buyer.client.checkOut({ body: { lines: [toLine(other, 1)], phone: '555 0100', address: '1 Forge Lane' } })
})

const listFound = async (q: string) => (await admin.client.listAllOrders({ query: { q } })).map(({ _id }) => _id)

test('an order is found by receiver, company, address, phone, parcel, payment and number', async () => {
  const texts = [
    'olga',
    'Nordfels',
    'quarry road',
    'trondheim',
    'QX7 4ZZ',
    'Ledger',
    '555 01 98',
    '(555) 0198',
    '+47555019876',
    '0047 555 01 98 76',
    '0555 019876',
  ]
  for (const q of [
    ...texts,
    'JD 0146',
    transactionId,
    String(number),
    `#${number}`,
    `Order ${number}`,
    `order no. ${number}.`,
  ]) {
    assert.deepEqual(await listFound(q), [id], q)
    assert.deepEqual(await admin.client.countAllOrders({ query: { q } }), { count: 1 }, q)
    const own = await buyer.client.listOrders({ query: { q } })
    assert.deepEqual(
      own.map(({ _id }) => _id),
      [id],
      q,
    )
    const response = await shop.request(`/api/exports/orders?${new URLSearchParams({ q })}`, {
      headers: { authorization: `Bearer ${admin.token}` },
    })
    assert.equal(
      (await response.text())
        .trim()
        .split('\r\n')
        .filter(line => line.startsWith(String(number))).length,
      1,
      q,
    )
  }
})

test('another parcel, payment or number finds nothing, nor does somebody else', async () => {
  for (const q of ['JD 0147', 'JD', `${transactionId}x`, `#${number}0`, `Order ${number}0`, '999 99 99'])
    assert.deepEqual(await listFound(q), [], q)
  const other = await shop.createBuyer()
  for (const q of ['olga', 'JD 0146', transactionId, `#${number}`])
    assert.deepEqual(await other.client.listOrders({ query: { q } }), [], q)
})
