import type { z } from 'zod'
import type { CallName } from '#contract/calls.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import type { NewOrder, Order as WireOrder } from '#contract/orders.ts'
import { refuse } from '#contract/refusals.ts'
import type { Review as WireReview } from '#contract/reviews.ts'
import { cents, pieces } from '#contract/rules.ts'
import type { ToolFilter, Tool as WireTool } from '#contract/tools.ts'
import type { Identity } from '#providers/identity/port.ts'
import { type Account, isAdmin, storeAccount } from '#shop/accounts.ts'
import { cancelOrder, getOrder, listOrders, type Order, type OrderRequest, placeOrder } from '#shop/orders.ts'
import { openPayment, settle } from '#shop/payments.ts'
import { listReviews, type Review } from '#shop/reviews.ts'
import type { Shop } from '#shop/shop.ts'
import { countTools, getTool, listTools, type Tool, type ToolSearch } from '#shop/tools.ts'
import type { Access } from './access.ts'

export interface Api {
  shop: Shop
  identity: Identity
  access: Access
}

type Part<Name extends CallName, Key extends string> = Endpoints[Name] extends { [K in Key]: infer S extends z.ZodType }
  ? z.output<S>
  : undefined

interface Call<Name extends CallName> {
  request: Request
  actor: Endpoints[Name]['access'] extends 'public' | 'proof' ? undefined : Account
  params: Part<Name, 'params'>
  query: Part<Name, 'query'>
  headers: Part<Name, 'headers'>
  body: Part<Name, 'body'>
}

export type Handlers = {
  [Name in CallName]: (api: Api, call: Call<Name>) => Promise<z.input<Endpoints[Name]['reply']>>
}

const notYet = async () => refuse('not_implemented')

/** What each call of the contract does, in the words of the wire. */
export const handlers: Handlers = {
  storeUser: async ({ shop, identity, access }, { request, params, body }) => {
    const person = (await identity.identify(request.headers)) ?? refuse('sign_in_required')
    if (body.email !== params.email) refuse('not_yours')
    return { token: await access.issue(await storeAccount(shop, person, params.email)) }
  },
  isAdmin: async ({ shop }, { actor, params }) => ({ admin: await isAdmin(shop, actor, params.email) }),
  listReviews: async ({ shop }, { query }) => (await listReviews(shop, query)).map(wireReview),
  listTools: async ({ shop }, { query }) => (await listTools(shop, toolSearch(query), query)).map(wireTool),
  countTools: ({ shop }, { query }) => countTools(shop, toolSearch(query)),
  getTool: async ({ shop }, { params }) => wireTool(await getTool(shop, params.id)),
  bookOrder: async ({ shop }, { actor, headers, body }) => {
    ownEmail(actor, body.userEmail)
    await placeOrder(shop, actor, orderRequest(body, headers['idempotency-key']))
    return { acknowledged: true }
  },
  listOrders: async ({ shop }, { actor, query }) => {
    ownEmail(actor, query.email)
    return (await listOrders(shop, actor)).map(wireOrder)
  },
  cancelOrder: async ({ shop }, { actor, params }) => {
    await cancelOrder(shop, actor, params.id)
    return { deletedCount: 1 }
  },
  getOrder: async ({ shop }, { actor, params }) => wireOrder(await getOrder(shop, actor, params.orderId)),
  payOrder: async ({ shop }, { actor, params, body }) => {
    if (body.orderId !== params.id) refuse('payment_mismatch')
    await settle(shop, actor, params.id, body.transactionId)
    return { acknowledged: true }
  },
  createPaymentIntent: async ({ shop }, { actor, body }) => {
    const totalCents = cents(body.totalPrice) ?? refuse('price_changed')
    return { clientSecret: await openPayment(shop, actor, { orderId: body.orderId, totalCents }) }
  },
  addReview: notYet,
  getProfile: notYet,
  createProfile: notYet,
  updateProfile: notYet,
  listUsers: notYet,
  promote: notYet,
  listAllOrders: notYet,
  markDelivered: notYet,
  cancelOrderRequest: notYet,
  addTool: notYet,
  deleteTool: notYet,
}

function ownEmail(actor: Account, email: string | undefined): void {
  if (email !== undefined && email !== actor.email) refuse('not_yours')
}

function orderRequest(body: NewOrder, idempotencyKey: string | undefined): OrderRequest {
  return {
    toolId: body.toolId,
    quantity: Number.parseInt(body.quantity, 10),
    priceCents: cents(body.price) ?? refuse('price_changed'),
    totalCents: cents(body.totalPrice) ?? refuse('price_changed'),
    buyerName: body.userName,
    phone: body.phone,
    address: body.address,
    idempotencyKey,
  }
}

function toolSearch(query: z.output<typeof ToolFilter>): ToolSearch {
  return {
    id: query.id,
    words: (query.q ?? '').split(/\s+/).filter(word => word !== ''),
    minCents: query.minPrice && Math.round(query.minPrice * 100),
    maxCents: query.maxPrice && Math.round(query.maxPrice * 100),
    orderable: query.orderable !== undefined,
  }
}

function wireTool({ id, name, image, priceCents, minimum, available, description }: Tool): WireTool {
  return { _id: id, name, image, price: priceCents / 100, minimum, available, description }
}

function wireReview({ id, name, city, rating, comment, img }: Review): WireReview {
  return { _id: id, name, city, rating, comment, img }
}

function wireOrder(order: Order): WireOrder {
  return {
    _id: order.id,
    toolId: order.toolId,
    toolName: order.toolName,
    price: order.priceCents / 100,
    quantity: pieces(order.quantity),
    totalPrice: order.totalCents / 100,
    paid: order.transactionId !== null,
    transactionId: order.transactionId,
    userEmail: order.buyerEmail,
    userName: order.buyerName,
    phone: order.phone,
    address: order.address,
    deliveryStatus: order.state === 'shipped',
  }
}
