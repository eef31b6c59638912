import type { CurrentSettings } from '#contract/shop-settings.ts'
import { statusWords, toDisplayStatus, toOrderStatus } from '#contract/states/order-status.ts'
import type { OrderLine } from '#db/tables/orders.ts'
import type { Order } from '#shop/orders/order-lists.ts'
import { type Columns, formatPlainCents } from './csv.ts'
import type { FormatTime } from './list-columns.ts'

export const buildOrderColumns = (formatTime: FormatTime, { timeZone, currency }: CurrentSettings): Columns<Order> => [
  ['Order no.', ({ number }) => number],
  [`Placed (${timeZone})`, ({ createdAt }) => formatTime(createdAt)],
  ['User name', ({ buyerName }) => buyerName],
  ['Email', ({ buyerEmail }) => buyerEmail],
  ['Tools', ({ title }) => title],
  ['Lines', ({ lineCount }) => lineCount],
  ['Total', ({ totalCents }) => formatPlainCents(totalCents)],
  ['State', describeState],
  [`Paid (${timeZone})`, ({ paidAt }) => formatTime(paidAt)],
  ['Paid by', ({ paidAt, paymentMethod }) => (paidAt ? paymentMethod : '')],
  ['Transaction', ({ paidAt, transactionId }) => (paidAt ? (transactionId ?? '') : '')],
  ['Refunded', ({ refundedCents }) => formatPlainCents(refundedCents)],
  [`Shipped (${timeZone})`, ({ shippedAt }) => formatTime(shippedAt)],
  ['PO number', ({ poNumber }) => poNumber],
  ['Phone', ({ phone }) => phone],
  ['Address', ({ address }) => address],
  ['Note', ({ note }) => note],
  ['Tax added', ({ addedTaxCents }) => formatPlainCents(addedTaxCents)],
  ['Currency', () => currency],
  ['Company', ({ company }) => company?.name ?? ''],
]

const describeState = (order: Order) =>
  statusWords[
    toDisplayStatus({
      status: toOrderStatus(order),
      disputed: order.disputed,
      refundedTotal: order.refundedCents,
      totalPrice: order.totalCents,
    })
  ].toLowerCase()

export const buildLineColumns = (
  formatTime: FormatTime,
  { timeZone, currency }: CurrentSettings,
): Columns<{ order: Order; line: OrderLine }> => [
  ['Order no.', ({ order }) => order.number],
  [`Placed (${timeZone})`, ({ order }) => formatTime(order.createdAt)],
  ['Email', ({ order }) => order.buyerEmail],
  ['State', ({ order }) => describeState(order)],
  ['PO number', ({ order }) => order.poNumber],
  ['SKU', ({ line }) => line.sku],
  ['Tool', ({ line }) => line.toolName],
  ['Quantity', ({ line }) => line.quantity],
  ['Price', ({ line }) => formatPlainCents(line.priceCents)],
  ['Total', ({ line }) => formatPlainCents(line.priceCents * line.quantity)],
  ['Tax percent', ({ line }) => line.taxPercent],
  ['Reference', ({ line }) => line.reference],
  ['Currency', () => currency],
]
