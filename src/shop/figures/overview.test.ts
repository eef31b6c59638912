import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { Overview } from '#contract/schemas/admin/overview.ts'
import { dailyFigures } from '#db/tables/figures.ts'
import { recordRefund } from '#shop/refunds/settle-refunds.ts'
import { balanceStock } from '#test/balance-stock.ts'
import { type AddedTool, assertRefused, openShop, type TestAccount, type TestShop } from '#test/open-shop.ts'
import { payOrder } from '#test/orders.ts'
import { rollUpDays } from './roll-up-days.ts'

let shop: TestShop
let admin: TestAccount
let buyer: TestAccount
let tools: AddedTool[]
before(async () => {
  shop = await openShop()
  admin = await shop.logInAsAdmin()
  buyer = await shop.createVerifiedBuyer()
  tools = [
    await shop.addTool({ name: 'Adze', sku: 'ADZE-1', price: 12.34, available: 1000, brand: 'Norvane' }),
    await shop.addTool({ name: 'Bodkin', sku: 'BOD-1', price: 0.99, available: 1000 }),
  ]
})
after(async () => {
  await balanceStock(shop.app.shop.db)
  await shop.app.close()
})

const execute = (query: ReturnType<typeof sql>) => shop.app.shop.db.execute(query)
const getOverview = (query: Parameters<TestAccount['client']['getOverview']>[0]['query'] = { days: 1 }) =>
  admin.client.getOverview({ query })

async function place(quantities: readonly number[] = [10, 10]): Promise<string> {
  const lines = tools.map(({ _id: toolId, price }, index) => ({ toolId, quantity: quantities[index] ?? 0, price }))
  return (await buyer.client.checkOut({ body: { lines: lines.filter(({ quantity }) => quantity > 0) } })).orderId
}

async function pay(id: string): Promise<string> {
  await payOrder({ shop, buyer }, id)
  return id
}

async function refund(orderId: string, amount: number): Promise<string> {
  const refundId = crypto.randomUUID()
  await admin.client.refundOrder({ params: { id: orderId, refundId }, body: { amount, reason: 'Scratched' } })
  return refundId
}

async function backdate(id: string, days: number): Promise<void> {
  const back = sql`${days}::int * interval '1 day'`
  await execute(sql`update orders set created_at = created_at - ${back}, paid_at = paid_at - ${back},
    shipped_at = shipped_at - ${back}, cancelled_at = cancelled_at - ${back} where id = ${id}`)
  await execute(sql`update refund_movements set created_at = created_at - ${back}
    where refund_id in (select id from refunds where order_id = ${id})`)
}

async function forgetDays(): Promise<void> {
  await execute(sql`delete from daily_figures`)
  await execute(sql`delete from daily_sales`)
}

const pickCounts = ({ placed, paid, shipped, cancelled }: Overview['figures']) => ({ placed, paid, shipped, cancelled })

test('figures count each order on the days of its steps, to the cent, also once the days are stored', async () => {
  const start = await getOverview()
  const [today, old, older] = [await pay(await place()), await pay(await place([1, 0])), await pay(await place([0, 3]))]
  const cancelled = await place()
  await admin.client.cancelAnyOrder({ params: { id: cancelled } })
  await admin.client.markShipped({ params: { id: old } })
  await refund(today, 0.01)
  await refund(old, 5)
  await backdate(old, 3)
  await backdate(older, 9)
  const now = await getOverview()
  assert.equal(now.figures.revenue, start.figures.revenue + 133.29)
  assert.deepEqual([now.figures.payments, now.figures.refunds], [start.figures.payments + 133.3, 0.01])
  assert.equal(now.figures.averageOrder, 133.3)
  assert.deepEqual(pickCounts(now.figures), { placed: 2, paid: 1, shipped: 0, cancelled: 1 })
  assert.deepEqual(pickCounts(now.before), { placed: 0, paid: 0, shipped: 0, cancelled: 0 })
  const week = await getOverview({ days: 7 })
  assert.equal(week.figures.revenue, 133.29 + 12.34 - 5)
  assert.deepEqual(pickCounts(week.figures), { placed: 3, paid: 2, shipped: 1, cancelled: 1 })
  assert.equal(week.before.revenue, 2.97)
  assert.deepEqual(
    week.days.map(({ revenue }) => revenue),
    [0, 0, 0, 7.34, 0, 0, 133.29],
  )
  assert.equal(await shop.app.shop.db.$count(dailyFigures), 0)
  const stored = await rollUpDays(shop.app.shop)
  // In the first hour of a day, yesterday is not stored yet.
  assert.ok(stored >= 8)
  assert.equal(await rollUpDays(shop.app.shop), 0, 'each day is stored once')
  assert.deepEqual(await getOverview({ days: 7 }), week)
  assert.deepEqual(await getOverview({ from: week.from, to: week.to }), week)
})

test('tools and brands that sold most are listed with pieces and money', async () => {
  const { topTools, topBrands } = await getOverview({ days: 7 })
  assert.deepEqual(
    topTools.map(({ name, pieces, total }) => [name, pieces, total]),
    [
      ['Adze', 11, 135.74],
      ['Bodkin', 10, 9.9],
    ],
  )
  assert.deepEqual(topBrands, [
    { name: 'Norvane', pieces: 11, total: 135.74 },
    { name: '', pieces: 10, total: 9.9 },
  ])
})

test('a tool whose stock does not last is named with its days', async () => {
  const [adze] = tools
  await shop.setStock(adze?._id ?? '', 11)
  const { runningOut } = await getOverview()
  const named = runningOut.find(({ name }) => name === 'Adze')
  assert.deepEqual([named?.sold, named?.available, named?.daysLeft], [11, 11, 30])
  await shop.setStock(adze?._id ?? '', 12)
  assert.equal(
    (await getOverview()).runningOut.find(({ name }) => name === 'Adze'),
    undefined,
  )
  const empty = await shop.addTool({ name: 'Empty Shelf', available: 0, minimum: 5 })
  const [first] = (await getOverview()).runningOut
  assert.deepEqual([first?.available, first?.daysLeft], [0, null])
  await admin.client.deleteTool({ params: { id: empty._id } })
})

test('a refund that fails days later leaves the past as it was, and is counted when it fails', async () => {
  const id = await pay(await place([1, 0]))
  const refundId = await refund(id, 2)
  const [row] = (await execute(sql`select * from refunds where id = ${refundId}`)).rows
  assert.equal(row?.state, 'succeeded')
  await execute(sql`update refund_movements set created_at = now() - interval '2 days' where refund_id = ${refundId}`)
  await forgetDays()
  await rollUpDays(shop.app.shop)
  const before = await getOverview({ days: 7 })
  const failing = { id: refundId, attempt: 1, kind: 'order', paymentIntentId: null } as Parameters<
    typeof recordRefund
  >[1]
  await recordRefund(shop.app.shop, failing, { state: 'failed', failure: 'closed account' })
  const later = await getOverview({ days: 7 })
  assert.deepEqual(later.days.slice(0, -1), before.days.slice(0, -1))
  assert.equal(later.days.at(-1)?.revenue, (before.days.at(-1)?.revenue ?? 0) + 2)
})

test('a lost dispute takes its amount from the revenue of the day, one that is open or won does not', async () => {
  const id = await pay(await place([1, 0]))
  const { figures } = await getOverview()
  await execute(sql`
    insert into disputes (id, order_id, amount_cents, reason, state, opened_at, ended_at) values
    ('dp_lost', ${id}, 1200, 'fraudulent', 'lost', now(), now()), ('dp_won', ${id}, 100, 'fraudulent', 'won', now(), now()),
    ('dp_open', ${id}, 34, 'fraudulent', 'open', now(), null)`)
  assert.equal((await getOverview()).figures.revenue, figures.revenue - 12)
})

test('days begin at midnight of the shop’s time zone, and are stored anew for another one', async () => {
  const id = await pay(await place([0, 1]))
  // 23:30 UTC is the next day in Auckland.
  await execute(sql`update orders set created_at = '2026-03-01 23:30Z', paid_at = '2026-03-01 23:30Z' where id = ${id}`)
  const readRevenue = async (day: string) => (await getOverview({ from: day, to: day })).figures.revenue
  await forgetDays()
  await rollUpDays(shop.app.shop)
  assert.deepEqual([await readRevenue('2026-03-01'), await readRevenue('2026-03-02')], [0.99, 0])
  await admin.client.updateSettings({ body: { timeZone: 'Pacific/Auckland' } })
  assert.deepEqual([await readRevenue('2026-03-01'), await readRevenue('2026-03-02')], [0, 0.99])
  assert.ok((await rollUpDays(shop.app.shop)) > 200)
  assert.deepEqual([await readRevenue('2026-03-01'), await readRevenue('2026-03-02')], [0, 0.99])
  await admin.client.updateSettings({ body: { timeZone: 'UTC' } })
})

test('each hour counts once where clocks go back at midnight', async () => {
  const ids = [await pay(await place([0, 1])), await pay(await place([0, 2]))]
  // In Havana, 00:30 of 2026-11-01 occurs twice: at 04:30 and 05:30 UTC.
  for (const [index, time] of ['2026-11-01 04:30Z', '2026-11-01 05:30Z'].entries())
    await execute(sql`update orders set created_at = ${time}, paid_at = ${time} where id = ${ids[index]}`)
  await admin.client.updateSettings({ body: { timeZone: 'America/Havana' } })
  await forgetDays()
  const read = () => getOverview({ from: '2026-11-01', to: '2026-11-01' })
  const counted = await read()
  assert.deepEqual([counted.figures.revenue, counted.topTools[0]?.pieces], [2.97, 3])
  await rollUpDays(shop.app.shop)
  assert.deepEqual(await read(), counted)
  await admin.client.updateSettings({ body: { timeZone: 'UTC' } })
})

test('open work is counted, orders by their age', async () => {
  const start = await getOverview()
  const [waiting, paid, returned] = [
    await place([1, 0]),
    await pay(await place([1, 0])),
    await pay(await place([1, 0])),
  ]
  await execute(sql`update orders set created_at = now() - interval '5 days' where id = ${waiting}`)
  await execute(sql`update orders set paid_at = now() - interval '30 hours' where id = ${paid}`)
  await shop.addTool({ name: 'Froe', sku: 'FROE-1', available: 1, minimum: 2 })
  await admin.client.markShipped({ params: { id: returned } })
  const [adze] = tools
  await buyer.client.requestReturn({
    params: { id: returned, returnId: crypto.randomUUID() },
    body: { lines: [{ toolId: adze?._id ?? '', quantity: 1 }], reason: 'Blunt' },
  })
  const { unpaid, undelivered, work } = await getOverview()
  const grow = (groups: Overview['unpaid'], upToDays: number | null) =>
    groups.map(group => (group.upToDays === upToDays ? { ...group, orders: group.orders + 1 } : group))
  assert.deepEqual(unpaid, grow(start.unpaid, 7))
  assert.deepEqual(undelivered, grow(start.undelivered, 3))
  assert.deepEqual(work, {
    ...start.work,
    belowMinimum: start.work.belowMinimum + 1,
    returnsRequested: start.work.returnsRequested + 1,
  })
})

test('an invalid period is refused at its field', async () => {
  await assertRefused(getOverview({ from: '2026-03-02', to: '2026-03-01' }), 'invalid_input')
  await assertRefused(getOverview({ from: '2025-01-01', to: '2026-03-01' }), 'invalid_input')
  await assertRefused(getOverview({ from: '2026-03-01' }), 'invalid_input')
  await assertRefused(getOverview({ from: '0000-01-01', to: '0000-01-01' }), 'invalid_input')
  const [today, later] = [0, 90].map(days => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10))
  const { to } = await getOverview({ from: today, to: later })
  assert.ok(later && to < later, 'days after today are left out')
})
