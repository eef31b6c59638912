import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eq } from 'drizzle-orm'
import { accounts } from '#db/tables/accounts.ts'
import { assertRefused, buildOrderInput, openShop, type TestAccount } from '#test/open-shop.ts'
import { payOrder } from '#test/orders.ts'
import { prepare, prepareShop } from '#test/prepare.ts'
import { ensureAccount } from './ensure-account.ts'

const shop = prepareShop()
const admin = prepare(() => shop.logInAsAdmin())

async function placeOrder(buyer: TestAccount) {
  await buyer.client.placeOrder(buildOrderInput(await shop.getTool(), buyer))
  const [order] = await buyer.client.listOrders({})
  return order ?? assert.fail('no order')
}

async function placePaidOrder(buyer: TestAccount) {
  const order = await placeOrder(buyer)
  await payOrder({ shop, buyer }, order._id)
  return order
}

const newTool = {
  name: 'Test Mallet',
  image: '/images/claw-hammer-800.webp',
  price: 12.5,
  available: 100,
  minimum: 10,
  description: 'A mallet for tests.',
}

test('admins see all orders, newest first, with their buyers', async () => {
  const [one, two] = [await shop.createBuyer(), await shop.createBuyer()]
  const [first, second] = [await placeOrder(one), await placeOrder(two)]
  const all = await admin.client.listAllOrders({})
  assert.deepEqual(all.slice(0, 2), [second, first])
  assert.deepEqual(
    all.slice(0, 2).map(order => order.userEmail),
    [two.email, one.email],
  )
  assert.deepEqual(await admin.client.listAllOrders({ query: { limit: 1, cursor: second._id } }), [first])
})

test('an admin cancels an unpaid order; a paid one stays', async () => {
  const buyer = await shop.createBuyer()
  const order = await placeOrder(buyer)
  assert.deepEqual(await admin.client.cancelAnyOrder({ params: { id: order._id } }), { deletedCount: 1 })
  assert.deepEqual(await buyer.client.listOrders({}), [])
  assert.deepEqual(await admin.client.cancelAnyOrder({ params: { id: order._id } }), { deletedCount: 0 })
  const bought = await placePaidOrder(buyer)
  await assertRefused(admin.client.cancelAnyOrder({ params: { id: bought._id } }), 'order_paid')
})

test('a paid order is delivered once, an unpaid one not at all', async () => {
  const buyer = await shop.createBuyer()
  const order = await placePaidOrder(buyer)
  const deliver = () => admin.client.markShipped({ params: { id: order._id } })
  const answers = await Promise.all([deliver(), deliver()])
  assert.deepEqual(answers.map(answer => answer.modifiedCount).toSorted(), [0, 1])
  assert.equal((await buyer.client.getOrder({ params: { orderId: order._id } })).deliveryStatus, true)
  await assertRefused(admin.client.markShipped({ params: { id: (await placeOrder(buyer))._id } }), 'order_not_paid')
  await assertRefused(admin.client.cancelAnyOrder({ params: { id: order._id } }), 'order_paid')
})

test('a promotion and a demotion take effect on the next call', async () => {
  const buyer = await shop.createVerifiedBuyer()
  assert.deepEqual(await admin.client.promote({ params: { email: buyer.email } }), { modifiedCount: 1 })
  assert.deepEqual(await admin.client.promote({ params: { email: buyer.email } }), { modifiedCount: 0 })
  const users = await buyer.client.listAccounts({})
  assert.equal(users.find(user => user.email === buyer.email)?.role, 'admin')
  assert.deepEqual(await admin.client.isAdmin({ params: { email: buyer.email } }), { admin: true })
  assert.deepEqual(await admin.client.demote({ params: { email: buyer.email } }), { modifiedCount: 1 })
  await assertRefused(buyer.client.listAccounts({}), 'admins_only')
  assert.deepEqual(await admin.client.demote({ params: { email: buyer.email } }), { modifiedCount: 0 })
  for (const change of [admin.client.promote, admin.client.demote])
    await assertRefused(change({ params: { email: 'nobody@example.com' } }), 'account_not_found')
})

test('nobody becomes an admin with an email that was never verified', async () => {
  const buyer = await shop.createBuyer()
  const promote = () => admin.client.promote({ params: { email: buyer.email } })
  await assertRefused(promote(), 'target_email_unverified')
  assert.deepEqual(await buyer.client.isAdmin({ params: { email: buyer.email } }), { admin: false })
  await shop.app.shop.db.update(accounts).set({ emailVerified: true }).where(eq(accounts.email, buyer.email))
  assert.deepEqual(await promote(), { modifiedCount: 1 })
  await shop.app.shop.db.update(accounts).set({ emailVerified: false }).where(eq(accounts.email, buyer.email))
  assert.deepEqual(await promote(), { modifiedCount: 0 })
  await admin.client.demote({ params: { email: buyer.email } })
})

test('an admin of ADMIN_EMAILS who is demoted stays demoted until an admin promotes again', async t => {
  const own = await openShop({ ADMIN_EMAILS: 'owner@corp.test' })
  t.after(() => own.app.close())
  const first = await own.logInAsAdmin()
  const email = 'owner@corp.test'
  const claims = {
    email,
    name: 'Olga',
    picture: null,
    emailVerified: true,
    emailVerifiedAt: new Date(0),
    signedInAt: new Date(),
  }
  const signIn = async () => (await ensureAccount(own.app.shop, claims, email)).role
  assert.equal(await signIn(), 'admin')
  await first.client.demote({ params: { email } })
  assert.equal(await signIn(), 'customer')
  await first.client.promote({ params: { email } })
  assert.equal(await signIn(), 'admin')
  await first.client.demote({ params: { email } })
  assert.equal(await signIn(), 'customer')
})

test('the last admin stays one', async () => {
  await assertRefused(admin.client.demote({ params: { email: admin.email } }), 'last_admin')
  assert.deepEqual(await admin.client.isAdmin({ params: { email: admin.email } }), { admin: true })
})

test('a tool is added, changed and deleted, and orders keep its data at purchase', async () => {
  const { insertedId: id } = await admin.client.addTool({ body: newTool })
  const [added = assert.fail('not added')] = await shop.client.listTools({ query: { id } })
  assert.deepEqual(added, { ...added, _id: id, ...newTool })
  assert.equal((await shop.client.listTools({}))[0]?._id, id)
  const buyer = await shop.createBuyer()
  await buyer.client.placeOrder(buildOrderInput({ _id: id, ...newTool }, buyer))
  const changed = { ...newTool, name: 'Test Maul', price: 13.05, available: 500 }
  assert.deepEqual(await admin.client.updateTool({ params: { id }, body: changed }), { modifiedCount: 1 })
  assert.deepEqual(await shop.client.listTools({ query: { id } }), [{ ...added, ...changed }])
  assert.deepEqual(await admin.client.deleteTool({ params: { id } }), { deletedCount: 1 })
  assert.deepEqual(await admin.client.deleteTool({ params: { id } }), { deletedCount: 0 })
  assert.deepEqual(await shop.client.listTools({ query: { id } }), [])
  await assertRefused(admin.client.updateTool({ params: { id }, body: changed }), 'tool_not_found')
  const [order] = await buyer.client.listOrders({})
  assert.deepEqual([order?.toolName, order?.price], ['Test Mallet', 12.5])
})

test('a tool keeps within the limits, and its image to our own image host', async () => {
  const wrong = [
    { price: 0 },
    { price: 1_000_001 },
    { price: 1.001 },
    { available: -1 },
    { available: 1.5 },
    { minimum: 0 },
    { name: '' },
    { description: ' ' },
  ]
  for (const change of wrong) {
    await assertRefused(admin.client.addTool({ body: { ...newTool, ...change } }), 'invalid_input')
  }
  for (const image of [
    'https://evil.example/x.png',
    '//evil.example/x.png',
    '/images/../secret.png',
    'javascript:alert(1)',
  ]) {
    await assertRefused(admin.client.addTool({ body: { ...newTool, image } }), 'image_unknown')
  }
  const { insertedId: id } = await admin.client.addTool({ body: newTool })
  for (const availableBefore of [-1, 2_147_483_648, Number.MIN_SAFE_INTEGER]) {
    await assertRefused(
      admin.client.updateTool({ params: { id }, body: { ...newTool, availableBefore } }),
      'invalid_input',
    )
  }
})

test('a new stock adds the difference that the admin made, down to zero', async () => {
  const { insertedId: id } = await admin.client.addTool({ body: { ...newTool, available: 50 } })
  const setStock = async (available: number, availableBefore: number) => {
    await admin.client.updateTool({ params: { id }, body: { ...newTool, available, availableBefore } })
    return (await admin.client.getTool({ params: { id } })).available
  }
  assert.equal(await setStock(70, 60), 60)
  assert.equal(await setStock(0, 60), 0)
})
