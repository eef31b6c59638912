import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { type SQL, sql } from 'drizzle-orm'
import { outbox } from '#db/tables/mails.ts'
import { holdOrder } from '#shop/orders/unpaid-orders.ts'
import type { Shop } from '#shop/shop.ts'
import { assertOneEach, settleAll, settleAtRows, settleBehind } from '#test/concurrent-calls.ts'
import { type AddedTool, buildOrderInput, type TestAccount } from '#test/open-shop.ts'
import { readEvent } from '#test/orders.ts'
import { prepare, prepareShopWithTwoAdmins } from '#test/prepare.ts'
import { readActor } from '#test/read-actor.ts'
import { deleteTool, updateTool } from './change-tools.ts'
import { getTool } from './tools.ts'

const rounds = [1, 2, 3, 4, 5]
const { shop, ada, zoe } = prepareShopWithTwoAdmins()
const appShop = prepare(async () => shop.app.shop)
const admin = prepare(() => readActor(shop.app.shop, ada))
let buyers: TestAccount[]

// An account's orders are placed one after the other: those of several buyers meet.
beforeEach(async () => {
  buyers = await Promise.all([1, 2, 3, 4, 5, 6].map(() => shop.createBuyer()))
})

const settleOnRows = (rows: SQL, ...calls: (() => Promise<unknown>)[]) => settleAtRows(shop.app.shop.db, rows, ...calls)

const selectTool = (id: string) => sql`select from tools where id = ${id}`

async function countOrdered(toolId: string): Promise<number> {
  const { rows } = await shop.app.shop.db.execute<{ held: number }>(
    sql`select coalesce(sum(quantity), 0)::int as held from orders join order_lines on order_id = orders.id
      where tool_id = ${toolId} and state <> 'cancelled'`,
  )
  return rows[0]?.held ?? 0
}

const deleteMails = () => shop.app.shop.db.delete(outbox)
const listSubjects = async () => (await shop.listMails()).map(readEvent).toSorted()
const fields = { image: '/images/claw-hammer-800.webp', price: 10, minimum: 10, available: 1000, description: 'Iron.' }

async function addTool(name: string, changes: Partial<AddedTool> = {}): Promise<AddedTool> {
  const body = { ...fields, name, ...changes }
  return { ...body, _id: (await ada.client.addTool({ body })).insertedId }
}

const orderCalls = (tool: AddedTool): (() => Promise<unknown>)[] =>
  buyers.map(each => () => each.client.placeOrder(buildOrderInput(tool, each)))

const until = new Date(Date.now() + 86_400_000)

async function placeOrders(tool: AddedTool): Promise<string[]> {
  await Promise.all(orderCalls(tool).map(place => place()))
  const listed = await Promise.all(buyers.map(({ client }) => client.listOrders({ query: { limit: 1 } })))
  return listed.map(([order]) => order?._id ?? assert.fail('no order'))
}

const holdCalls = (ids: readonly string[]): (() => Promise<unknown>)[] =>
  ids.map(id => () => zoe.client.holdOrder({ params: { id }, body: { until: until.toISOString() } }))

async function readStock(id: string): Promise<number | undefined> {
  const { rows } = await shop.app.shop.db.execute<{ available: number }>(
    sql`select available from tools where id = ${id}`,
  )
  return rows[0]?.available
}

const countPlaced = (ends: unknown[]) => ends.filter(end => typeof end === 'object').length

test('an admin deletes a tool while buyers order it: each order is placed whole or refused', async () => {
  for (const round of rounds) {
    const tool = await addTool(`Anvil ${round}`)
    await deleteMails()
    const remove = () => zoe.client.deleteTool({ params: { id: tool._id } })
    const calls = orderCalls(tool).toSpliced(round, 0, remove)
    const ends = await settleOnRows(selectTool(tool._id), ...calls)
    assert.deepEqual(ends.splice(round, 1), [{ deletedCount: 1 }])
    const placed = countPlaced(ends)
    assert.ok(ends.every(end => typeof end === 'object' || end === 'tool_not_found'))
    assert.deepEqual(await settleAll(...orderCalls(tool)), Array(6).fill('tool_not_found'))
    assert.equal(await countOrdered(tool._id), placed * tool.minimum)
    assert.equal(await readStock(tool._id), tool.available)
    assert.deepEqual(await listSubjects(), Array(placed).fill('placed'))
  }
})

test('two admins delete the same tool, or one changes it: it is deleted once', async () => {
  for (const round of rounds) {
    const tool = await addTool(`Bellows ${round}`)
    const params = { id: tool._id }
    const remove = (admin: TestAccount) => () => admin.client.deleteTool({ params })
    const change = () => ada.client.updateTool({ params, body: { ...fields, name: tool.name } })
    const [changed, ...removed] = await settleOnRows(selectTool(tool._id), change, remove(ada), remove(zoe))
    assertOneEach(removed, { deletedCount: 1 }, { deletedCount: 0 })
    assert.ok(changed === 'tool_not_found' || (changed as { modifiedCount?: number }).modifiedCount === 1)
    assert.deepEqual(await shop.client.listTools({ query: { id: tool._id } }), [])
  }
})

test('a change waiting for the deletion of its tool is refused; a deletion waiting for a change succeeds', async () => {
  const [first, second] = [await addTool('Bradawl'), await addTool('Bradawl')]
  const change = { ...fields, name: 'Brace' }
  const changeTool = () => ada.client.updateTool({ params: { id: first._id }, body: change })
  assert.deepEqual(await settleBehind(appShop, shop => deleteTool(shop, admin, first._id), changeTool), [
    'tool_not_found',
  ])
  const { _id: id } = second
  const present = await getTool(appShop, id)
  const removeTool = () => zoe.client.deleteTool({ params: { id } })
  assert.deepEqual(
    await settleBehind(appShop, shop => updateTool(shop, admin, id, { ...present, name: 'Brace' }), removeTool),
    [{ deletedCount: 1 }],
  )
})

test('no tool is replaced by one that is deleted at the same time', async () => {
  const [first, second, third] = [await addTool('Adze'), await addTool('Adze'), await addTool('Adze')]
  const readSku = async (id: string) => (await getTool(appShop, id)).sku
  const replacementSku = await readSku(third._id)
  const remove = () => zoe.client.deleteTool({ params: { id: third._id } })
  const change = { ...(await getTool(appShop, first._id)), brand: '', category: '', replacementSku }
  const removed = await settleBehind(appShop, shop => updateTool(shop, admin, first._id, change), remove)
  assert.deepEqual(removed, [{ deletedCount: 1 }])
  assert.equal((await getTool(appShop, first._id)).replacementId, null)

  const fourth = await addTool('Adze')
  const fourthSku = await readSku(fourth._id)
  const body = { ...fields, name: 'Adze', replacementSku: fourthSku }
  const linked = () => ada.client.updateTool({ params: { id: second._id }, body })
  assert.deepEqual(await settleBehind(appShop, shop => deleteTool(shop, admin, fourth._id), linked), ['invalid_input'])
})

test('an admin sets the stock while orders are confirmed: later ones reduce the new stock', async () => {
  for (const round of rounds) {
    const tool = await addTool(`Chisel ${round}`, { available: 30 })
    const ids = await placeOrders(tool)
    const restock = () =>
      ada.client.updateTool({ params: { id: tool._id }, body: { ...fields, name: tool.name, available: 50 } })
    const ends = await settleOnRows(selectTool(tool._id), ...holdCalls(ids).toSpliced(round, 0, restock))
    assert.deepEqual(ends.splice(round, 1), [{ modifiedCount: 1 }])
    assert.ok(ends.every(end => typeof end === 'object' || end === 'sold_out'))
    const confirmed = ends.filter(end => typeof end === 'object').length
    const taken = 50 - ((await readStock(tool._id)) ?? 0)
    assert.ok(
      taken % tool.minimum === 0 && taken >= 0 && taken <= Math.min(50, confirmed * tool.minimum),
      String(taken),
    )
    assert.ok(confirmed * tool.minimum - taken <= 30)
  }
})

test('orders that wait for a change of stock see the new stock, and a change that waits for an order follows it', async () => {
  const tool = await addTool('Cleaver', { available: 30 })
  const ids = await placeOrders(tool)
  const present = await getTool(appShop, tool._id)
  const restock = (shop: Shop) => updateTool(shop, admin, tool._id, { ...present, available: 20 })
  const ends = await settleBehind(appShop, restock, ...holdCalls(ids))
  assert.equal(ends.filter(end => typeof end === 'object').length, 2)
  assert.equal(ends.filter(end => end === 'sold_out').length, 4)
  assert.equal(await readStock(tool._id), 0)
  const other = await addTool('Cutter', { available: 30 })
  const [id = ''] = await placeOrders(other)
  const change = { ...fields, name: other.name, available: 50 }
  const restocked = await settleBehind(
    appShop,
    shop => holdOrder(shop, admin, id, until),
    () => ada.client.updateTool({ params: { id: other._id }, body: change }),
  )
  assert.deepEqual(restocked, [{ modifiedCount: 1 }])
  assert.equal(await readStock(other._id), 50)
})

test('an admin changes the price while buyers order: each pays the price shown or is refused', async () => {
  for (const round of rounds) {
    const tool = await addTool(`Drawknife ${round}`)
    const raise = () =>
      zoe.client.updateTool({ params: { id: tool._id }, body: { ...fields, name: tool.name, price: 12 } })
    const ends = await settleOnRows(selectTool(tool._id), ...orderCalls(tool).toSpliced(round, 0, raise))
    assert.deepEqual(ends.splice(round, 1), [{ modifiedCount: 1 }])
    assert.ok(ends.every(end => typeof end === 'object' || end === 'price_changed'))
    const { rows } = await shop.app.shop.db.execute<{ count: number; total: number }>(
      sql`select count(*)::int as count, min(total_cents) as total from orders join order_lines on order_id = orders.id
        where tool_id = ${tool._id} and price_cents = 1000`,
    )
    const placed = countPlaced(ends)
    assert.deepEqual(rows, [{ count: placed, total: placed > 0 ? 10_000 : null }])
  }
})
