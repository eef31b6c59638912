import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { sql } from 'drizzle-orm'
import { createRefusal } from '#contract/refusals.ts'
import type { ActionResult } from '#contract/schemas/admin/bulk-actions.ts'
import { openAuditedShop } from '#test/audited-shop.ts'
import { settleAtRows } from '#test/concurrent-calls.ts'
import { assertRefused } from '#test/open-shop.ts'
import { readActor } from '#test/read-actor.ts'
import { actOnOrders } from './bulk-actions.ts'

const { shop, ada, zoe, listNewRecords, addMallet, placeOrder, placePaidOrder } = await openAuditedShop()
after(() => shop.app.close())

const buyer = await shop.createVerifiedBuyer()

type OrderAction = Parameters<typeof ada.client.actOnOrders>[0]['body']['action']
type ToolAction = Parameters<typeof ada.client.actOnTools>[0]['body']['action']

const act = async (action: OrderAction, ids: string[], { client } = ada) =>
  (await client.actOnOrders({ body: { action, ids } })).results
const actOnTools = async (action: ToolAction, ids: string[], { client } = ada) =>
  (await client.actOnTools({ body: { action, ids } })).results

const toEnd = (result: ActionResult) => (result.outcome === 'refused' ? result.code : result.outcome)

async function prepareOrders() {
  const { _id: unpaid } = await placeOrder(buyer)
  const { _id: cancelled } = await placeOrder(buyer)
  const [paid, shipped] = [await placePaidOrder(buyer), await placePaidOrder(buyer)]
  await ada.client.markShipped({ params: { id: shipped } })
  await ada.client.cancelAnyOrder({ params: { id: cancelled } })
  return [paid, unpaid, shipped, cancelled, randomUUID()]
}

const countMails = async (subject: RegExp) =>
  (await shop.listMails()).filter(mail => mail.to === buyer.email && subject.test(mail.subject)).length

test('orders are delivered one by one: a refusal does not stop the others', async () => {
  const ids = await prepareOrders()
  const mailed = await countMails(/ shipped /)
  let results: ActionResult[] = []
  const records = await listNewRecords(async () => {
    results = await act('deliver', ids.toReversed())
  })
  assert.deepEqual(
    results.map(({ id }) => id),
    ids.toReversed(),
  )
  const ends = ['order_not_found', 'order_not_found', 'nothing_to_do', 'order_not_paid', 'done']
  assert.deepEqual(results.map(toEnd), ends)
  const refused = results.find(result => result.outcome === 'refused')
  assert.equal(refused?.outcome === 'refused' && refused.detail, 'There is no such order.')
  assert.deepEqual(
    records.map(({ action, actorEmail }) => [action, actorEmail]),
    [['deliver', ada.email]],
  )
  assert.equal(await countMails(/ shipped /), mailed + 1)
})

test('orders are cancelled one by one, and a repeated call finds nothing to do', async () => {
  const ids = await prepareOrders()
  const ends = ['order_paid', 'done', 'order_paid', 'nothing_to_do', 'order_not_found']
  const records = await listNewRecords(async () => assert.deepEqual((await act('cancel', ids)).map(toEnd), ends))
  assert.deepEqual(
    records.map(({ action }) => action),
    ['cancel_order'],
  )
  const repeated = await listNewRecords(async () =>
    assert.deepEqual((await act('cancel', ids)).map(toEnd), ends.with(1, 'nothing_to_do')),
  )
  assert.deepEqual(repeated, [])
})

test('once the payment provider does not answer, the other orders are refused without asking it', async () => {
  const unpaid: string[] = []
  for (const _ of [1, 2, 3]) {
    const { _id: orderId, totalPrice } = await placeOrder(buyer)
    await buyer.client.createPaymentIntent({ body: { orderId, totalPrice } })
    unpaid.push(orderId)
  }
  const { shop: appShop } = shop.app
  const admin = await readActor(appShop, { email: ada.email })
  let calls = 0
  const cancelIntent: typeof appShop.payments.cancelIntent = async id => {
    calls += 1
    if (calls === 2) throw createRefusal('payments_unavailable')
    return appShop.payments.cancelIntent(id)
  }
  const outage = { ...appShop, payments: { ...appShop.payments, cancelIntent } }
  const results = await actOnOrders(outage, admin, 'cancel', unpaid)
  assert.deepEqual(
    results.map(result => (result.outcome === 'refused' ? result.refusal.code : result.outcome)),
    ['done', 'payments_unavailable', 'payments_unavailable'],
  )
  assert.equal(calls, 2)
  assert.deepEqual((await act('cancel', unpaid)).map(toEnd), ['nothing_to_do', 'done', 'done'])
})

test('tools are discontinued and put back on sale at once; each that changes is on record', async () => {
  const [sold, gone, deleted] = [await addMallet(), await addMallet({ discontinued: true }), await addMallet()]
  await ada.client.deleteTool({ params: { id: deleted } })
  const ids = [deleted, sold, gone, randomUUID()]
  const records = await listNewRecords(async () => {
    const ends = ['tool_not_found', 'done', 'nothing_to_do', 'tool_not_found']
    assert.deepEqual((await actOnTools('discontinue', ids)).map(toEnd), ends)
  })
  assert.deepEqual(
    records.map(({ action, target, before, after }) => ({ action, target, before, after })),
    [{ action: 'update_tool', target: 'Mallet', before: { discontinued: false }, after: { discontinued: true } }],
  )
  const isDiscontinued = async (id: string) => (await shop.client.getToolDetails({ params: { id } })).discontinued
  assert.deepEqual([await isDiscontinued(sold), await isDiscontinued(gone)], [true, true])
  assert.deepEqual((await actOnTools('restore', [sold, gone])).map(toEnd), ['done', 'done'])
  assert.deepEqual([await isDiscontinued(sold), await isDiscontinued(gone)], [false, false])
  const repeated = await listNewRecords(async () =>
    assert.deepEqual((await actOnTools('restore', [sold, gone])).map(toEnd), ['nothing_to_do', 'nothing_to_do']),
  )
  assert.deepEqual(repeated, [])
})

test('prices are changed where they are still those that were shown', async () => {
  const breaks = [{ from: 20, price: 9 }]
  const prices = { price: 10, priceBreaks: breaks }
  const [one, other, sold] = [await shop.addTool(prices), await shop.addTool(prices), await shop.addTool(prices)]
  const readPrices = async (id: string) => {
    const tool = await shop.client.getToolDetails({ params: { id } })
    return [tool.price, ...tool.priceBreaks.map(each => each.price)]
  }
  const dearer = { price: 10.32, priceBreaks: [{ from: 20, price: 9.29 }], shown: prices }
  const change = async (tools: Parameters<typeof ada.client.changePrices>[0]['body']['tools']) =>
    (await ada.client.changePrices({ body: { tools } })).results.map(toEnd)
  const records = await listNewRecords(async () => {
    assert.deepEqual(
      await change([
        { id: one._id, ...dearer },
        { id: other._id, ...dearer, shown: { ...prices, price: 11 } },
        { id: sold._id, ...dearer, price: 9 },
        { id: randomUUID(), ...dearer },
      ]),
      ['done', 'changed_meanwhile', 'invalid_input', 'tool_not_found'],
    )
  })
  assert.deepEqual(await readPrices(one._id), [10.32, 9.29])
  assert.deepEqual(
    [await readPrices(other._id), await readPrices(sold._id)],
    [
      [10, 9],
      [10, 9],
    ],
  )
  assert.deepEqual(
    records.map(({ action, before }) => [action, before.price_cents]),
    [['update_tool', 1000]],
  )
  assert.deepEqual(await change([{ id: one._id, ...dearer }]), ['nothing_to_do'])
})

test('orders are delivered with the numbers of their parcels', async () => {
  const id = await placePaidOrder(buyer)
  const tracking = { [id]: { carrier: 'UPS', trackingNumber: '1Z77' } }
  await ada.client.actOnOrders({ body: { action: 'deliver', ids: [id], tracking } })
  const { shipments } = await ada.client.getOrderDetails({ params: { id } })
  assert.deepEqual(
    shipments.map(({ carrier, trackingNumber }) => [carrier, trackingNumber]),
    [['UPS', '1Z77']],
  )
})

test('one call takes one to a hundred ids, each once', async () => {
  const ids = Array.from({ length: 101 }, () => randomUUID())
  const refusedLists = [ids, [], [ids[0] ?? '', ids[0] ?? ''], ['x']]
  for (const list of refusedLists) {
    await assertRefused(act('deliver', list), 'invalid_input')
    await assertRefused(actOnTools('discontinue', list), 'invalid_input')
  }
  assert.equal((await act('deliver', ids.slice(1))).length, 100)
  assert.equal((await actOnTools('discontinue', ids.slice(1))).length, 100)
})

test('of two concurrent admins, one acts on each row and the other finds nothing to do', async () => {
  const { db } = shop.app.shop
  for (const _ of [1, 2, 3]) {
    const paid = [await placePaidOrder(buyer), await placePaidOrder(buyer)]
    const unpaid = [(await placeOrder(buyer))._id, (await placeOrder(buyer))._id]
    const tools = [await addMallet(), await addMallet()]
    for (const [rows, ids, call] of [
      [sql`select from orders where id = any(${sql.param(paid)}::uuid[])`, paid, act.bind(null, 'deliver')],
      [sql`select from orders where id = any(${sql.param(unpaid)}::uuid[])`, unpaid, act.bind(null, 'cancel')],
      [sql`select from tools where id = any(${sql.param(tools)}::uuid[])`, tools, actOnTools.bind(null, 'discontinue')],
    ] as const) {
      let outcomes: unknown[] = []
      const records = await listNewRecords(async () => {
        const calls = [() => call(ids, ada), () => call(ids.toReversed(), zoe)]
        outcomes = await settleAtRows(db, rows, ...calls)
      })
      assert.equal(records.length, 2)
      const [ofAda, ofZoe] = outcomes as [ActionResult[], ActionResult[]]
      for (const id of ids) {
        const ends = [ofAda, ofZoe].map(results => results.find(result => result.id === id)?.outcome)
        assert.deepEqual(ends.toSorted(), ['done', 'nothing_to_do'])
      }
    }
  }
})
