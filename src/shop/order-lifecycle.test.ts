import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { runReconcileLater } from '#test/chaos/run-reconcile-later.ts'
import { openShop, type Person, type TestShop } from '#test/open-shop.ts'
import { book, hear, newWorld, ordersOf, stateOf, step, toolOf } from '#test/order-model.ts'
import { findViolations, findViolationsAtRest } from '#test/shop-invariants.ts'

let shop: TestShop
let admin: Person
let buyers: readonly [Person, Person]

before(async () => {
  shop = await openShop()
  admin = await shop.logIn('admin@example.com', 'anvil-and-tongs')
  buyers = [await shop.newBuyer(), await shop.newBuyer()]
})

after(() => shop.app.close())

test('any sequence of steps on orders has the outcome of the model', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 24 }), async steps => {
      const world = await newWorld({ shop, admin, buyers })
      for (const { say, run, expected } of steps) {
        const rule = expected(world)
        assert.equal(await run(world), rule, say)
        const orders = await ordersOf(world)
        const fresh = world.sales.find(sale => sale.id === '')
        const known = new Set(world.sales.map(sale => sale.id))
        if (fresh) fresh.id = [...orders.keys()].find(id => !known.has(id)) ?? assert.fail(`${say}: no order`)
        for (const sale of world.sales) assert.equal(stateOf(orders.get(sale.id)), sale.state, say)
        assert.equal((await toolOf(world)).available, world.free, say)
        assert.deepEqual(await findViolations(shop.app.shop.db), [], say)
      }
    }),
    { numRuns: 15 },
  )
})

test('concurrent steps on orders lose no stock and no payment', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async steps => {
      const world = await newWorld({ shop, admin, buyers })
      let added = 0
      const bookings = [book(0, 3), book(1, 4), book(0, 5)]
      for (const booking of bookings) {
        await booking.run(world)
        booking.expected(world)
      }
      const ids = [...(await ordersOf(world)).values()].toSorted((a, b) => (a._id < b._id ? -1 : 1))
      for (const [index, sale] of world.sales.entries()) sale.id = ids[index]?._id ?? ''
      await Promise.all(
        steps.map(async ({ say, run }) => {
          const came = await run(world).catch(error => {
            // A card is charged by one of two who try at once.
            assert.match(String(error), /Expected values to be strictly equal|no webhook/)
            return 'charged by another'
          })
          const pieces = /adds (\d+)/.exec(say)?.[1]
          if (pieces && came === 'done') added += Number(pieces)
        }),
      )
      const orders = [...(await ordersOf(world)).values()]
      const reserved = orders.reduce((sum, order) => sum + Number.parseInt(order.quantity, 10), 0)
      assert.equal((await toolOf(world)).available + reserved, 20 + added)
      assert.deepEqual(await findViolations(shop.app.shop.db), [])
      for (const sale of world.sales.filter(sale => sale.charged)) {
        await hear(world.sales.indexOf(sale)).run(world)
        const state = stateOf((await ordersOf(world)).get(sale.id))
        assert.notEqual(state, 'placed', 'a payment that its order does not record')
        if (state === 'cancelled') {
          const { rows } = await shop.app.shop.db.execute(
            `select 1 from refunds where payment_intent_id = '${sale.charged}'`,
          )
          assert.equal(rows.length, 1, 'money of a cancelled order that was not given back')
        }
      }
      await runReconcileLater(shop.app.shop)
      assert.deepEqual(await findViolationsAtRest(shop.app.shop.db), [])
    }),
    { numRuns: 15 },
  )
})
