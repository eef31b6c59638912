import assert from 'node:assert/strict'
import fc from 'fast-check'
import { lineTotal } from '#contract/money.ts'
import { Refusal, type RefusalCode } from '#contract/refusals.ts'
import { orderBodyFor, type Person, type TestShop } from '#test/open-shop.ts'
import { intentOf, payWith } from '#test/pay.ts'

export const minimum = 3
export const price = 2.5

/** An order as the oracle knows it. */
export interface Sale {
  id: string
  owner: Person
  quantity: number
  state: 'placed' | 'paid' | 'shipped' | 'cancelled'
  /** Its payment intent, once it was charged. */
  charged?: string
  webhook?: Request
}

export interface World {
  shop: TestShop
  admin: Person
  buyers: readonly [Person, Person]
  toolId: string
  free: number
  sales: Sale[]
}

export type Outcome = RefusalCode | 'done'

export interface Step {
  say: string
  /** Does it to the shop. */
  run: (world: World) => Promise<Outcome>
  /** What the rules say must come of it; changes the oracle's world. */
  expected: (world: World) => Outcome
}

export const outcome = (call: Promise<unknown>): Promise<Outcome> =>
  call.then(
    () => 'done',
    error => {
      assert.ok(error instanceof Refusal && error.status < 500, String(error))
      return error.code
    },
  )

export const toolOf = async ({ shop, toolId }: World) =>
  (await shop.client.listTools({ query: { id: toolId } }))[0] ?? assert.fail()

export function book(who: 0 | 1, quantity: number): Step {
  return {
    say: `buyer ${who} orders ${quantity}`,
    run: async world =>
      outcome(world.buyers[who].client.placeOrder(orderBodyFor(await toolOf(world), world.buyers[who], quantity))),
    expected(world) {
      if (quantity < minimum || quantity > world.free) return 'out_of_range'
      world.free -= quantity
      world.sales.push({ id: '', owner: world.buyers[who], quantity, state: 'placed' })
      return 'done'
    },
  }
}

/** A step that is taken with one of the orders there are, if there is one. */
export function stepOnOrder(
  say: string,
  index: number,
  run: (sale: Sale, world: World) => Promise<Outcome>,
  expected: Rule,
): Step {
  const pick = ({ sales }: World) => sales[index % Math.max(1, sales.length)]
  return {
    say: `${say} order ${index}`,
    run: async world => {
      const sale = pick(world)
      return sale ? run(sale, world) : 'done'
    },
    expected(world) {
      const sale = pick(world)
      return sale ? expected(sale, world) : 'done'
    },
  }
}

export type Rule = (sale: Sale, world: World) => Outcome
export const request = ({ id, quantity }: Sale) => ({ body: { orderId: id, totalPrice: lineTotal(price, quantity) } })

export const charge = (index: number) =>
  stepOnOrder(
    'charge the card for',
    index,
    (sale, { shop }) =>
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

export const settled: Rule = sale => {
  if (sale.state === 'placed') sale.state = 'paid'
  return 'done'
}

export const record = (index: number) =>
  stepOnOrder(
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

export const hear = (index: number) =>
  stepOnOrder(
    'the webhook tells of',
    index,
    async ({ webhook }, { shop }) => {
      if (webhook) assert.equal((await shop.app.fetch(webhook.clone())).status, 200)
      return 'done'
    },
    (sale, world) => (sale.webhook ? settled(sale, world) : 'done'),
  )

export const cancel = (who: 'buyer' | 'admin', index: number) =>
  stepOnOrder(
    `the ${who} cancels`,
    index,
    ({ id, owner }, { admin }) => {
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

export const deliver = (index: number) =>
  stepOnOrder(
    'the admin delivers',
    index,
    ({ id }, { admin }) => outcome(admin.client.markShipped({ params: { id } })),
    sale => {
      if (sale.state === 'cancelled') return 'order_not_found'
      if (sale.state === 'placed') return 'order_not_paid'
      sale.state = 'shipped'
      return 'done'
    },
  )

export const restock = (pieces: number): Step => ({
  say: `the admin adds ${pieces}`,
  async run(world) {
    const { _id, ...tool } = await toolOf(world)
    const body = { ...tool, available: tool.available + pieces, availableBefore: tool.available }
    return outcome(world.admin.client.updateTool({ params: { id: _id }, body }))
  },
  expected(world) {
    world.free += pieces
    return 'done'
  },
})

export const index = fc.nat({ max: 7 })

export const step = fc.oneof(
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

export async function newWorld({ shop, admin, buyers }: Pick<World, 'shop' | 'admin' | 'buyers'>): Promise<World> {
  const image = '/images/claw-hammer-800.webp'
  const tool = { name: 'Oracle Mallet', image, price, minimum, available: 20, description: 'For the oracle.' }
  const { insertedId } = await admin.client.addTool({ body: tool })
  return { shop, admin, buyers, toolId: insertedId, free: 20, sales: [] }
}

/** The buyers' view of the tool's orders, by id. */
export async function ordersOf({ buyers, toolId }: World) {
  const lists = await Promise.all(buyers.map(buyer => buyer.client.listOrders({})))
  return new Map(lists.flat().flatMap(order => (order.toolId === toolId ? [[order._id, order] as const] : [])))
}

export const stateOf = (order: { paid: boolean; deliveryStatus: boolean } | undefined): Sale['state'] => {
  if (!order) return 'cancelled'
  return order.deliveryStatus ? 'shipped' : order.paid ? 'paid' : 'placed'
}
