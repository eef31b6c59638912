import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eq } from 'drizzle-orm'
import { creditNotes } from '#db/tables/documents.ts'
import { orders } from '#db/tables/orders.ts'
import type { AddedTool } from '#test/open-shop.ts'
import { placeOrderPaidByTransfer } from '#test/orders.ts'
import { prepare, prepareCheckedShop, setUp } from '#test/prepare.ts'
import { issueDueCreditNotes } from './credit-notes.ts'

/** Tax rates are 20 %, 5 % and none. */
let tools: AddedTool[]
const shop = prepareCheckedShop({ TAX_PERCENT: '20' })
const admin = prepare(() => shop.logInAsAdmin())
const buyer = prepare(() => shop.createVerifiedBuyer('Rita Moss'))
setUp(async () => {
  tools = [
    await shop.addTool({ available: 10_000 }),
    await shop.addTool({ available: 10_000, taxPercent: 5 }),
    await shop.addTool({ available: 10_000, taxPercent: 0 }),
  ]
})

const placePaid = (...quantities: number[]) => {
  const lines = quantities.map((quantity, index) => ({ toolId: tools[index]?._id ?? '', quantity, price: 10 }))
  return placeOrderPaidByTransfer({ admin, buyer }, lines, { address: '1 Forge Lane' })
}

const take = (index: number, quantity: number) => ({ toolId: tools[index]?._id ?? '', quantity, restocked: true })

async function refund(id: string, amount: number, lines: ReturnType<typeof take>[] = []) {
  const refundId = crypto.randomUUID()
  await admin.client.refundOrder({ params: { id, refundId }, body: { amount, lines, reference: 'OUT 1' } })
  await issueDueCreditNotes(shop.app.shop)
  const [note] = await shop.app.shop.db.select().from(creditNotes).where(eq(creditNotes.refundId, refundId))
  return note?.contents ?? assert.fail('no credit note')
}

const sumByRate = ({ lines }: Awaited<ReturnType<typeof refund>>) =>
  Object.fromEntries(
    [...Map.groupBy(lines, ({ taxPercent }) => taxPercent)].map(([rate, taxed]) => [
      rate,
      taxed.reduce((sum, { totalCents }) => sum + totalCents, 0),
    ]),
  )

test('a deduction from the price of pieces is at their rates of tax', async () => {
  const id = await placePaid(10, 10)
  const note = await refund(id, 15, [take(0, 2)])
  assert.deepEqual(
    note.lines.map(({ name, totalCents, taxPercent }) => [name, totalCents, taxPercent]),
    [
      ['Adze', 2000, 20],
      ['Deduction', -500, 20],
    ],
  )
})

test('a credit beyond pieces is at the rates that earlier notes left', async () => {
  const id = await placePaid(10, 10, 10)
  assert.deepEqual(sumByRate(await refund(id, 100, [take(0, 10)])), { 20: 10_000 })
  assert.deepEqual(sumByRate(await refund(id, 0.01)), { 0: 1 })
  assert.deepEqual(sumByRate(await refund(id, 60, [take(1, 1)])), { 5: 3368, 0: 2632 })
  assert.deepEqual(sumByRate(await refund(id, 139.99)), { 5: 6632, 0: 7367 })
})

test('notes of concurrent refunds credit at most what was paid at a tax rate', async () => {
  const id = await placePaid(3, 1, 7)
  const amounts = [33.33, 12.5, 20, 44.17]
  const notes = await Promise.all(amounts.map(amount => refund(id, amount)))
  const rates = notes.map(sumByRate)
  for (const [rate, cents] of Object.entries({ 20: 3000, 5: 1000, 0: 7000 })) {
    const credited = rates.reduce((sum, byRate) => sum + (byRate[rate] ?? 0), 0)
    assert.equal(credited, cents, `${rate} %`)
  }
})

test('the highest amount is credited to the cent', async () => {
  const price = 999_999.99
  tools.push(await shop.addTool({ price, minimum: 1 }))
  const line = { toolId: tools.at(-1)?._id ?? '', quantity: 1, price }
  const { orderId: id } = await buyer.client.checkOut({ body: { lines: [line], address: '1 Forge Lane' } })
  await admin.client.markPaid({ params: { id }, body: { reference: 'IN 1' } })
  assert.deepEqual(sumByRate(await refund(id, price)), { 20: 99_999_999 })
})

test('a credit note names the buyer as the invoice does, also once the account is closed', async () => {
  const id = await placePaid(10)
  await buyer.client.getOrderDocument({ params: { id, kind: 'invoice' } })
  await shop.app.shop.db.update(orders).set({ buyerName: '', address: '', phone: '' }).where(eq(orders.id, id))
  const { billTo, shipTo } = await refund(id, 5)
  assert.deepEqual([billTo, shipTo], [`Rita Moss\n1 Forge Lane\n${buyer.email}`, 'Rita Moss\n1 Forge Lane'])
})
