import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eq, sql } from 'drizzle-orm'
import { PersonalData } from '#contract/schemas/personal-data.ts'
import { accounts, profiles } from '#db/tables/accounts.ts'
import { adminActions } from '#db/tables/audit-log.ts'
import { reviews } from '#db/tables/content.ts'
import { invoices } from '#db/tables/documents.ts'
import { identityUsers } from '#db/tables/identity.ts'
import { outbox } from '#db/tables/mails.ts'
import { orders } from '#db/tables/orders.ts'
import { returnImages } from '#db/tables/returns.ts'
import { issueDueInvoices } from '#shop/documents/invoices.ts'
import { assertRefused, buildOrderInput, openShop, type TestAccount } from '#test/open-shop.ts'
import { payOrder } from '#test/orders.ts'
import { getIntentId } from '#test/pay.ts'
import { readPersonalData } from '#test/personal-data.ts'
import { prepare, prepareShop } from '#test/prepare.ts'
import { anonymizeClosedAccounts } from './close-account.ts'

const shop = prepareShop()
const admin = prepare(() => shop.logInAsAdmin())

const image = '/images/avatars/r01.svg'

async function createCustomer() {
  const person = await shop.signUp('Petra Paid')
  const { client, name, email } = person
  await shop.app.shop.db.execute(sql`update accounts set email_verified = true where email = ${email}`)
  const fields = { education: 'Joiner', city: 'Leeds', phone: '555', linkedIn: 'https://linkedin.example/petra' }
  await client.createProfile({ body: { name, email, ...fields } })
  await client.addReview({ body: { name, email, comment: `By ${email}`, rating: '5', city: 'Leeds', img: image } })
  const tool = await shop.getTool()
  const input = buildOrderInput(tool, person)
  await client.placeOrder(input)
  const [paid] = await client.listOrders({})
  assert.ok(paid)
  await payOrder({ shop, buyer: person }, paid._id)
  await client.placeOrder(input)
  return { ...person, paidId: paid._id, tool }
}

const close = (actor: TestAccount, email: string, reviews: 'delete' | 'keep') =>
  actor.client.closeAccount({ params: { email }, query: { reviews } })

const readOrder = async (id: string) => (await shop.app.shop.db.select().from(orders).where(eq(orders.id, id)))[0]

test('a person downloads all their data, and an admin’s download of it is audited', async () => {
  const customer = await createCustomer()
  const { email } = customer
  const data = await readPersonalData(customer.client, email)
  assert.deepEqual([data.account.email, data.account.name, data.profile?.city], [email, 'Petra Paid', 'Leeds'])
  assert.deepEqual(
    data.orders.map(({ status, phone, address }) => [status, phone !== '', address !== '']),
    [
      ['open', true, true],
      ['unpaid', true, true],
    ],
  )
  assert.deepEqual(
    data.reviews.map(review => review.comment),
    [`By ${email}`],
  )
  const kinds = data.mails.map(({ kind }) => kind).toSorted()
  assert.deepEqual(kinds, ['order_paid', 'order_placed', 'order_placed', 'verify_email'])
  assert.ok(data.sessions.length > 0)
  const other = await shop.createBuyer()
  await assertRefused(other.client.exportPersonalData({ params: { email } }), 'not_yours')
  assert.deepEqual((await readPersonalData(admin.client, email)).account, data.account)
  const isAboutThem = eq(adminActions.target, email)
  const recorded = await shop.app.shop.db.select().from(adminActions).where(isAboutThem)
  assert.deepEqual(
    recorded.map(({ action, actorEmail, after }) => [action, actorEmail, after]),
    [['export_data', admin.email, { exported: true }]],
  )
})

test('notes about an account are in its data', async () => {
  const { email, client } = await shop.createBuyer()
  const [account] = await admin.client.listAccounts({ query: { q: email } })
  const params = { id: account?._id ?? '', noteId: crypto.randomUUID() }
  await admin.client.addAccountNote({ params, body: { text: 'Called about an offer.' } })
  for (const by of [client, admin.client]) {
    const { notes } = await readPersonalData(by, email)
    assert.deepEqual(
      notes.map(({ text }) => text),
      ['Called about an offer.'],
    )
  }
})

test('a closed account is gone, its reviews lose name and photo, and its orders lose personal data later', async () => {
  const { db } = shop.app.shop
  const customer = await createCustomer()
  const { email, paidId, tool } = customer
  const stock = (await shop.client.listTools({ query: { id: tool._id } }))[0]?.available ?? 0
  const published: string[] = []
  shop.app.shop.notifications.subscribe(tag => published.push(tag))
  await close(customer, email, 'keep')
  assert.ok(published.includes('reviews'))

  await assertRefused(customer.client.listOrders({}), 'token_invalid')
  assert.equal(await db.$count(accounts, eq(accounts.email, email)), 0)
  assert.equal(await db.$count(identityUsers, eq(identityUsers.email, email)), 0)
  assert.equal(await db.$count(outbox, sql`data ->> 'to' = ${email} or order_id = ${paidId}`), 0)
  const review = (await shop.client.listReviews({})).find(({ comment }) => comment === `By ${email}`)
  assert.deepEqual([review?.name, review?.img], ['A former customer', '/images/avatars/nobody.svg'])
  const [stored] = await db
    .select()
    .from(reviews)
    .where(eq(reviews.comment, `By ${email}`))
  assert.deepEqual([stored?.email, stored?.accountId], ['', null])
  // The audit log has no entry about closing one's own account.
  assert.deepEqual(await admin.client.listAdminActions({ query: { q: email } }), [])
  const [again] = await shop.client.listTools({ query: { id: tool._id } })
  assert.equal(again?.available, stock)
  assert.deepEqual(await admin.client.listAccounts({ query: { q: email } }), [])
  assert.equal(await db.$count(profiles, sql`account_id = (select account_id from orders where id = ${paidId})`), 0)

  const accountId = (await readOrder(paidId))?.accountId ?? assert.fail('no order')
  assert.equal((await readOrder(paidId))?.address !== '', true)
  await db.execute(sql`update accounts set closed_at = closed_at - interval '91 days' where closed_at is not null`)
  await anonymizeClosedAccounts(shop.app.shop)
  assert.equal((await readOrder(paidId))?.address !== '', true, 'the order is still to be sent')
  const [cancelled] = await db.select().from(orders).where(sql`account_id = ${accountId} and state = 'cancelled'`)
  assert.deepEqual([cancelled?.buyerName, cancelled?.phone, cancelled?.address], ['', '', ''])
  await admin.client.markShipped({ params: { id: paidId } })
  await db.update(orders).set({ note: 'Ring for Petra' }).where(eq(orders.id, paidId))
  await anonymizeClosedAccounts(shop.app.shop)
  const forgotten = await readOrder(paidId)
  assert.deepEqual([forgotten?.buyerName, forgotten?.phone, forgotten?.address, forgotten?.note], ['', '', '', ''])
  assert.ok((forgotten?.totalCents ?? 0) > 0)
})

test('PO numbers and references of lines are deleted with other personal data of orders', async () => {
  const buyer = await shop.createVerifiedBuyer()
  const { db, keepPersonalDataDays } = shop.app.shop
  const tool = await shop.addTool({ sku: 'PO-1' })
  const line = { toolId: tool._id, quantity: 1, price: tool.price, reference: 'For Petra' }
  const { orderId } = await buyer.client.checkOut({ body: { lines: [line], poNumber: 'PETRA-77' } })
  await close(buyer, buyer.email, 'delete')
  const countFound = () => db.$count(orders, sql`line_words like '%PETRA-77%'`)
  assert.equal(await countFound(), 1)
  const closedAt = sql`closed_at - ${keepPersonalDataDays + 1} * interval '1 day'`
  await db.update(accounts).set({ closedAt }).where(sql`closed_at is not null`)
  await anonymizeClosedAccounts(shop.app.shop)
  const { poNumber, lines } = await admin.client.getOrderDetails({ params: { id: orderId } })
  assert.deepEqual([poNumber, lines[0]?.reference, await countFound()], ['', '', 0])
  assert.equal(await anonymizeClosedAccounts(shop.app.shop), 0)
})

test('an invoice that is due when its buyer’s account is closed names the buyer', async () => {
  const customer = await createCustomer()
  const { email, paidId } = customer
  const { db } = shop.app.shop
  await close(customer, email, 'delete')
  await issueDueInvoices(shop.app.shop)
  const [invoice] = await db.select().from(invoices).where(eq(invoices.orderId, paidId))
  assert.match(invoice?.contents.billTo ?? '', new RegExp(email))
})

test('texts about a return are in no log, and are deleted with its account', async () => {
  const { client, email, paidId: id, tool } = await createCustomer()
  const { db, keepPersonalDataDays } = shop.app.shop
  await admin.client.markShipped({ params: { id } })
  const returnId = crypto.randomUUID()
  const body = { lines: [{ toolId: tool._id, quantity: 1 }], reason: 'The edge is chipped' }
  const countPictures = () => db.$count(returnImages, eq(returnImages.returnId, returnId))
  await client.requestReturn({ params: { id, returnId }, body })
  await db.insert(returnImages).values({ returnId, position: 1, url: image })
  await admin.client.requestReturn({ params: { id, returnId: crypto.randomUUID() }, body })
  await admin.client.answerReturn({ params: { id: returnId }, body: { accepted: false, answer: 'No, dear Petra.' } })
  assert.equal(await db.$count(adminActions, sql`after::text ~ 'chipped|Petra'`), 0)
  await close({ ...admin, client }, email, 'delete')
  assert.equal(await countPictures(), 1)
  const closedAt = sql`closed_at - ${keepPersonalDataDays + 1} * interval '1 day'`
  await db.update(accounts).set({ closedAt }).where(sql`closed_at is not null`)
  await anonymizeClosedAccounts(shop.app.shop)
  assert.equal(await countPictures(), 0)
  const { returns } = await admin.client.getOrderDetails({ params: { id } })
  assert.deepEqual(
    returns.map(({ reason, answer }) => [reason, answer]),
    [
      ['', ''],
      ['', ''],
    ],
  )
})

test('the email of a closed account can sign up again as a new account', async () => {
  const customer = await createCustomer()
  await close(customer, customer.email, 'delete')
  const comments = (await shop.client.listReviews({ query: { limit: 500 } })).map(({ comment }) => comment)
  assert.ok(!comments.includes(`By ${customer.email}`))
  const response = await shop.request('/api/auth/sign-up/email', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Petra Again', email: customer.email, password: 'secret-9' }),
  })
  assert.equal(response.status, 200)
  const again = await shop.logIn(customer.email, 'secret-9')
  assert.deepEqual(await again.client.listOrders({}), [])
})

test('an admin’s closing of another account is audited, and the last admin cannot close their own', async () => {
  const customer = await createCustomer()
  await close(admin, customer.email, 'delete')
  const recorded = await admin.client.listAdminActions({ query: { q: customer.email, action: 'close_account' } })
  assert.equal(recorded.length, 1)
  const { rows: cancelled } = await shop.app.shop.db.execute(sql`
    select actor_email from admin_actions where action = 'cancel_order'
      and target_id in (select id from orders where account_id = (select account_id from orders where id = ${customer.paidId}))`)
  assert.deepEqual(cancelled, [{ actor_email: admin.email }])
  assert.equal(await shop.app.shop.db.$count(adminActions, eq(adminActions.action, 'close_account')), 1)
  await assertRefused(close(admin, admin.email, 'keep'), 'last_admin')
  assert.equal((await shop.logInAsAdmin()).email, 'admin@example.com')
  const other = await shop.createBuyer()
  await assertRefused(close(other, admin.email, 'keep'), 'not_yours')
  await assertRefused(close(admin, 'nobody@example.com', 'keep'), 'account_not_found')
  const [closed] = await shop.app.shop.db.select().from(accounts).where(sql`closed_at is not null`).limit(1)
  await assertRefused(admin.client.promote({ params: { email: closed?.email ?? '' } }), 'account_not_found')
})

test('one’s own account is closed within five minutes of a login only, somebody else’s by an admin at any time', async t => {
  const [buyer, other] = [await shop.createBuyer(), await shop.createBuyer()]
  const minutes = 60_000
  t.after(() => shop.advanceClock(-29 * minutes))
  shop.advanceClock(4 * minutes)
  await close(other, other.email, 'keep')
  shop.advanceClock(2 * minutes)
  await assertRefused(close(buyer, buyer.email, 'keep'), 'recent_sign_in_required')
  assert.equal((await readPersonalData(buyer.client, buyer.email)).account.email, buyer.email)
  shop.advanceClock(23 * minutes)
  await close(admin, buyer.email, 'keep')
})

test('an account whose payment is on its way stays whole', async t => {
  const customer = await createCustomer()
  const { db } = shop.app.shop
  const [unpaid] = await customer.client.listOrders({ query: { limit: 1 } })
  assert.ok(unpaid)
  const { _id: orderId, totalPrice } = unpaid
  const { clientSecret } = await customer.client.createPaymentIntent({ body: { orderId, totalPrice } })
  await db.execute(sql`update sandbox_objects set body = jsonb_set(body, '{status}', '"processing"')
    where id = ${getIntentId(clientSecret)}`)
  const cancelIntent = t.mock.method(shop.app.shop.payments, 'cancelIntent')
  await assertRefused(close(customer, customer.email, 'delete'), 'payment_processing')
  assert.equal(cancelIntent.mock.callCount(), 1)
  assert.equal((await readPersonalData(customer.client, customer.email)).reviews.length, 1)
})

test('an account stays open while orders keep coming, with a sentence that says so', async t => {
  const buyer = await shop.createVerifiedBuyer()
  const tool = await shop.addTool()
  const orderWithIntent = async () => {
    await buyer.client.placeOrder(buildOrderInput(tool, buyer))
    const [order] = await buyer.client.listOrders({ query: { limit: 1 } })
    const body = { orderId: order?._id ?? '', totalPrice: order?.totalPrice ?? 0 }
    await buyer.client.createPaymentIntent({ body })
  }
  const { payments } = shop.app.shop
  const cancelIntent = payments.cancelIntent.bind(payments)
  const mocked = t.mock.method(payments, 'cancelIntent', async (id: string) => {
    await orderWithIntent()
    return cancelIntent(id)
  })
  await orderWithIntent()
  await assertRefused(close(buyer, buyer.email, 'keep'), 'account_busy')
  assert.equal(mocked.mock.callCount(), 5)
  mocked.mock.restore()
  await close(buyer, buyer.email, 'keep')
  assert.equal((await shop.client.listTools({ query: { id: tool._id } }))[0]?.available, tool.available)
})

test('an email of ADMIN_EMAILS becomes no admin again once it was demoted, or closed as an admin', async t => {
  const strict = await openShop({ ADMIN_EMAILS: 'olga@example.com,otto@example.com' })
  t.after(() => strict.app.close())
  const ada = await strict.logInAsAdmin()
  const send = (path: string, body: object) =>
    strict.request(`/api/auth${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const email = 'olga@example.com'
  const openAsAdmin = async (email = 'olga@example.com') => {
    await send('/sign-up/email', { name: 'Olga', email, password: 'secret-7' })
    await strict.app.shop.db.execute(
      sql`update identity_users set email_verified = true, email_verified_at = now() - interval '1 minute' where email = ${email}`,
    )
    return strict.logIn(email, 'secret-7')
  }
  const first = await openAsAdmin()
  assert.equal((await first.client.isAdmin({ params: { email } })).admin, true)
  await ada.client.demote({ params: { email } })
  await close(first, email, 'delete')
  const second = await openAsAdmin()
  assert.equal((await second.client.isAdmin({ params: { email } })).admin, false)

  await ada.client.promote({ params: { email } })
  await close(ada, email, 'delete')
  const third = await openAsAdmin()
  assert.equal((await third.client.isAdmin({ params: { email } })).admin, false)

  const otto = await openAsAdmin('otto@example.com')
  assert.equal((await otto.client.isAdmin({ params: { email: otto.email } })).admin, true)
  const [{ _id: id } = assert.fail('no account')] = await ada.client.listAccounts({ query: { q: otto.email } })
  await ada.client.setAreas({ params: { id }, body: { areas: [] } })
  const again = await strict.logIn(otto.email, 'secret-7')
  assert.equal((await again.client.isAdmin({ params: { email: otto.email } })).admin, false)
  await close(otto, otto.email, 'delete')
  const next = await openAsAdmin(otto.email)
  assert.equal((await next.client.isAdmin({ params: { email: otto.email } })).admin, false)
})

test('a download reads orders as the client takes them, whatever their number and size', async () => {
  const { db } = shop.app.shop
  const { email, token } = await shop.createVerifiedBuyer()
  await db.execute(sql`
    with tool as (
      insert into tools (name, image, price_cents, minimum, available, description, deleted_at)
      select 'Nut ' || n, '/images/jigsaw-800.webp', 100, 1, 0, 'x', now() from generate_series(1, 200) n returning id
    ), placed as (
      insert into orders (account_id, title, line_count, line_words, total_cents, buyer_name, phone, address, expires_at, state, cancelled_at)
      select id, 'Nuts', 200, '', 20000, name, '', '', now(), 'cancelled', now() from accounts, generate_series(1, 12)
      where email = ${email} returning id
    )
    insert into order_lines (order_id, tool_id, position, sku, tool_name, quantity, price_cents)
    select placed.id, tool.id, row_number() over (partition by placed.id), '', 'Nut', 1, 100 from placed, tool`)
  const response = await shop.request(`/api/personalData/${email}`, { headers: { authorization: `Bearer ${token}` } })
  const chunks: string[] = []
  for await (const chunk of (response.body ?? assert.fail()).pipeThrough(new TextDecoderStream())) {
    if (chunks.length === 0) await db.execute(sql`update orders set note = 'Read late' where title = 'Nuts'`)
    chunks.push(chunk)
  }
  const file = PersonalData.strict().parse(JSON.parse(chunks.join('')))
  assert.deepEqual(
    file.orders.map(({ lines }) => lines.length),
    Array.from({ length: 12 }, () => 200),
  )
  assert.deepEqual([file.orders[0]?.note, file.orders.at(-1)?.note], ['', 'Read late'])
})
