import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AddedTool, assertRefused, openShop, type TestAccount } from '#test/open-shop.ts'
import { prepare, prepareShop, setUp } from '#test/prepare.ts'

const shop = prepareShop()
const admin = prepare(() => shop.logInAsAdmin())
let tool: AddedTool
setUp(async () => {
  tool = await shop.addTool({
    name: 'Adze',
    price: 12.5,
    minimum: 2,
    available: 100,
    priceBreaks: [{ from: 20, price: 11 }],
  })
})

async function findId(email: string): Promise<string> {
  const [account] = await admin.client.listAccounts({ query: { q: email } })
  return account?._id ?? assert.fail(`no account ${email}`)
}

const put = (client: TestAccount['client'], id: string, quantity: number) =>
  client.putIntoAdminCart({ params: { id }, body: { lines: [{ toolId: tool._id, quantity, price: tool.price }] } })

function checkOut(id: string, quantity: number, key: string = crypto.randomUUID()) {
  const lines = [{ toolId: tool._id, quantity, price: quantity < 20 ? 12.5 : 11 }]
  const headers = { 'idempotency-key': key }
  return admin.client.placeOrderForAccount({
    params: { id },
    headers,
    body: { lines, phone: '555 0100', address: '1 Forge Lane' },
  })
}

test('each admin has a cart for each account, apart from the buyer’s own', async () => {
  const [buyer, another] = [await shop.createVerifiedBuyer(), await shop.createVerifiedBuyer()]
  const second = await shop.createVerifiedBuyer()
  await admin.client.promote({ params: { email: second.email } })
  const [id, other] = [await findId(buyer.email), await findId(another.email)]
  await put(admin.client, id, 4)
  await put(admin.client, id, 6)
  await put(admin.client, other, 8)
  await put(second.client, id, 10)
  const read = async (client: TestAccount['client'], of: string) =>
    (await client.listAdminCart({ params: { id: of } })).map(({ quantity }) => quantity)
  assert.deepEqual([await read(admin.client, id), await read(admin.client, other)], [[6], [8]])
  assert.deepEqual(await read(second.client, id), [10])
  assert.deepEqual(await buyer.client.listCart({}), [])
  await admin.client.removeFromAdminCart({ params: { id, toolId: tool._id } })
  assert.deepEqual(await read(admin.client, id), [])
  await assertRefused(put(admin.client, crypto.randomUUID(), 2), 'account_not_found')
  const lines = [{ toolId: tool._id, quantity: 2, price: 1e9 }]
  await assertRefused(admin.client.putIntoAdminCart({ params: { id }, body: { lines } }), 'price_changed')
})

test('an order for a buyer is theirs, at their prices, on record and mailed with the way to pay', async () => {
  const buyer = await shop.createVerifiedBuyer('Zora Quill')
  const id = await findId(buyer.email)
  await put(admin.client, id, 20)
  const key = crypto.randomUUID()
  const { orderId, number } = await checkOut(id, 20, key)
  assert.deepEqual(await checkOut(id, 20, key), { orderId, number }, 'once per key')
  const [order] = await buyer.client.listOrders({})
  assert.deepEqual([order?._id, order?.totalPrice, order?.userName], [orderId, 220, 'Zora Quill'])
  assert.deepEqual(await admin.client.listAdminCart({ params: { id } }), [])
  const [action] = await admin.client.listAdminActions({ query: { action: 'place_order', limit: 1 } })
  assert.deepEqual([action?.actorEmail, action?.subjectId, action?.buyerEmail], [admin.email, orderId, buyer.email])
  const mail = (await shop.listMails()).find(({ to }) => to === buyer.email)
  assert.match(mail?.body ?? '', /We placed an order for you/)
  assert.match(mail?.body ?? '', new RegExp(`/dashboard/payment/${orderId}`))
  const body = { orderId, totalPrice: 220 }
  assert.ok((await buyer.client.createPaymentIntent({ body })).clientSecret)
})

test('where a verified email is required, no order is placed for an account without one', async t => {
  const strict = await openShop({ REQUIRE_VERIFIED_EMAIL: 'on' })
  t.after(() => strict.app.close())
  const strictAdmin = await strict.logInAsAdmin()
  const tool = await strict.addTool()
  for (const [account, code] of [
    [await strict.createBuyer(), 'target_email_unverified'],
    [await strict.createVerifiedBuyer(), undefined],
  ] as const) {
    const [found] = await strictAdmin.client.listAccounts({ query: { q: account.email } })
    const params = { id: found?._id ?? '' }
    const body = { lines: [{ toolId: tool._id, quantity: tool.minimum, price: tool.price }] }
    const placing = strictAdmin.client.placeOrderForAccount({ params, body })
    if (code) await assertRefused(placing, code)
    else assert.ok((await placing).orderId)
  }
})

test('the rules of orders hold, and a blocked account gets none', async () => {
  const buyer = await shop.createVerifiedBuyer()
  const id = await findId(buyer.email)
  await assertRefused(checkOut(id, 1), 'out_of_range')
  await assertRefused(checkOut(id, 1000), 'out_of_range')
  await admin.client.blockAccount({ params: { id }, body: { reason: 'Card fraud' } })
  await assertRefused(checkOut(id, 2), 'account_blocked')
  assert.equal((await admin.client.getAccount({ params: { id } })).orders.length, 0)
})
