import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { DrizzleQueryError, sql } from 'drizzle-orm'
import { maxStock } from '#contract/limits.ts'
import { adminActions } from '#db/tables.ts'
import { openShop, orderBodyFor, type Person, refused, type TestShop } from '#test/open-shop.ts'
import { intentOf, payWith } from '#test/pay.ts'
import { demote, listAccounts, promote } from './accounts.ts'
import { cancelAnyOrder, markDelivered } from './orders.ts'
import { addTool, deleteTool, getTool, updateTool } from './tools.ts'

let shop: TestShop
let ada: Person
let zoe: Person
before(async () => {
  shop = await openShop()
  ada = await shop.logIn('admin@example.com', 'anvil-and-tongs')
  zoe = await shop.newBuyer('Zoe Steel')
  await ada.client.promote({ params: { email: zoe.email } })
})
after(() => shop.store.close())

/** What the work leaves on record, oldest first. */
async function recordedBy(work: () => Promise<unknown>) {
  const { db } = shop.store.shop
  const known = await db.$count(adminActions)
  await work()
  const rows = await db.select().from(adminActions).orderBy(adminActions.id).offset(known)
  return rows.map(({ id, createdAt, actorId, targetId, ...row }) => row)
}

const mallet = {
  name: 'Mallet',
  image: '/images/claw-hammer-800.webp',
  price: 12,
  available: 40,
  minimum: 10,
  description: 'A mallet.',
}

const add = async (changes: Partial<typeof mallet> = {}) =>
  (await ada.client.addTool({ body: { ...mallet, ...changes } })).insertedId

async function ordered(buyer: Person) {
  await buyer.client.placeOrder(orderBodyFor(await shop.tool(), buyer))
  const [order] = await buyer.client.listOrders({})
  return order ?? assert.fail('no order')
}

async function paid(buyer: Person) {
  const { _id: orderId, totalPrice } = await ordered(buyer)
  const { clientSecret } = await buyer.client.createPaymentIntent({ body: { orderId, totalPrice } })
  await payWith(shop, clientSecret)
  const payment = { orderId, transactionId: intentOf(clientSecret) }
  await buyer.client.recordPayment({ params: { id: orderId }, body: payment })
  return orderId
}

const by = (admin: Person) => ({ actorEmail: admin.email })

test('who becomes an admin or stops being one is on record, with who did it', async () => {
  const params = { email: (await shop.newBuyer()).email }
  const account = { targetKind: 'account', target: params.email }
  const [customer, admin] = [{ role: 'customer' }, { role: 'admin' }]
  assert.deepEqual(await recordedBy(() => ada.client.promote({ params })), [
    { ...by(ada), action: 'promote', ...account, before: customer, after: admin },
  ])
  assert.deepEqual(await recordedBy(() => zoe.client.demote({ params })), [
    { ...by(zoe), action: 'demote', ...account, before: admin, after: customer },
  ])
})

test('a tool that is added, changed and deleted is on record, with the fields that changed', async () => {
  const tool = { targetKind: 'tool', target: 'Mallet' }
  let id = ''
  const { price: _, ...others } = mallet
  const added = await recordedBy(async () => {
    id = await add()
  })
  assert.deepEqual(added, [
    { ...by(ada), action: 'add_tool', ...tool, before: {}, after: { ...others, price_cents: 1200 } },
  ])
  const change = { ...mallet, name: 'Maul', price: 15, available: 60 }
  assert.deepEqual(await recordedBy(() => zoe.client.updateTool({ params: { id }, body: change })), [
    {
      ...by(zoe),
      action: 'update_tool',
      ...tool,
      before: { name: 'Mallet', price_cents: 1200, available: 40 },
      after: { name: 'Maul', price_cents: 1500, available: 60 },
    },
  ])
  const [deleted, ...more] = await recordedBy(() => ada.client.deleteTool({ params: { id } }))
  assert.deepEqual(more, [])
  const { after, ...rest } = deleted ?? assert.fail('not on record')
  assert.deepEqual(rest, {
    ...by(ada),
    action: 'delete_tool',
    targetKind: 'tool',
    target: 'Maul',
    before: { deleted_at: null },
  })
  assert.deepEqual(Object.keys(after), ['deleted_at'])
})

test('an order that an admin delivers or cancels is on record, without anything of its buyer', async () => {
  const buyer = await shop.newBuyer()
  const order = { targetKind: 'order', target: 'Circular Saw' }
  const bought = await paid(buyer)
  assert.deepEqual(await recordedBy(() => ada.client.markDelivered({ params: { id: bought } })), [
    { ...by(ada), action: 'deliver', ...order, before: { state: 'paid' }, after: { state: 'shipped' } },
  ])
  const { _id: id } = await ordered(buyer)
  assert.deepEqual(await recordedBy(() => zoe.client.cancelAnyOrder({ params: { id } })), [
    { ...by(zoe), action: 'cancel_order', ...order, before: { state: 'cancelling' }, after: { state: 'cancelled' } },
  ])
  const [cancelled, delivered] = await ada.client.listAdminActions({ query: { limit: 2 } })
  assert.deepEqual([cancelled?.subjectId, delivered?.subjectId], [id, bought])
  assert.deepEqual([cancelled?.buyerEmail, delivered?.buyerEmail], [buyer.email, buyer.email])
})

test('the API tells prices in dollars, and of each action nothing but what it changed of a tool', async () => {
  const id = await add()
  await ada.client.updateTool({ params: { id }, body: { ...mallet, price: 12.5 } })
  await ada.client.deleteTool({ params: { id } })
  const [deleted, updated, added] = await ada.client.listAdminActions({ query: { limit: 3 } })
  assert.deepEqual([deleted?.before, deleted?.after], [{}, {}])
  assert.deepEqual([updated?.before, updated?.after], [{ price: 12 }, { price: 12.5 }])
  assert.deepEqual([added?.before, added?.after], [{}, mallet])
  assert.equal(new Date(added?.time ?? '').toISOString(), added?.time)
})

test('what is refused or changes nothing leaves nothing on record', async () => {
  const buyer = await shop.newBuyer()
  const [unpaid, bought] = [await ordered(buyer), await paid(buyer)]
  const shipped = await paid(buyer)
  await ada.client.markDelivered({ params: { id: shipped } })
  const gone = await add()
  await ada.client.deleteTool({ params: { id: gone } })
  const present = await add()
  const nobody = { email: 'nobody@example.com' }
  const rows = await recordedBy(async () => {
    await ada.client.promote({ params: { email: zoe.email } })
    await ada.client.demote({ params: { email: buyer.email } })
    await refused(ada.client.promote({ params: nobody }), 'account_not_found')
    await refused(ada.client.demote({ params: nobody }), 'account_not_found')
    await refused(buyer.client.promote({ params: { email: buyer.email } }), 'admins_only')
    await ada.client.updateTool({ params: { id: present }, body: mallet })
    await ada.client.deleteTool({ params: { id: gone } })
    await refused(ada.client.updateTool({ params: { id: gone }, body: mallet }), 'tool_not_found')
    const tooLittle = { ...mallet, available: 0, availableBefore: 41 }
    await refused(ada.client.updateTool({ params: { id: present }, body: tooLittle }), 'stock_changed')
    const tooMuch = { ...mallet, available: maxStock, availableBefore: 0 }
    await refused(ada.client.updateTool({ params: { id: present }, body: tooMuch }), 'stock_changed')
    await refused(ada.client.addTool({ body: { ...mallet, price: 0 } }), 'invalid_input')
    await refused(ada.client.markDelivered({ params: { id: unpaid._id } }), 'order_not_paid')
    await refused(ada.client.cancelAnyOrder({ params: { id: bought } }), 'order_paid')
    await ada.client.markDelivered({ params: { id: shipped } })
  })
  assert.deepEqual(rows, [])
})

test('what an admin does as a buyer is no admin action, nor is what buyers do', async () => {
  const buyer = await shop.newBuyer()
  const rows = await recordedBy(async () => {
    for (const person of [ada, buyer]) await person.client.cancelOrder({ params: { id: (await ordered(person))._id } })
  })
  assert.deepEqual(rows, [])
})

test('the role that ADMIN_EMAILS grants at login is the shop’s own action, once', async () => {
  const own = await openShop({ ADMIN_EMAILS: 'buyer1@example.com' })
  const { db } = own.store.shop
  const owner = await own.signUp()
  assert.equal(await db.$count(adminActions), 0)
  await db.execute(`update identity_users set email_verified = true where email = 'buyer1@example.com'`)
  const logIn = () => own.logIn(owner.email, 'secret-7')
  await Promise.all([logIn(), logIn()])
  const { client } = await logIn()
  const [{ _id, time, subjectId, ...granted } = assert.fail('not on record'), ...more] = await client.listAdminActions(
    {},
  )
  assert.deepEqual(more, [])
  assert.deepEqual(granted, {
    actorEmail: null,
    action: 'promote',
    subject: owner.email,
    buyerEmail: null,
    before: {},
    after: {},
  })
  await own.store.close()
})

test('a change that can not be recorded is not made', async () => {
  const { shop: business } = shop.store
  const { db } = business
  const buyer = await shop.newBuyer()
  const accountOf = async ({ email }: Person) =>
    (await listAccounts(business, { q: email, limit: 1 }))[0] ?? assert.fail('no account')
  const [admin, other] = [await accountOf(ada), await accountOf(zoe)]
  const [{ _id: unpaid }, bought, id] = [await ordered(buyer), await paid(buyer), await add()]
  const fields = { ...(await getTool(business, id)), priceCents: 1500 }
  const steps = [
    () => promote(business, admin, buyer.email),
    () => demote(business, admin, other.email),
    () => markDelivered(business, admin, bought),
    () => cancelAnyOrder(business, admin, unpaid),
    () => addTool(business, admin, fields),
    () => updateTool(business, admin, id, fields),
    () => deleteTool(business, admin, id),
  ]
  const facts = () =>
    db.execute(sql`select
      (select string_agg(accounts::text, ' ' order by id) from accounts) as accounts,
      (select string_agg(tools::text, ' ' order by id) from tools) as tools,
      (select string_agg(replace((to_jsonb(orders) - 'asked_at')::text, 'cancelling', 'placed'), ' ' order by id)
        from orders) as orders`)
  const before = (await facts()).rows
  await db.execute(sql`alter table admin_actions add constraint full_up check (false) not valid`)
  for (const step of steps) await assert.rejects(step, DrizzleQueryError)
  await db.execute(sql`alter table admin_actions drop constraint full_up`)
  assert.deepEqual((await facts()).rows, before)
  for (const step of steps) assert.equal((await recordedBy(step)).length, 1, String(step))
  await ada.client.promote({ params: { email: zoe.email } })
  await ada.client.demote({ params: { email: buyer.email } })
})

test('two admins who do the same at once leave one action on record', async () => {
  const atOnce = (call: (admin: Person) => Promise<unknown>) =>
    recordedBy(() => Promise.allSettled([ada, zoe].map(call))).then(rows => rows.map(row => row.action))
  for (const _ of [1, 2, 3]) {
    const buyer = await shop.newBuyer()
    const params = { email: buyer.email }
    const [{ _id: unpaid }, bought, id] = [await ordered(buyer), await paid(buyer), await add()]
    assert.deepEqual(await atOnce(({ client }) => client.promote({ params })), ['promote'])
    assert.deepEqual(await atOnce(({ client }) => client.demote({ params })), ['demote'])
    assert.deepEqual(await atOnce(({ client }) => client.markDelivered({ params: { id: bought } })), ['deliver'])
    assert.deepEqual(await atOnce(({ client }) => client.cancelAnyOrder({ params: { id: unpaid } })), ['cancel_order'])
    assert.deepEqual(await atOnce(({ client }) => client.deleteTool({ params: { id } })), ['delete_tool'])
  }
})

test('of two admins who demote each other at once, one does it on record', async () => {
  for (const _ of [1, 2, 3]) {
    const demoteOther = ([admin, { email }]: [Person, Person]) => admin.client.demote({ params: { email } })
    const pairs: [Person, Person][] = [
      [ada, zoe],
      [zoe, ada],
    ]
    const [row, ...more] = await recordedBy(() => Promise.allSettled(pairs.map(demoteOther)))
    assert.deepEqual(more, [])
    const [winner, loser] = row?.actorEmail === ada.email ? [ada, zoe] : [zoe, ada]
    assert.deepEqual([row?.actorEmail, row?.target], [winner.email, loser.email])
    await winner.client.promote({ params: { email: loser.email } })
  }
})

test('changes of one tool at the same time are on record one after the other, each from where the last one left', async () => {
  const id = await add()
  const calls = Array.from({ length: 8 }, (_, index) => {
    const body = { ...mallet, available: mallet.available + 10 ** index, availableBefore: mallet.available }
    return () => (index % 2 ? ada : zoe).client.updateTool({ params: { id }, body })
  })
  const rows = await recordedBy(() => Promise.all(calls.map(call => call())))
  const steps = rows.map(({ before, after }) => [before.available ?? 0, after.available ?? 0] as const)
  const inOrder = steps.toSorted(([one], [other]) => one - other)
  assert.deepEqual(
    inOrder.map(([from]) => from),
    [mallet.available, ...inOrder.slice(0, -1).map(([, to]) => to)],
  )
  assert.equal(inOrder.at(-1)?.[1], mallet.available + 11_111_111)
})

test('nothing on record is ever changed or taken out', async () => {
  const { db } = shop.store.shop
  for (const attempt of [
    `update admin_actions set actor_email = 'nobody@example.com'`,
    'delete from admin_actions',
    'truncate admin_actions',
  ])
    await assert.rejects(db.execute(attempt), ({ cause }: DrizzleQueryError) =>
      /admin_actions takes new rows only/.test(String(cause)),
    )
})
