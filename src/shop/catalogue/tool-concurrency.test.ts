import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { type SQL, sql } from 'drizzle-orm'
import { outbox } from '#db/tables/mails.ts'
import { type Account, listAccounts } from '#shop/accounts/accounts.ts'
import { type OrderRequest, placeOrder } from '#shop/orders/orders.ts'
import type { Shop } from '#shop/shop.ts'
import { assertOneEach, settleAll, settleAtRows, settleBehind } from '#test/concurrent-calls.ts'
import {
  type AddedTool,
  buildOrderInput,
  openShopWithTwoAdmins,
  type TestAccount,
  type TestShop,
} from '#test/open-shop.ts'
import { deleteTool, updateTool } from './change-tools.ts'
import { getTool } from './tools.ts'

const rounds = [1, 2, 3, 4, 5]
let shop: TestShop
let ada: TestAccount
let zoe: TestAccount
let buyers: TestAccount[]
let buyer: TestAccount
let appShop: Shop
let account: Account
let admin: Account

before(async () => {
  ;({ shop, ada, zoe } = await openShopWithTwoAdmins())
  appShop = shop.app.shop
  admin = await readAccount(ada)
})

// Buyers with many unpaid orders would order in turn, and not meet in the database.
beforeEach(async () => {
  buyer = await shop.createBuyer()
  account = await readAccount(buyer)
  buyers = [buyer, await shop.createBuyer(), await shop.createBuyer()]
})

after(() => shop.app.close())

const settleOnRows = (rows: SQL, ...calls: (() => Promise<unknown>)[]) => settleAtRows(shop.app.shop.db, rows, ...calls)

const readAccount = async ({ email }: TestAccount) =>
  (await listAccounts(shop.app.shop, { q: email, limit: 1 }))[0] ?? assert.fail('no account')

const selectTool = (id: string) => sql`select from tools where id = ${id}`

/** How many pieces of the tool its orders hold, cancelled ones aside. */
async function countReserved(toolId: string): Promise<number> {
  const { rows } = await shop.app.shop.db.execute<{ held: number }>(
    sql`select coalesce(sum(quantity), 0)::int as held from orders join order_lines on order_id = orders.id
      where tool_id = ${toolId} and state <> 'cancelled'`,
  )
  return rows[0]?.held ?? 0
}

const deleteMails = () => shop.app.shop.db.delete(outbox)
const listSubjects = async () => (await shop.listMails()).map(mail => mail.subject).toSorted()
const fields = { image: '/images/claw-hammer-800.webp', price: 10, minimum: 10, available: 1000, description: 'Iron.' }

async function addTool(name: string, changes: Partial<AddedTool> = {}): Promise<AddedTool> {
  const body = { ...fields, name, ...changes }
  return { ...body, _id: (await ada.client.addTool({ body })).insertedId }
}

/** The minimum order of the tool, as the business takes it. */
const requestFor = ({ _id, minimum }: AddedTool): OrderRequest => ({
  lines: [{ toolId: _id, quantity: minimum, priceCents: 1000 }],
  buyerName: buyer.name,
  phone: '555 0100',
  address: '1 Forge Lane',
  fromCart: false,
  idempotencyKey: undefined,
  ipKey: '',
})

/** Two orders of the tool by each buyer. */
const orderCalls = (tool: AddedTool): (() => Promise<unknown>)[] =>
  [...buyers, ...buyers].map(each => () => each.client.placeOrder(buildOrderInput(tool, each)))

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
    assert.equal(await countReserved(tool._id), placed * tool.minimum)
    assert.equal(await readStock(tool._id), tool.available - placed * tool.minimum)
    assert.deepEqual(await listSubjects(), Array(placed).fill(`Your order of ${tool.name}`))
  }
})

test('orders that wait for the deletion of their tool are refused, and a deletion that waits for an order leaves it', async () => {
  const tool = await addTool('Awl')
  const params = { id: tool._id }
  const placing = await settleBehind(
    appShop,
    shop => placeOrder(shop, account, requestFor(tool)),
    () => zoe.client.deleteTool({ params }),
  )
  assert.deepEqual(placing, [{ deletedCount: 1 }])
  assert.equal(await countReserved(tool._id), tool.minimum)
  const other = await addTool('Adze')
  const ends = await settleBehind(appShop, shop => deleteTool(shop, admin, other._id), ...orderCalls(other))
  assert.deepEqual(ends, Array(6).fill('tool_not_found'))
  assert.equal(await countReserved(other._id), 0)
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

test('a change that waits for the deletion of its tool is refused, and a deletion that waits for a change is made', async () => {
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

test('an admin sets the stock while buyers order: later orders reduce the new stock', async () => {
  for (const round of rounds) {
    const tool = await addTool(`Chisel ${round}`, { available: 30 })
    await deleteMails()
    const restock = () =>
      ada.client.updateTool({ params: { id: tool._id }, body: { ...fields, name: tool.name, available: 50 } })
    const ends = await settleOnRows(selectTool(tool._id), ...orderCalls(tool).toSpliced(round, 0, restock))
    assert.deepEqual(ends.splice(round, 1), [{ modifiedCount: 1 }])
    const placed = countPlaced(ends)
    assert.ok(ends.every(end => typeof end === 'object' || end === 'out_of_range' || end === 'order_interrupted'))
    assert.equal(await countReserved(tool._id), placed * tool.minimum)
    const sold = 50 - ((await readStock(tool._id)) ?? 0)
    assert.ok(sold % tool.minimum === 0 && sold >= 0 && sold <= Math.min(50, placed * tool.minimum), String(sold))
    assert.ok(placed * tool.minimum - sold <= 30)
    assert.equal((await listSubjects()).length, placed)
  }
})

test('orders that wait for a change of stock see the new stock, and a change that waits for an order follows it', async () => {
  const tool = await addTool('Cleaver', { available: 30 })
  const present = await getTool(appShop, tool._id)
  const restock = (shop: Shop) => updateTool(shop, admin, tool._id, { ...present, available: 20 })
  const ends = await settleBehind(appShop, restock, ...orderCalls(tool))
  assert.equal(countPlaced(ends), 2)
  assert.deepEqual(ends.filter(end => end === 'out_of_range').length, 4)
  assert.equal(await readStock(tool._id), 0)
  const other = await addTool('Cutter', { available: 30 })
  const change = { ...fields, name: other.name, available: 50 }
  const restocked = await settleBehind(
    appShop,
    shop => placeOrder(shop, account, requestFor(other)),
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

test('orders that wait for a new price are refused, and a concurrent new price leaves the order’s price', async () => {
  const tool = await addTool('Drill')
  const present = await getTool(appShop, tool._id)
  const raise = (shop: Shop) => updateTool(shop, admin, tool._id, { ...present, priceCents: 1200 })
  assert.deepEqual(await settleBehind(appShop, raise, ...orderCalls(tool)), Array(6).fill('price_changed'))
  const other = await addTool('Dowel Jig')
  const change = { ...fields, name: other.name, price: 12 }
  const raised = await settleBehind(
    appShop,
    shop => placeOrder(shop, account, requestFor(other)),
    () => zoe.client.updateTool({ params: { id: other._id }, body: change }),
  )
  assert.deepEqual(raised, [{ modifiedCount: 1 }])
  const { rows } = await appShop.db.execute<{ total: number }>(
    sql`select total_cents as total from orders join order_lines on order_id = id where tool_id = ${other._id}`,
  )
  assert.deepEqual(rows, [{ total: 10_000 }])
})
