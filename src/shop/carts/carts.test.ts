import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maxAddresses, maxSavedLists } from '#contract/limits.ts'
import { cartLines } from '#db/tables/carts.ts'
import { tools } from '#db/tables/catalogue.ts'
import { type AddedTool, assertRefused, buildOrderInput, type TestAccount } from '#test/open-shop.ts'
import { readPersonalData } from '#test/personal-data.ts'
import { prepare, prepareShop } from '#test/prepare.ts'

const shop = prepareShop()
const admin = prepare(() => shop.logInAsAdmin())
const adze = prepare(() => shop.addTool())
const bolt = prepare(() => shop.addTool({ name: 'Bolt' }))

const put = ({ client }: TestAccount, tool: AddedTool, quantity: number, price = tool.price) =>
  client.setCartLine({ params: { toolId: tool._id }, body: { quantity, price } })

const list = async ({ client }: TestAccount) =>
  (await client.listCart({})).map(({ toolName, quantity, price }) => [toolName, quantity, price])

const nobody = '00000000-0000-4000-8000-000000000000'

test('a cart keeps its lines in the order in which they were added, with the tools as they are now', async () => {
  const buyer = await shop.createVerifiedBuyer()
  assert.deepEqual(await list(buyer), [])
  await put(buyer, bolt, 5)
  await put(buyer, adze, 2)
  await put(buyer, bolt, 7, 9)
  assert.deepEqual(await list(buyer), [
    ['Bolt', 7, 9],
    ['Adze', 2, 10],
  ])
  const [line] = await buyer.client.listCart({})
  const [listed = assert.fail()] = await shop.client.listTools({ query: { id: bolt._id } })
  const { description: _, brand: __, category: ___, highlights: ____, ...tool } = listed
  assert.deepEqual(line?.tool, { ...tool, replacementId: null })
  assert.deepEqual(await list(await shop.createVerifiedBuyer()), [])
  await buyer.client.addToCart({ params: { toolId: adze._id }, body: { quantity: 100_000_000, price: 10 } })
  assert.deepEqual((await list(buyer))[1], ['Adze', 100_000_000, 10])
  await put(buyer, adze, 1)
  await buyer.client.addToCart({ params: { toolId: adze._id }, body: { quantity: 1, price: 10 } })
  assert.deepEqual(await buyer.client.removeCartLine({ params: { toolId: bolt._id } }), { lineCount: 1 })
  assert.deepEqual(await buyer.client.removeCartLine({ params: { toolId: bolt._id } }), { lineCount: 1 })
  assert.deepEqual(await list(buyer), [['Adze', 2, 10]])
  assert.deepEqual(await buyer.client.emptyCart({}), { lineCount: 0 })
  assert.deepEqual(await list(buyer), [])
})

test('a line needs a tool of the catalogue, a whole quantity and a price; it need not be orderable', async () => {
  const buyer = await shop.createVerifiedBuyer()
  await put(buyer, adze, 100_000_000)
  for (const quantity of [0, -3, 1.5, 100_000_001]) await assertRefused(put(buyer, adze, quantity), 'invalid_input')
  for (const price of [0, -1, 10.001]) await assertRefused(put(buyer, adze, 1, price), 'invalid_input')
  await assertRefused(put(buyer, adze, 1, 30_000_000), 'price_changed')
  await assertRefused(put(buyer, { ...adze, _id: nobody }, 1), 'tool_not_found')
  assert.deepEqual(await list(buyer), [['Adze', 100_000_000, 10]])
})

test('a tool that was deleted stays as a line that says so, and cannot be added', async () => {
  const gone = await shop.addTool({ name: 'Gone' })
  const buyer = await shop.createVerifiedBuyer()
  await put(buyer, gone, 3)
  await admin.client.deleteTool({ params: { id: gone._id } })
  const [line] = await buyer.client.listCart({})
  assert.deepEqual([line?.toolName, line?.quantity, line?.tool], ['Gone', 3, null])
  await assertRefused(put(await shop.createVerifiedBuyer(), gone, 1), 'tool_not_found')
  const lines = [{ toolId: gone._id, quantity: 1, price: 10 }]
  const other = await shop.createVerifiedBuyer()
  await other.client.mergeCart({ body: { lines } })
  assert.deepEqual(await list(other), [])
})

test('a visitor’s cart is merged: the larger quantity stays, at the price that was shown last', async () => {
  const buyer = await shop.createVerifiedBuyer()
  await put(buyer, adze, 5, 11)
  const toLine = (tool: AddedTool, quantity: number) => ({ toolId: tool._id, quantity, price: tool.price })
  await buyer.client.mergeCart({ body: { lines: [toLine(bolt, 1), toLine(adze, 3)] } })
  assert.deepEqual(await list(buyer), [
    ['Adze', 5, 10],
    ['Bolt', 1, 10],
  ])
  await buyer.client.mergeCart({ body: { lines: [toLine(bolt, 2), toLine(bolt, 9)] } })
  assert.deepEqual((await list(buyer))[1], ['Bolt', 9, 10])
})

test('a cart has at most 1,000 lines', async () => {
  const columns = { image: '/images/jigsaw-800.webp', priceCents: 100, minimum: 1, available: 9, description: 'x' }
  const many = Array.from({ length: 1000 }, (_, index) => ({ ...columns, name: `Nut ${index}` }))
  const added = await shop.app.shop.db.insert(tools).values(many).returning()
  const lines = added.map(({ id }) => ({ toolId: id, quantity: 1, price: 1 }))
  const buyer = await shop.createVerifiedBuyer()
  await put(buyer, adze, 1)
  assert.deepEqual(await buyer.client.mergeCart({ body: { lines } }), {
    lineCount: 1000,
    leftOut: [lines[999]?.toolId],
  })
  const listed = await buyer.client.listCart({})
  assert.equal(listed.length, 1000)
  assert.deepEqual(
    [listed[0]?.toolName, listed[1]?.toolId, listed[999]?.toolId],
    ['Adze', lines[0]?.toolId, lines[998]?.toolId],
  )
  await assertRefused(put(buyer, bolt, 1), 'cart_full')
  assert.deepEqual(await put(buyer, adze, 2), { lineCount: 1000 })
  const toLine = (tool: AddedTool) => ({ toolId: tool._id, quantity: 7, price: 10 })
  await buyer.client.mergeCart({ body: { lines: [toLine(bolt), toLine(adze)] } })
  assert.deepEqual((await list(buyer))[0], ['Adze', 7, 10])
  const found = await shop.client.findTools({ body: { ids: lines.map(({ toolId }) => toolId) } })
  assert.equal(found.length, 1000)
})

test('carts, lists and address books are not filled beyond their maxima by calls at once', async () => {
  const buyer = await shop.createVerifiedBuyer()
  const columns = { image: '/images/jigsaw-800.webp', priceCents: 100, minimum: 1, available: 9, description: 'x' }
  const many = Array.from({ length: 2000 }, (_, index) => ({ ...columns, name: `Rivet ${index}` }))
  const added = await shop.app.shop.db.insert(tools).values(many).returning()
  const lines = added.map(({ id }) => ({ toolId: id, quantity: 1, price: 1 }))
  const parts = Array.from({ length: 10 }, (_, part) => lines.slice(part * 200, (part + 1) * 200))
  await Promise.all(parts.map(part => buyer.client.mergeCart({ body: { lines: part } })))
  assert.equal((await buyer.client.listCart({})).length, 1000)
  const settle = (calls: Promise<unknown>[]) => Promise.allSettled(calls)
  await settle(Array.from({ length: 60 }, (_, n) => buyer.client.addSavedList({ body: { name: `${n}`, lines: [] } })))
  assert.equal((await buyer.client.listSavedLists({})).length, maxSavedLists)
  const address = {
    name: 'A',
    company: '',
    street: 'B',
    city: 'C',
    region: '',
    postalCode: '',
    country: 'D',
    phone: '',
  }
  await settle(Array.from({ length: 60 }, () => buyer.client.addAddress({ body: address })))
  assert.equal((await buyer.client.listAddresses({})).length, maxAddresses)
})

test('an order from the cart takes its lines out of it, and no other order does', async () => {
  const buyer = await shop.createVerifiedBuyer()
  for (const tool of [adze, bolt]) await put(buyer, tool, 2)
  const lines = [{ toolId: bolt._id, quantity: 2, price: 10 }]
  const contact = { phone: '', address: '' }
  await buyer.client.checkOut({ body: { lines, ...contact } })
  await buyer.client.placeOrder(buildOrderInput(bolt, buyer))
  assert.equal((await list(buyer)).length, 2)
  const tooMany = [{ toolId: bolt._id, quantity: 1000, price: 10 }]
  await assertRefused(buyer.client.checkOut({ body: { lines: tooMany, ...contact, fromCart: true } }), 'out_of_range')
  assert.equal((await list(buyer)).length, 2)
  const other = await shop.createVerifiedBuyer()
  await put(other, bolt, 1)
  await buyer.client.checkOut({ body: { lines, ...contact, fromCart: true } })
  assert.deepEqual(await list(buyer), [['Adze', 2, 10]])
  assert.equal((await list(other)).length, 1)
})

test('tools are looked up by id and by SKU, regardless of case', async () => {
  const [tool = assert.fail()] = await shop.client.listTools({ query: { id: adze._id } })
  const find = async (body: { ids?: string[]; skus?: string[] }) =>
    (await shop.client.findTools({ body })).map(({ name }) => name).toSorted()
  assert.deepEqual(await find({}), [])
  assert.deepEqual(await find({ ids: [bolt._id, nobody], skus: [` ${tool.sku.toLowerCase()} `, 'NOT-A-SKU'] }), [
    'Adze',
    'Bolt',
  ])
  const skus = Array.from({ length: 1001 }, (_, index) => `S-${index}`)
  await assertRefused(shop.client.findTools({ body: { skus } }), 'invalid_input')
})

test('a cart is exported, and deleted when its account is closed', async () => {
  const buyer = await shop.createVerifiedBuyer()
  await put(buyer, adze, 2)
  const params = { email: buyer.email }
  const { cart } = await readPersonalData(buyer.client, buyer.email)
  assert.deepEqual(
    cart.map(({ toolName, quantity }) => [toolName, quantity]),
    [['Adze', 2]],
  )
  const before = await shop.app.shop.db.$count(cartLines)
  await buyer.client.closeAccount({ params, query: { reviews: 'keep' } })
  assert.equal(await shop.app.shop.db.$count(cartLines), before - 1)
})
