import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type SQL, sql } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import type { Tool } from '#contract/tools.ts'
import { outbox } from '#db/tables.ts'
import { variables } from '#test/databases.ts'
import { openShop, orderBodyFor, type Person, type TestShop } from '#test/open-shop.ts'
import { intentOf, payWith } from '#test/pay.ts'
import { waitUntil } from '#test/wait-until.ts'

const rounds = [1, 2, 3, 4, 5]

let shop: TestShop
let ada: Person
let zoe: Person
let buyers: Person[]
let buyer: Person
before(async () => {
  shop = await openShop()
  ada = await shop.logIn('admin@example.com', 'anvil-and-tongs')
  zoe = await shop.newBuyer('Zoe Steel')
  await ada.client.promote({ params: { email: zoe.email } })
  buyer = await shop.newBuyer()
  buyers = [buyer, await shop.newBuyer(), await shop.newBuyer()]
})
after(() => shop.store.close())

/** How calls made at the same time end: each with its reply, or with the code by which the shop refused it. */
async function together(...calls: (() => Promise<unknown>)[]): Promise<unknown[]> {
  const ends = await Promise.allSettled(calls.map(call => call()))
  return ends.map(end => {
    if (end.status === 'fulfilled') return end.value
    assert.ok(end.reason instanceof Refusal, String(end.reason))
    assert.ok(end.reason.status >= 400 && end.reason.status < 500, end.reason.code)
    return end.reason.code
  })
}

/**
 * Calls that meet in the database: each waits for a row that the query reads, until all of them do or have ended. The
 * embedded database has one connection, so there they come one after the other.
 */
async function meeting(rows: SQL, ...calls: (() => Promise<unknown>)[]): Promise<unknown[]> {
  const { db } = shop.store.shop
  if (!process.env[variables.postgres]) return together(...calls)
  let ends: Promise<unknown[]> | undefined
  await db.transaction(async tx => {
    await tx.execute(sql`${rows} for update`)
    let ended = 0
    ends = together(
      ...calls.map(
        call => () =>
          call().finally(() => {
            ended += 1
          }),
      ),
    )
    const waiting = sql`datname = current_database() and wait_event_type = 'Lock'`
    const allWait = async () => ended + (await db.$count(sql`pg_stat_activity`, waiting)) >= calls.length
    await waitUntil(allWait, 'each call waits for the row or has ended')
  })
  return (await ends) ?? []
}

const orderRow = (id: string) => sql`select from orders where id = ${id}`
const toolRow = (id: string) => sql`select from tools where id = ${id}`
const accountRows = (...people: Person[]) => {
  const emails = sql.join(
    people.map(person => sql`${person.email}`),
    sql`, `,
  )
  return sql`select from accounts where email in (${emails})`
}

const byText = (ends: unknown[]) => ends.map(end => JSON.stringify(end)).toSorted()

/** The two ends, whichever of the calls had which. */
const oneEach = (ends: unknown[], one: unknown, other: unknown) => assert.deepEqual(byText(ends), byText([one, other]))

async function ordered() {
  await buyer.client.placeOrder(orderBodyFor(await shop.tool(), buyer))
  const [order] = await buyer.client.listOrders({})
  return order ?? assert.fail('no order')
}

async function secretOf(order: { _id: string; totalPrice: number }) {
  const body = { orderId: order._id, totalPrice: order.totalPrice }
  return (await buyer.client.createPaymentIntent({ body })).clientSecret
}

async function pay(id: string, secret: string) {
  await payWith(shop, secret)
  return buyer.client.recordPayment({ params: { id }, body: { orderId: id, transactionId: intentOf(secret) } })
}

/** What stands of the order in the database. */
async function stateOf(id: string): Promise<string | undefined> {
  const { rows } = await shop.store.shop.db.execute<{ state: string }>(sql`select state from orders where id = ${id}`)
  return rows[0]?.state
}

const available = async () => (await shop.tool()).available

/** How many pieces of the tool its orders hold, cancelled ones aside. */
async function held(toolId: string): Promise<number> {
  const { rows } = await shop.store.shop.db.execute<{ held: number }>(
    sql`select coalesce(sum(quantity), 0)::int as held from orders where tool_id = ${toolId} and state <> 'cancelled'`,
  )
  return rows[0]?.held ?? 0
}

const forgetMails = () => shop.store.shop.db.delete(outbox)
const subjects = async () => (await shop.listMails()).map(mail => mail.subject).toSorted()

test('two admins deliver the same order: it is shipped once', async () => {
  for (const _ of rounds) {
    const order = await ordered()
    await pay(order._id, await secretOf(order))
    await forgetMails()
    const deliver = (admin: Person) => () => admin.client.markDelivered({ params: { id: order._id } })
    oneEach(await meeting(orderRow(order._id), deliver(ada), deliver(zoe)), { modifiedCount: 1 }, { modifiedCount: 0 })
    assert.equal(await stateOf(order._id), 'shipped')
    assert.deepEqual(await subjects(), ['Your order of Circular Saw is on its way'])
  }
})

test('two admins, or an admin and the buyer, cancel the same order: its stock comes back once', async () => {
  const byAdmin = (admin: Person) => (id: string) => () => admin.client.cancelAnyOrder({ params: { id } })
  const byBuyer = (id: string) => () => buyer.client.cancelOrder({ params: { id } })
  for (const round of rounds) {
    for (const [one, other] of [
      [byAdmin(ada), byAdmin(zoe)],
      [byAdmin(ada), byBuyer],
      [byBuyer, byBuyer],
    ] as const) {
      const before = await available()
      const order = await ordered()
      if (round % 2 === 0) await secretOf(order)
      await forgetMails()
      oneEach(
        await meeting(orderRow(order._id), one(order._id), other(order._id)),
        { deletedCount: 1 },
        'order_not_found',
      )
      assert.equal(await available(), before)
      assert.equal(await stateOf(order._id), 'cancelled')
      assert.deepEqual(await subjects(), ['Your order of Circular Saw is cancelled'])
    }
  }
})

test('an admin cancels while the buyer pays: the order is paid or cancelled, and its stock goes with it', async () => {
  for (const _ of rounds) {
    const before = await available()
    const order = await ordered()
    const secret = await secretOf(order)
    await forgetMails()
    const cancel = () => ada.client.cancelAnyOrder({ params: { id: order._id } })
    const ends = await together(() => pay(order._id, secret), cancel)
    const paid = (await stateOf(order._id)) === 'paid'
    assert.deepEqual(ends, paid ? [{ acknowledged: true }, 'order_paid'] : ['payment_incomplete', { deletedCount: 1 }])
    assert.equal(await stateOf(order._id), paid ? 'paid' : 'cancelled')
    assert.equal(await available(), paid ? before - Number.parseInt(order.quantity, 10) : before)
    assert.deepEqual(await subjects(), [
      paid ? 'Payment received for your order of Circular Saw' : 'Your order of Circular Saw is cancelled',
    ])
  }
})

test('an admin cancels while the buyer’s payment is recorded: the order is paid', async () => {
  for (const _ of rounds) {
    const order = await ordered()
    const secret = await secretOf(order)
    await payWith(shop, secret)
    await forgetMails()
    const body = { orderId: order._id, transactionId: intentOf(secret) }
    const record = () => buyer.client.recordPayment({ params: { id: order._id }, body })
    const cancel = () => zoe.client.cancelAnyOrder({ params: { id: order._id } })
    const ends = await meeting(orderRow(order._id), record, cancel)
    assert.deepEqual(ends, [{ acknowledged: true }, 'order_paid'])
    assert.equal(await stateOf(order._id), 'paid')
    assert.deepEqual(await subjects(), ['Payment received for your order of Circular Saw'])
  }
})

test('an admin cancels while the payment page opens: a cancelled order leaves nothing to pay', async () => {
  for (const _ of rounds) {
    const before = await available()
    const order = await ordered()
    const cancel = () => ada.client.cancelAnyOrder({ params: { id: order._id } })
    const [secret, cancelled] = await meeting(orderRow(order._id), () => secretOf(order), cancel)
    assert.deepEqual(cancelled, { deletedCount: 1 })
    assert.equal(await available(), before)
    const refusals: unknown[] = ['order_cancelled', 'order_cancelling']
    if (!refusals.includes(secret)) {
      const paid = await payWith(shop, String(secret))
      assert.equal(paid.error?.code, 'payment_intent_unexpected_state')
    }
  }
})

test('an admin delivers while the buyer’s payment is recorded: the order ends paid or shipped', async () => {
  for (const _ of rounds) {
    const order = await ordered()
    const secret = await secretOf(order)
    await payWith(shop, secret)
    const deliver = () => zoe.client.markDelivered({ params: { id: order._id } })
    const [paid, delivered] = await together(() => pay(order._id, secret), deliver)
    assert.deepEqual(paid, { acknowledged: true })
    const shipped = (await stateOf(order._id)) === 'shipped'
    assert.deepEqual(delivered, shipped ? { modifiedCount: 1 } : 'order_not_paid')
  }
})

test('two admins promote the same account: one of them makes it an admin', async () => {
  const promote = (admin: Person) => () => admin.client.promote({ params: { email: buyer.email } })
  for (const _ of rounds) {
    oneEach(await meeting(accountRows(buyer), promote(ada), promote(zoe)), { modifiedCount: 1 }, { modifiedCount: 0 })
    assert.deepEqual(await buyer.client.isAdmin({ params: { email: buyer.email } }), { admin: true })
    await ada.client.demote({ params: { email: buyer.email } })
  }
})

const admins = async () => {
  const { rows } = await shop.store.shop.db.execute<{ email: string }>(
    `select email from accounts where role = 'admin' order by email`,
  )
  return rows.map(row => row.email)
}

test('admins who demote each other leave one', async () => {
  const demote = (by: Person, whom: Person) => () => by.client.demote({ params: { email: whom.email } })
  for (const _ of rounds) {
    const ends = await meeting(accountRows(ada, zoe), demote(ada, zoe), demote(zoe, ada))
    const [left, ...others] = await admins()
    assert.deepEqual(others, [])
    assert.equal(ends.filter(end => typeof end === 'object').length, 1)
    assert.ok(ends.some(end => end === 'last_admin' || end === 'admins_only'))
    const [winner, loser] = left === ada.email ? [ada, zoe] : [zoe, ada]
    assert.deepEqual(await winner.client.promote({ params: { email: loser.email } }), { modifiedCount: 1 })
  }
})

test('three admins who demote each other in a ring, or themselves, leave at least one', async () => {
  const trio = [ada, zoe, buyer] as const
  const demote = (by: Person, whom: Person) => () => by.client.demote({ params: { email: whom.email } })
  for (const round of rounds) {
    await shop.store.shop.db.execute(sql`update accounts set role = 'admin' where email = ${buyer.email}`)
    const next = round % 2
    const ends = await meeting(
      accountRows(...trio),
      ...trio.map((admin, index) => demote(admin, trio[(index + next) % 3] ?? admin)),
    )
    const left = await admins()
    assert.equal(left.length, 3 - ends.filter(end => typeof end === 'object').length)
    assert.ok(left.length > 0)
    await shop.store.shop.db.execute(
      sql`update accounts set role = case email when ${buyer.email} then 'customer' else 'admin' end
        where email in (${ada.email}, ${zoe.email}, ${buyer.email})`,
    )
  }
})

const fields = { image: '/images/claw-hammer-800.webp', price: 10, minimum: 10, available: 1000, description: 'Iron.' }

async function newTool(name: string, changes: Partial<Tool> = {}): Promise<Tool> {
  const body = { ...fields, name, ...changes }
  return { ...body, _id: (await ada.client.addTool({ body })).insertedId }
}

/** Two orders of the tool by each buyer. */
const bookings = (tool: Tool): (() => Promise<unknown>)[] =>
  [...buyers, ...buyers].map(each => () => each.client.placeOrder(orderBodyFor(tool, each)))

async function stockOf(id: string): Promise<number | undefined> {
  const { rows } = await shop.store.shop.db.execute<{ available: number }>(
    sql`select available from tools where id = ${id}`,
  )
  return rows[0]?.available
}

const placedOf = (ends: unknown[]) => ends.filter(end => typeof end === 'object').length

test('an admin deletes a tool while buyers order it: each order is placed whole or refused', async () => {
  for (const round of rounds) {
    const tool = await newTool(`Anvil ${round}`)
    await forgetMails()
    const remove = () => zoe.client.deleteTool({ params: { id: tool._id } })
    const calls = bookings(tool).toSpliced(round, 0, remove)
    const ends = await meeting(toolRow(tool._id), ...calls)
    assert.deepEqual(ends.splice(round, 1), [{ deletedCount: 1 }])
    const placed = placedOf(ends)
    assert.ok(ends.every(end => typeof end === 'object' || end === 'tool_not_found'))
    assert.deepEqual(await together(...bookings(tool)), Array(6).fill('tool_not_found'))
    assert.equal(await held(tool._id), placed * tool.minimum)
    assert.equal(await stockOf(tool._id), tool.available - placed * tool.minimum)
    assert.deepEqual(await subjects(), Array(placed).fill(`Your order of ${tool.name}`))
  }
})

test('two admins delete the same tool, or one changes it: it is deleted once', async () => {
  for (const round of rounds) {
    const tool = await newTool(`Bellows ${round}`)
    const params = { id: tool._id }
    const remove = (admin: Person) => () => admin.client.deleteTool({ params })
    const change = () => ada.client.updateTool({ params, body: { ...fields, name: tool.name } })
    const [changed, ...removed] = await meeting(toolRow(tool._id), change, remove(ada), remove(zoe))
    oneEach(removed, { deletedCount: 1 }, { deletedCount: 0 })
    assert.ok(changed === 'tool_not_found' || (changed as { modifiedCount?: number }).modifiedCount === 1)
    assert.deepEqual(await shop.client.listTools({ query: { id: tool._id } }), [])
  }
})

test('an admin sets the stock while buyers order: what is sold after that comes off it', async () => {
  for (const round of rounds) {
    const tool = await newTool(`Chisel ${round}`, { available: 30 })
    await forgetMails()
    const restock = () =>
      ada.client.updateTool({ params: { id: tool._id }, body: { ...fields, name: tool.name, available: 50 } })
    const ends = await meeting(toolRow(tool._id), ...bookings(tool).toSpliced(round, 0, restock))
    assert.deepEqual(ends.splice(round, 1), [{ modifiedCount: 1 }])
    const placed = placedOf(ends)
    assert.ok(ends.every(end => typeof end === 'object' || end === 'out_of_range' || end === 'order_interrupted'))
    assert.equal(await held(tool._id), placed * tool.minimum)
    const sold = 50 - ((await stockOf(tool._id)) ?? 0)
    assert.ok(sold % tool.minimum === 0 && sold >= 0 && sold <= Math.min(50, placed * tool.minimum), String(sold))
    assert.ok(placed * tool.minimum - sold <= 30)
    assert.equal((await subjects()).length, placed)
  }
})

test('an admin changes the price while buyers order: each pays what was shown or is refused', async () => {
  for (const round of rounds) {
    const tool = await newTool(`Drawknife ${round}`)
    const raise = () =>
      zoe.client.updateTool({ params: { id: tool._id }, body: { ...fields, name: tool.name, price: 12 } })
    const ends = await meeting(toolRow(tool._id), ...bookings(tool).toSpliced(round, 0, raise))
    assert.deepEqual(ends.splice(round, 1), [{ modifiedCount: 1 }])
    assert.ok(ends.every(end => typeof end === 'object' || end === 'price_changed'))
    const { rows } = await shop.store.shop.db.execute<{ count: number; total: number }>(
      sql`select count(*)::int as count, min(total_cents) as total from orders where tool_id = ${tool._id}
        and price_cents = 1000`,
    )
    const placed = placedOf(ends)
    assert.deepEqual(rows, [{ count: placed, total: placed > 0 ? 10_000 : null }])
  }
})
