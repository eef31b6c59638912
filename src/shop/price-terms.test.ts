import assert from 'node:assert/strict'
import { test } from 'node:test'
import { creditNotes } from '#db/tables/documents.ts'
import { openTestDatabase } from '#test/databases.ts'
import { assertRefused, openShop } from '#test/open-shop.ts'
import { payOrder, placeOrder, placePaidOrder, toLine } from '#test/orders.ts'
import { getIntentId } from '#test/pay.ts'
import { readPdf } from '#test/pdf-text.ts'
import { prepare, prepareCheckedShop } from '#test/prepare.ts'
import { issueDueCreditNotes } from './documents/credit-notes.ts'

const shop = prepareCheckedShop({ CURRENCY: 'EUR', PRICES: 'without_tax', TAX_PERCENT: '19', ORDER_MINIMUM: '5' })
const admin = prepare(() => shop.logInAsAdmin())
const buyer = prepare(() => shop.createVerifiedBuyer())
const adze = prepare(() => shop.addTool({ name: 'Adze', price: 9.99, available: 1000 }))
const bevel = prepare(() => shop.addTool({ name: 'Bevel', price: 0.33, available: 1000, taxPercent: 7 }))
const clamp = prepare(() => shop.addTool({ name: 'Clamp', price: 2.5, available: 1000, taxPercent: 0 }))
/** At 19 %, 7 % and no tax. */
const createLines = () => [toLine(adze, 3), toLine(bevel, 7), toLine(clamp, 2)] as const

const getDetails = (id: string) => buyer.client.getOrderDetails({ params: { id } })

async function readDocument(pdf: string): Promise<string> {
  return (await readPdf(Buffer.from(pdf, 'base64'))).join('\n')
}

function assertHas(text: string, ...parts: string[]): void {
  for (const part of parts) assert.ok(text.includes(part), `“${part}” is not in: ${text}`)
}

test('tax is added once for the sum of each rate, and paid with the order', async () => {
  const id = await placeOrder(buyer, createLines())
  const { net, tax, taxes, totalPrice, lines: placed } = await getDetails(id)
  // 29.97 at 19 %, 2.31 at 7 %, 5.00 without tax.
  assert.deepEqual(
    { net, tax, taxes, totalPrice },
    {
      net: 37.28,
      tax: 5.85,
      taxes: [
        { percent: 19, amount: 5.69 },
        { percent: 7, amount: 0.16 },
      ],
      totalPrice: 43.13,
    },
  )
  assert.deepEqual(
    placed.map(line => line.totalPrice),
    [29.97, 2.31, 5],
  )
  const body = { orderId: id, totalPrice: net }
  await assertRefused(buyer.client.createPaymentIntent({ body }), 'price_changed')
  const { clientSecret } = await buyer.client.createPaymentIntent({ body: { orderId: id, totalPrice } })
  const intent = await shop.app.shop.payments.findIntent(getIntentId(clientSecret))
  assert.deepEqual([intent?.amountCents, intent?.currency], [4313, 'eur'])
  await payOrder({ shop, buyer }, id)
  assert.equal((await getDetails(id)).paid, true)
  const [mail] = (await shop.listMails()).filter(({ subject }) => subject.includes('placed'))
  assertHas(mail?.body ?? '', '3 tools, €43.13 in all, of which €5.85 are tax.', 'at €9.99 each: €29.97')
})

test('the minimum is that of the sum without tax', async () => {
  await assertRefused(placeOrder(buyer, [toLine(clamp, 1)]), 'order_minimum')
  await placeOrder(buyer, [toLine(clamp, 2)])
})

test('an invoice and the credit notes of a whole order have the same sums at each rate', async () => {
  const id = await placePaidOrder({ shop, buyer }, createLines())
  const { pdf } = await buyer.client.getOrderDocument({ params: { id, kind: 'invoice' } })
  assertHas(
    await readDocument(pdf),
    '€9.99',
    '€29.97',
    'Without tax',
    '€37.28',
    '19% tax',
    '€5.69',
    '7% tax',
    '€0.16',
    '€43.13',
  )
  const refund = async (amount: number, pieces: ReturnType<typeof toLine>[]) => {
    const refundId = crypto.randomUUID()
    const refunded = pieces.map(({ toolId, quantity }) => ({ toolId, quantity, restocked: true }))
    await admin.client.refundOrder({ params: { id, refundId }, body: { amount, lines: refunded } })
    await issueDueCreditNotes(shop.app.shop)
    return readDocument((await buyer.client.getCreditNote({ params: { id: refundId } })).pdf)
  }
  const [adzes, bevels, clamps] = createLines()
  // One of three adzes with its tax.
  const first = await refund(11.89, [{ ...adzes, quantity: 1 }])
  assertHas(first, 'Credit note', 'Without tax', '€9.99', '19% tax', '€1.90', '€11.89')
  assert.ok(!first.includes('Deduction') && !first.includes('Credit\n'), first)
  await refund(10, [{ ...bevels, quantity: 3 }])
  await refund(21.24, [{ ...adzes, quantity: 2 }, { ...bevels, quantity: 4 }, clamps])
  const notes = await shop.app.shop.db.select().from(creditNotes)
  const sumTaxes = (percent: number) =>
    notes
      .flatMap(({ contents }) => contents.taxes)
      .filter(each => each.percent === percent)
      .reduce((sum, { cents }) => sum + cents, 0)
  assert.deepEqual([sumTaxes(19), sumTaxes(7)], [569, 16])
  assert.equal(
    notes.reduce((sum, { contents }) => sum + contents.totalCents, 0),
    4313,
  )
})

test('a payment of another currency is none of the order’s', async () => {
  const id = await placeOrder(buyer, createLines())
  const { totalPrice } = await getDetails(id)
  const { clientSecret } = await buyer.client.createPaymentIntent({ body: { orderId: id, totalPrice } })
  const { payments } = shop.app.shop
  const { findIntent } = payments
  payments.findIntent = async intentId => {
    const intent = await findIntent(intentId)
    return intent && { ...intent, status: 'authorized', currency: 'usd' }
  }
  const transactionId = getIntentId(clientSecret)
  await assertRefused(
    buyer.client.recordPayment({ params: { id }, body: { orderId: id, transactionId } }),
    'payment_mismatch',
  )
  payments.findIntent = findIntent
})

test('an export of orders names what is added and the currency', async () => {
  await placeOrder(buyer, createLines())
  const orders = await (await admin.client.exportList({ params: { list: 'orders' }, query: {} })).text()
  assert.match(orders, /Tax added,Currency,Company\r?\n/)
  assert.match(orders, /,43\.13,.*,5\.85,EUR,\r?\n/)
})

test('currency and tax of prices can be chosen until the first order', async () => {
  const database = await openTestDatabase()
  const open = (environment: Record<string, string>) =>
    openShop(environment, { database: { ...database, close: async () => {} } })
  const first = await open({})
  assert.equal(first.app.settings.currency, 'USD')
  await first.app.close()
  const second = await open({ CURRENCY: 'CHF', PRICES: 'without_tax' })
  const tool = await second.addTool()
  await placeOrder(await second.createVerifiedBuyer(), [toLine(tool, 1)])
  await second.app.close()
  await assert.rejects(open({ CURRENCY: 'EUR', PRICES: 'with_tax' }), {
    message: /CURRENCY is EUR, but prices are in CHF[\s\S]*PRICES is with_tax, but prices are without_tax/,
  })
  const third = await open({})
  const { currency, pricesIncludeTax } = third.app.settings
  assert.deepEqual([currency, pricesIncludeTax], ['CHF', false])
  await third.app.close()
  await database.close()
})
