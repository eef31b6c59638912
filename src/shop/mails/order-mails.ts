import { formatNumber } from '#contract/format-number.ts'
import { namePoNumber } from '#contract/order-number.ts'
import { formatCents } from '#contract/pricing/money.ts'
import { formatPieceCount } from '#contract/pricing/quantity.ts'
import { getTrackingUrl, isLink } from '#contract/states/carriers.ts'
import { findArrivalOnCard } from '#contract/states/refund-days.ts'
import { cutText, stripInvisible, stripInvisibleInLines } from '#contract/text.ts'
import { formatDay, formatTimeInZone } from '#contract/time-zones.ts'
import type { MailData } from '#db/tables/mails.ts'
import type { OrderLine, OrderRow } from '#db/tables/orders.ts'
import { countAllPieces, countPiecesOf, type Pieces } from '#shop/orders/pieces.ts'
import type { Refund } from '#shop/refunds/refunds.ts'
import type { Return } from '#shop/returns/returns.ts'
import type { Shipment } from '#shop/shipments/shipments.ts'
import type { StoreInfo } from './account-mails.ts'
import type { MailTable, Paragraph } from './mail-body.ts'
import type { OrderMailKind } from './mails.ts'

interface MailText {
  /** Outcome for the subject: 'paid', or ': your payment failed'. */
  event: string
  paragraphs: readonly Paragraph[]
}

export type MailedOrder = OrderRow & {
  email: string
  emailVerified: boolean
  lines: OrderLine[]
  shipment: Shipment | undefined
  refund: Refund | undefined
  returned: Return | undefined
}

const maxSubjectLength = 78
const maxPoNumberLength = 20

export function composeOrderMail(store: StoreInfo, kind: OrderMailKind, order: MailedOrder, data: MailData) {
  const { event, paragraphs } = orderMails[kind](store, order, data)
  const [first, second] = order.lines
  const goods = first && !second ? `${formatNumber(first.quantity)} × ${first.toolName}` : order.title
  const poNumber = getPoNumber(order)
  const reference = `Order ${order.number}${poNumber === '' ? '' : ` (${namePoNumber(cutText(poNumber, maxPoNumberLength))})`}`
  const subject = `${reference}${event.startsWith(':') ? '' : ' '}${event} – ${goods}`.replace(/\s+/g, ' ')
  return { subject: cutAtWord(subject, maxSubjectLength), paragraphs: [describeReference(store, order), ...paragraphs] }
}

function cutAtWord(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  return `${cutText(text, maxLength).replace(/\s+\S*$|.$/u, '')}…`
}

/** Repeats what a buyer typed to verified addresses only: else anybody could have the shop mail a text to somebody else. */
const getPoNumber = ({ poNumber, emailVerified }: MailedOrder) => (emailVerified ? stripInvisible(poNumber) : '')

function describeReference({ origin }: StoreInfo, order: MailedOrder): string {
  const { id, number, state } = order
  const poNumber = getPoNumber(order)
  return [
    `Order ${number}`,
    ...(poNumber === '' ? [] : [`Your PO number: ${poNumber}`]),
    // A cancelled order has no page.
    ...(state === 'cancelled' ? [] : [`${origin}/dashboard/orders/${id}`]),
  ].join('\n')
}

function describeReceiver({ buyerName, address, emailVerified }: MailedOrder): string[] {
  return emailVerified ? [stripInvisibleInLines(`Deliver to:\n${buyerName}\n${address}`)] : []
}

function describeOrder({ title, lines: [first, second] }: MailedOrder): string {
  return first && !second ? `${formatPieceCount(first.quantity)} of ${first.toolName}` : title
}

function describePrices(shop: StoreInfo, { lines, totalCents, addedTaxCents }: MailedOrder): string {
  const format = (cents: number) => formatCentsOf(shop, cents)
  const tax = addedTaxCents > 0 ? `, of which ${format(addedTaxCents)} are tax` : ''
  const total = `${format(totalCents)} in all${tax}.`
  const [first, second] = lines
  if (first && !second)
    return `${formatPieceCount(first.quantity)} of ${first.toolName} at ${format(first.priceCents)} each, ${total}`
  return `${lines.length} tools, ${total}`
}

/** At the end, since mail programs cut long mails. A single line is in the sentence about its price. */
function listPrices(shop: StoreInfo, { lines, totalCents, addedTaxCents }: MailedOrder): MailTable[] {
  if (lines.length < 2) return []
  const format = (cents: number) => formatCentsOf(shop, cents)
  return [
    {
      rows: [
        ...lines.map(
          ({ quantity, toolName, sku, priceCents }) =>
            [
              `${formatPieceCount(quantity)} of ${toolName} (${sku}) at ${format(priceCents)} each`,
              format(priceCents * quantity),
            ] as const,
        ),
        ...(addedTaxCents > 0 ? [['Tax', format(addedTaxCents)] as const] : []),
        ['Total', format(totalCents)],
      ],
    },
  ]
}

function describeTransfer(shop: StoreInfo, { number, totalCents }: MailedOrder): string[] {
  const { sellerBank } = shop.settings.current
  if (sellerBank === '') return []
  return [`Or transfer ${formatCentsOf(shop, totalCents)}, with the reference “Order ${number}”, to:\n${sellerBank}`]
}

function describePieces({ lines }: MailedOrder, pieces: readonly Pieces[] = []): string[] {
  return lines.flatMap(({ toolId, toolName, sku }) => {
    const quantity = countPiecesOf(pieces, toolId)
    return quantity === 0 ? [] : [`${formatPieceCount(quantity)} of ${toolName} (${sku})`]
  })
}

const describeShipped = (order: MailedOrder) => describePieces(order, order.shipment?.lines ?? order.lines).join('\n')

function describeTracking({ shipment }: MailedOrder): string[] {
  const { carrier = '', trackingNumber = '' } = shipment ?? {}
  const url = getTrackingUrl(carrier, trackingNumber)
  const number = trackingNumber === '' || isLink(trackingNumber) ? '' : `tracking number ${trackingNumber}`
  const facts = [carrier && `Carrier: ${carrier}`, number].filter(Boolean).join(', ')
  const lines = [facts, url ?? ''].filter(Boolean)
  return lines.length > 0 ? [lines.join('\n')] : []
}

const cancelledBy = {
  buyer: ', as you asked',
  shop: ' by the shop',
  expiry: ', because it was not paid in time',
  company: ' by your company',
} as const

function describeCanceller({ approval }: MailedOrder, { cancelledBy: by }: MailData): string {
  if (by === 'expiry' && approval === 'waiting') return ', because it was not approved in time'
  return by ? cancelledBy[by] : ''
}

const formatCentsOf = ({ settings }: StoreInfo, cents: number) => formatCents(cents, settings.current.currency)

const formatTimeOf = ({ settings }: StoreInfo, time: Date | null) =>
  time ? formatTimeInZone(time, settings.current.timeZone) : ''

const describePaymentPage = ({ origin }: StoreInfo, { id }: OrderRow) => `here: ${origin}/dashboard/payment/${id}`

const orderMails: {
  [Kind in OrderMailKind]: (store: StoreInfo, order: MailedOrder, data: MailData) => MailText
} = {
  order_placed: (shop, order) => ({
    event: 'placed',
    paragraphs: [
      order.placedBy === null
        ? `Thank you for your order: ${describePrices(shop, order)}`
        : `We placed an order for you: ${describePrices(shop, order)}`,
      ...(order.approval === 'waiting'
        ? ['A manager of your company has to approve it first. We write to you then.']
        : [`Pay to secure your pieces, ${describePaymentPage(shop, order)}`, ...describeTransfer(shop, order)]),
      `The order is cancelled unless it is ${order.approval === 'waiting' ? 'approved' : 'paid'} by ${formatTimeOf(shop, order.expiresAt)}.`,
      ...describeReceiver(order),
      ...listPrices(shop, order),
    ],
  }),
  order_waiting: (shop, order) => ({
    event: 'waits for your approval',
    paragraphs: [
      `${order.buyerName} (${order.email}) has ordered for your company: ${describePrices(shop, order)}`,
      `Their orders of 24 hours come to more than their amount. Approve or decline it by ${formatTimeOf(shop, order.expiresAt)}, on the page above.`,
      ...listPrices(shop, order),
    ],
  }),
  order_approved: (shop, order) => ({
    event: 'approved',
    paragraphs: [
      `Your order is approved: ${describePrices(shop, order)}`,
      `Pay to secure your pieces, ${describePaymentPage(shop, order)}`,
      ...describeTransfer(shop, order),
      `The order is cancelled unless it is paid by ${formatTimeOf(shop, order.expiresAt)}.`,
      ...listPrices(shop, order),
    ],
  }),
  order_held: (shop, order, { heldUntil }) => ({
    event: ': its pieces are held for you',
    paragraphs: [
      `We hold the pieces of your order of ${describeOrder(order)}, ${formatCentsOf(shop, order.totalCents)} in all, for you until ${formatTimeOf(shop, heldUntil === undefined ? order.heldUntil : new Date(heldUntil))}.`,
      `Please pay ${describePaymentPage(shop, order)}`,
    ],
  }),
  order_hold_ended: (shop, order) => ({
    event: ': its pieces are not held any more',
    paragraphs: [
      `We do not hold the pieces of your order of ${describeOrder(order)} any more. Others can buy them now.`,
      `You can still pay, as long as they are in stock, ${describePaymentPage(shop, order)}`,
    ],
  }),
  order_payment_failed: (shop, order) => ({
    event: ': your payment did not go through',
    paragraphs: [
      `We could not take your payment of ${formatCentsOf(shop, order.totalCents)} for ${describeOrder(order)}. Your card was not charged; your bank may show the reserved amount for some days.`,
      `You can still pay, as long as the pieces are in stock, ${describePaymentPage(shop, order)}`,
    ],
  }),
  order_expiring: (shop, order) => ({
    event: order.approval === 'waiting' ? 'waits for your approval' : 'waits for its payment',
    paragraphs: [
      `${order.approval === 'waiting' ? 'The' : 'Your'} order of ${describeOrder(order)}, ${formatCentsOf(shop, order.totalCents)} in all, is not ${order.approval === 'waiting' ? 'approved' : 'paid'} yet.`,
      order.heldUntil
        ? `We hold its pieces for you until ${formatTimeOf(shop, order.heldUntil)}.`
        : `On ${formatTimeOf(shop, order.expiresAt)} it is cancelled.`,
      ...(order.approval === 'waiting' ? [] : [`Please pay ${describePaymentPage(shop, order)}`]),
    ],
  }),
  order_paid: (shop, order) => ({
    event: 'paid',
    paragraphs: [
      `Your payment of ${formatCentsOf(shop, order.totalCents)} for ${describeOrder(order)} has arrived.`,
      `Your transactionId is: ${order.transactionId}`,
      ...describeSoldOut(order),
      'The invoice is on the page of the order. We write again when it is on its way.',
      ...describeReceiver(order),
      ...listPrices(shop, order),
    ],
  }),
  order_shipped: (_, order) => {
    const isWhole = order.shipment === undefined || countAllPieces(order.shipment.lines) === countAllPieces(order.lines)
    return {
      event: isWhole ? 'shipped' : 'shipped in part',
      paragraphs: [
        `${isWhole ? 'Your order has' : 'These pieces have'} been shipped:\n${describeShipped(order)}`,
        ...describeTracking(order),
        ...describeReceiver(order),
      ],
    }
  },
  order_tracked: (_, order) => ({
    event: ': where its parcel is',
    paragraphs: [`These pieces have been shipped:\n${describeShipped(order)}`, ...describeTracking(order)],
  }),
  order_cancelled: ({ origin }, order, data) => ({
    event: 'cancelled',
    paragraphs: [
      `Your order of ${describeOrder(order)} is cancelled${describeCanceller(order, data)}. Nothing more is charged, and what you have paid is sent back.`,
      ...(order.cancelledReason === '' ? [] : [`The reason: ${order.cancelledReason}`]),
      `Everything that is in stock: ${origin}/shop`,
    ],
  }),
  order_return_accepted: (_, order) => ({
    event: ': your return is accepted',
    paragraphs: [
      `You can send these pieces of your order of ${order.title} back to us:\n${describeReturned(order)}`,
      ...(order.returned?.answer ? [order.returned.answer] : []),
      'The money follows when they have arrived.',
    ],
  }),
  order_return_refused: (_, order) => ({
    event: ': your return',
    paragraphs: [
      `We cannot take these pieces of your order of ${order.title} back:\n${describeReturned(order)}`,
      ...(order.returned?.answer ? [order.returned.answer] : []),
    ],
  }),
  order_refunded: (shop, order, data) =>
    order.refund && order.refund.kind !== 'late_payment'
      ? composeRefund(shop, order, order.refund)
      : composeLateRefund(shop, order, data),
}

function composeRefund(shop: StoreInfo, order: MailedOrder, refund: Refund): MailText {
  const { amountCents, reference, reason } = refund
  return {
    event: `: ${formatCentsOf(shop, amountCents)} goes back to you`,
    paragraphs: [
      `${formatCentsOf(shop, amountCents)} of your order of ${describeOrder(order)} goes back ${describeWay(reference, 'to the card that paid')}.${describeArrival(shop, refund)}`,
      ...(reason === '' ? [] : [`The reason: ${reason}`]),
      ...describeRefunded(order),
    ],
  }
}

const describeWay = (reference: string, toCard: string) =>
  reference === '' ? toCard : `by a transfer, reference ${reference}`

function describeArrival({ settings }: StoreInfo, { reference, createdAt }: Refund): string {
  if (reference !== '') return ''
  return ` It is usually there by ${formatDay(findArrivalOnCard(createdAt), settings.current.timeZone)}.`
}

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

function composeLateRefund(shop: StoreInfo, order: MailedOrder, { transactionId }: MailData): MailText {
  return {
    event: ': your payment goes back to you',
    paragraphs: [
      `Your payment of ${formatCentsOf(shop, order.refund?.amountCents ?? order.totalCents)} came when the order of ${describeOrder(order)} could not take it any more.`,
      `The money goes back ${describeWay(order.refund?.reference ?? '', 'to your card')}.`,
      `The transactionId is: ${transactionId}`,
    ],
  }
}
