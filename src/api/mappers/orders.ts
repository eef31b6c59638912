import { formatAddress } from '#contract/addresses.ts'
import { toCents } from '#contract/pricing/money.ts'
import { formatQuantity } from '#contract/pricing/quantity.ts'
import { computeTotals } from '#contract/pricing/totals.ts'
import { refuse } from '#contract/refusals.ts'
import type { CartLine as WireCartLine, CartTool as WireCartTool } from '#contract/schemas/carts.ts'
import type {
  CheckOut,
  NewOrder,
  Order as WireOrder,
  OrderDetails as WireOrderDetails,
} from '#contract/schemas/orders.ts'
import type { SavedList as WireSavedList } from '#contract/schemas/saved-lists.ts'
import type { CurrentSettings } from '#contract/shop-settings.ts'
import { toOrderStatus } from '#contract/states/order-status.ts'
import type { OrderLine } from '#db/tables/orders.ts'
import type { Account } from '#shop/accounts/accounts.ts'
import type { CartLine, TradeTool } from '#shop/carts/carts.ts'
import type { SavedListSummary } from '#shop/carts/saved-lists.ts'
import type { Order, OrderDetails } from '#shop/orders/order-lists.ts'
import { computePieces } from '#shop/orders/pieces.ts'
import type { OrderRequest } from '#shop/orders/place-order.ts'
import { isPendingOrSucceeded } from '#shop/refunds/refunds.ts'
import { findReturnEnd } from '#shop/returns/returns.ts'
import { hideFailure, toWireDispute, toWireRefund, toWireReturn, toWireShipment } from './fulfilment.ts'
import { toExactCents, toWirePrices, toWireTool } from './tools.ts'

export function toOrderRequest(body: NewOrder, idempotencyKey: string | undefined): OrderRequest {
  const quantity = Number.parseInt(body.quantity, 10)
  const priceCents = toCents(body.price) ?? refuse('price_changed')
  if (toCents(body.totalPrice) !== priceCents * quantity) refuse('price_changed')
  return {
    lines: [{ toolId: body.toolId, quantity, priceCents }],
    buyerName: body.userName,
    phone: body.phone,
    address: body.address,
    poNumber: body.poNumber,
    fromCart: false,
    idempotencyKey,
  }
}

export function toWireOrder(order: Order): WireOrder {
  const first = order.lines[0] ?? refuse('internal')
  const status = toOrderStatus(order)
  return {
    _id: order.id,
    number: order.number,
    toolId: first.toolId,
    toolName: order.title,
    price: first.priceCents / 100,
    quantity: formatQuantity(first.quantity),
    lineCount: order.lineCount,
    lines: order.lines.map(toWireLine),
    pieces: order.pieces,
    totalPrice: order.totalCents / 100,
    status,
    paid: order.paidAt !== null,
    cancelled: status === 'cancelled',
    transactionId: order.paidAt ? order.transactionId : null,
    userEmail: order.buyerEmail,
    userName: order.buyerName,
    phone: order.phone,
    address: order.address,
    deliveryStatus: status === 'shipped',
    heldUntil: order.heldUntil?.toISOString() ?? null,
    expiresAt: order.state === 'placed' ? order.expiresAt.toISOString() : null,
    paidAt: order.paidAt?.toISOString() ?? null,
    placedAt: order.createdAt.toISOString(),
    poNumber: order.poNumber,
    company: order.company && { number: order.company.number, name: order.company.name },
    refundedTotal: order.refundedCents / 100,
    disputed: order.disputed,
  }
}

const toWireLine = ({ toolId, sku, toolName, quantity, priceCents }: OrderLine) => ({
  toolId,
  sku,
  toolName,
  quantity,
  price: priceCents / 100,
  totalPrice: (priceCents * quantity) / 100,
})

export function toCheckOutRequest(
  { lines, phone, address, shipTo, ...rest }: CheckOut,
  buyer: Account,
  idempotencyKey: string | undefined,
): OrderRequest {
  return {
    lines: lines.map(line => ({ ...toRequestedLine(line), reference: line.reference })),
    buyerName: buyer.name,
    phone: phone ?? shipTo?.phone ?? '',
    address: address ?? (shipTo ? formatAddress(shipTo) : ''),
    shipTo,
    ...rest,
    idempotencyKey,
  }
}

export function toWireOrderDetails(order: OrderDetails, settings: CurrentSettings): WireOrderDetails {
  const { left, returnable } = computePieces(order)
  const computeTaxes = (some: readonly OrderLine[]) =>
    computeTotals(
      some.map(({ priceCents, quantity, taxPercent }) => ({ totalCents: priceCents * quantity, taxPercent })),
      settings.pricesIncludeTax,
    )
  const { taxes, taxCents } = computeTaxes(order.lines)
  const lines = order.lines.map(line => {
    const wireLine = toWireLine(line)
    const { reference, taxPercent } = line
    return {
      ...wireLine,
      reference,
      left: left.get(line.toolId) ?? 0,
      returnable: returnable.get(line.toolId) ?? 0,
      taxPercent,
      tax: computeTaxes([line]).taxCents / 100,
    }
  })
  const { note, shipTo, billTo, paymentMethod, cancelledBy, cancelledReason } = order
  const toTime = (time: Date | null | undefined) => time?.toISOString() ?? null
  return {
    ...toWireOrder(order),
    lines,
    net: (order.totalCents - taxCents) / 100,
    tax: taxCents / 100,
    taxes: taxes.map(({ percent, cents }) => ({ percent, amount: cents / 100 })),
    note,
    shipTo,
    billTo,
    paymentMethod,
    cancelledBy,
    cancelledReason,
    approvedAt: toTime(order.approvedAt),
    shippedAt: toTime(order.shippedAt),
    cancelledAt: toTime(order.cancelledAt),
    refundedAt: toTime(order.lateRefunds.findLast(isPendingOrSucceeded)?.createdAt),
    shipments: order.shipments.map(toWireShipment),
    refunds: order.refunds.map(toWireRefund),
    lateRefunds: order.lateRefunds.map(toWireRefund),
    disputes: order.disputes.map(toWireDispute),
    returns: order.returns.map(toWireReturn),
    returnableUntil: toTime(findReturnEnd(settings, order.shipments)),
    bankAccount: order.paidAt || order.cancelledAt ? '' : settings.sellerBank,
  }
}

export function toRequestedLine({ toolId, quantity, price }: { toolId: string; quantity: number; price: number }) {
  return { toolId, quantity, priceCents: toExactCents(price, 'price') }
}

export function toWireCartTool(tool: TradeTool): WireCartTool {
  const { description: _, ...rest } = toWireTool(tool)
  const { companyPrices, partNumber, replacementId } = tool
  return {
    ...rest,
    replacementId,
    ...(companyPrices && { companyPrice: toWirePrices(companyPrices) }),
    ...(partNumber !== undefined && { partNumber }),
  }
}

export function toWireCartLine({ tool, quantity, priceCents }: CartLine): WireCartLine {
  const { id, name, sku, deletedAt } = tool
  const current = deletedAt === null ? toWireCartTool(tool) : null
  return { toolId: id, toolName: name, sku, quantity, price: priceCents / 100, tool: current }
}

export const toWireOwnOrder = (order: Order): WireOrder => ({ ...toWireOrder(order), disputed: false })

export function toWireOwnOrderDetails(order: OrderDetails, settings: CurrentSettings): WireOrderDetails {
  const all = toWireOrderDetails(order, settings)
  return { ...all, disputed: false, disputes: [], lateRefunds: [], refunds: all.refunds.map(hideFailure) }
}

export function toWireListSummary({ id, name, lineCount, changedAt }: SavedListSummary) {
  return { _id: id, name, lineCount, changedAt: changedAt.toISOString() }
}

export function toWireList({ lines, ...list }: SavedListSummary & { lines: CartLine[] }): WireSavedList {
  return { ...toWireListSummary(list), lines: lines.map(toWireCartLine) }
}
