import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inArray, sql } from 'drizzle-orm'
import { adminActions } from '#db/tables/audit-log.ts'
import { settleAtRows } from '#test/concurrent-calls.ts'
import { assertRefused, buildOrderInput } from '#test/open-shop.ts'
import { placePaidOrder, toLine } from '#test/orders.ts'
import { readPersonalData } from '#test/personal-data.ts'
import { prepare, prepareShop } from '#test/prepare.ts'

const shop = prepareShop()
const admin = prepare(() => shop.logInAsAdmin())

async function findId(email: string): Promise<string> {
  const [account] = await admin.client.listAccounts({ query: { q: email } })
  return account?._id ?? assert.fail(`no account ${email}`)
}

const get = (id: string) => admin.client.getAccount({ params: { id } })
const block = (id: string, reason = 'Card fraud') => admin.client.blockAccount({ params: { id }, body: { reason } })
const unblock = (id: string) => admin.client.unblockAccount({ params: { id } })
const note = (id: string, text: string, noteId: string = crypto.randomUUID()) =>
  admin.client.addAccountNote({ params: { id, noteId }, body: { text } })

test('an order that was refunded, and whose dispute was lost, too, leaves a negative total', async () => {
  const buyer = await shop.createVerifiedBuyer()
  const tool = await shop.addTool({ price: 12.5, minimum: 1, available: 100 })
  const orderId = await placePaidOrder({ shop, buyer }, [toLine(tool, 4)])
  const refundParams = { id: orderId, refundId: crypto.randomUUID() }
  await admin.client.refundOrder({ params: refundParams, body: { amount: 50 } })
  await shop.app.shop.db.execute(sql`insert into disputes (id, order_id, amount_cents, reason, state, opened_at)
    values (${`dp_${orderId}`}, ${orderId}, 5000, 'fraudulent', 'lost', now())`)
  const [account] = await admin.client.listAccounts({ query: { q: buyer.email, totals: 'true' } })
  assert.equal(account?.totals?.paidTotal, -50)
})

test('an account is shown with its orders, totals, addresses, reviews and notes', async () => {
  const buyer = await shop.createVerifiedBuyer('Zora Quill')
  const id = await findId(buyer.email)
  const tool = await shop.addTool({ name: 'Adze', price: 12.5, minimum: 1, available: 100 })
  for (const quantity of [1, 2, 4]) await buyer.client.placeOrder(buildOrderInput(tool, buyer, quantity))
  const [newest, second] = await buyer.client.listOrders({})
  await buyer.client.cancelOrder({ params: { id: newest?._id ?? '' } })
  await admin.client.markPaid({ params: { id: second?._id ?? '' }, body: { reference: 'IN 7' } })
  await note(id, 'Prefers mornings.')
  await note(id, 'Pays late.')
  const details = await get(id)
  assert.deepEqual(details.orderCounts, { unpaid: 1, toShip: 1, shipped: 0, cancelled: 1 })
  assert.deepEqual([details.name, details.paidTotal, details.unpaidTotal], ['Zora Quill', 25, 12.5])
  assert.deepEqual(
    details.orders.map(({ totalPrice, paid, cancelled }) => [totalPrice, paid, cancelled]),
    [
      [50, false, true],
      [25, true, false],
      [12.5, false, false],
    ],
  )
  assert.deepEqual(
    details.notes.map(({ text, authorEmail }) => [text, authorEmail]),
    [
      ['Pays late.', admin.email],
      ['Prefers mornings.', admin.email],
    ],
  )
  assert.deepEqual((await readPersonalData(buyer.client, buyer.email)).notes.length, 2)
})

test('a note is written once per id, and deleted', async () => {
  const { email } = await shop.createBuyer()
  const id = await findId(email)
  const noteId = crypto.randomUUID()
  await note(id, 'Calls often.', noteId)
  await note(id, 'Calls often.', noteId)
  await assertRefused(note(id, 'Something else.', noteId), 'change_reused')
  assert.equal((await get(id)).notes.length, 1)
  const other = await shop.createBuyer()
  const otherId = await findId(other.email)
  await assertRefused(note(otherId, 'Calls often.', noteId), 'change_reused')
  const params = { id, noteId }
  assert.deepEqual(await admin.client.deleteAccountNote({ params: { id: otherId, noteId } }), { deletedCount: 0 })
  assert.deepEqual(await admin.client.deleteAccountNote({ params }), { deletedCount: 1 })
  assert.deepEqual(await admin.client.deleteAccountNote({ params }), { deletedCount: 0 })
  await assertRefused(note(crypto.randomUUID(), 'x'), 'account_not_found')
  const isAboutThem = inArray(adminActions.target, [email, other.email])
  const recorded = await shop.app.shop.db.select().from(adminActions).where(isAboutThem).orderBy(adminActions.createdAt)
  assert.deepEqual(
    recorded.map(({ action, target, actorEmail, after }) => [action, target, actorEmail, after]),
    [
      ['add_note', email, admin.email, { noted: true }],
      ['delete_note', email, admin.email, { noted: false }],
    ],
  )
})

test('a blocked account can neither call nor log in, until it is unblocked', async () => {
  const buyer = await shop.signUp('Tom Birch')
  const id = await findId(buyer.email)
  assert.deepEqual(await buyer.client.listOrders({}), [])
  await block(id)
  await assertRefused(buyer.client.listOrders({}), 'token_invalid')
  await assertRefused(shop.logIn(buyer.email, 'secret-7'), 'account_blocked')
  assert.deepEqual([(await get(id)).blockedReason, (await get(id)).blockedAt !== null], ['Card fraud', true])
  const blocked = await admin.client.listAccounts({ query: { blocked: 'true' } })
  assert.deepEqual(
    blocked.map(({ email, blocked }) => [email, blocked]),
    [[buyer.email, true]],
  )
  assert.deepEqual(await admin.client.countAccounts({ query: { blocked: 'true' } }), { count: 1 })
  await block(id, 'Stolen card')
  await unblock(id)
  await unblock(id)
  await assertRefused(buyer.client.listOrders({}), 'token_invalid')
  const again = await shop.logIn(buyer.email, 'secret-7')
  assert.deepEqual(await again.client.listOrders({}), [])
  const actions = await admin.client.listAdminActions({ query: { q: buyer.email } })
  assert.deepEqual(
    actions.map(({ action, after }) => [action, after.blocked]),
    [
      ['unblock_account', false],
      ['block_account', true],
    ],
  )
})

test('a token that no session ends is refused while its account is blocked', async () => {
  const buyer = await shop.createVerifiedBuyer()
  const id = await findId(buyer.email)
  await block(id)
  await assertRefused(buyer.client.listOrders({}), 'token_invalid')
  await unblock(id)
  assert.deepEqual(await buyer.client.listOrders({}), [])
})

test('admins block one another, but one of them stays', async () => {
  const email = (await shop.createVerifiedBuyer()).email
  await admin.client.promote({ params: { email } })
  const [own, other] = [await findId(admin.email), await findId(email)]
  await assertRefused(block(own), 'own_account')
  await block(other)
  await assertRefused(admin.client.demote({ params: { email: admin.email } }), 'last_admin')
  await assertRefused(
    admin.client.closeAccount({ params: { email: admin.email }, query: { reviews: 'keep' } }),
    'last_admin',
  )
  await admin.client.demote({ params: { email } })
  await unblock(other)
  const { rows } = await shop.app.shop.db.execute(sql`select count(*)::int as count from accounts where role = 'admin'`)
  assert.deepEqual(rows, [{ count: 1 }])
})

test('two admins who block each other at once leave one', async () => {
  const { email, client } = await shop.createVerifiedBuyer()
  await admin.client.promote({ params: { email } })
  const [own, other] = [await findId(admin.email), await findId(email)]
  const { db } = shop.app.shop
  const isOfAdmins = sql`select from accounts where role = 'admin' order by id`
  const results = await settleAtRows(
    db,
    isOfAdmins,
    () => block(other),
    () => client.blockAccount({ params: { id: own }, body: { reason: 'x' } }),
  )
  const { rows } = await db.execute(
    sql`select count(*)::int as count from accounts where role = 'admin' and blocked_at is null`,
  )
  assert.deepEqual(rows, [{ count: 1 }])
  assert.equal(results.filter(result => typeof result !== 'string').length, 1, String(results))
})
