import { formatCents } from '#contract/pricing/money.ts'
import { formatPieceCount } from '#contract/pricing/quantity.ts'
import { getTrackingUrl } from '#contract/states/carriers.ts'
import { formatTimeInZone } from '#contract/time-zones.ts'
import type { MailData } from '#db/tables/mails.ts'
import type { OrderLine, OrderRow } from '#db/tables/orders.ts'
import type { Refund } from '#shop/refunds/refunds.ts'
import type { Return } from '#shop/returns/returns.ts'
import { countAllPieces, countPiecesOf, type Pieces } from '#shop/shipments/open-pieces.ts'
import type { Shipment } from '#shop/shipments/shipments.ts'
import type { StoreInfo } from './account-mails.ts'
import type { OrderMailKind } from './mails.ts'

interface MailText {
  subject: string
  paragraphs: readonly string[]
}

export type MailedOrder = OrderRow & {
  lines: OrderLine[]
  shipment: Shipment | undefined
  refund: Refund | undefined
  returned: Return | undefined
}

function describeOrder({ title, lines: [first, second] }: MailedOrder): string {
  return first && !second ? `${formatPieceCount(first.quantity)} of ${first.toolName}` : title
}

function describeLine({ quantity, toolName, sku, priceCents }: OrderLine): string {
  return `${formatPieceCount(quantity)} of ${toolName} (${sku}) at ${formatCents(priceCents)} each: ${formatCents(priceCents * quantity)}`
}

function describePrices({ lines, totalCents }: MailedOrder): string {
  const [first, second] = lines
  const total = `${formatCents(totalCents)} in all.`
  if (first && !second)
    return `${formatPieceCount(first.quantity)} of ${first.toolName} at ${formatCents(first.priceCents)} each, ${total}`
  return [`${lines.length} tools, ${total}`, ...lines.map(describeLine)].join('\n')
}

function describePieces({ lines }: MailedOrder, pieces: readonly Pieces[] = []): string[] {
  return lines.flatMap(({ toolId, toolName, sku }) => {
    const quantity = countPiecesOf(pieces, toolId)
    return quantity === 0 ? [] : [`${formatPieceCount(quantity)} of ${toolName} (${sku})`]
  })
}

function describeShipment(order: MailedOrder): string {
  const shipped = describePieces(order, order.shipment?.lines)
  return [`these pieces of your order of ${order.title} have been shipped:`, ...shipped].join('\n')
}

function describeTracking({ shipment }: MailedOrder): string[] {
  const { carrier = '', trackingNumber = '' } = shipment ?? {}
  if (carrier === '' && trackingNumber === '') return []
  const url = getTrackingUrl(carrier, trackingNumber)
  const number = trackingNumber === '' ? '' : `tracking number ${trackingNumber}`
  return [`${[carrier && `Carrier: ${carrier}`, number].filter(Boolean).join(', ')}${url ? `\n${url}` : ''}`]
}

const cancelledBy = {
  buyer: ', as you asked',
  shop: ' by the shop',
  expiry: ', because it was not paid in time',
} as const

const formatTimeOf = ({ settings }: StoreInfo, time: Date | null) =>
  time ? formatTimeInZone(time, settings.current.timeZone) : ''

/** Buyers review an order placed by the shop before they pay. */
const describePaymentPage = ({ origin }: StoreInfo, { id, placedBy }: OrderRow) =>
  placedBy === null
    ? `under My Orders: ${origin}/dashboard`
    : `here, where you see what we ordered: ${origin}/dashboard/payment/${id}`

export const orderMails: {
  [Kind in OrderMailKind]: (store: StoreInfo, order: MailedOrder, data: MailData) => MailText
} = {
  order_placed: (shop, order) => ({
    subject: `Your order of ${order.title}`,
    paragraphs: [
      order.placedBy === null
        ? `thank you for your order: ${describePrices(order)}`
        : `we placed an order for you: ${describePrices(order)}`,
      `Pay to secure your pieces, ${describePaymentPage(shop, order)}`,
      `The order is cancelled unless it is paid by ${formatTimeOf(shop, order.expiresAt)}.`,
    ],
  }),
  order_held: (shop, order, { heldUntil }) => ({
    subject: `We hold the pieces of your order of ${order.title}`,
    paragraphs: [
      `we hold the pieces of your order of ${describeOrder(order)}, ${formatCents(order.totalCents)} in all, for you until ${formatTimeOf(shop, heldUntil === undefined ? order.heldUntil : new Date(heldUntil))}.`,
      `Please pay ${describePaymentPage(shop, order)}`,
    ],
  }),
  order_hold_ended: (shop, order) => ({
    subject: `The pieces of your order of ${order.title} are not held any more`,
    paragraphs: [
      `we do not hold the pieces of your order of ${describeOrder(order)} any more. Others can buy them now.`,
      `You can still pay, as long as they are in stock, ${describePaymentPage(shop, order)}`,
    ],
  }),
  order_payment_failed: (shop, order) => ({
    subject: `Your payment for your order of ${order.title} did not go through`,
    paragraphs: [
      `we could not take your payment of ${formatCents(order.totalCents)} for ${describeOrder(order)}. Your card was not charged; your bank may show the reserved amount for some days.`,
      `You can still pay, as long as the pieces are in stock, ${describePaymentPage(shop, order)}`,
    ],
  }),
  order_expiring: (shop, order) => ({
    subject: `Your order of ${order.title} waits for its payment`,
    paragraphs: [
      `your order of ${describeOrder(order)}, ${formatCents(order.totalCents)} in all, is not paid yet.`,
      order.heldUntil
        ? `We hold its pieces for you until ${formatTimeOf(shop, order.heldUntil)}.`
        : `On ${formatTimeOf(shop, order.expiresAt)} it is cancelled.`,
      `Please pay ${describePaymentPage(shop, order)}`,
    ],
  }),
  order_paid: (_, order) => ({
    subject: `Payment received for your order of ${order.title}`,
    paragraphs: [
      `your payment of ${formatCents(order.totalCents)} for ${describeOrder(order)} has arrived.`,
      `Your transactionId is: ${order.transactionId}`,
      ...describeSoldOut(order),
      'We write again when the order is on its way.',
    ],
  }),
  order_shipped: (_, order) => {
    const isWhole = order.shipment === undefined || countAllPieces(order.shipment.lines) === countAllPieces(order.lines)
    return {
      subject: isWhole
        ? `Your order of ${order.title} is on its way`
        : `Pieces of your order of ${order.title} are on their way`,
      paragraphs: [
        isWhole ? `your order of ${describeOrder(order)} has been shipped.` : describeShipment(order),
        ...describeTracking(order),
      ],
    }
  },
  order_tracked: (_, order) => ({
    subject: `Where your order of ${order.title} is`,
    paragraphs: [describeShipment(order), ...describeTracking(order)],
  }),
  order_cancelled: ({ origin }, order, data) => ({
    subject: `Your order of ${order.title} is cancelled`,
    paragraphs: [
      `your order of ${describeOrder(order)} is cancelled${data.cancelledBy ? cancelledBy[data.cancelledBy] : ''}. Nothing more is charged, and what you have paid is sent back.`,
      `Everything that is in stock: ${origin}/shop`,
    ],
  }),
  order_return_accepted: (_, order) => ({
    subject: `Your return of ${order.title} is accepted`,
    paragraphs: [
      `you can send these pieces of your order of ${order.title} back to us:\n${describeReturned(order)}`,
      ...(order.returned?.answer ? [order.returned.answer] : []),
      'The money follows when they have arrived.',
    ],
  }),
  order_return_refused: (_, order) => ({
    subject: `Your return of ${order.title}`,
    paragraphs: [
      `we cannot take these pieces of your order of ${order.title} back:\n${describeReturned(order)}`,
      ...(order.returned?.answer ? [order.returned.answer] : []),
    ],
  }),
  order_refunded: (_, order, data) =>
    order.refund && order.refund.kind !== 'late_payment'
      ? composeRefund(order, order.refund)
      : composeLateRefund(order, data),
}

function composeRefund(order: MailedOrder, { amountCents, reference, reason }: Refund): MailText {
  return {
    subject: `Money of your order of ${order.title} goes back to you`,
    paragraphs: [
      `${formatCents(amountCents)} of your order of ${describeOrder(order)} goes back ${describeWay(reference, 'to the card that paid')}.`,
      ...(reason === '' ? [] : [`The reason: ${reason}`]),
      ...describeRefunded(order),
    ],
  }
}

const describeWay = (reference: string, toCard: string) =>
  reference === '' ? toCard : `by a transfer, reference ${reference}`

const describeReturned = (order: MailedOrder) => describePieces(order, order.returned?.lines).join('\n')

function describeSoldOut(order: MailedOrder): string[] {
  const missing = describePieces(order, order.refund?.lines)
  if (missing.length === 0) return []
  return [['These pieces are sold out and will not be shipped. We send their money back:', ...missing].join('\n')]
}

function describeRefunded(order: MailedOrder): string[] {
  const lists = [
    ['These pieces will not be shipped:', ...describePieces(order, order.refund?.lines)],
    ['These pieces came back:', ...describePieces(order, order.refund?.returned)],
  ]
  return lists.filter(list => list.length > 1).map(list => list.join('\n'))
}

function composeLateRefund(order: MailedOrder, { transactionId }: MailData): MailText {
  return {
    subject: `Your payment for ${order.title} goes back to you`,
    paragraphs: [
      `your payment of ${formatCents(order.refund?.amountCents ?? order.totalCents)} came when the order of ${describeOrder(order)} could not take it any more.`,
      `The money goes back ${describeWay(order.refund?.reference ?? '', 'to your card')}.`,
      `The transactionId is: ${transactionId}`,
    ],
  }
}
