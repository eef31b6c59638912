import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { maxStock } from '#contract/limits.ts'
import { assertRefused, buildOrderInput, openShop, type TestShop } from '#test/open-shop.ts'

let shop: TestShop
before(async () => {
  shop = await openShop()
})
after(() => shop.app.close())

test('an order reserves its stock and is listed with its data at purchase', async () => {
  const buyer = await shop.createBuyer()
  const tool = await shop.getTool()
  assert.deepEqual(await buyer.client.placeOrder(buildOrderInput(tool, buyer, 12)), { acknowledged: true })
  assert.equal((await shop.getTool()).available, tool.available - 12)
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
    paid: false,
    cancelled: false,
    transactionId: null,
    userEmail: buyer.email,
    userName: 'Rita Moss',
    phone: '555 0100',
    address: '1 Forge Lane',
    deliveryStatus: false,
    heldUntil: order?.heldUntil,
    paidAt: null,
    placedAt: order?.placedAt,
    poNumber: '',
    partlyShipped: false,
    refundedTotal: 0,
    nothingToShip: false,
    disputed: false,
  })
  assert.deepEqual(await buyer.client.getOrder({ params: { orderId: order?._id ?? '' } }), order)
})

test('a quantity below the minimum or above the stock is refused, and nothing is reserved', async () => {
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

test('a tampered price or total is refused, and nothing is reserved', async () => {
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

test('an order for more than the card payment provider takes is refused, and takes no stock', async () => {
  const buyer = await shop.createBuyer()
  const tool = await shop.getTool('Trio Screwdriver Set')
  await shop.setStock(tool._id, 1_000_000)
  await assertRefused(buyer.client.placeOrder(buildOrderInput(tool, buyer, 900_000)), 'total_out_of_range')
  assert.equal((await shop.getTool(tool.name)).available, 1_000_000)
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

test('a cancelled order gives its stock back once and leaves the list', async () => {
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

test('a cancelled order of a tool with the highest stock leaves that stock', async () => {
  const [buyer, admin] = [await shop.createBuyer(), await shop.logInAsAdmin()]
  const tool = await shop.getTool('Handheld Power Drill')
  await buyer.client.placeOrder(buildOrderInput(tool, buyer))
  const { _id: id, ...fields } = tool
  await admin.client.updateTool({ params: { id }, body: { ...fields, available: maxStock } })
  const [order] = await buyer.client.listOrders({})
  assert.deepEqual(await buyer.client.cancelOrder({ params: { id: order?._id ?? '' } }), { deletedCount: 1 })
  assert.equal((await shop.getTool(tool.name)).available, maxStock)
})

test('an order of a tool that was deleted meanwhile is cancelled', async () => {
  const [buyer, admin] = [await shop.createBuyer(), await shop.logInAsAdmin()]
  const tool = await shop.addTool({ available: maxStock })
  await buyer.client.placeOrder(buildOrderInput(tool, buyer))
  // Its pieces would pass the highest stock.
  await shop.setStock(tool._id, maxStock)
  await admin.client.deleteTool({ params: { id: tool._id } })
  const [order] = await buyer.client.listOrders({})
  assert.deepEqual(await admin.client.cancelAnyOrder({ params: { id: order?._id ?? '' } }), { deletedCount: 1 })
  assert.deepEqual(await buyer.client.listOrders({}), [])
})

test('a repeated idempotency key places one order; with other contents it is refused', async () => {
  const buyer = await shop.createBuyer()
  const tool = await shop.getTool()
  const orderInput = { ...buildOrderInput(tool, buyer), headers: { 'idempotency-key': 'k1' } }
  const answers = await Promise.all([1, 2, 3, 4].map(() => buyer.client.placeOrder(orderInput)))
  assert.ok(answers.every(answer => answer.acknowledged))
  assert.equal((await buyer.client.listOrders({})).length, 1)
  assert.equal((await shop.getTool()).available, tool.available - tool.minimum)
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

test('a price above the highest is none of the tool, and the highest is refused for the total only', async () => {
  const buyer = await shop.createVerifiedBuyer()
  const [tool, costly] = [await shop.addTool(), await shop.addTool({ price: 1_000_000 })]
  const lines = (price: number) => [
    { toolId: tool._id, quantity: 1, price: tool.price },
    { toolId: costly._id, quantity: 1, price },
  ]
  const checkOut = (price: number) =>
    buyer.client.checkOut({ body: { lines: lines(price), phone: '555 0100', address: '1 Forge Lane' } })
  await assertRefused(checkOut(1_000_000.01), 'price_changed')
  await assertRefused(checkOut(1e12), 'price_changed')
  await assertRefused(checkOut(1_000_000), 'total_out_of_range')
})

test('an order of a single tool has no purchase order number, note or reference', async () => {
  const buyer = await shop.createVerifiedBuyer()
  await buyer.client.placeOrder(buildOrderInput(await shop.addTool(), buyer))
  const [order] = await buyer.client.listOrders({})
  const { poNumber, note, lines } = await buyer.client.getOrderDetails({ params: { id: order?._id ?? '' } })
  assert.deepEqual([poNumber, note, lines[0]?.reference], ['', '', ''])
})

test('concurrent orders never exceed the stock', async () => {
  const tool = await shop.getTool('Turnbase Bench Vise')
  const left = tool.minimum * 5
  await shop.setStock(tool._id, left)
  const buyers = await Promise.all(Array.from({ length: 12 }, () => shop.createBuyer()))
  const now = await shop.getTool(tool.name)
  const answers = await Promise.allSettled(buyers.map(buyer => buyer.client.placeOrder(buildOrderInput(now, buyer))))
  assert.equal(answers.filter(answer => answer.status === 'fulfilled').length, 5)
  for (const answer of answers)
    if (answer.status === 'rejected') await assertRefused(Promise.reject(answer.reason), 'out_of_range')
  assert.equal((await shop.getTool(tool.name)).available, 0)
})
