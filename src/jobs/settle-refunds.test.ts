import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import { createRefusal } from '#contract/refusals.ts'
import type { Payments } from '#providers/payments/port.ts'
import { payOrder, placeOrder, toLine } from '#test/orders.ts'
import { prepare, prepareCheckedShop } from '#test/prepare.ts'
import { settleRefunds } from './settle-refunds.ts'

const shop = prepareCheckedShop()
const admin = prepare(() => shop.logInAsAdmin())
const buyer = prepare(() => shop.createVerifiedBuyer())

/** The provider was not asked yet, as after a crash. */
async function interruptRefund(): Promise<string> {
  const id = await placeOrder(buyer, [toLine(await shop.addTool(), 10)])
  const transactionId = await payOrder({ shop, buyer }, id)
  await shop.app.shop.db.execute(sql`
    insert into refunds (order_id, kind, payment_intent_id, amount_cents) values (${id}, 'order', ${transactionId}, 1000)`)
  return id
}

const readState = async (id: string) => (await admin.client.getOrderDetails({ params: { id } })).refunds[0]?.state
const makeDue = () =>
  shop.app.shop.db.execute(
    sql`update refunds set created_at = created_at - interval '2 minutes', last_checked_at = null`,
  )
const run = (payments: Partial<Payments> = {}, log = () => {}) => {
  const { shop: appShop } = shop.app
  return settleRefunds({ ...appShop, payments: { ...appShop.payments, ...payments } }, log)
}

test('a refund that was interrupted is completed once, a minute later, by any number of processes', async () => {
  const id = await interruptRefund()
  await run()
  assert.equal(await readState(id), 'pending')
  await makeDue()
  await Promise.all([run(), run(), run()])
  assert.equal(await readState(id), 'succeeded')
})

test('while the provider is unavailable, refunds stay pending, and it is asked once', async () => {
  const ids = [await interruptRefund(), await interruptRefund()]
  await makeDue()
  let asked = 0
  const createRefund = () => {
    asked += 1
    return Promise.reject(createRefusal('payments_unavailable'))
  }
  await run({ createRefund })
  assert.equal(asked, 1)
  await makeDue()
  await run()
  for (const id of ids) assert.equal(await readState(id), 'succeeded')
})

test('an error of one refund is logged and delays no other', async () => {
  const ids = [await interruptRefund(), await interruptRefund()]
  await makeDue()
  const { createRefund } = shop.app.shop.payments
  const logged: unknown[] = []
  let asked = 0
  const failFirst: Payments['createRefund'] = refund => {
    asked += 1
    return asked === 1 ? Promise.reject(new Error('unexpected')) : createRefund(refund)
  }
  await run({ createRefund: failFirst }, (...line: unknown[]) => void logged.push(line[1]))
  assert.deepEqual(logged, ['refund failed'])
  const states = await Promise.all(ids.map(readState))
  assert.deepEqual(states.toSorted(), ['pending', 'succeeded'])
  await makeDue()
  await run()
})
