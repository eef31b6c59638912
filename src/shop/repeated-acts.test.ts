import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '#contract/refusal.ts'
import { settleAll } from '#test/concurrent-calls.ts'
import type { TestAccount } from '#test/open-shop.ts'
import { placeOrderPaidByTransfer, toLine } from '#test/orders.ts'
import { prepare, prepareShopWithTwoAdmins } from '#test/prepare.ts'

const { shop, ada, zoe } = prepareShopWithTwoAdmins()
const buyer = prepare(() => shop.createVerifiedBuyer())
const tool = prepare(() => shop.addTool({ name: 'Adze', available: 1000 }))

const placePaid = () => placeOrderPaidByTransfer({ admin: ada, buyer }, [toLine(tool, 20)])
const read = (id: string) => ada.client.getOrderDetails({ params: { id } })
const pieces = [{ toolId: '', quantity: 10 }]
const pack = () => pieces.map(line => ({ ...line, toolId: tool._id }))

async function readRefusal(call: Promise<unknown>): Promise<Refusal> {
  const refusal = await call.catch((error: unknown) => error)
  assert.ok(refusal instanceof Refusal, 'not refused')
  assert.equal(refusal.code, 'done_meanwhile')
  return refusal
}

test('of two admins who refund the same, the second learns who refunded what, and may refund once more', async () => {
  const id = await placePaid()
  const refund = (admin: TestAccount, shownRefunds: number | undefined) => {
    const body = { amount: 50, reason: 'Dented', reference: 'OUT 1', shownRefunds }
    return admin.client.refundOrder({ params: { id, refundId: crypto.randomUUID() }, body })
  }
  await refund(ada, 0)
  const { errors } = await readRefusal(refund(zoe, 0))
  const [{ message } = assert.fail()] = errors
  assert.match(message, /^admin@example\.com at \d{4}-\d\d-\d\d \d\d:\d\d UTC: \$50\.00 refunded, “Dented”\.$/)
  assert.equal((await read(id)).refundedTotal, 50)
  await refund(zoe, 1)
  await refund(ada, undefined)
  assert.equal((await read(id)).refundedTotal, 150)
})

test('pieces are not released twice from two forms', async () => {
  const id = await placePaid()
  const release = (admin: TestAccount) => {
    const body = { amount: 0, lines: pack().map(line => ({ ...line, restocked: true })), shownRefunds: 0 }
    return () => admin.client.refundOrder({ params: { id, refundId: crypto.randomUUID() }, body })
  }
  const outcomes = await settleAll(release(ada), release(zoe))
  assert.equal(outcomes.filter(outcome => outcome === 'done_meanwhile').length, 1, String(outcomes))
  assert.deepEqual(
    (await read(id)).lines.map(({ left }) => left),
    [10],
  )
})

test('of two admins who ship the same pieces, the second learns of the first', async () => {
  const id = await placePaid()
  const ship = (admin: TestAccount, shownShipments: number) =>
    admin.client.shipOrder({ params: { id, shipmentId: crypto.randomUUID() }, body: { lines: pack(), shownShipments } })
  await ship(ada, 0)
  const { errors } = await readRefusal(ship(zoe, 0))
  assert.match(errors.map(({ message }) => message).join(), /^admin@example\.com at .*: 10 pieces shipped\.$/)
  await ship(zoe, 1)
  assert.equal((await read(id)).status, 'shipped')
})

test('of two admins who receive the same pieces, the second learns of the first', async () => {
  const { _id: id } = await shop.addTool({ name: 'Bodkin', available: 10 })
  const adjust = (admin: TestAccount, reason: 'receipt' | 'damage', shownAdjustments: number) => {
    const body = { reason, quantity: 5, note: 'Note 77', shownAdjustments }
    return admin.client.adjustStock({ params: { id, adjustmentId: crypto.randomUUID() }, body })
  }
  const { adjustments } = await ada.client.getStock({ params: { id } })
  assert.equal(adjustments, 0)
  await adjust(ada, 'receipt', 0)
  const { errors } = await readRefusal(adjust(zoe, 'damage', 0))
  assert.match(
    errors.map(({ message }) => message).join(),
    /^admin@example\.com at .*: stock \+5 \(receipt\), “Note 77”\.$/,
  )
  await adjust(zoe, 'damage', (await zoe.client.getStock({ params: { id } })).adjustments)
  assert.equal((await ada.client.getStock({ params: { id } })).available, 10)
})
