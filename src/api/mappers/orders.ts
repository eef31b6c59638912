import type { z } from 'zod'
import { toCents } from '#contract/money.ts'
import { formatQuantity } from '#contract/quantity.ts'
import { refuse } from '#contract/refusals.ts'
import type { CartLine as WireCartLine, CartTool as WireCartTool } from '#contract/schemas/carts.ts'
import type { CheckOut, NewOrder, Order as WireOrder } from '#contract/schemas/orders.ts'
import type { OrderLine } from '#db/tables.ts'
import type { Account } from '#shop/accounts/accounts.ts'
import { isFromBeforeTakeover } from '#shop/accounts/taken-over-accounts.ts'
import type { CartLine } from '#shop/carts.ts'
import type { Tool } from '#shop/catalogue/tools.ts'
import type { Order } from '#shop/orders/order-lists.ts'
import type { OrderRequest } from '#shop/orders/orders.ts'
import { toExactCents, toWireTool } from './tools.ts'

export function toOrderRequest(body: NewOrder, idempotencyKey: string | undefined): Omit<OrderRequest, 'ipKey'> {
  const quantity = Number.parseInt(body.quantity, 10)
  const priceCents = toCents(body.price) ?? refuse('price_changed')
  if (toCents(body.totalPrice) !== priceCents * quantity) refuse('price_changed')
  return {
    lines: [{ toolId: body.toolId, quantity, priceCents }],
    buyerName: body.userName,
    phone: body.phone,
    address: body.address,
    fromCart: false,
    idempotencyKey,
  }
}

export function toWireOrder(order: Order): WireOrder {
  const first = order.lines[0] ?? refuse('internal')
  return {
    _id: order.id,
    number: order.number,
    toolId: first.toolId,
    toolName: order.title,
    price: first.priceCents / 100,
    quantity: formatQuantity(first.quantity),
    lineCount: order.lineCount,
    lines: order.lines.map(toWireLine),
    totalPrice: order.totalCents / 100,
    paid: order.transactionId !== null,
    transactionId: order.transactionId,
    userEmail: order.buyerEmail,
    userName: order.buyerName,
    phone: order.phone,
    address: order.address,
    deliveryStatus: order.state === 'shipped',
    heldUntil: order.state === 'placed' ? (order.expiresAt?.toISOString() ?? null) : null,
    paidAt: order.paidAt?.toISOString() ?? null,
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
  { lines, ...rest }: CheckOut,
  buyer: Account,
  idempotencyKey: string | undefined,
): Omit<OrderRequest, 'ipKey'> {
  return {
    lines: lines.map(toRequestedLine),
    buyerName: buyer.name,
    ...rest,
    idempotencyKey,
  }
}

export function toRequestedLine({ toolId, quantity, price }: z.output<typeof CheckOut>['lines'][number]) {
  return { toolId, quantity, priceCents: toExactCents(price, 'price') }
}

export function toWireCartTool(tool: Tool): WireCartTool {
  const { description: _, ...rest } = toWireTool(tool)
  return rest
}

export function toWireCartLine({ tool, quantity, priceCents }: CartLine): WireCartLine {
  const { id, name, sku, deletedAt } = tool
  const current = deletedAt === null ? toWireCartTool(tool) : null
  return { toolId: id, toolName: name, sku, quantity, price: priceCents / 100, tool: current }
}

/** For its buyer: without name, phone and address of whoever had the account before its email's owner. */
export function toWireOwnOrder(order: Order, buyer: Account): WireOrder {
  const others = isFromBeforeTakeover(order, buyer) && { userName: '', phone: '', address: '' }
  return { ...toWireOrder(order), ...others }
}
