import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { sql } from 'drizzle-orm'
import { maxStock } from '#contract/limits.ts'
import { Refusal } from '#contract/refusal.ts'
import { type AddedTool, assertRefused, buildOrderInput, type TestAccount } from '#test/open-shop.ts'
import { prepare, prepareShop } from '#test/prepare.ts'

const shop = prepareShop()
const admin = prepare(() => shop.logInAsAdmin())
let tool: AddedTool
beforeEach(async () => {
  tool = await shop.addTool({ name: 'Adze', minimum: 1, available: 100 })
})

type Adjustment = Parameters<TestAccount['client']['adjustStock']>[0]['body']

const adjust = (body: Adjustment, adjustmentId: string = crypto.randomUUID()) =>
  admin.client.adjustStock({ params: { id: tool._id, adjustmentId }, body })
const getStock = () => admin.client.getStock({ params: { id: tool._id } })
const listMovements = (query = {}) => admin.client.listStockMovements({ params: { id: tool._id }, query })
const getFigures = async () => {
  const { available, allocated, onShelf } = await getStock()
  return { available, allocated, onShelf }
}

async function holdPieces(quantity: number): Promise<{ buyer: TestAccount; id: string }> {
  const buyer = await shop.createVerifiedBuyer()
  await buyer.client.placeOrder(buildOrderInput(tool, buyer, quantity))
  const [{ _id: id } = assert.fail()] = await buyer.client.listOrders({})
  const until = new Date(Date.now() + 86_400_000).toISOString()
  await admin.client.holdOrder({ params: { id }, body: { until } })
  return { buyer, id }
}

async function getFieldErrors(call: Promise<unknown>) {
  const refusal = await call.then(
    () => assert.fail('not refused'),
    (error: unknown) => error,
  )
  assert.ok(refusal instanceof Refusal)
  assert.equal(refusal.code, 'invalid_input')
  return refusal.errors
}

test('pieces are received, written off, counted and corrected, with history and on record', async () => {
  const { id } = await holdPieces(10)
  await adjust({ reason: 'receipt', quantity: 40, note: 'Delivery note 77' })
  await adjust({ reason: 'damage', quantity: 3 })
  await adjust({ reason: 'count', counted: 130 })
  await adjust({ reason: 'edit', available: 125, availableBefore: 120 })
  assert.deepEqual(await getFigures(), { available: 125, allocated: 10, onShelf: 135 })
  const movements = await listMovements()
  const own = { note: '', counted: null, actorEmail: admin.email, orderId: null, orderNumber: null }
  const [, , , , order] = movements
  assert.deepEqual(
    movements.map(({ _id, time, ...movement }) => movement),
    [
      { ...own, reason: 'edit', delta: 5, balance: 125 },
      { ...own, reason: 'count', delta: -7, balance: 120, counted: 130 },
      { ...own, reason: 'damage', delta: -3, balance: 127 },
      { ...own, reason: 'receipt', delta: 40, balance: 130, note: 'Delivery note 77' },
      {
        ...{ ...own, reason: 'order', delta: -10, balance: 90, actorEmail: null },
        ...{ orderId: id, orderNumber: order?.orderNumber },
      },
      { ...own, reason: 'opening', delta: 100, balance: 100, actorEmail: null },
    ],
  )
  assert.ok(order?.orderNumber)
  const actions = await admin.client.listAdminActions({ query: { action: 'adjust_stock', limit: 4 } })
  assert.deepEqual(
    actions.map(({ subject, before, after: changed }) => ({ subject, before, changed })),
    [
      { subject: 'Adze', before: { available: 120 }, changed: { available: 125, stockReason: 'edit' } },
      { subject: 'Adze', before: { available: 127 }, changed: { available: 120, stockReason: 'count' } },
      { subject: 'Adze', before: { available: 130 }, changed: { available: 127, stockReason: 'damage' } },
      {
        subject: 'Adze',
        before: { available: 90 },
        changed: { available: 130, stockReason: 'receipt', note: 'Delivery note 77' },
      },
    ],
  )
  const today = (await getStock()).days.at(-1)
  assert.deepEqual({ ...today, day: '' }, { day: '', closing: 125, sold: 10, received: 40 })
})

test('a stocktake without a difference is in the history, too', async () => {
  await adjust({ reason: 'count', counted: 100 })
  const [count] = await listMovements({ limit: 1 })
  assert.deepEqual([count?.reason, count?.delta, count?.counted, count?.balance], ['count', 0, 100, 100])
})

test('a held order that is cancelled brings its pieces back, and a shipped one leaves the shelf', async () => {
  const cancelled = await holdPieces(10)
  const shipped = await holdPieces(20)
  await cancelled.buyer.client.cancelOrder({ params: { id: cancelled.id } })
  await admin.client.markPaid({ params: { id: shipped.id }, body: { reference: 'T 1' } })
  assert.deepEqual(await getFigures(), { available: 80, allocated: 20, onShelf: 100 })
  await admin.client.markShipped({ params: { id: shipped.id } })
  assert.deepEqual(await getFigures(), { available: 80, allocated: 0, onShelf: 80 })
  const deltas = (await listMovements()).map(({ reason, delta, orderId }) => ({ reason, delta, orderId }))
  assert.deepEqual(deltas.slice(0, 3), [
    { reason: 'release', delta: 10, orderId: cancelled.id },
    { reason: 'order', delta: -20, orderId: shipped.id },
    { reason: 'order', delta: -10, orderId: cancelled.id },
  ])
})

test('pieces that a cancelled order would bring beyond the highest stock are left out, in its history', async () => {
  const { buyer, id } = await holdPieces(10)
  await shop.setStock(tool._id, maxStock - 4)
  await buyer.client.cancelOrder({ params: { id } })
  const movements = await listMovements({ limit: 2 })
  assert.deepEqual(
    new Set(movements.map(({ reason, delta }) => `${reason} ${delta}`)),
    new Set(['release 4', 'edit 99999906']),
  )
  assert.equal((await getStock()).available, maxStock)
})

test('a change of the stock in the form of the tool is history, other changes are not', async () => {
  const { _id: id, ...fields } = await shop.getTool('Circular Saw')
  const { name, image, price, minimum, available, description } = fields
  const body = { name, image, price, minimum, available, description }
  await admin.client.updateTool({ params: { id }, body: { ...body, description: 'A saw.' } })
  await admin.client.updateTool({
    params: { id },
    body: { ...body, available: available + 7, availableBefore: available },
  })
  const movements = await admin.client.listStockMovements({ params: { id } })
  assert.deepEqual(
    movements.map(({ reason, delta, actorEmail }) => ({ reason, delta, actorEmail })),
    [
      { reason: 'edit', delta: 7, actorEmail: admin.email },
      { reason: 'opening', delta: available, actorEmail: null },
    ],
  )
})

test('an impossible change is refused with one sentence at its field, and changes nothing', async () => {
  await holdPieces(30)
  const errors = [
    await getFieldErrors(adjust({ reason: 'damage', quantity: 71 })),
    await getFieldErrors(adjust({ reason: 'count', counted: 29 })),
    await getFieldErrors(adjust({ reason: 'receipt', quantity: maxStock - 69 })),
    await getFieldErrors(adjust({ reason: 'receipt', quantity: 0 })),
    await getFieldErrors(adjust({ reason: 'count', counted: 1.5 })),
  ]
  assert.deepEqual(errors.flat(), [
    { field: 'quantity', message: '70 pieces are free, orders hold 30 more.' },
    { field: 'counted', message: 'Orders hold 30 pieces. Count no fewer, or cancel orders first.' },
    { field: 'quantity', message: 'The stock would pass 100,000,000 pieces: 70 are there.' },
    { field: 'quantity', message: 'The number of pieces is a whole number from 1 to 100,000,000.' },
    { field: 'counted', message: 'The number of pieces is a whole number from 0 to 100,000,000.' },
  ])
  await assertRefused(adjust({ reason: 'edit', available: 0, availableBefore: 71 }), 'changed_meanwhile')
  assert.deepEqual(await getFigures(), { available: 70, allocated: 30, onShelf: 100 })
  assert.equal((await listMovements()).length, 2)
})

test('all free pieces can be written off, all held ones counted, and the highest stock received', async () => {
  await holdPieces(30)
  await adjust({ reason: 'damage', quantity: 70 })
  await adjust({ reason: 'count', counted: 30 })
  assert.deepEqual(await getFigures(), { available: 0, allocated: 30, onShelf: 30 })
  await adjust({ reason: 'receipt', quantity: maxStock })
  await assertRefused(
    adjust({ reason: 'edit', available: maxStock, availableBefore: maxStock - 1 }),
    'changed_meanwhile',
  )
  assert.deepEqual(await getFigures(), { available: maxStock, allocated: 30, onShelf: maxStock + 30 })
  await adjust({ reason: 'edit', available: 0, availableBefore: maxStock })
  assert.equal((await getFigures()).available, 0)
})

test('a deleted tool has no stock', async () => {
  await admin.client.deleteTool({ params: { id: tool._id } })
  await assertRefused(getStock(), 'tool_not_found')
  await assertRefused(adjust({ reason: 'receipt', quantity: 1 }), 'tool_not_found')
})

test('a change that is sent again, also at the same time, is made once', async () => {
  const id = crypto.randomUUID()
  const receipt: Adjustment = { reason: 'receipt', quantity: 40 }
  await Promise.all([adjust(receipt, id), adjust(receipt, id), adjust(receipt, id)])
  assert.equal((await getStock()).available, 140)
  const counted = crypto.randomUUID()
  await adjust({ reason: 'count', counted: 90 }, counted)
  await holdPieces(5)
  await adjust({ reason: 'count', counted: 90 }, counted)
  assert.equal((await getStock()).available, 85)
  for (const body of [
    { reason: 'receipt', quantity: 41 },
    { reason: 'edit', available: 180, availableBefore: 140 },
    { reason: 'count', counted: 40 },
  ] satisfies Adjustment[])
    await assertRefused(adjust(body, id), 'change_reused')
  await assertRefused(adjust({ reason: 'count', counted: 91 }, counted), 'change_reused')
  tool = await shop.addTool()
  await assertRefused(adjust(receipt, id), 'change_reused')
})

test('a stocktake during orders and receipts loses none of them', async () => {
  const calls = Array.from({ length: 8 }, (_, index) => [
    holdPieces(2),
    ...(index === 4 ? [adjust({ reason: 'count', counted: 500 })] : []),
    adjust({ reason: 'receipt', quantity: 10 }),
  ])
  await Promise.all(calls.flat())
  const { available, allocated, onShelf } = await getFigures()
  assert.equal(allocated, 16)
  assert.equal(onShelf, available + 16)
  const movements = (await listMovements()).toReversed()
  const count = movements.findIndex(({ reason }) => reason === 'count')
  const later = movements.slice(count + 1).filter(({ reason }) => reason === 'receipt').length
  assert.equal(onShelf, 500 + later * 10)
})

test('days of the stock are in the shop’s time zone', async () => {
  await admin.client.updateSettings({ body: { timeZone: 'Pacific/Auckland' } })
  const dayOf = (timeZone: string, time = new Date()) => time.toLocaleDateString('en-CA', { timeZone })
  await holdPieces(10)
  await shop.app.shop.db.execute(sql`
    update orders set confirmed_at = now() - interval '20 days'
    where id in (select order_id from order_lines where tool_id = ${tool._id})`)
  await shop.app.shop.db.execute(sql`
    update stock_adjustments set created_at = now() - interval '40 days' where tool_id = ${tool._id}`)
  const { days } = await admin.client.getStock({ params: { id: tool._id }, query: { days: 30 } })
  assert.equal(days.length, 30)
  assert.equal(days.at(-1)?.day, dayOf('Pacific/Auckland'))
  const sold = dayOf('Pacific/Auckland', new Date(Date.now() - 20 * 24 * 3_600_000))
  assert.deepEqual(
    days.filter(day => day.sold !== 0),
    [{ day: sold, closing: 90, sold: 10, received: 0 }],
  )
  assert.deepEqual([days[0]?.closing, days.at(-1)?.closing], [100, 90])
  await admin.client.updateSettings({ body: { timeZone: 'UTC' } })
})

test('a long history is read in pages', async () => {
  for (let count = 0; count < 5; count += 1) await adjust({ reason: 'receipt', quantity: count + 1 })
  const all = await listMovements()
  const first = await listMovements({ limit: 4 })
  const second = await listMovements({ limit: 4, cursor: first.at(-1)?._id })
  assert.deepEqual([...first, ...second], all)
  assert.equal(all.length, 6)
  assert.deepEqual(await listMovements({ limit: 4, cursor: second.at(-1)?._id }), [])
})
