import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { backdateAndReconcile } from '#test/chaos/backdate-and-reconcile.ts'
import type { TestAccount } from '#test/open-shop.ts'
import {
  anySequentialStep,
  anyStep,
  authorizeStep,
  createModel,
  getTool,
  listOrdersById,
  placeOrderStep,
  recordPaymentStep,
  toState,
  webhookStep,
} from '#test/order-model.ts'
import { prepare, prepareShop, setUp } from '#test/prepare.ts'
import { readBalance } from '#test/provider-balance.ts'
import { countPieces, findViolations, findViolationsAtRest } from '#test/shop-invariants.ts'

let buyers: readonly [TestAccount, TestAccount]

const shop = prepareShop()
const admin = prepare(() => shop.logInAsAdmin())
setUp(async () => {
  buyers = [await shop.createBuyer(), await shop.createBuyer()]
})

async function assertRevenue(): Promise<void> {
  const { figures } = await admin.client.getOverview({ query: { days: 366 } })
  assert.equal(Math.round(figures.revenue * 100), await readBalance(shop.app.shop.db))
}

/** Without these first steps, few sequences reach shipping, refunds or returns. */
const payOrder = [placeOrderStep(0, 6), authorizeStep(0), recordPaymentStep(0)]

test('any sequence of steps on orders has the outcome of the model', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anySequentialStep, { minLength: 4, maxLength: 32, size: 'max' }), async steps => {
      const model = await createModel({ shop, admin, buyers })
      for (const { description, run, applyToModel } of [...payOrder, ...steps]) {
        const expectedOutcome = applyToModel(model)
        assert.equal(await run(model), expectedOutcome, description)
        const orders = await listOrdersById(model)
        const fresh = model.orders.find(order => order.id === '')
        const known = new Set(model.orders.map(order => order.id))
        if (fresh) fresh.id = [...orders.keys()].find(id => !known.has(id)) ?? assert.fail(`${description}: no order`)
        for (const order of model.orders) {
          const found = orders.get(order.id)
          assert.equal(toState(found), order.state, description)
          assert.equal(found?.refundedTotal ?? 0, order.refundedCents / 100, description)
          const isEmpty = order.dropped === order.quantity
          assert.equal(found?.status === 'closed', isEmpty, description)
        }
        assert.equal((await getTool(model)).available, model.stock, description)
        assert.deepEqual(await findViolations(shop.app.shop.db), [], description)
      }
      await assertRevenue()
    }),
    { numRuns: 10 },
  )
})

test('concurrent steps on orders lose no stock and no payment', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 10, maxLength: 30 }), async steps => {
      const model = await createModel({ shop, admin, buyers })
      let added = 0
      const orderSteps = [placeOrderStep(0, 3), placeOrderStep(1, 4), placeOrderStep(0, 5)]
      for (const orderStep of orderSteps) {
        await orderStep.run(model)
        orderStep.applyToModel(model)
      }
      const ids = [...(await listOrdersById(model)).values()].toSorted((a, b) => (a._id < b._id ? -1 : 1))
      for (const [index, order] of model.orders.entries()) order.id = ids[index]?._id ?? ''
      await Promise.all(
        steps.map(async ({ description, run }) => {
          const came = await run(model).catch(error => {
            assert.match(String(error), /Expected values to be strictly equal|no webhook/)
            return 'authorized by another'
          })
          const pieces = /adds (\d+)/.exec(description)?.[1]
          if (pieces && came === 'done') added += Number(pieces)
        }),
      )
      assert.equal(await countPieces(shop.app.shop.db, model.toolId), 20 + added)
      assert.deepEqual(await findViolations(shop.app.shop.db), [])
      for (const order of model.orders) await webhookStep(model.orders.indexOf(order)).run(model)
      await backdateAndReconcile(shop.app.shop)
      assert.deepEqual(await findViolationsAtRest(shop.app.shop.db), [])
      await assertRevenue()
    }),
    { numRuns: 15 },
  )
})
