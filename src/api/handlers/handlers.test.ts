import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTwoColorImage } from '#test/images/image-shop.ts'
import { assertRefused, buildOrderInput } from '#test/open-shop.ts'
import { getIntentId, payByCard } from '#test/pay.ts'
import { prepare, prepareShop } from '#test/prepare.ts'

const shop = prepareShop()
const buyer = prepare(() => shop.createBuyer())

const fields = { name: 'x', education: 'x', city: 'x', phone: 'x', linkedIn: 'x' }

test('each successful write replies with `acknowledged` or `success`', async () => {
  const { client, email } = buyer
  assert.deepEqual(await client.placeOrder(buildOrderInput(await shop.getTool(), buyer)), { acknowledged: true })
  const [{ _id: orderId, totalPrice } = assert.fail()] = await client.listOrders({})
  const { clientSecret } = await client.createPaymentIntent({ body: { orderId, totalPrice } })
  await payByCard(shop, clientSecret)
  const transactionId = getIntentId(clientSecret)
  const paid = await client.recordPayment({ params: { id: orderId }, body: { orderId, transactionId } })
  assert.deepEqual(paid, { acknowledged: true })
  const bytes = await createTwoColorImage(20, 20).png().toBuffer()
  const image = new File([new Uint8Array(bytes)], 'image.png')
  assert.equal((await client.uploadImage({ form: { image } })).success, true)
  const body = { ...fields, email }
  await client.createProfile({ body })
  assert.deepEqual(await client.updateProfile({ params: { email }, body }), { acknowledged: true })
})

test('a profile is saved under one’s own email only, in the path as in the body', async () => {
  const { client, email } = buyer
  const other = await shop.createBuyer()
  const update = (inPath: string, inBody: string) =>
    client.updateProfile({ params: { email: inPath }, body: { ...fields, email: inBody } })
  await assertRefused(update(other.email, email), 'not_yours')
  await assertRefused(update(email, other.email), 'not_yours')
})

test('an order repeated under the same idempotency key is one order', async () => {
  const tool = await shop.getTool()
  const { body } = buildOrderInput(tool, buyer)
  const before = (await buyer.client.listOrders({})).length
  for (let times = 0; times < 2; times++)
    await buyer.client.placeOrder({ body, headers: { 'idempotency-key': 'the-same' } })
  assert.equal((await buyer.client.listOrders({})).length, before + 1)
})

test('one of two concurrent changes with the same id for two tools is refused', async () => {
  const { client } = await shop.logInAsAdmin()
  const tools = [await shop.addTool({ name: 'Adze' }), await shop.addTool({ name: 'Bradawl' })]
  for (let round = 0; round < 10; round++) {
    const adjustmentId = crypto.randomUUID()
    const changes = tools.map(({ _id: id }) =>
      client.adjustStock({ params: { id, adjustmentId }, body: { reason: 'receipt', quantity: 1, note: '' } }),
    )
    const settled = await Promise.allSettled(changes)
    const outcomes = settled.map(each => (each.status === 'fulfilled' ? 'done' : each.reason.code))
    assert.deepEqual(outcomes.toSorted(), ['change_reused', 'done'])
  }
})
