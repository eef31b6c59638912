import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { eq } from 'drizzle-orm'
import { accounts } from '#db/tables/accounts.ts'
import { orders } from '#db/tables/orders.ts'
import { markPaid as recordTransfer } from '#shop/payments/bank-transfers.ts'
import { type AddedTool, assertRefused, openShop, type TestAccount, type TestShop } from '#test/open-shop.ts'
import { chargeCard, placeOrder, toLine } from '#test/orders.ts'
import { getIntentId, payByCard } from '#test/pay.ts'
import { readActor } from '#test/read-actor.ts'
import { withDeadline } from '#test/wait-until.ts'

let shop: TestShop
let admin: TestAccount
let adze: AddedTool

async function open(environment: Record<string, string> = {}): Promise<void> {
  shop = await openShop(environment)
  admin = await shop.logInAsAdmin()
  adze = await shop.addTool({ available: 10_000 })
}

const place = (buyer: TestAccount, fields: { poNumber?: string; quantity?: number } = {}) => {
  const { quantity = 2, ...rest } = fields
  return placeOrder(buyer, [toLine(adze, quantity)], { phone: '555 0100', address: '1 Forge Lane', ...rest })
}

const read = ({ client }: TestAccount, id: string) => client.getOrderDetails({ params: { id } })

const charge = (buyer: TestAccount, orderId: string) => chargeCard({ shop, buyer }, orderId)

describe('an order', () => {
  before(() => open())
  after(() => shop.app.close())

  test('keeps its purchase order number, note and references', async () => {
    const buyer = await shop.createVerifiedBuyer()
    const bolt = await shop.addTool({ name: 'Bolt' })
    const longPoNumber = 'PO 2026/4711 of the northern depot, for Mr Hall '.repeat(2).padEnd(100, 'x')
    const lines = [
      { ...toLine(adze, 2), reference: 'bay 7' },
      { ...toLine(bolt, 1), reference: '' },
    ]
    const { orderId } = await buyer.client.checkOut({
      body: { lines, phone: '', address: '', poNumber: ` ${longPoNumber} `, note: 'Ring at the gate.' },
    })
    const order = await read(buyer, orderId)
    assert.deepEqual([order.poNumber, order.note, order.status], [longPoNumber, 'Ring at the gate.', 'unpaid'])
    assert.deepEqual(
      order.lines.map(({ toolName, reference }) => [toolName, reference]),
      [
        ['Adze', 'bay 7'],
        ['Bolt', ''],
      ],
    )
    const body = { lines: [toLine(adze, 1)], phone: '', address: '', poNumber: 'x'.repeat(101) }
    await assertRefused(buyer.client.checkOut({ body }), 'invalid_input')
  })

  test('is found by its purchase order number: by its buyer in any case, by admins with words of its tools', async () => {
    const [buyer, other] = [await shop.createVerifiedBuyer(), await shop.createVerifiedBuyer()]
    const id = await place(buyer, { poNumber: 'Spring-77' })
    await place(buyer)
    const find = async ({ client }: TestAccount, poNumber: string) =>
      (await client.listOrders({ query: { poNumber } })).map(({ _id }) => _id)
    assert.deepEqual(await find(buyer, 'SPRING-77'), [id])
    assert.deepEqual(await find(buyer, 'Spring-7'), [])
    assert.deepEqual(await find(other, 'Spring-77'), [])
    const search = async (q: string) => (await admin.client.listAllOrders({ query: { q } })).map(({ _id }) => _id)
    assert.deepEqual(await search('spring-77'), [id])
    // A generated SKU may have the same digits.
    assert.ok((await search(String((await read(buyer, id)).number))).includes(id))
    await buyer.client.changePoNumber({ params: { id }, body: { poNumber: 'Autumn-3' } })
    assert.deepEqual([await find(buyer, 'spring-77'), await find(buyer, 'autumn-3')], [[], [id]])
    assert.deepEqual([await search('spring-77'), await search('autumn-3')], [[], [id]])
  })

  test('is found among its buyer’s orders by words, numbers and state, page by page', async () => {
    const buyer = await shop.createVerifiedBuyer()
    const bolt = await shop.addTool({ name: 'Bolt', sku: 'BLT-77', available: 10_000 })
    const placeBolts = async () => {
      const body = { lines: [toLine(bolt, 1)], phone: '', address: '' }
      return (await buyer.client.checkOut({ body })).orderId
    }
    const first = await place(buyer, { poNumber: 'PO-31' })
    const [second, third] = [await placeBolts(), await placeBolts()]
    await buyer.client.recordPayment({
      params: { id: first },
      body: { orderId: first, transactionId: await charge(buyer, first) },
    })
    const { client } = buyer
    const find = async (query: Parameters<typeof client.listOrders>[0]['query']) =>
      (await client.listOrders({ query })).map(({ _id }) => _id)
    assert.deepEqual(await find({ q: 'blt-77' }), [third, second])
    assert.deepEqual(await find({ q: 'po-31' }), [first])
    assert.deepEqual(await find({ q: String((await read(buyer, second)).number) }), [second])
    assert.deepEqual([await find({ state: 'toShip' }), await find({ state: 'unpaid' })], [[first], [third, second]])
    assert.deepEqual(await find({ sort: 'oldest', limit: 2 }), [first, second])
    assert.deepEqual(await find({ before: first, limit: 1 }), [second])
    assert.deepEqual(await client.countOrders({ query: { q: 'bolt' } }), { count: 2, unpaid: 2, unpaidTotal: 20 })
    const stranger = await shop.createVerifiedBuyer()
    assert.deepEqual(await stranger.client.countOrders({}), { count: 0, unpaid: 0, unpaidTotal: 0 })
  })

  test('changes its purchase order number until it is paid', async () => {
    const buyer = await shop.createVerifiedBuyer()
    const [paid, cancelled] = [await place(buyer, { poNumber: 'A' }), await place(buyer, { poNumber: 'B' })]
    const change = (id: string, poNumber: string) => buyer.client.changePoNumber({ params: { id }, body: { poNumber } })
    await change(paid, '')
    assert.equal((await read(buyer, paid)).poNumber, '')
    const transactionId = await charge(buyer, paid)
    await buyer.client.recordPayment({ params: { id: paid }, body: { orderId: paid, transactionId } })
    await assertRefused(change(paid, 'C'), 'order_paid')
    await buyer.client.cancelOrder({ params: { id: cancelled } })
    await assertRefused(change(cancelled, 'C'), 'order_cancelled')
    assert.equal((await read(buyer, cancelled)).poNumber, 'B')
  })

  test('shows when and by whom it was cancelled, and when it was paid and shipped', async () => {
    const buyer = await shop.createVerifiedBuyer()
    const [own, byShop, shipped] = [await place(buyer), await place(buyer), await place(buyer)]
    await buyer.client.cancelOrder({ params: { id: own } })
    await admin.client.cancelAnyOrder({ params: { id: byShop } })
    const transactionId = await charge(buyer, shipped)
    await buyer.client.recordPayment({ params: { id: shipped }, body: { orderId: shipped, transactionId } })
    await admin.client.markShipped({ params: { id: shipped } })
    const describeSteps = async (id: string) => {
      const { status, cancelledBy, cancelledAt, paidAt, shippedAt, heldUntil } = await read(buyer, id)
      return [status, cancelledBy, ...[cancelledAt, paidAt, shippedAt, heldUntil].map(time => time !== null)]
    }
    assert.deepEqual(await describeSteps(own), ['cancelled', 'buyer', true, false, false, false])
    assert.deepEqual(await describeSteps(byShop), ['cancelled', 'shop', true, false, false, false])
    assert.deepEqual(await describeSteps(shipped), ['shipped', null, false, true, true, false])
    await assertRefused(buyer.client.getOrder({ params: { orderId: own } }), 'order_not_found')
  })

  test('shows when a late payment was refunded', async () => {
    const buyer = await shop.createVerifiedBuyer()
    const id = await place(buyer)
    const transactionId = await charge(buyer, id)
    await shop.app.shop.payments.captureIntent(transactionId)
    await shop.app.shop.db.update(orders).set({ state: 'cancelled' }).where(eq(orders.id, id))
    assert.equal((await read(buyer, id)).refundedAt, null)
    await assertRefused(
      buyer.client.recordPayment({ params: { id }, body: { orderId: id, transactionId } }),
      'payment_refunded',
    )
    assert.notEqual((await read(buyer, id)).refundedAt, null)
  })

  test('goes back into the cart to be changed; of a tool in both, the larger quantity stays', async () => {
    const buyer = await shop.createVerifiedBuyer()
    const bolt = await shop.addTool({ name: 'Bolt' })
    await buyer.client.setCartLine({ params: { toolId: adze._id }, body: { quantity: 9, price: 10 } })
    const body = { lines: [toLine(bolt, 5), toLine(adze, 2)], phone: '', address: '' }
    const { orderId: id } = await buyer.client.checkOut({ body })
    await buyer.client.changeOrder({ params: { id } })
    const cart = await buyer.client.listCart({})
    assert.deepEqual(
      cart.map(({ toolName, quantity }) => [toolName, quantity]),
      [
        ['Adze', 9],
        ['Bolt', 5],
      ],
    )
    assert.equal((await read(buyer, id)).status, 'cancelled')
    assert.equal((await shop.client.listTools({ query: { id: bolt._id } }))[0]?.available, 100)
    await assertRefused(buyer.client.changeOrder({ params: { id } }), 'order_cancelled')
    const paid = await place(buyer)
    await shop.app.shop.payments.captureIntent(await charge(buyer, paid))
    await assertRefused(buyer.client.changeOrder({ params: { id: paid } }), 'order_paid')
    assert.equal((await read(buyer, paid)).status, 'open')
    assert.equal((await buyer.client.listCart({})).length, 2)
  })

  test('is not changed when its lines do not fit into the cart', async () => {
    const buyer = await shop.createVerifiedBuyer()
    const id = await place(buyer)
    const { db } = shop.app.shop
    const [account = assert.fail()] = await db.select().from(accounts).where(eq(accounts.email, buyer.email))
    await db.execute(`
      with added as (
        insert into tools (name, image, price_cents, minimum, available, description)
        select 'Nut ' || n, '/images/jigsaw-800.webp', 100, 1, 9, 'x' from generate_series(1, 1000) n returning id)
      insert into cart_lines (account_id, buyer_id, tool_id, quantity, price_cents)
      select '${account.id}', '${account.id}', id, 1, 100 from added`)
    await assertRefused(buyer.client.changeOrder({ params: { id } }), 'cart_full')
    assert.equal((await read(buyer, id)).status, 'unpaid')
    await db.execute(
      `delete from cart_lines where ctid = (select ctid from cart_lines where account_id = '${account.id}' limit 1)`,
    )
    await buyer.client.changeOrder({ params: { id } })
    assert.equal((await buyer.client.listCart({})).length, 1000)
    const ofAnother = await place(await shop.createVerifiedBuyer())
    await assertRefused(buyer.client.changeOrder({ params: { id: ofAnother } }), 'order_not_found')
  })

  describe('paid by a transfer to the bank', () => {
    const markPaid = (id: string, reference = 'SEPA 4711') =>
      admin.client.markPaid({ params: { id }, body: { reference } })

    test('is paid, on record, with the reference as its transaction id; one transfer may pay several', async () => {
      const buyer = await shop.createVerifiedBuyer()
      const [first, second] = [await place(buyer), await place(buyer)]
      await markPaid(first)
      await markPaid(second)
      const { paid, transactionId, paymentMethod, status } = await read(buyer, first)
      assert.deepEqual([paid, transactionId, paymentMethod, status], [true, 'SEPA 4711', 'transfer', 'open'])
      const [action] = await admin.client.listAdminActions({ query: { limit: 1 } })
      assert.deepEqual([action?.action, action?.subjectId, action?.buyerEmail], ['mark_paid', second, buyer.email])
      const mails = (await shop.listMails()).filter(({ to }) => to === buyer.email)
      assert.match(mails.at(-1)?.subject ?? '', /^Order \d+ paid /)
      assert.equal(await readPaidTotal(buyer), 40)
      await assertRefused(markPaid(first), 'order_paid')
      await assertRefused(markPaid(first, ' '), 'invalid_input')
    })

    async function readPaidTotal({ email }: TestAccount): Promise<number> {
      const [listed] = await admin.client.listAccounts({ query: { q: email } })
      return (await admin.client.getAccount({ params: { id: listed?._id ?? '' } })).paidTotal
    }

    test('cannot be paid by card any more; a card payment that had succeeded counts', async () => {
      const buyer = await shop.createVerifiedBuyer()
      const [open, charged, cancelled] = [await place(buyer), await place(buyer), await place(buyer)]
      const { totalPrice } = await read(buyer, open)
      const { clientSecret } = await buyer.client.createPaymentIntent({ body: { orderId: open, totalPrice } })
      await markPaid(open)
      await payByCard(shop, clientSecret)
      const intent = await shop.app.shop.payments.findIntent(getIntentId(clientSecret))
      assert.equal(intent?.status, 'cancelled')
      await assertRefused(buyer.client.createPaymentIntent({ body: { orderId: open, totalPrice } }), 'order_paid')
      const transactionId = await charge(buyer, charged)
      await shop.app.shop.payments.captureIntent(transactionId)
      await assertRefused(markPaid(charged), 'order_paid')
      assert.equal((await read(buyer, charged)).transactionId, transactionId)
      await buyer.client.cancelOrder({ params: { id: cancelled } })
      await assertRefused(markPaid(cancelled), 'order_cancelled')
    })

    test('is refused while a card payment is under way', async () => {
      const buyer = await shop.createVerifiedBuyer()
      const processing = await place(buyer)
      const { totalPrice } = await read(buyer, processing)
      await buyer.client.createPaymentIntent({ body: { orderId: processing, totalPrice } })
      const { payments } = shop.app.shop
      const cancelIntent: typeof payments.cancelIntent = async id => {
        const intent = await payments.findIntent(id)
        return intent && { ...intent, status: 'processing' }
      }
      const whileProcessing = { ...shop.app.shop, payments: { ...payments, cancelIntent } }
      const actor = await readActor(shop.app.shop, admin)
      await assertRefused(
        recordTransfer(whileProcessing, actor, processing, { reference: 'SEPA 1', isPartial: false }),
        'payment_processing',
      )
      assert.equal((await read(buyer, processing)).paid, false)
      await markPaid(processing)
    })

    test('by two admins at once is paid once', async () => {
      const buyer = await shop.createVerifiedBuyer()
      const id = await place(buyer)
      const references = ['A', 'B', 'C', 'D']
      const all = Promise.allSettled(references.map(reference => markPaid(id, reference)))
      const outcomes = await withDeadline(all, 'transfers are recorded', 30_000)
      assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
      assert.equal(await readPaidTotal(buyer), 20)
    })
  })
})

describe('a shop with a tax and an order minimum', () => {
  before(() => open({ TAX_PERCENT: '20', ORDER_MINIMUM: '100.50' }))
  after(() => shop.app.close())

  test('includes the tax in its prices, at the tool’s own rate if it has one', async () => {
    const book = await shop.addTool({ name: 'Book', price: 33.33, taxPercent: 7.5 })
    const buyer = await shop.createVerifiedBuyer()
    const body = { lines: [toLine(adze, 12), toLine(book, 3)], phone: '', address: '' }
    const { orderId } = await buyer.client.checkOut({ body })
    const order = await read(buyer, orderId)
    assert.deepEqual(
      order.lines.map(({ totalPrice, taxPercent, tax }) => [totalPrice, taxPercent, tax]),
      [
        [120, 20, 20],
        [99.99, 7.5, 6.98],
      ],
    )
    assert.deepEqual([order.totalPrice, order.tax], [219.99, 26.98])
  })

  test('refuses an order below its minimum, with both amounts', async () => {
    const buyer = await shop.createVerifiedBuyer()
    const place = (quantity: number) =>
      buyer.client.checkOut({ body: { lines: [toLine(adze, quantity)], phone: '', address: '' } })
    await assert.rejects(place(10), {
      code: 'order_minimum',
      errors: [{ field: 'lines', message: 'The minimum order is $100.50; this one comes to $100.00.' }],
    })
    await place(11)
  })
})
