import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { InputOf } from '#contract/client.ts'
import { Refusal } from '#contract/refusal.ts'
import { assertRefused, buildOrderInput } from '#test/open-shop.ts'
import { prepare, prepareShop } from '#test/prepare.ts'

type NewTool = InputOf<'addTool'>['body']

const shop = prepareShop()
const admin = prepare(() => shop.logInAsAdmin())
const buyer = prepare(() => shop.createBuyer())

const fields: NewTool = {
  name: 'Pin Punch',
  image: '/images/claw-hammer-800.webp',
  price: 10,
  minimum: 12,
  available: 1000,
  description: 'Steel.',
}
const priceBreaks = [
  { from: 48, price: 9 },
  { from: 96, price: 7.9 },
]

async function addTool(changes: Partial<NewTool> = {}) {
  const { insertedId } = await admin.client.addTool({ body: { ...fields, ...changes } })
  return findTool(insertedId)
}

const findTool = async (id: string) =>
  (await shop.client.listTools({ query: { id } }))[0] ?? assert.fail('not in the catalogue')

const updateTool = (id: string, changes: Partial<NewTool>) =>
  admin.client.updateTool({ params: { id }, body: { ...fields, ...changes } })

const getFieldErrors = (call: Promise<unknown>) =>
  call.then(
    () => assert.fail('was not refused'),
    error => {
      assert.ok(error instanceof Refusal && error.code === 'invalid_input', String(error))
      return error.errors.map(({ field, message }) => `${field}: ${message}`)
    },
  )

test('a tool without terms gets a SKU of the shop, single pieces and one price', async () => {
  const tool = await addTool()
  assert.match(tool.sku, /^IM-\d{6}$/)
  assert.deepEqual([tool.increment, tool.unitLabel, tool.priceBreaks], [1, '', []])
})

test('terms that a change leaves out stay', async () => {
  const terms = { sku: 'PP-12', increment: 12, unitLabel: 'carton of 12', priceBreaks }
  const { _id: id } = await addTool(terms)
  await updateTool(id, { name: 'Pin Punch Set' })
  const { sku, increment, unitLabel, priceBreaks: kept } = await findTool(id)
  assert.deepEqual({ sku, increment, unitLabel, priceBreaks: kept }, terms)
  await updateTool(id, { increment: 1, unitLabel: '', priceBreaks: [] })
  const { increment: single, unitLabel: none, priceBreaks: noBreaks } = await findTool(id)
  assert.deepEqual([single, none, noBreaks], [1, '', []])
})

test('a SKU is unique in the catalogue regardless of case, and free once its tool is deleted', async () => {
  const { _id: id } = await addTool({ sku: 'Ab.1/2-x_Y' })
  const other = await addTool()
  await assertRefused(addTool({ sku: 'aB.1/2-X_y' }), 'taken')
  await assertRefused(updateTool(other._id, { sku: 'AB.1/2-X_Y' }), 'taken')
  await updateTool(id, { sku: 'AB.1/2-X_Y' })
  await admin.client.deleteTool({ params: { id } })
  assert.equal((await addTool({ sku: 'ab.1/2-x_y' })).sku, 'ab.1/2-x_y')
  for (const sku of ['', '-1', 'a b', 'ä', 'x'.repeat(41)])
    assert.match((await getFieldErrors(addTool({ sku })))[0] ?? '', /^sku: A SKU begins with a letter or digit/)
})

test('a generated SKU passes over those that an admin gave to others', async () => {
  const number = Number((await addTool()).sku.slice(3))
  for (const ahead of [1, 2]) await addTool({ sku: `im-${number + ahead}` })
  assert.equal((await addTool()).sku, `IM-${number + 3}`)
})

const contradictions: [Partial<NewTool>, RegExp][] = [
  [{ minimum: 10, increment: 12 }, /^minimum: The minimum order is a multiple of 12, the pieces per pack.$/],
  [{ priceBreaks: [{ from: 48, price: 10 }] }, /^priceBreaks: Each price break has a higher quantity/],
  [{ priceBreaks: priceBreaks.toReversed() }, /^priceBreaks: Each price break has a higher quantity/],
  [{ priceBreaks: [...priceBreaks, { from: 96, price: 7 }] }, /^priceBreaks: Each price break has a higher quantity/],
  [{ priceBreaks: [{ from: 48, price: 9.999 }] }, /^priceBreaks: At most two decimals.$/],
  [{ priceBreaks: [{ from: 1, price: 9 }] }, /^priceBreaks.0.from: A price break begins at a whole number from 2/],
  [{ priceBreaks: Array(7).fill({ from: 48, price: 9 }) }, /^priceBreaks: At most six price breaks.$/],
  [{ increment: 0 }, /^increment: A pack has a whole number of pieces/],
]

for (const [changes, sentence] of contradictions)
  test(`${JSON.stringify(changes).slice(0, 60)} is refused with a sentence, in a new tool and in a change`, async () => {
    const { _id: id } = await addTool()
    assert.match((await getFieldErrors(addTool(changes))).join(), sentence)
    assert.match((await getFieldErrors(updateTool(id, changes))).join(), sentence)
  })

test('a change that leaves out terms is refused where it contradicts them', async () => {
  const { _id: id } = await addTool({ increment: 12, priceBreaks })
  assert.match((await getFieldErrors(updateTool(id, { minimum: 10 }))).join(), /^minimum: /)
  assert.match((await getFieldErrors(updateTool(id, { price: 8 }))).join(), /^priceBreaks: /)
})

test('an order that shows the list price or the break’s is charged at the break, and any other is refused', async () => {
  const tool = await addTool({ priceBreaks })
  for (const price of [10, 9]) {
    await buyer.client.placeOrder(buildOrderInput({ ...tool, price }, buyer, 50))
    const [order] = await buyer.client.listOrders({ query: { limit: 1 } })
    assert.deepEqual([order?.price, order?.totalPrice], [9, 450])
  }
  await assertRefused(buyer.client.placeOrder(buildOrderInput({ ...tool, price: 7.9 }, buyer, 50)), 'price_changed')
  await assertRefused(buyer.client.placeOrder(buildOrderInput({ ...tool, price: 9 }, buyer, 47)), 'price_changed')
})

test('an order charged at a break may be sent again with its idempotency key, and no other order', async () => {
  const tool = await addTool({ priceBreaks })
  const headers = { 'idempotency-key': 'punches' }
  const place = (quantity: number) => buyer.client.placeOrder({ headers, ...buildOrderInput(tool, buyer, quantity) })
  await place(50)
  const orders = await buyer.client.listOrders({})
  await place(50)
  assert.deepEqual(await buyer.client.listOrders({}), orders)
  await assertRefused(place(51), 'idempotency_key_reused')
})

test('only whole packs are sold', async () => {
  const tool = await addTool({ increment: 12 })
  await assertRefused(buyer.client.placeOrder(buildOrderInput(tool, buyer, 50)), 'out_of_range')
  await buyer.client.placeOrder(buildOrderInput(tool, buyer, 48))
})

test('a total that only the list price makes too high is placed', async () => {
  const tool = await addTool({ price: 10_000, priceBreaks: [{ from: 100, price: 9000 }] })
  await buyer.client.placeOrder(buildOrderInput(tool, buyer, 110))
  const other = await addTool({ price: 10_000 })
  await assertRefused(buyer.client.placeOrder(buildOrderInput(other, buyer, 110)), 'total_out_of_range')
})
