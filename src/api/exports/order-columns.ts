import { isRefunded } from '#contract/money.ts'
import type { OrderLine } from '#db/tables/orders.ts'
import type { Order } from '#shop/orders/order-lists.ts'
import type { Columns } from './csv.ts'
import type { FormatTime } from './list-columns.ts'

const formatCents = (cents: number) => (cents / 100).toFixed(2)

export const buildOrderColumns = (formatTime: FormatTime, timeZone: string): Columns<Order> => [
  ['Order no.', ({ number }) => number],
  [`Placed (${timeZone})`, ({ createdAt }) => formatTime(createdAt)],
  ['User name', ({ buyerName }) => buyerName],
  ['Email', ({ buyerEmail }) => buyerEmail],
  ['Tools', ({ title }) => title],
  ['Lines', ({ lineCount }) => lineCount],
  ['Total', ({ totalCents }) => formatCents(totalCents)],
  ['State', describeState],
  [`Paid (${timeZone})`, ({ paidAt }) => formatTime(paidAt)],
  ['Paid by', ({ paidAt, paymentMethod }) => (paidAt ? paymentMethod : '')],
  ['Transaction', ({ paidAt, transactionId }) => (paidAt ? (transactionId ?? '') : '')],
  ['Refunded', ({ refundedCents }) => formatCents(refundedCents)],
  [`Shipped (${timeZone})`, ({ shippedAt }) => formatTime(shippedAt)],
  ['PO number', ({ poNumber }) => poNumber],
  ['Phone', ({ phone }) => phone],
  ['Address', ({ address }) => address],
  ['Note', ({ note }) => note],
]

function describeState(order: Order): string {
  const { paidAt, shippedAt, state, disputed, nothingToShip, partlyShipped, refundedCents, totalCents } = order
  if (disputed) return 'disputed'
  if (paidAt && !shippedAt && isRefunded(refundedCents, totalCents, nothingToShip)) return 'refunded'
  if (nothingToShip) return 'nothing to ship'
  if (partlyShipped) return 'shipped in part'
  if (state === 'cancelled') return 'cancelled'
  if (shippedAt) return 'shipped'
  return paidAt ? 'paid' : 'unpaid'
}

export const buildLineColumns = (
  formatTime: FormatTime,
  timeZone: string,
): Columns<{ order: Order; line: OrderLine }> => [
  ['Order no.', ({ order }) => order.number],
  [`Placed (${timeZone})`, ({ order }) => formatTime(order.createdAt)],
  ['Email', ({ order }) => order.buyerEmail],
  ['State', ({ order }) => describeState(order)],
  ['PO number', ({ order }) => order.poNumber],
  ['SKU', ({ line }) => line.sku],
  ['Tool', ({ line }) => line.toolName],
  ['Quantity', ({ line }) => line.quantity],
  ['Price', ({ line }) => formatCents(line.priceCents)],
  ['Total', ({ line }) => formatCents(line.priceCents * line.quantity)],
  ['Tax percent', ({ line }) => line.taxPercent],
  ['Reference', ({ line }) => line.reference],
]
