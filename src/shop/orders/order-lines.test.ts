import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { eq } from 'drizzle-orm'
import { Refusal } from '#contract/refusal.ts'
import { tools } from '#db/tables/catalogue.ts'
import { orderLines } from '#db/tables/orders.ts'
import { type AddedTool, assertRefused, openShop, type TestAccount, type TestShop } from '#test/open-shop.ts'
import { getIntentId, payByCard } from '#test/pay.ts'
import { countPieces, findViolationsAtRest } from '#test/shop-invariants.ts'
import { withDeadline } from '#test/wait-until.ts'

let shop: TestShop
let admin: TestAccount

async function open(environment: Record<string, string> = {}): Promise<void> {
  shop = await openShop(environment)
  admin = await shop.logInAsAdmin()
}

const toLine = ({ _id, price }: AddedTool, quantity: number) => ({ toolId: _id, quantity, price })

const checkOut = (
  buyer: TestAccount,
  lines: ReturnType<typeof toLine>[],
  headers: { 'idempotency-key'?: string } = {},
) => buyer.client.checkOut({ headers, body: { lines, phone: '555 0100', address: '1 Forge Lane' } })

const readStock = async ({ _id }: AddedTool) =>
  (await shop.app.shop.db.select().from(tools).where(eq(tools.id, _id)))[0]?.available

async function readRefusal(call: Promise<unknown>): Promise<Refusal> {
  const error = await call.then(
    () => assert.fail('not refused'),
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof Refusal, String(error))
  return error
}

describe('an order of several lines', () => {
  before(() => open())
  after(() => shop.app.close())

  test('is one order with one total, takes every line when it is held, and gives everything back', async () => {
    const [adze, bolt] = [await shop.addTool({ name: 'Adze' }), await shop.addTool({ name: 'Bolt', price: 0.5 })]
    const clamp = await shop.addTool({ name: 'Clamp', price: 20, priceBreaks: [{ from: 5, price: 18 }] })
    const buyer = await shop.createVerifiedBuyer()
    const before = await checkOut(buyer, [toLine(adze, 1)])
    const { orderId, number } = await checkOut(buyer, [toLine(clamp, 5), toLine(adze, 2), toLine(bolt, 100)])
    assert.equal(number, before.number + 1)
    const until = new Date(Date.now() + 86_400_000).toISOString()
    for (const id of [before.orderId, orderId]) await admin.client.holdOrder({ params: { id }, body: { until } })
    assert.deepEqual([await readStock(adze), await readStock(bolt), await readStock(clamp)], [97, 0, 95])

    const order = await buyer.client.getOrder({ params: { orderId } })
    assert.deepEqual(
      [order.toolName, order.quantity, order.price, order.totalPrice, order.lineCount, order.number],
      ['Clamp and 2 more', '5 pieces', 18, 160, 3, number],
    )
    assert.deepEqual(
      order.lines.map(({ toolName, quantity, price, totalPrice }) => [toolName, quantity, price, totalPrice]),
      [
        ['Clamp', 5, 18, 90],
        ['Adze', 2, 10, 20],
        ['Bolt', 100, 0.5, 50],
      ],
    )
    assert.deepEqual((await buyer.client.listOrders({}))[0], order)
    const [mail] = (await shop.listMails()).filter(({ subject }) => subject.endsWith(' placed – Clamp and 2 more'))
    assert.match(
      mail?.body ?? '',
      /3 tools, \$160\.00 in all\.\n[\s\S]*\n5 pieces of Clamp \(\S+\) at \$18\.00 each: \$90\.00\n[\s\S]*\nTotal: \$160\.00\n/,
    )

    for (const q of ['bolt', String(number), order.lines[1]?.sku ?? ''])
      assert.equal((await admin.client.listAllOrders({ query: { q } }))[0]?._id, orderId, q)

    await buyer.client.cancelOrder({ params: { id: orderId } })
    assert.deepEqual([await readStock(adze), await readStock(bolt), await readStock(clamp)], [99, 100, 100])
  })

  test('is paid by its total', async () => {
    const lines = [toLine(await shop.addTool({ name: 'Awl' }), 3), toLine(await shop.addTool({ name: 'Bit' }), 4)]
    const buyer = await shop.createVerifiedBuyer()
    const { orderId } = await checkOut(buyer, lines)
    await assertRefused(buyer.client.createPaymentIntent({ body: { orderId, totalPrice: 30 } }), 'price_changed')
    const { clientSecret } = await buyer.client.createPaymentIntent({ body: { orderId, totalPrice: 70 } })
    await payByCard(shop, clientSecret)
    const transactionId = getIntentId(clientSecret)
    await buyer.client.recordPayment({ params: { id: orderId }, body: { orderId, transactionId } })
    await admin.client.markShipped({ params: { id: orderId } })
    assert.equal((await buyer.client.getOrder({ params: { orderId } })).deliveryStatus, true)
    const [action] = await admin.client.listAdminActions({})
    assert.deepEqual([action?.action, action?.subject], ['deliver', 'Awl and 1 more'])
  })

  test('is refused with the reason for each line at fault, and reserves nothing', async () => {
    const good = await shop.addTool({ name: 'Good' })
    const few = await shop.addTool({ name: 'Few', available: 3 })
    const packs = await shop.addTool({ name: 'Packs', increment: 24, minimum: 24, available: 100 })
    const dearer = await shop.addTool({ name: 'Dearer' })
    const deleted = await shop.addTool({ name: 'Deleted' })
    await admin.client.deleteTool({ params: { id: deleted._id } })
    const buyer = await shop.createVerifiedBuyer()
    const lines = [
      toLine(good, 1),
      toLine(few, 4),
      toLine(packs, 50),
      { ...toLine(dearer, 1), price: 9 },
      toLine(deleted, 1),
    ]
    const { code, errors } = await readRefusal(checkOut(buyer, lines))
    assert.equal(code, 'lines_refused')
    assert.deepEqual(errors, [
      { field: 'lines.1', message: 'At most 3 pieces can be ordered.', code: 'out_of_range', nearest: [3] },
      {
        field: 'lines.2',
        message: '50 is not a multiple of 24. Next valid: 48 or 72.',
        code: 'out_of_range',
        nearest: [48, 72],
      },
      { field: 'lines.3', message: 'Each costs $10.00 now.', code: 'price_changed' },
      { field: 'lines.4', message: 'That tool is no longer in the catalogue.', code: 'tool_not_found' },
    ])
    assert.deepEqual([await readStock(good), await readStock(few), await readStock(packs)], [100, 3, 100])
    assert.deepEqual(await buyer.client.listOrders({}), [])
  })

  test('that no card can pay is refused', async () => {
    const [dear, cheap] = [
      await shop.addTool({ name: 'Dear', price: 999_999 }),
      await shop.addTool({ name: 'Cheap', price: 0.1 }),
    ]
    const buyer = await shop.createVerifiedBuyer()
    await assertRefused(checkOut(buyer, [toLine(dear, 1), toLine(cheap, 10)]), 'total_out_of_range')
    const { code, errors } = await readRefusal(checkOut(buyer, [toLine(cheap, 4)]))
    assert.equal(code, 'total_out_of_range')
    assert.deepEqual(errors, [{ field: 'lines', message: 'One order must come to between $0.50 and $999,999.99.' }])
    await checkOut(buyer, [toLine(dear, 1), toLine(cheap, 9)])
  })

  test('is the same when it is sent again, and another with other lines', async () => {
    const [adze, bolt] = [await shop.addTool({ name: 'Adze' }), await shop.addTool({ name: 'Bolt' })]
    const buyer = await shop.createVerifiedBuyer()
    const headers = { 'idempotency-key': 'cart-1' }
    const first = await checkOut(buyer, [toLine(adze, 1), toLine(bolt, 2)], headers)
    assert.deepEqual(await checkOut(buyer, [toLine(adze, 1), toLine(bolt, 2)], headers), first)
    const others = [[toLine(adze, 1), toLine(bolt, 3)], [toLine(bolt, 2), toLine(adze, 1)], [toLine(adze, 1)]]
    for (const lines of others) await assertRefused(checkOut(buyer, lines, headers), 'idempotency_key_reused')
    await buyer.client.cancelOrder({ params: { id: first.orderId } })
    await assertRefused(checkOut(buyer, [toLine(adze, 1), toLine(bolt, 2)], headers), 'order_cancelled')
    assert.equal(await countPieces(shop.app.shop.db, adze._id), 100)
  })

  test('has one line for a tool, and from 1 to 1,000 of them', async () => {
    const buyer = await shop.createVerifiedBuyer()
    const tool = await shop.addTool({ name: 'Adze' })
    await assertRefused(checkOut(buyer, []), 'invalid_input')
    await assertRefused(checkOut(buyer, [toLine(tool, 1), toLine(tool, 2)]), 'invalid_input')
    for (const quantity of [0, -3, 1.5, 1e9])
      await assertRefused(checkOut(buyer, [toLine(tool, quantity)]), 'invalid_input')
    const columns = { image: '/images/jigsaw-800.webp', priceCents: 100, minimum: 1, available: 9, description: 'x' }
    const many = Array.from({ length: 1001 }, (_, index) => ({ ...columns, name: `Nut ${index}` }))
    const added = await shop.app.shop.db.insert(tools).values(many).returning()
    const lines = added.map(({ id }) => ({ toolId: id, quantity: 1, price: 1 }))
    await assertRefused(checkOut(buyer, lines), 'invalid_input')
    const { orderId } = await withDeadline(checkOut(buyer, lines.slice(1)), 'an order of 1,000 lines')
    const order = await buyer.client.getOrder({ params: { orderId } })
    assert.deepEqual(
      order.lines.map(({ toolId }) => toolId),
      lines.slice(1).map(({ toolId }) => toolId),
    )
    const [listed] = await buyer.client.listOrders({})
    assert.deepEqual([listed?.lineCount, listed?.lines], [1000, order.lines.slice(0, 10)])
    assert.equal(await shop.app.shop.db.$count(orderLines, eq(orderLines.orderId, orderId)), 1000)
    assert.deepEqual(await findViolationsAtRest(shop.app.shop.db), [])
  })
})
