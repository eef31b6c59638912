import type { Client } from '#contract/client.ts'
import { NoReplyError, Refusal } from '#contract/refusal.ts'
import type { Order } from '#contract/schemas/orders.ts'
import { NotDoneError } from '#web/session/api-errors.ts'

export interface PaymentState {
  clientSecret?: string
  failure?: Failure
  order?: Order
  transactionId?: string
}

export interface Failure {
  message: string
  shortages: readonly string[]
}

interface OrderParams {
  orderId: string
}

export const beginPayment = (client: Client, order: Order): Promise<PaymentState> =>
  tryBeginning(client, order).catch(error => ({ failure: toFailure(error) }))

export async function reloadAndBeginPayment(client: Client, params: OrderParams): Promise<PaymentState> {
  try {
    return await tryBeginning(client, await client.getOrder({ params }))
  } catch (error) {
    return { failure: toFailure(error) }
  }
}

async function tryBeginning(client: Client, order: Order): Promise<PaymentState> {
  if (order.paid) return { order }
  const body = { orderId: order._id, totalPrice: order.totalPrice }
  try {
    return await client.createPaymentIntent({ body })
  } catch (error) {
    // The order was paid in another tab, or by a payment whose reply was lost.
    if (error instanceof Refusal && error.kind === 'done')
      return { order: await client.getOrder({ params: { orderId: order._id } }) }
    // An earlier payment of this order has failed since.
    if (error instanceof Refusal && error.kind === 'retry')
      return { ...(await client.createPaymentIntent({ body })), failure: toFailure(error) }
    throw error
  }
}

/** Keeps the client secret while the payment may be unrecorded, so that nothing is charged twice. */
export async function recordPayment(
  client: Client,
  params: OrderParams,
  transactionId: string,
  clientSecret: string,
): Promise<PaymentState> {
  try {
    const body = { ...params, transactionId }
    const { acknowledged } = await client.recordPayment({ params: { id: params.orderId }, body })
    if (!acknowledged) return { failure: notRecorded, clientSecret }
  } catch (error) {
    const failure = toFailure(error)
    const kind = error instanceof Refusal ? error.kind : undefined
    if (!kind) return { failure, clientSecret }
    const next = await reloadAndBeginPayment(client, params)
    if (next.order) return next
    const canPayAgain = kind === 'retry' && failure.shortages.length === 0
    return { ...next, failure: (canPayAgain ? next.failure : undefined) ?? failure }
  }
  const order = await client.getOrder({ params }).catch(() => undefined)
  return { transactionId, ...(order && { order }) }
}

const notRecorded: Failure = {
  message: 'The payment is not recorded yet. Load the page again: nothing is charged twice.',
  shortages: [],
}

function toFailure(error: unknown): Failure {
  if (error instanceof NotDoneError) return { message: error.message, shortages: [] }
  if (!(error instanceof Refusal)) {
    const fault = error instanceof NoReplyError ? 'The shop does not answer.' : 'Something on this page failed.'
    return { message: `${fault} Load the page again: nothing is charged twice.`, shortages: [] }
  }
  return { message: error.message, shortages: error.errors.map(({ message }) => message) }
}
