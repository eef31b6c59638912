import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findStockDifferences } from '#shop/stock/find-stock-differences.ts'
import { getIntentId, payByCard } from '#test/pay.ts'
import { readPdf } from '#test/pdf-text.ts'
import { prepare, prepareShop } from '#test/prepare.ts'
import { readBalance } from '#test/provider-balance.ts'
import { findViolationsAtRest } from '#test/shop-invariants.ts'

const shop = prepareShop({ TAX_PERCENT: '20' })
const admin = prepare(() => shop.logInAsAdmin())

const readRevenue = async () => (await admin.client.getOverview({ query: { days: 1 } })).figures.revenue

test('an order of twelve lines in two shipments, a return and its refund: stock, overview and provider agree', async () => {
  const buyer = await shop.createVerifiedBuyer()
  const tools = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      shop.addTool({ name: `Rasp ${index}`, price: 10.01 + index, minimum: 1, available: 50 }),
    ),
  )
  const [first] = tools
  const [revenueBefore, balanceBefore] = [await readRevenue(), await readBalance(shop.app.shop.db)]
  const lines = tools.map(({ _id: toolId, price }) => ({ toolId, quantity: 3, price }))
  const { orderId } = await buyer.client.checkOut({ body: { lines } })
  const { totalPrice } = await buyer.client.getOrder({ params: { orderId } })
  assert.equal(totalPrice, 558.36)
  const { clientSecret } = await buyer.client.createPaymentIntent({ body: { orderId, totalPrice } })
  await payByCard(shop, clientSecret)
  const body = { orderId, transactionId: getIntentId(clientSecret) }
  await buyer.client.recordPayment({ params: { id: orderId }, body })

  const shipped = lines.slice(0, 5).map(({ toolId, quantity }) => ({ toolId, quantity }))
  const shipment = { id: orderId, shipmentId: crypto.randomUUID() }
  await admin.client.shipOrder({ params: shipment, body: { lines: shipped, carrier: 'UPS', trackingNumber: '1Z' } })
  await admin.client.markShipped({ params: { id: orderId } })

  const returned = [{ toolId: first?._id ?? '', quantity: 2 }]
  const returnId = crypto.randomUUID()
  await buyer.client.requestReturn({ params: { id: orderId, returnId }, body: { lines: returned, reason: 'Blunt' } })
  await admin.client.answerReturn({ params: { id: returnId }, body: { accepted: true, answer: 'Send it here.' } })
  const restocked = returned.map(({ toolId }) => ({ toolId, quantity: 1 }))
  await admin.client.receiveReturn({ params: { id: returnId }, body: { restocked } })
  const refundId = crypto.randomUUID()
  await admin.client.refundOrder({ params: { id: orderId, refundId }, body: { amount: 20.02, returnId } })

  const details = await admin.client.getOrderDetails({ params: { id: orderId } })
  assert.deepEqual([details.shipments.length, details.deliveryStatus, details.refundedTotal], [2, true, 20.02])
  const note = await buyer.client.getCreditNote({ params: { id: refundId } })
  const [page = ''] = await readPdf(Buffer.from(note.pdf, 'base64'))
  assert.match(page, /\$20\.02/)
  const available = await Promise.all(
    tools.map(async ({ _id: id }) => (await admin.client.getStock({ params: { id } })).available),
  )
  assert.deepEqual(available, [48, ...Array<number>(11).fill(47)])
  assert.deepEqual(await findStockDifferences(shop.app.shop), [])
  assert.equal(Math.round(((await readRevenue()) - revenueBefore) * 100), 55836 - 2002)
  assert.equal((await readBalance(shop.app.shop.db)) - balanceBefore, 55836 - 2002)
  assert.deepEqual(await findViolationsAtRest(shop.app.shop.db), [])
})
