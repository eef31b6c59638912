import assert from 'node:assert/strict'
import fc from 'fast-check'
import { computeLineTotal } from '#contract/money.ts'
import { Refusal, type RefusalCode } from '#contract/refusals.ts'
import { buildOrderInput, type TestAccount, type TestShop } from '#test/open-shop.ts'
import { getIntentId, payByCard } from '#test/pay.ts'

export const minimum = 3
export const price = 2.5

/** An order as the oracle knows it. */
export interface ModelOrder {
  id: string
  owner: TestAccount
  quantity: number
  state: 'placed' | 'paid' | 'shipped' | 'cancelled'
  /** Its payment intent, once it was charged. */
  intentId?: string
  webhook?: Request
}

export interface ModelState {
  shop: TestShop
  admin: TestAccount
  buyers: readonly [TestAccount, TestAccount]
  toolId: string
  stock: number
  orders: ModelOrder[]
}

export type Outcome = RefusalCode | 'done'

export interface Step {
  description: string
  /** Does it to the shop. */
  run: (world: ModelState) => Promise<Outcome>
  /** What the rules say must come of it; changes the oracle's world. */
  expected: (world: ModelState) => Outcome
}

export const toOutcome = (call: Promise<unknown>): Promise<Outcome> =>
  call.then(
    () => 'done',
    error => {
      assert.ok(error instanceof Refusal && error.status < 500, String(error))
      return error.code
    },
  )

export const getTool = async ({ shop, toolId }: ModelState) =>
  (await shop.client.listTools({ query: { id: toolId } }))[0] ?? assert.fail()

export function placeOrder(who: 0 | 1, quantity: number): Step {
  return {
    description: `buyer ${who} orders ${quantity}`,
    run: async world =>
      toOutcome(
        world.buyers[who].client.placeOrder(buildOrderInput(await getTool(world), world.buyers[who], quantity)),
      ),
    expected(world) {
      if (quantity < minimum || quantity > world.stock) return 'out_of_range'
      world.stock -= quantity
      world.orders.push({ id: '', owner: world.buyers[who], quantity, state: 'placed' })
      return 'done'
    },
  }
}

/** A step that is taken with one of the orders there are, if there is one. */
export function stepOnOrder(
  say: string,
  anyIndex: number,
  run: (sale: ModelOrder, world: ModelState) => Promise<Outcome>,
  expected: Rule,
): Step {
  const pick = ({ orders }: ModelState) => orders[anyIndex % Math.max(1, orders.length)]
  return {
    description: `${say} order ${anyIndex}`,
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

export type Rule = (sale: ModelOrder, world: ModelState) => Outcome
export const toIntentRequest = ({ id, quantity }: ModelOrder) => ({
  body: { orderId: id, totalPrice: computeLineTotal(price, quantity) },
})

export const chargeCard = (anyIndex: number) =>
  stepOnOrder(
    'charge the card for',
    anyIndex,
    (sale, { shop }) =>
      toOutcome(
        (async () => {
          const { clientSecret } = await sale.owner.client.createPaymentIntent(toIntentRequest(sale))
          shop.webhooks.length = 0
          assert.equal((await payByCard(shop, clientSecret)).status, 'succeeded')
          sale.intentId = getIntentId(clientSecret)
          sale.webhook = shop.webhooks.at(-1) ?? assert.fail('no webhook')
        })(),
      ),
    sale => {
      if (sale.state === 'cancelled') return 'order_cancelled'
      if (sale.state !== 'placed') return 'order_paid'
      if (!sale.intentId) return 'done'
      sale.state = 'paid'
      return 'order_paid'
    },
  )

export const expectPaid: Rule = sale => {
  if (sale.state === 'placed') sale.state = 'paid'
  return 'done'
}

export const recordPayment = (anyIndex: number) =>
  stepOnOrder(
    'the browser tells of',
    anyIndex,
    sale => {
      const transactionId = sale.intentId
      if (!transactionId) return Promise.resolve('done')
      const payment = { params: { id: sale.id }, body: { orderId: sale.id, transactionId } }
      return toOutcome(sale.owner.client.recordPayment(payment))
    },
    (sale, world) => (sale.intentId ? expectPaid(sale, world) : 'done'),
  )

export const receiveWebhook = (anyIndex: number) =>
  stepOnOrder(
    'the webhook tells of',
    anyIndex,
    async ({ webhook }, { shop }) => {
      if (webhook) assert.equal((await shop.app.fetch(webhook.clone())).status, 200)
      return 'done'
    },
    (sale, world) => (sale.webhook ? expectPaid(sale, world) : 'done'),
  )

export const cancel = (who: 'buyer' | 'admin', anyIndex: number) =>
  stepOnOrder(
    `the ${who} cancels`,
    anyIndex,
    ({ id, owner }, { admin }) => {
      const input = { params: { id } }
      return toOutcome(who === 'admin' ? admin.client.cancelAnyOrder(input) : owner.client.cancelOrder(input))
    },
    (sale, world) => {
      if (sale.state === 'cancelled') return 'order_not_found'
      if (sale.state !== 'placed') return 'order_paid'
      if (sale.intentId) {
        sale.state = 'paid'
        return 'order_paid'
      }
      sale.state = 'cancelled'
      world.stock += sale.quantity
      return 'done'
    },
  )

export const markShipped = (anyIndex: number) =>
  stepOnOrder(
    'the admin delivers',
    anyIndex,
    ({ id }, { admin }) => toOutcome(admin.client.markShipped({ params: { id } })),
    sale => {
      if (sale.state === 'cancelled') return 'order_not_found'
      if (sale.state === 'placed') return 'order_not_paid'
      sale.state = 'shipped'
      return 'done'
    },
  )

export const restock = (pieces: number): Step => ({
  description: `the admin adds ${pieces}`,
  async run(world) {
    const { _id, ...tool } = await getTool(world)
    const body = { ...tool, available: tool.available + pieces, availableBefore: tool.available }
    return toOutcome(world.admin.client.updateTool({ params: { id: _id }, body }))
  },
  expected(world) {
    world.stock += pieces
    return 'done'
  },
})

export const anyIndex = fc.nat({ max: 7 })

export const anyStep = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.constantFrom(0 as const, 1 as const), fc.integer({ min: 1, max: 9 }))
      .map(each => placeOrder(...each)),
  },
  { weight: 3, arbitrary: anyIndex.map(chargeCard) },
  { weight: 2, arbitrary: anyIndex.map(recordPayment) },
  { weight: 2, arbitrary: anyIndex.map(receiveWebhook) },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.constantFrom('buyer' as const, 'admin' as const), anyIndex).map(each => cancel(...each)),
  },
  { weight: 2, arbitrary: anyIndex.map(markShipped) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 9 }).map(restock) },
)

export async function createModelState({
  shop,
  admin,
  buyers,
}: Pick<ModelState, 'shop' | 'admin' | 'buyers'>): Promise<ModelState> {
  const image = '/images/claw-hammer-800.webp'
  const tool = { name: 'Oracle Mallet', image, price, minimum, available: 20, description: 'For the oracle.' }
  const { insertedId } = await admin.client.addTool({ body: tool })
  return { shop, admin, buyers, toolId: insertedId, stock: 20, orders: [] }
}

/** The buyers' view of the tool's orders, by id. */
export async function listOrdersById({ buyers, toolId }: ModelState) {
  const lists = await Promise.all(buyers.map(buyer => buyer.client.listOrders({})))
  return new Map(lists.flat().flatMap(order => (order.toolId === toolId ? [[order._id, order] as const] : [])))
}

export const toState = (order: { paid: boolean; deliveryStatus: boolean } | undefined): ModelOrder['state'] => {
  if (!order) return 'cancelled'
  return order.deliveryStatus ? 'shipped' : order.paid ? 'paid' : 'placed'
}
