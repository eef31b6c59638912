import type { z } from 'zod'
import { toCents } from '#contract/money.ts'
import type { PriceBreak } from '#contract/prices.ts'
import { formatQuantity } from '#contract/quantity.ts'
import { refuse } from '#contract/refusals.ts'
import type { AccountSummary as WireAccount, Profile as WireProfile } from '#contract/schemas/accounts.ts'
import type { AdminAction as WireAdminAction } from '#contract/schemas/admin-actions.ts'
import type { CartLine as WireCartLine, CartTool as WireCartTool } from '#contract/schemas/carts.ts'
import type { CheckOut, NewOrder, Order as WireOrder } from '#contract/schemas/orders.ts'
import type { PersonalData as WirePersonalData } from '#contract/schemas/personal-data.ts'
import type { ModeratedReview as WireModeratedReview, Review as WireReview } from '#contract/schemas/reviews.ts'
import type { NewTool, ToolFilter, Tool as WireTool } from '#contract/schemas/tools.ts'
import type { OrderLine } from '#db/tables.ts'
import type { Account } from '#shop/accounts/accounts.ts'
import type { exportPersonalData } from '#shop/accounts/personal-data.ts'
import type { Profile } from '#shop/accounts/profiles.ts'
import { isFromBeforeTakeover } from '#shop/accounts/taken-over-accounts.ts'
import type { AdminAction } from '#shop/audit-log.ts'
import type { CartLine } from '#shop/carts.ts'
import type { ToolSearch } from '#shop/catalogue/tool-search.ts'
import type { Tool, ToolFields } from '#shop/catalogue/tools.ts'
import type { Order } from '#shop/orders/order-lists.ts'
import type { OrderRequest } from '#shop/orders/orders.ts'
import type { ModeratedReview } from '#shop/reviews/review-moderation.ts'
import type { Review } from '#shop/reviews/reviews.ts'

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

export function toToolSearch(query: z.output<typeof ToolFilter>): ToolSearch {
  return {
    id: query.id,
    text: query.q,
    minCents: query.minPrice && Math.round(query.minPrice * 100),
    maxCents: query.maxPrice && Math.round(query.maxPrice * 100),
    orderable: query.orderable && query.orderable === 'true',
  }
}

export function toWireTool({ id, deletedAt: _, priceCents, priceBreaks, ...tool }: Tool): WireTool {
  return { _id: id, ...tool, price: priceCents / 100, priceBreaks: toWireBreaks(priceBreaks) }
}

const toWireBreaks = (breaks: readonly PriceBreak[]) =>
  breaks.map(({ from, priceCents }) => ({ from, price: priceCents / 100 }))

export function toWireReview({ id, name, city, rating, comment, img }: Review): WireReview {
  return { _id: id, name, city, rating, comment, img }
}

export function toWireModeratedReview(review: ModeratedReview): WireModeratedReview {
  return { ...toWireReview(review), email: review.email, state: review.state }
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

export function toWireAccount({ id, email, role }: Account): z.input<typeof WireAccount> {
  return { _id: id, email, role }
}

export function toWireAdminAction(row: AdminAction): WireAdminAction {
  const { id, actorEmail, action, target, targetId, buyerEmail, before, after, createdAt } = row
  return {
    _id: id,
    actorEmail,
    action,
    subject: target,
    subjectId: targetId,
    buyerEmail,
    before: toWireChange(before),
    after: toWireChange(after),
    time: createdAt.toISOString(),
  }
}

function toWireChange(change: AdminAction['before']): WireAdminAction['before'] {
  const { price_cents, unit_label, price_breaks, ...fields } = change
  return {
    ...fields,
    ...(price_cents !== undefined && { price: price_cents / 100 }),
    ...(unit_label !== undefined && { unitLabel: unit_label }),
    ...(price_breaks && { priceBreaks: toWireBreaks(price_breaks) }),
  }
}

export function toWireProfile({ id, education, city, phone, linkedIn }: Profile, { name, email }: Account) {
  return { _id: id, name, email, education, city, phone, linkedIn } satisfies z.input<typeof WireProfile>
}

export function toWirePersonalData({ account, profile, ...rows }: Awaited<ReturnType<typeof exportPersonalData>>) {
  const { email, name, picture, role, emailVerified, createdAt } = account
  return {
    account: { email, name, picture, role, emailVerified, createdAt: createdAt.toISOString() },
    profile: profile ? toWireProfile(profile, account) : null,
    cart: rows.cart.map(toWireCartLine).map(({ tool: _, ...line }) => line),
    orders: rows.orders.map(order => ({
      ...toWireOwnOrder(order, account),
      state: order.state,
      placedAt: order.createdAt.toISOString(),
    })),
    reviews: rows.reviews.map(toWireReview),
    uploads: rows.uploads.map(({ url }) => url),
    mails: rows.mails.map(({ kind, createdAt, sentAt }) => ({
      kind,
      createdAt: createdAt.toISOString(),
      sentAt: sentAt?.toISOString() ?? null,
    })),
    sessions: rows.sessions.map(({ session }) => ({
      startedAt: session.createdAt.toISOString(),
      expiresAt: session.expiresAt.toISOString(),
      userAgent: session.userAgent ?? '',
    })),
  } satisfies WirePersonalData
}

export function toToolFields(body: z.output<typeof NewTool>): ToolFields {
  const { name, image, price, minimum, available, description, sku, increment, unitLabel, priceBreaks } = body
  return {
    name,
    image,
    priceCents: toExactCents(price, 'price'),
    minimum,
    available,
    description,
    sku,
    increment,
    unitLabel,
    priceBreaks: priceBreaks?.map(({ from, price }) => ({ from, priceCents: toExactCents(price, 'priceBreaks') })),
  }
}

const toExactCents = (dollars: number, field: string) =>
  toCents(dollars) ?? refuse('invalid_input', [{ field, message: 'At most two decimals.' }])
