import assert from 'node:assert/strict'
import fc from 'fast-check'
import { computeLineTotal } from '#contract/money.ts'
import { Refusal, type RefusalCode } from '#contract/refusals.ts'
import { buildOrderInput, type TestAccount, type TestShop } from '#test/open-shop.ts'
import { getIntentId, payByCard } from '#test/pay.ts'

export const minimum = 3
export const price = 2.5

/** An order as the model knows it. */
export interface ModelOrder {
  id: string
  owner: TestAccount
  quantity: number
  state: 'placed' | 'paid' | 'shipped' | 'cancelled'
  /** Its payment intent, once it was charged. */
  intentId?: string
  webhook?: Request
}

export interface Model {
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
  run: (model: Model) => Promise<Outcome>
  /** What the rules say must come of it; updates the model. */
  applyToModel: (model: Model) => Outcome
}

export const toOutcome = (call: Promise<unknown>): Promise<Outcome> =>
  call.then(
    () => 'done',
    error => {
      assert.ok(error instanceof Refusal && error.status < 500, String(error))
      return error.code
    },
  )

export const getTool = async ({ shop, toolId }: Model) =>
  (await shop.client.listTools({ query: { id: toolId } }))[0] ?? assert.fail()

export function placeOrderStep(who: 0 | 1, quantity: number): Step {
  return {
    description: `buyer ${who} orders ${quantity}`,
    run: async model =>
      toOutcome(
        model.buyers[who].client.placeOrder(buildOrderInput(await getTool(model), model.buyers[who], quantity)),
      ),
    applyToModel(model) {
      if (quantity < minimum || quantity > model.stock) return 'out_of_range'
      model.stock -= quantity
      model.orders.push({ id: '', owner: model.buyers[who], quantity, state: 'placed' })
      return 'done'
    },
  }
}

/** A step that is taken with one of the orders there are, if there is one. */
export function stepOnOrder(
  action: string,
  index: number,
  run: (order: ModelOrder, model: Model) => Promise<Outcome>,
  applyRule: Rule,
): Step {
  const pick = ({ orders }: Model) => orders[index % Math.max(1, orders.length)]
  return {
    description: `${action} order ${index}`,
    run: async model => {
      const order = pick(model)
      return order ? run(order, model) : 'done'
    },
    applyToModel(model) {
      const order = pick(model)
      return order ? applyRule(order, model) : 'done'
    },
  }
}

export type Rule = (order: ModelOrder, model: Model) => Outcome
export const toIntentRequest = ({ id, quantity }: ModelOrder) => ({
  body: { orderId: id, totalPrice: computeLineTotal(price, quantity) },
})

export const chargeStep = (index: number) =>
  stepOnOrder(
    'charge the card for',
    index,
    (order, { shop }) =>
      toOutcome(
        (async () => {
          const { clientSecret } = await order.owner.client.createPaymentIntent(toIntentRequest(order))
          shop.webhooks.length = 0
          assert.equal((await payByCard(shop, clientSecret)).status, 'succeeded')
          order.intentId = getIntentId(clientSecret)
          order.webhook = shop.webhooks.at(-1) ?? assert.fail('no webhook')
        })(),
      ),
    order => {
      if (order.state === 'cancelled') return 'order_cancelled'
      if (order.state !== 'placed') return 'order_paid'
      if (!order.intentId) return 'done'
      order.state = 'paid'
      return 'order_paid'
    },
  )

export const expectPaid: Rule = order => {
  if (order.state === 'placed') order.state = 'paid'
  return 'done'
}

export const recordPaymentStep = (index: number) =>
  stepOnOrder(
    'the browser tells of',
    index,
    order => {
      const transactionId = order.intentId
      if (!transactionId) return Promise.resolve('done')
      const payment = { params: { id: order.id }, body: { orderId: order.id, transactionId } }
      return toOutcome(order.owner.client.recordPayment(payment))
    },
    (order, model) => (order.intentId ? expectPaid(order, model) : 'done'),
  )

export const webhookStep = (index: number) =>
  stepOnOrder(
    'the webhook tells of',
    index,
    async ({ webhook }, { shop }) => {
      if (webhook) assert.equal((await shop.app.fetch(webhook.clone())).status, 200)
      return 'done'
    },
    (order, model) => (order.webhook ? expectPaid(order, model) : 'done'),
  )

export const cancelStep = (who: 'buyer' | 'admin', index: number) =>
  stepOnOrder(
    `the ${who} cancels`,
    index,
    ({ id, owner }, { admin }) => {
      const input = { params: { id } }
      return toOutcome(who === 'admin' ? admin.client.cancelAnyOrder(input) : owner.client.cancelOrder(input))
    },
    (order, model) => {
      if (order.state === 'cancelled') return 'done'
      if (order.state !== 'placed') return 'order_paid'
      if (order.intentId) {
        order.state = 'paid'
        return 'order_paid'
      }
      order.state = 'cancelled'
      model.stock += order.quantity
      return 'done'
    },
  )

export const markShippedStep = (index: number) =>
  stepOnOrder(
    'the admin delivers',
    index,
    ({ id }, { admin }) => toOutcome(admin.client.markShipped({ params: { id } })),
    order => {
      if (order.state === 'cancelled') return 'order_not_found'
      if (order.state === 'placed') return 'order_not_paid'
      order.state = 'shipped'
      return 'done'
    },
  )

export const restockStep = (pieces: number): Step => ({
  description: `the admin adds ${pieces}`,
  async run(model) {
    const { _id, ...tool } = await getTool(model)
    const body = { ...tool, available: tool.available + pieces, availableBefore: tool.available }
    return toOutcome(model.admin.client.updateTool({ params: { id: _id }, body }))
  },
  applyToModel(model) {
    model.stock += pieces
    return 'done'
  },
})

export const anyIndex = fc.nat({ max: 7 })

export const anyStep = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.constantFrom(0 as const, 1 as const), fc.integer({ min: 1, max: 9 }))
      .map(each => placeOrderStep(...each)),
  },
  { weight: 3, arbitrary: anyIndex.map(chargeStep) },
  { weight: 2, arbitrary: anyIndex.map(recordPaymentStep) },
  { weight: 2, arbitrary: anyIndex.map(webhookStep) },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.constantFrom('buyer' as const, 'admin' as const), anyIndex).map(each => cancelStep(...each)),
  },
  { weight: 2, arbitrary: anyIndex.map(markShippedStep) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 9 }).map(restockStep) },
)

export async function createModel({ shop, admin, buyers }: Pick<Model, 'shop' | 'admin' | 'buyers'>): Promise<Model> {
  const image = '/images/claw-hammer-800.webp'
  const tool = { name: 'Model Mallet', image, price, minimum, available: 20, description: 'For the model.' }
  const { insertedId } = await admin.client.addTool({ body: tool })
  return { shop, admin, buyers, toolId: insertedId, stock: 20, orders: [] }
}

/** The buyers' view of the tool's orders, by id. */
export async function listOrdersById({ buyers, toolId }: Model) {
  const lists = await Promise.all(buyers.map(buyer => buyer.client.listOrders({})))
  return new Map(lists.flat().flatMap(order => (order.toolId === toolId ? [[order._id, order] as const] : [])))
}

export const toState = (order: { paid: boolean; deliveryStatus: boolean } | undefined): ModelOrder['state'] => {
  if (!order) return 'cancelled'
  return order.deliveryStatus ? 'shipped' : order.paid ? 'paid' : 'placed'
}
