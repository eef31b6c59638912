import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import { accounts } from '#db/tables/accounts.ts'
import { adminActions } from '#db/tables/audit-log.ts'
import { invoices } from '#db/tables/documents.ts'
import { orders } from '#db/tables/orders.ts'
import { issueDueCreditNotes } from '#shop/documents/credit-notes.ts'
import { prepareShop, setUp } from '#test/prepare.ts'
import { findViolationsAtRest } from '#test/shop-invariants.ts'
import { seedHistory } from './history.ts'

const shop = prepareShop()
setUp(async () => {
  await seedHistory(shop.app.shop.db, shop.app.shop.settings.current, new Date())
})

test('the demo has orders of ninety days in all states, of its buyer, of twelve customers and of two companies', async () => {
  const { db } = shop.app.shop
  const { rows } = await db.execute<{ state: string; count: number; lines: number }>(
    sql`select case when shipped_at is not null then 'shipped' when paid_at is not null then 'paid' else state end as state,
      count(*)::int as count, max(line_count) as lines from ${orders} group by 1 order by 1`,
  )
  assert.deepEqual(
    rows.map(({ state }) => state),
    ['cancelled', 'paid', 'placed', 'shipped'],
  )
  const count = rows.reduce((sum, row) => sum + row.count, 0)
  assert.ok(count >= 80 && count <= 160, `${count} orders`)
  const { rows: days } = await db.execute<{ count: number; weekday: number; early: number; late: number }>(sql`
    select count(*)::int as count, extract(dow from created_at at time zone 'UTC')::int as weekday,
      min(extract(hour from created_at at time zone 'UTC'))::int as early,
      max(extract(hour from created_at at time zone 'UTC'))::int as late
    from ${orders} where approval is null group by created_at::date, weekday`)
  assert.ok(days.every(day => day.count <= 6 && day.weekday > 0 && day.early >= 7 && day.late < 18))
  const { rows: impossible } = await db.execute(sql`
    select ${orders}.id from ${orders} join ${accounts} on ${accounts}.id = account_id
    where ${orders}.created_at < ${accounts}.created_at or paid_at < ${orders}.created_at or shipped_at < paid_at
      or greatest(${orders}.created_at, paid_at, shipped_at) > now()`)
  assert.deepEqual(impossible, [])
  const { rows: early } = await db.execute(sql`
    select shipments.id from shipments join ${orders} on ${orders}.id = order_id where shipments.created_at < paid_at`)
  assert.deepEqual(early, [])
  const { rows: future } = await db.execute(sql`
    select requested_at from returns where greatest(requested_at, answered_at) > now()
    union all select opened_at from disputes where greatest(opened_at, ended_at) > now()
    union all select created_at from refunds where created_at > now()
    union all select created_at from shipments where created_at > now()`)
  assert.deepEqual(future, [])
  const { rows: phones } = await db.execute<{ count: number }>(
    sql`select count(distinct phone)::int as count from ${orders}`,
  )
  assert.ok((phones[0]?.count ?? 0) > 10)
  assert.ok(rows.some(({ lines }) => lines > 3))
  assert.equal(await db.$count(accounts), 17)
  const { rows: wrong } = await db.execute(sql`
    select ${orders}.id from ${orders} left join order_lines line on line.order_id = ${orders}.id
    group by ${orders}.id having sum(line.price_cents::bigint * line.quantity) <> total_cents or count(line) <> line_count`)
  assert.deepEqual(wrong, [])
  const { rows: unshipped } = await db.execute(sql`
    select ${orders}.id from ${orders} join order_lines line on line.order_id = ${orders}.id
    where shipped_at is not null and quantity <> coalesce((
      select sum(quantity) from shipment_lines join shipments on shipments.id = shipment_id
      where shipments.order_id = ${orders}.id and tool_id = line.tool_id), 0)`)
  assert.deepEqual(unshipped, [])
  assert.equal(await db.$count(orders, sql`fulfilment = 'partial'`), 1)
  const { rows: expired } = await db.execute(
    sql`select id from ${orders} where state = 'placed' and expires_at < now()`,
  )
  assert.deepEqual(expired, [])
})

test('every paid order has its invoice, every shipped one its record', async () => {
  const { db } = shop.app.shop
  assert.equal(await db.$count(invoices), await db.$count(orders, sql`paid_at is not null`))
  assert.equal(await db.$count(adminActions), await db.$count(orders, sql`shipped_at is not null`))
  const buyer = await shop.logIn('buyer@example.com', 'hammer-and-nails')
  const [order] = (await buyer.client.listOrders({})).filter(({ paid }) => paid)
  const { fileName } = await buyer.client.getOrderDocument({ params: { id: order?._id ?? '', kind: 'invoice' } })
  assert.match(fileName, /^invoice-\d+\.pdf$/)
  assert.equal((await buyer.client.listAddresses({})).length, 2)
  assert.equal((await buyer.client.listSavedLists({}))[0]?.lineCount, 8)
})

test('a shop with orders keeps its own history', async () => {
  const { db, settings } = shop.app.shop
  const count = await db.$count(orders)
  await seedHistory(db, settings.current, new Date())
  assert.equal(await db.$count(orders), count)
})

test('card payments can be refunded at the sandbox, and one order was refunded by hand', async () => {
  const { db } = shop.app.shop
  const admin = await shop.logInAsAdmin()
  const all = await admin.client.listAllOrders({ query: { limit: 300 } })
  assert.equal(all.filter(({ refundedTotal }) => refundedTotal === 25).length, 1)
  const id = all.find(({ transactionId }) => transactionId?.startsWith('pi_'))?._id ?? ''
  await admin.client.refundOrder({ params: { id, refundId: crypto.randomUUID() }, body: { amount: 3 } })
  assert.equal((await admin.client.getOrderDetails({ params: { id } })).refunds[0]?.state, 'succeeded')
  await issueDueCreditNotes(shop.app.shop)
  const violations = await findViolationsAtRest(db)
  assert.deepEqual(
    violations.filter(line => !line.startsWith('a step without its one mail')),
    [],
  )
})
