import assert from 'node:assert/strict'
import fc from 'fast-check'
import { computeLineTotal } from '#contract/pricing/money.ts'
import { Refusal } from '#contract/refusal.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import type { Order } from '#contract/schemas/orders.ts'
import type { ReturnState } from '#contract/states/return-steps.ts'
import { buildOrderInput, type TestAccount, type TestShop } from '#test/open-shop.ts'
import { getIntentId, payByCard } from '#test/pay.ts'

export const minimum = 3
export const price = 2.5

export interface ModelOrder {
  id: string
  owner: TestAccount
  quantity: number
  state: 'placed' | 'held' | 'paid' | 'shipped' | 'cancelled'
  card: 'none' | 'authorized' | 'captured' | 'released'
  shipped: number
  /** Pieces that were refunded before they were shipped. */
  dropped: number
  refundedCents: number
  returns: { id: string; pieces: number; state: ReturnState }[]
  /** Its last payment intent, once a card was authorized. */
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
      const fulfilment = { shipped: 0, dropped: 0, refundedCents: 0, returns: [] }
      model.orders.push({ id: '', owner: model.buyers[who], quantity, state: 'placed', card: 'none', ...fulfilment })
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

async function findWebhook({ webhooks }: TestShop, intentId: string): Promise<Request> {
  for (const call of webhooks) if ((await call.clone().text()).includes(intentId)) return call
  return assert.fail('no webhook')
}

const isPaid = ({ state }: ModelOrder) => state === 'paid' || state === 'shipped'
const isUnpaid = ({ state }: ModelOrder) => state === 'placed' || state === 'held'

/** An authorized card pays the order, if its pieces are there. */
const settle: Rule = (order, model) => {
  if (order.card === 'released') {
    if (order.state === 'cancelled') return 'cancelled_while_paying'
    return order.state === 'placed' && model.stock < order.quantity ? 'sold_out_while_paying' : 'payment_released'
  }
  if (order.card !== 'authorized') return 'done'
  if (order.state === 'placed' && model.stock < order.quantity) {
    order.card = 'released'
    return 'sold_out_while_paying'
  }
  if (order.state === 'placed') model.stock -= order.quantity
  order.state = 'paid'
  order.card = 'captured'
  return 'done'
}

export const authorizeStep = (index: number) =>
  stepOnOrder(
    'the bank authorizes the card for',
    index,
    (order, { shop }) =>
      toOutcome(
        (async () => {
          const { clientSecret } = await order.owner.client.createPaymentIntent(toIntentRequest(order))
          assert.equal((await payByCard(shop, clientSecret)).status, 'requires_capture')
          order.intentId = getIntentId(clientSecret)
          order.webhook = await findWebhook(shop, order.intentId)
        })(),
      ),
    (order, model) => {
      if (order.state === 'cancelled') return 'order_cancelled'
      if (isPaid(order)) return 'order_paid'
      if (order.card === 'authorized') {
        const outcome = settle(order, model)
        return outcome === 'done' ? 'order_paid' : outcome
      }
      if (order.state === 'placed' && model.stock < order.quantity) return 'sold_out'
      order.card = 'authorized'
      return 'done'
    },
  )

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
    settle,
  )

export const webhookStep = (index: number) =>
  stepOnOrder(
    'the webhook tells of',
    index,
    async ({ webhook }, { shop }) => {
      if (webhook) assert.equal((await shop.app.fetch(webhook.clone())).status, 200)
      return 'done'
    },
    (order, model) => {
      settle(order, model)
      return 'done'
    },
  )

/** Pieces that are held go back, and a card is released. */
function giveBack(order: ModelOrder, model: Model): void {
  if (order.state === 'held') model.stock += order.quantity
  if (order.card === 'authorized') order.card = 'released'
}

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
      if (isPaid(order)) return 'order_paid'
      giveBack(order, model)
      order.state = 'cancelled'
      return 'done'
    },
  )

export const holdStep = (index: number) =>
  stepOnOrder(
    'the admin holds',
    index,
    ({ id }, { admin }) => {
      const until = new Date(Date.now() + 86_400_000).toISOString()
      return toOutcome(admin.client.holdOrder({ params: { id }, body: { until } }))
    },
    (order, model) => {
      if (order.state === 'cancelled') return 'order_cancelled'
      if (isPaid(order)) return 'order_paid'
      if (order.state === 'held') return 'done'
      if (model.stock < order.quantity) return 'sold_out'
      model.stock -= order.quantity
      order.state = 'held'
      return 'done'
    },
  )

export const endHoldStep = (index: number) =>
  stepOnOrder(
    'the admin ends the hold of',
    index,
    ({ id }, { admin }) => toOutcome(admin.client.endHold({ params: { id } })),
    (order, model) => {
      if (order.state !== 'held') return 'done'
      model.stock += order.quantity
      order.state = 'placed'
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
      if (isUnpaid(order)) return 'order_not_paid'
      if (order.state === 'shipped') return 'done'
      if (countLeft(order) === 0) return 'order_refunded'
      if (countMoney(order) === 0) return 'total_refunded'
      order.shipped = order.quantity - order.dropped
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

export const receiveStep = (pieces: number): Step => ({
  description: `the admin adds ${pieces} that were delivered`,
  run: model => adjustStock(model, { reason: 'receipt', quantity: pieces }),
  applyToModel(model) {
    model.stock += pieces
    return 'done'
  },
})

/** Finds so many more on the shelf than there should be. */
export const countStep = (more: number): Step => ({
  description: `the admin counts ${more} more`,
  async run(model) {
    const { onShelf } = await model.admin.client.getStock({ params: { id: model.toolId }, query: {} })
    return adjustStock(model, { reason: 'count', counted: onShelf + more })
  },
  applyToModel(model) {
    model.stock += more
    return 'done'
  },
})

type Adjustment = Parameters<TestAccount['client']['adjustStock']>[0]['body']

function adjustStock({ admin, toolId }: Model, body: Adjustment): Promise<Outcome> {
  return toOutcome(admin.client.adjustStock({ params: { id: toolId, adjustmentId: crypto.randomUUID() }, body }))
}

export const countLeft = ({ quantity, shipped, dropped }: ModelOrder) => quantity - shipped - dropped

export const shipStep = (index: number, pieces: number) =>
  stepOnOrder(
    `the admin ships ${pieces} of`,
    index,
    ({ id }, { admin, toolId }) => {
      const body = { lines: [{ toolId, quantity: pieces }] }
      return toOutcome(admin.client.shipOrder({ params: { id, shipmentId: crypto.randomUUID() }, body }))
    },
    order => {
      if (order.state === 'cancelled') return 'order_not_found'
      if (order.state === 'shipped') return 'order_shipped'
      if (isUnpaid(order)) return 'order_not_paid'
      if (countLeft(order) === 0) return 'order_refunded'
      if (countMoney(order) === 0) return 'total_refunded'
      if (pieces > countLeft(order)) return 'invalid_input'
      order.shipped += pieces
      if (countLeft(order) === 0) order.state = 'shipped'
      return 'done'
    },
  )

const priceCents = price * 100
/** In cents. */
const countMoney = ({ quantity, refundedCents }: ModelOrder) => quantity * priceCents - refundedCents

interface RefundedPieces {
  pieces: number
  restocked: boolean
}

export const refundStep = (index: number, refunded: RefundedPieces, extraCents: number) =>
  takePiecesStep(`refunds and ${extraCents} cents more`, index, refunded, refunded.pieces * priceCents + extraCents)

/** Without money. */
export const releaseStep = (index: number, released: RefundedPieces) => takePiecesStep('releases', index, released, 0)

function takePiecesStep(action: string, index: number, { pieces, restocked }: RefundedPieces, amountCents: number) {
  return stepOnOrder(
    `the admin takes ${pieces} pieces and ${action} of`,
    index,
    ({ id }, { admin, toolId }) => {
      const lines = pieces > 0 ? [{ toolId, quantity: pieces, restocked }] : []
      const params = { id, refundId: crypto.randomUUID() }
      return toOutcome(admin.client.refundOrder({ params, body: { lines, amount: amountCents / 100 } }))
    },
    (order, model) => {
      if (order.state === 'cancelled') return 'order_not_found'
      if (isUnpaid(order)) return 'order_not_paid'
      if (pieces > countLeft(order) || amountCents > countMoney(order)) return 'invalid_input'
      order.refundedCents += amountCents
      order.dropped += pieces
      if (restocked) model.stock += pieces
      if (pieces > 0 && countLeft(order) === 0 && order.shipped > 0) order.state = 'shipped'
      return 'done'
    },
  )
}

export const refundAllMoneyStep = (index: number) =>
  stepOnOrder(
    'the admin refunds all money of',
    index,
    async ({ id }, { admin }) => {
      const { totalPrice, refundedTotal } = await admin.client.getOrderDetails({ params: { id } })
      const amount = Math.round((totalPrice - refundedTotal) * 100) / 100
      return toOutcome(admin.client.refundOrder({ params: { id, refundId: crypto.randomUUID() }, body: { amount } }))
    },
    order => {
      if (order.state === 'cancelled') return 'order_not_found'
      if (isUnpaid(order)) return 'order_not_paid'
      if (countMoney(order) === 0) return 'invalid_input'
      order.refundedCents += countMoney(order)
      return 'done'
    },
  )

export const requestReturnStep = (index: number, pieces: number) =>
  stepOnOrder(
    `the buyer returns ${pieces} of`,
    index,
    async (order, { toolId }) => {
      const returnId = crypto.randomUUID()
      const body = { lines: [{ toolId, quantity: pieces }], reason: 'Blunt' }
      const outcome = await toOutcome(order.owner.client.requestReturn({ params: { id: order.id, returnId }, body }))
      const fresh = order.returns.find(each => each.id === '')
      if (outcome === 'done' && fresh) fresh.id = returnId
      return outcome
    },
    order => {
      if (order.state === 'cancelled') return 'order_not_found'
      const returned = order.returns.reduce((sum, each) => sum + each.pieces, 0)
      if (pieces > order.shipped - returned) return 'invalid_input'
      order.returns.push({ id: '', pieces, state: 'requested' })
      return 'done'
    },
  )

const hasEnded = ({ state }: { state: ReturnState }) => state === 'refunded' || state === 'closed'

/**
 * Accepts its first return that has not ended, receives all of it or all but `missing` pieces, refunds it, or closes it when
 * no money is left; as it is in the shop, not in the model.
 */
export const handleReturnStep = (index: number, missing: number) =>
  stepOnOrder(
    `the admin handles, without ${missing} pieces, a return of`,
    index,
    async ({ id }, { admin, toolId }) => {
      const order = await admin.client.getOrderDetails({ params: { id } }).catch(() => undefined)
      const made = order?.returns.find(each => !hasEnded(each))
      if (!order || !made) return 'done'
      const params = { id: made._id }
      const [line] = made.lines
      const quantity = line?.received ?? Math.max(0, (line?.quantity ?? 0) - missing)
      if (made.state === 'requested')
        return toOutcome(admin.client.answerReturn({ params, body: { accepted: true, answer: 'Send them.' } }))
      if (made.state === 'accepted') {
        const pieces = quantity > 0 ? [{ toolId, quantity }] : []
        return toOutcome(admin.client.receiveReturn({ params, body: { received: pieces, restocked: pieces } }))
      }
      const leftCents = Math.round((order.totalPrice - order.refundedTotal) * 100)
      if (leftCents === 0) return toOutcome(admin.client.closeReturn({ params }))
      const amount = Math.min(leftCents, quantity * priceCents) / 100
      const refund = { id, refundId: crypto.randomUUID() }
      return toOutcome(admin.client.refundOrder({ params: refund, body: { amount, returnId: made._id } }))
    },
    (order, model) => {
      const made = order.returns.find(each => !hasEnded(each))
      if (!made) return 'done'
      if (made.state === 'requested') made.state = 'accepted'
      else if (made.state === 'accepted') {
        if (made.pieces <= missing) return 'invalid_input'
        made.state = 'received'
        made.pieces -= missing
        model.stock += made.pieces
      } else {
        const leftCents = countMoney(order)
        made.state = leftCents === 0 ? 'closed' : 'refunded'
        order.refundedCents += Math.min(leftCents, made.pieces * priceCents)
      }
      return 'done'
    },
  )

export const anyIndex = fc.nat({ max: 7 })

const anyPieces = (min: number) => fc.record({ pieces: fc.integer({ min, max: 5 }), restocked: fc.boolean() })

export const anyStep = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.constantFrom(0 as const, 1 as const), fc.integer({ min: 1, max: 9 }))
      .map(each => placeOrderStep(...each)),
  },
  { weight: 3, arbitrary: anyIndex.map(authorizeStep) },
  { weight: 2, arbitrary: anyIndex.map(recordPaymentStep) },
  { weight: 2, arbitrary: anyIndex.map(webhookStep) },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.constantFrom('buyer' as const, 'admin' as const), anyIndex).map(each => cancelStep(...each)),
  },
  { weight: 2, arbitrary: anyIndex.map(holdStep) },
  { weight: 1, arbitrary: anyIndex.map(endHoldStep) },
  { weight: 2, arbitrary: anyIndex.map(markShippedStep) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 9 }).map(restockStep) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 9 }).map(receiveStep) },
  { weight: 3, arbitrary: fc.tuple(anyIndex, fc.integer({ min: 1, max: 6 })).map(each => shipStep(...each)) },
  {
    weight: 3,
    arbitrary: fc.tuple(anyIndex, anyPieces(0), fc.integer({ min: 1, max: 400 })).map(each => refundStep(...each)),
  },
  { weight: 2, arbitrary: fc.tuple(anyIndex, anyPieces(1)).map(each => releaseStep(...each)) },
  { weight: 1, arbitrary: anyIndex.map(refundAllMoneyStep) },
  { weight: 2, arbitrary: fc.tuple(anyIndex, fc.integer({ min: 1, max: 4 })).map(each => requestReturnStep(...each)) },
  { weight: 3, arbitrary: fc.tuple(anyIndex, fc.nat({ max: 2 })).map(each => handleReturnStep(...each)) },
)

/** Also steps whose outcome is predictable only without concurrent ones. */
export const anySequentialStep = fc.oneof(
  { weight: 24, arbitrary: anyStep },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 9 }).map(countStep) },
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

type ListedOrder = Pick<Order, 'paid' | 'deliveryStatus' | 'heldUntil'>

export const toState = (order: ListedOrder | undefined): ModelOrder['state'] => {
  if (!order) return 'cancelled'
  if (order.deliveryStatus) return 'shipped'
  return order.paid ? 'paid' : order.heldUntil ? 'held' : 'placed'
}
