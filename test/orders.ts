import type { TestAccount } from './open-shop.ts'
import { getIntentId, type PaymentTarget, payByCard } from './pay.ts'

/** A shop's admin and a buyer, who take an order from one state to the next. */
export interface OrderParties {
  shop: PaymentTarget
  admin: TestAccount
  buyer: TestAccount
}

interface OrderLine {
  toolId: string
  quantity: number
  price: number
}

type CheckOutBody = Parameters<TestAccount['client']['checkOut']>[0]['body']

/** A line of so many pieces of the tool at its list price. */
export const toLine = ({ _id, price }: { _id: string; price: number }, quantity: number): OrderLine => ({
  toolId: _id,
  quantity,
  price,
})

export async function placeOrder(
  { client }: TestAccount,
  lines: readonly OrderLine[],
  fields: Omit<CheckOutBody, 'lines'> = {},
): Promise<string> {
  return (await client.checkOut({ body: { ...fields, lines: [...lines] } })).orderId
}

/** Pays for an order by card without reporting it to the shop; returns the transaction id. */
export async function chargeCard(
  { shop, buyer }: Omit<OrderParties, 'admin'>,
  orderId: string,
  card?: string,
): Promise<string> {
  const { totalPrice } = await buyer.client.getOrder({ params: { orderId } })
  const { clientSecret } = await buyer.client.createPaymentIntent({ body: { orderId, totalPrice } })
  await payByCard(shop, clientSecret, card)
  return getIntentId(clientSecret)
}

/** Pays for an order by card, and reports it to the shop; returns the transaction id. */
export async function payOrder(parties: Omit<OrderParties, 'admin'>, orderId: string, card?: string): Promise<string> {
  const transactionId = await chargeCard(parties, orderId, card)
  await parties.buyer.client.recordPayment({ params: { id: orderId }, body: { orderId, transactionId } })
  return transactionId
}

export async function placePaidOrder(
  parties: Omit<OrderParties, 'admin'>,
  lines: readonly OrderLine[],
  card?: string,
): Promise<string> {
  const id = await placeOrder(parties.buyer, lines)
  await payOrder(parties, id, card)
  return id
}

export async function placeOrderPaidByTransfer(
  { admin, buyer }: Omit<OrderParties, 'shop'>,
  lines: readonly OrderLine[],
  fields?: Omit<CheckOutBody, 'lines'>,
): Promise<string> {
  const id = await placeOrder(buyer, lines, fields)
  await admin.client.markPaid({ params: { id }, body: { reference: 'IN 1' } })
  return id
}

/** Places an order that is paid, and of which those pieces are shipped; returns its id. */
export async function placeShippedOrder(
  parties: Omit<OrderParties, 'shop'>,
  lines: readonly OrderLine[],
  shipped: readonly Pick<OrderLine, 'toolId' | 'quantity'>[] = lines,
): Promise<string> {
  const id = await placeOrderPaidByTransfer(parties, lines)
  const body = { lines: shipped.map(({ toolId, quantity }) => ({ toolId, quantity })) }
  await parties.admin.client.shipOrder({ params: { id, shipmentId: crypto.randomUUID() }, body })
  return id
}

/** Has the buyer ask to return shipped pieces of the order; returns the return's id. */
export async function requestReturn(
  { client }: TestAccount,
  id: string,
  lines: readonly Pick<OrderLine, 'toolId' | 'quantity'>[],
): Promise<string> {
  const returnId = crypto.randomUUID()
  await client.requestReturn({ params: { id, returnId }, body: { lines: [...lines], reason: 'The edge is chipped' } })
  return returnId
}

/** 'placed' from the subject 'Order 100121 placed – 12 × Circular Saw'; other subjects stay as they are. */
export const readEvent = ({ subject }: { subject: string }) =>
  /^Order \d+(?: \(PO .*?\))?:? (.*?) – /.exec(subject)?.[1] ?? subject
