import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { lineTotal } from '#contract/money.ts'
import { Refusal, type RefusalCode } from '#contract/refusals.ts'
import { runReconcileLater } from '#test/chaos/run-reconcile-later.ts'
import { openShop, orderBodyFor, type Person, type TestShop } from '#test/open-shop.ts'
import { intentOf, payWith } from '#test/pay.ts'
import { breaches, breachesAtRest } from '#test/shop-invariants.ts'

let shop: TestShop
let admin: Person
let buyers: readonly [Person, Person]
before(async () => {
  shop = await openShop()
  admin = await shop.logIn('admin@example.com', 'anvil-and-tongs')
  buyers = [await shop.newBuyer(), await shop.newBuyer()]
})
after(() => shop.store.close())

const minimum = 3
const price = 2.5

/** An order as the oracle knows it. */
interface Sale {
  id: string
  owner: Person
  quantity: number
  state: 'placed' | 'paid' | 'shipped' | 'cancelled'
  /** Its payment intent, once it was charged. */
  charged?: string
  webhook?: Request
}

interface World {
  toolId: string
  free: number
  sales: Sale[]
}

type Outcome = RefusalCode | 'done'
interface Step {
  say: string
  /** Does it to the shop. */
  run: (world: World) => Promise<Outcome>
  /** What the rules say must come of it; changes the oracle's world. */
  expected: (world: World) => Outcome
}

const outcome = (call: Promise<unknown>): Promise<Outcome> =>
  call.then(
    () => 'done',
    error => {
      assert.ok(error instanceof Refusal && error.status < 500, String(error))
      return error.code
    },
  )

const toolOf = async ({ toolId }: World) => (await shop.client.listTools({ query: { id: toolId } }))[0] ?? assert.fail()

function book(who: 0 | 1, quantity: number): Step {
  return {
    say: `buyer ${who} orders ${quantity}`,
    run: async world =>
      outcome(buyers[who].client.placeOrder(orderBodyFor(await toolOf(world), buyers[who], quantity))),
    expected(world) {
      if (quantity < minimum || quantity > world.free) return 'out_of_range'
      world.free -= quantity
      world.sales.push({ id: '', owner: buyers[who], quantity, state: 'placed' })
      return 'done'
    },
  }
}

/** A step that is taken with one of the orders there are, if there is one. */
function taken(say: string, index: number, run: (sale: Sale) => Promise<Outcome>, expected: Rule): Step {
  const pick = ({ sales }: World) => sales[index % Math.max(1, sales.length)]
  return {
    say: `${say} order ${index}`,
    run: async world => {
      const sale = pick(world)
      return sale ? run(sale) : 'done'
    },
    expected(world) {
      const sale = pick(world)
      return sale ? expected(sale, world) : 'done'
    },
  }
}

type Rule = (sale: Sale, world: World) => Outcome

const request = ({ id, quantity }: Sale) => ({ body: { orderId: id, totalPrice: lineTotal(price, quantity) } })

const charge = (index: number) =>
  taken(
    'charge the card for',
    index,
    sale =>
      outcome(
        (async () => {
          const { clientSecret } = await sale.owner.client.createPaymentIntent(request(sale))
          shop.webhooks.length = 0
          assert.equal((await payWith(shop, clientSecret)).status, 'succeeded')
          sale.charged = intentOf(clientSecret)
          sale.webhook = shop.webhooks.at(-1) ?? assert.fail('no webhook')
        })(),
      ),
    sale => {
      if (sale.state === 'cancelled') return 'order_cancelled'
      if (sale.state !== 'placed') return 'order_paid'
      if (!sale.charged) return 'done'
      sale.state = 'paid'
      return 'order_paid'
    },
  )

const settled: Rule = sale => {
  if (sale.state === 'placed') sale.state = 'paid'
  return 'done'
}

const record = (index: number) =>
  taken(
    'the browser tells of',
    index,
    sale => {
      const transactionId = sale.charged
      if (!transactionId) return Promise.resolve('done')
      const payment = { params: { id: sale.id }, body: { orderId: sale.id, transactionId } }
      return outcome(sale.owner.client.recordPayment(payment))
    },
    (sale, world) => (sale.charged ? settled(sale, world) : 'done'),
  )

const hear = (index: number) =>
  taken(
    'the webhook tells of',
    index,
    async ({ webhook }) => {
      if (webhook) assert.equal((await shop.store.fetch(webhook.clone())).status, 200)
      return 'done'
    },
    (sale, world) => (sale.webhook ? settled(sale, world) : 'done'),
  )

const cancel = (who: 'buyer' | 'admin', index: number) =>
  taken(
    `the ${who} cancels`,
    index,
    ({ id, owner }) => {
      const input = { params: { id } }
      return outcome(who === 'admin' ? admin.client.cancelAnyOrder(input) : owner.client.cancelOrder(input))
    },
    (sale, world) => {
      if (sale.state === 'cancelled') return 'order_not_found'
      if (sale.state !== 'placed') return 'order_paid'
      if (sale.charged) {
        sale.state = 'paid'
        return 'order_paid'
      }
      sale.state = 'cancelled'
      world.free += sale.quantity
      return 'done'
    },
  )

const deliver = (index: number) =>
  taken(
    'the admin delivers',
    index,
    ({ id }) => outcome(admin.client.markDelivered({ params: { id } })),
    sale => {
      if (sale.state === 'cancelled') return 'order_not_found'
      if (sale.state === 'placed') return 'order_not_paid'
      sale.state = 'shipped'
      return 'done'
    },
  )

const restock = (pieces: number): Step => ({
  say: `the admin adds ${pieces}`,
  async run(world) {
    const { _id, ...tool } = await toolOf(world)
    const body = { ...tool, available: tool.available + pieces, availableBefore: tool.available }
    return outcome(admin.client.updateTool({ params: { id: _id }, body }))
  },
  expected(world) {
    world.free += pieces
    return 'done'
  },
})

const index = fc.nat({ max: 7 })
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.constantFrom(0 as const, 1 as const), fc.integer({ min: 1, max: 9 }))
      .map(each => book(...each)),
  },
  { weight: 3, arbitrary: index.map(charge) },
  { weight: 2, arbitrary: index.map(record) },
  { weight: 2, arbitrary: index.map(hear) },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.constantFrom('buyer' as const, 'admin' as const), index).map(each => cancel(...each)),
  },
  { weight: 2, arbitrary: index.map(deliver) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 9 }).map(restock) },
)

async function newWorld(): Promise<World> {
  const image = '/images/claw-hammer-800.webp'
  const tool = { name: 'Oracle Mallet', image, price, minimum, available: 20, description: 'For the oracle.' }
  const { insertedId } = await admin.client.addTool({ body: tool })
  return { toolId: insertedId, free: 20, sales: [] }
}

/** The shop's own view of the tool's orders, by id. */
async function ordersOf({ toolId }: World) {
  const lists = await Promise.all(buyers.map(buyer => buyer.client.listOrders({})))
  return new Map(lists.flat().flatMap(order => (order.toolId === toolId ? [[order._id, order] as const] : [])))
}

const stateOf = (order: { paid: boolean; deliveryStatus: boolean } | undefined): Sale['state'] => {
  if (!order) return 'cancelled'
  return order.deliveryStatus ? 'shipped' : order.paid ? 'paid' : 'placed'
}

test('whatever is done to orders, one after the other, comes out as the rules say', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 24 }), async steps => {
      const world = await newWorld()
      for (const { say, run, expected } of steps) {
        const rule = expected(world)
        assert.equal(await run(world), rule, say)
        const orders = await ordersOf(world)
        const fresh = world.sales.find(sale => sale.id === '')
        const known = new Set(world.sales.map(sale => sale.id))
        if (fresh) fresh.id = [...orders.keys()].find(id => !known.has(id)) ?? assert.fail(`${say}: no order`)
        for (const sale of world.sales) assert.equal(stateOf(orders.get(sale.id)), sale.state, say)
        assert.equal((await toolOf(world)).available, world.free, say)
        assert.deepEqual(await breaches(shop.store.shop.db), [], say)
      }
    }),
    { numRuns: 15 },
  )
})

test('whatever is done to orders at the same time, no piece and no dollar goes missing', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async steps => {
      const world = await newWorld()
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
      assert.deepEqual(await breaches(shop.store.shop.db), [])
      for (const sale of world.sales.filter(sale => sale.charged)) {
        await hear(world.sales.indexOf(sale)).run(world)
        const state = stateOf((await ordersOf(world)).get(sale.id))
        assert.notEqual(state, 'placed', 'money without an order that knows of it')
        if (state === 'cancelled') {
          const { rows } = await shop.store.shop.db.execute(
            `select 1 from refunds where payment_intent_id = '${sale.charged}'`,
          )
          assert.equal(rows.length, 1, 'money of a cancelled order that was not given back')
        }
      }
      await runReconcileLater(shop.store.shop)
      assert.deepEqual(await breachesAtRest(shop.store.shop.db), [])
    }),
    { numRuns: 15 },
  )
})
