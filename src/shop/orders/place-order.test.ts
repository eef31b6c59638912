import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import { Refusal } from '#contract/refusal.ts'
import { settleAll } from '#test/concurrent-calls.ts'
import { assertRefused, buildOrderInput } from '#test/open-shop.ts'
import { prepareShop } from '#test/prepare.ts'

const shop = prepareShop()

test('an order takes nothing out of the stock, and is listed with its data at purchase', async () => {
  const buyer = await shop.createBuyer()
  const tool = await shop.getTool()
  assert.deepEqual(await buyer.client.placeOrder(buildOrderInput(tool, buyer, 12)), { acknowledged: true })
  assert.equal((await shop.getTool()).available, tool.available)
  const [order, ...others] = await buyer.client.listOrders({ query: { email: buyer.email } })
  assert.deepEqual(others, [])
  assert.deepEqual(order, {
    _id: order?._id,
    number: 100_001,
    lineCount: 1,
    lines: [
      {
        toolId: tool._id,
        sku: tool.sku,
        toolName: 'Circular Saw',
        price: 129,
        quantity: 12,
        totalPrice: 1548,
      },
    ],
    toolId: tool._id,
    toolName: 'Circular Saw',
    price: 129,
    quantity: '12 pieces',
    totalPrice: 1548,
    status: 'unpaid',
    paid: false,
    cancelled: false,
    transactionId: null,
    userEmail: buyer.email,
    userName: 'Rita Moss',
    company: null,
    phone: '555 0100',
    pieces: 12,
    address: '1 Forge Lane',
    deliveryStatus: false,
    heldUntil: null,
    expiresAt: order?.expiresAt,
    paidAt: null,
    placedAt: order?.placedAt,
    poNumber: '',
    refundedTotal: 0,
    disputed: false,
  })
  assert.deepEqual(await buyer.client.getOrder({ params: { orderId: order?._id ?? '' } }), order)
  const hours = (Date.parse(order?.expiresAt ?? '') - Date.now()) / 3_600_000
  assert.ok(Math.abs(hours - 168) < 0.1)
})

test('a quantity below the minimum or above the stock is refused, and nothing is placed', async () => {
  const buyer = await shop.createBuyer()
  const tool = await shop.getTool('Handheld Power Drill')
  await assertRefused(buyer.client.placeOrder(buildOrderInput(tool, buyer, tool.minimum - 1)), 'out_of_range')
  await assertRefused(buyer.client.placeOrder(buildOrderInput(tool, buyer, tool.available + 1)), 'out_of_range')
  const short = await shop.getTool('63-Piece Socket Set')
  await assertRefused(buyer.client.placeOrder(buildOrderInput(short, buyer, short.available)), 'out_of_range')
  assert.deepEqual(await shop.getTool('Handheld Power Drill'), tool)
  assert.deepEqual(await buyer.client.listOrders({}), [])
})

test('a quantity that is no whole number of pieces is bad input', async () => {
  const buyer = await shop.createBuyer()
  const tool = await shop.getTool()
  for (const quantity of [
    '0 pieces',
    '-12 pieces',
    '12.5 pieces',
    '12',
    'pieces',
    '1e3 pieces',
    '9999999999 pieces',
    '',
  ]) {
    const { body } = buildOrderInput(tool, buyer)
    await assertRefused(buyer.client.placeOrder({ body: { ...body, quantity } }), 'invalid_input')
  }
  assert.deepEqual(await shop.getTool(), tool)
})

test('a character that the database cannot keep is bad input', async () => {
  const buyer = await shop.createBuyer()
  const { body } = buildOrderInput(await shop.getTool(), buyer)
  for (const change of [{ address: 'a\0' }, { phone: '\0' }, { userName: '\0' }]) {
    await assertRefused(buyer.client.placeOrder({ body: { ...body, ...change } }), 'invalid_input')
  }
})

test('an id in capitals is the same id', async () => {
  const buyer = await shop.createBuyer()
  const tool = await shop.getTool()
  const orderInput = {
    ...buildOrderInput({ ...tool, _id: tool._id.toUpperCase() }, buyer),
    headers: { 'idempotency-key': 'capitals' },
  }
  await buyer.client.placeOrder(orderInput)
  await buyer.client.placeOrder(orderInput)
  assert.equal((await buyer.client.listOrders({})).length, 1)
})

test('a tampered price or total is refused, and nothing is placed', async () => {
  const buyer = await shop.createBuyer()
  const tool = await shop.getTool()
  const { body } = buildOrderInput(tool, buyer)
  const cheap = { price: 1, totalPrice: tool.minimum }
  for (const change of [{ price: 0.01 }, { totalPrice: 0.5 }, cheap, { price: 129.001 }, { totalPrice: 1e300 }]) {
    await assertRefused(buyer.client.placeOrder({ body: { ...body, ...change } }), 'price_changed')
  }
  assert.deepEqual(await shop.getTool(), tool)
  assert.deepEqual(await buyer.client.listOrders({}), [])
})

test('an order for more than the card payment provider takes is refused', async () => {
  const buyer = await shop.createBuyer()
  const tool = await shop.getTool('Trio Screwdriver Set')
  await shop.setStock(tool._id, 1_000_000)
  await assertRefused(buyer.client.placeOrder(buildOrderInput(tool, buyer, 900_000)), 'total_out_of_range')
})

test('a tool that is not in the catalogue is not found', async () => {
  const buyer = await shop.createBuyer()
  const tool = await shop.getTool()
  const gone = { ...tool, _id: '01900000-0000-7000-8000-000000000000' }
  await assertRefused(buyer.client.placeOrder(buildOrderInput(gone, buyer)), 'tool_not_found')
  await assertRefused(buyer.client.getTool({ params: { id: gone._id } }), 'tool_not_found')
})

test('an order in the name of another account is refused', async () => {
  const [buyer, other] = [await shop.createBuyer(), await shop.createBuyer()]
  const tool = await shop.getTool()
  await assertRefused(buyer.client.placeOrder(buildOrderInput(tool, other)), 'not_yours')
  assert.deepEqual(await shop.getTool(), tool)
})

test('orders of another account can be neither seen nor cancelled', async () => {
  const [owner, other] = [await shop.createBuyer(), await shop.createBuyer()]
  await owner.client.placeOrder(buildOrderInput(await shop.getTool(), owner))
  const [order] = await owner.client.listOrders({})
  const id = order?._id ?? ''
  await assertRefused(other.client.listOrders({ query: { email: owner.email } }), 'not_yours')
  await assertRefused(other.client.getOrder({ params: { orderId: id } }), 'order_not_found')
  await assertRefused(other.client.cancelOrder({ params: { id } }), 'order_not_found')
  assert.deepEqual(await owner.client.listOrders({}), [order])
})

test('an order is cancelled once, and leaves the list', async () => {
  const buyer = await shop.createBuyer()
  const tool = await shop.getTool()
  await buyer.client.placeOrder(buildOrderInput(tool, buyer))
  const id = (await buyer.client.listOrders({}))[0]?._id ?? ''
  const cancel = () => buyer.client.cancelOrder({ params: { id } })
  const replies = await Promise.all([cancel(), cancel(), cancel()])
  assert.deepEqual(replies.map(({ deletedCount }) => deletedCount).toSorted(), [0, 0, 1])
  assert.deepEqual(await cancel(), { deletedCount: 0 })
  const other = await shop.createBuyer()
  await assertRefused(other.client.cancelOrder({ params: { id } }), 'order_not_found')
  assert.deepEqual(await shop.getTool(), tool)
  assert.deepEqual(await buyer.client.listOrders({}), [])
})

test('a repeated idempotency key places one order; with other contents it is refused', async () => {
  const buyer = await shop.createBuyer()
  const tool = await shop.getTool()
  const orderInput = { ...buildOrderInput(tool, buyer), headers: { 'idempotency-key': 'k1' } }
  const answers = await Promise.all([1, 2, 3, 4].map(() => buyer.client.placeOrder(orderInput)))
  assert.ok(answers.every(answer => answer.acknowledged))
  assert.equal((await buyer.client.listOrders({})).length, 1)
  const changed = { ...buildOrderInput(tool, buyer, tool.minimum + 1), headers: orderInput.headers }
  await assertRefused(buyer.client.placeOrder(changed), 'idempotency_key_reused')
  const other = await shop.createBuyer()
  await other.client.placeOrder({ ...buildOrderInput(tool, other), headers: orderInput.headers })
  assert.equal((await other.client.listOrders({})).length, 1)
})

test('an idempotency key stands for all that the order says', async () => {
  const buyer = await shop.createVerifiedBuyer()
  const { _id: toolId, price } = await shop.addTool()
  const send = (fields: object) =>
    buyer.client.checkOut({
      body: { lines: [{ toolId, quantity: 1, price }], phone: '555 0100', address: '1 Forge Lane', ...fields },
      headers: { 'idempotency-key': 'k2' },
    })
  const { orderId } = await send({ poNumber: 'PO-1' })
  assert.equal((await send({ poNumber: 'PO-1' })).orderId, orderId)
  for (const fields of [
    { poNumber: 'PO-2' },
    { poNumber: 'PO-1', note: 'Ring.' },
    { poNumber: 'PO-1', phone: '555 0101' },
  ])
    await assertRefused(send(fields), 'idempotency_key_reused')
})

test('a price above the maximum is refused at its line, the maximum itself only because of the total', async () => {
  const buyer = await shop.createVerifiedBuyer()
  const [tool, costly] = [await shop.addTool(), await shop.addTool({ price: 1_000_000 })]
  const lines = (price: number) => [
    { toolId: tool._id, quantity: 1, price: tool.price },
    { toolId: costly._id, quantity: 1, price },
  ]
  const checkOut = (price: number) =>
    buyer.client.checkOut({ body: { lines: lines(price), phone: '555 0100', address: '1 Forge Lane' } })
  for (const price of [1_000_000.01, 1e12])
    await assert.rejects(checkOut(price), {
      code: 'lines_refused',
      errors: [{ field: 'lines.1', message: 'Each costs $1,000,000.00 now.', code: 'price_changed' }],
    })
  await assertRefused(checkOut(1_000_000), 'total_out_of_range')
})

test('an order of a single tool has no purchase order number, note or reference', async () => {
  const buyer = await shop.createVerifiedBuyer()
  await buyer.client.placeOrder(buildOrderInput(await shop.addTool(), buyer))
  const [order] = await buyer.client.listOrders({})
  const { poNumber, note, lines } = await buyer.client.getOrderDetails({ params: { id: order?._id ?? '' } })
  assert.deepEqual([poNumber, note, lines[0]?.reference], ['', '', ''])
})

test('a buyer has at most fifty unpaid orders, also when they are placed at once', async () => {
  const tool = await shop.addTool({ available: 1000 })
  const buyer = await shop.createVerifiedBuyer()
  const place = () => buyer.client.placeOrder(buildOrderInput(tool, buyer))
  const outcomes = await settleAll(...Array.from({ length: 60 }, () => place))
  assert.equal(outcomes.filter(outcome => outcome === 'unpaid_limit').length, 10)
  await assertRefused(place(), 'unpaid_limit')
  const [order] = await buyer.client.listOrders({ query: { limit: 1 } })
  await buyer.client.cancelOrder({ params: { id: order?._id ?? '' } })
  await place()
})

test('an account orders at most 50,000 lines a day; a repeated or refused order does not count', async () => {
  const tool = await shop.addTool({ available: 1000 })
  const buyer = await shop.createVerifiedBuyer()
  const place = (key: string, quantity = 1) =>
    buyer.client.placeOrder({ ...buildOrderInput(tool, buyer, quantity), headers: { 'idempotency-key': key } })
  await place('first')
  await place('first')
  await assertRefused(place('too many', 1001), 'out_of_range')
  await shop.app.shop.db.execute(sql`
    insert into orders (account_id, title, line_count, line_words, total_cents, buyer_name, phone, address, state, expires_at)
    select account_id, title, 1000, line_words, total_cents, buyer_name, phone, address, 'cancelled', now()
    from orders, generate_series(1, 49) where idempotency_key = 'first'`)
  await shop.app.shop.db.execute(sql`update orders set line_count = 998 where idempotency_key = 'first'`)
  await place('second')
  await place('third')
  await assertRefused(place('fourth'), 'order_lines_limit')
  await shop.app.shop.db.execute(sql`update orders set created_at = created_at - interval '1 day'`)
  await place('fourth')
  await shop.app.shop.db.execute(
    sql`delete from order_lines where order_id in (select id from orders where line_count > 1)`,
  )
  await shop.app.shop.db.execute(sql`delete from orders where line_count > 1`)
})

test('all errors of all lines are reported at once, with the nearest orderable quantities', async () => {
  const buyer = await shop.createVerifiedBuyer()
  const [plenty, packed, gone, dear] = [
    await shop.addTool({ available: 100 }),
    await shop.addTool({ available: 100, increment: 6, minimum: 6 }),
    await shop.addTool(),
    await shop.addTool({ price: 20 }),
  ]
  const admin = await shop.logInAsAdmin()
  await admin.client.deleteTool({ params: { id: gone._id } })
  const lines = [
    { toolId: plenty._id, quantity: 101, price: plenty.price },
    { toolId: packed._id, quantity: 10, price: packed.price },
    { toolId: crypto.randomUUID(), quantity: 1, price: 1 },
    { toolId: gone._id, quantity: 1, price: gone.price },
    { toolId: dear._id, quantity: 1, price: 19 },
  ]
  const refusal = await buyer.client
    .checkOut({ body: { lines, phone: '1', address: 'x' } })
    .catch((error: unknown) => error)
  assert.ok(refusal instanceof Refusal && refusal.code === 'lines_refused')
  assert.deepEqual(
    refusal.errors.map(error => [error.field, error.code, error.nearest, error.message]),
    [
      ['lines.0', 'out_of_range', [100], 'At most 100 pieces can be ordered.'],
      ['lines.1', 'out_of_range', [6, 12], '10 is not a multiple of 6. Next valid: 6 or 12.'],
      ['lines.2', 'tool_not_found', undefined, 'That tool is no longer in the catalogue.'],
      ['lines.3', 'tool_not_found', undefined, 'That tool is no longer in the catalogue.'],
      ['lines.4', 'price_changed', undefined, 'Each costs $20.00 now.'],
    ],
  )
  assert.deepEqual(await buyer.client.listOrders({}), [])
})
