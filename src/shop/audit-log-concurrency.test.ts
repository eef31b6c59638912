import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { DrizzleQueryError, sql } from 'drizzle-orm'
import { demote, promote } from '#shop/accounts/set-areas.ts'
import { addTool, deleteTool, updateTool } from '#shop/catalogue/change-tools.ts'
import { getTool } from '#shop/catalogue/tools.ts'
import { cancelAnyOrder } from '#shop/orders/cancel-orders.ts'
import { markShipped } from '#shop/shipments/ship-orders.ts'
import { mallet, openAuditedShop } from '#test/audited-shop.ts'
import type { TestAccount } from '#test/open-shop.ts'
import { readActor } from '#test/read-actor.ts'

const { shop, ada, zoe, listNewRecords, addMallet, placeOrder, placePaidOrder } = await openAuditedShop()

after(() => shop.app.close())

test('a change that cannot be recorded is not made', async () => {
  const { shop: appShop } = shop.app
  const { db } = appShop
  const buyer = await shop.createVerifiedBuyer()
  const admin = await readActor(appShop, ada)
  const [{ _id: unpaid }, bought, id] = [await placeOrder(buyer), await placePaidOrder(buyer), await addMallet()]
  const fields = { ...(await getTool(appShop, id)), priceCents: 1500 }
  const steps = [
    () => promote(appShop, admin, buyer.email),
    () => demote(appShop, admin, zoe.email),
    () => markShipped(appShop, admin, bought),
    () => cancelAnyOrder(appShop, admin, unpaid),
    () => addTool(appShop, admin, { ...fields, sku: undefined }),
    () => updateTool(appShop, admin, id, fields),
    () => deleteTool(appShop, admin, id),
  ]
  const readFacts = () =>
    db.execute(sql`select
      (select string_agg(accounts::text, ' ' order by id) from accounts) as accounts,
      (select string_agg(tools::text, ' ' order by id) from tools) as tools,
      (select string_agg((to_jsonb(orders) - 'last_checked_at')::text, ' ' order by id) from orders) as orders`)
  const before = (await readFacts()).rows
  await db.execute(sql`alter table admin_actions add constraint full_up check (false) not valid`)
  for (const step of steps) await assert.rejects(step, DrizzleQueryError)
  await db.execute(sql`alter table admin_actions drop constraint full_up`)
  assert.deepEqual((await readFacts()).rows, before)
  for (const step of steps) assert.equal((await listNewRecords(step)).length, 1, String(step))
  await ada.client.promote({ params: { email: zoe.email } })
  await ada.client.demote({ params: { email: buyer.email } })
})

test('the same action by two admins at once is recorded once', async () => {
  const callTogether = (call: (admin: TestAccount) => Promise<unknown>) =>
    listNewRecords(() => Promise.allSettled([ada, zoe].map(call))).then(rows => rows.map(row => row.action))
  for (const _ of [1, 2, 3]) {
    const buyer = await shop.createVerifiedBuyer()
    const params = { email: buyer.email }
    const [{ _id: unpaid }, bought, id] = [await placeOrder(buyer), await placePaidOrder(buyer), await addMallet()]
    assert.deepEqual(await callTogether(({ client }) => client.promote({ params })), ['promote'])
    assert.deepEqual(await callTogether(({ client }) => client.demote({ params })), ['demote'])
    assert.deepEqual(await callTogether(({ client }) => client.markShipped({ params: { id: bought } })), ['deliver'])
    assert.deepEqual(await callTogether(({ client }) => client.cancelAnyOrder({ params: { id: unpaid } })), [
      'cancel_order',
    ])
    assert.deepEqual(await callTogether(({ client }) => client.deleteTool({ params: { id } })), ['delete_tool'])
  }
})

test('of two admins who demote each other at once, one succeeds and is recorded', async () => {
  for (const _ of [1, 2, 3]) {
    const demoteOther = ([admin, { email }]: [TestAccount, TestAccount]) => admin.client.demote({ params: { email } })
    const pairs: [TestAccount, TestAccount][] = [
      [ada, zoe],
      [zoe, ada],
    ]
    const [row, ...more] = await listNewRecords(() => Promise.allSettled(pairs.map(demoteOther)))
    assert.deepEqual(more, [])
    const [winner, loser] = row?.actorEmail === ada.email ? [ada, zoe] : [zoe, ada]
    assert.deepEqual([row?.actorEmail, row?.target], [winner.email, loser.email])
    await winner.client.promote({ params: { email: loser.email } })
  }
})

test('concurrent changes of one tool are recorded in sequence, each from the state of the one before', async () => {
  const id = await addMallet()
  const calls = Array.from({ length: 8 }, (_, index) => {
    const body = { ...mallet, available: mallet.available + 10 ** index, availableBefore: mallet.available }
    return () => (index % 2 ? ada : zoe).client.updateTool({ params: { id }, body })
  })
  const rows = await listNewRecords(() => Promise.all(calls.map(call => call())))
  const steps = rows.map(({ before, after }) => [before.available ?? 0, after.available ?? 0] as const)
  const inOrder = steps.toSorted(([one], [other]) => one - other)
  assert.deepEqual(
    inOrder.map(([from]) => from),
    [mallet.available, ...inOrder.slice(0, -1).map(([, to]) => to)],
  )
  assert.equal(inOrder.at(-1)?.[1], mallet.available + 11_111_111)
})
