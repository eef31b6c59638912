import type { z } from 'zod'
import type { CallName } from '#contract/calls.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import { refuse } from '#contract/refusals.ts'
import { cents } from '#contract/rules.ts'
import type { Identity } from '#providers/identity/port.ts'
import { type Account, countAccounts, demote, isAdmin, listAccounts, promote, storeAccount } from '#shop/accounts.ts'
import { countActions, listActions } from '#shop/actions.ts'
import { addImage, ownImage } from '#shop/images.ts'
import { countAllOrders, getOrder, listAllOrders, listOrders } from '#shop/order-lists.ts'
import { cancelAnyOrder, cancelOrder, markDelivered, placeOrder } from '#shop/orders.ts'
import { openPayment, settle } from '#shop/payments.ts'
import { findProfile, saveProfile } from '#shop/profiles.ts'
import { addReview, listReviews } from '#shop/reviews.ts'
import type { Shop } from '#shop/shop.ts'
import { addTool, countTools, deleteTool, getTool, listTools, updateTool } from '#shop/tools.ts'
import type { Access } from './access.ts'
import type { Limiter } from './limiter.ts'
import {
  orderRequest,
  toolFields,
  toolSearch,
  wireAction,
  wireOrder,
  wireProfile,
  wireReview,
  wireTool,
  wireUser,
} from './wire.ts'

export interface Api {
  shop: Shop
  identity: Identity
  access: Access
  limiter: Limiter
  /** How many proxies of the operator's own stand in front. */
  trustedProxies: number
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
  form: Part<Name, 'form'>
}

export type Handlers = {
  [Name in CallName]: (api: Api, call: Call<Name>) => Promise<z.input<Endpoints[Name]['reply']>>
}

/** What each call of the contract does, in the words of the wire. */
export const handlers: Handlers = {
  storeUser: async ({ shop, identity, access }, { request, params, body }) => {
    const person = (await identity.identify(request.headers)) ?? refuse('sign_in_required')
    if (body.email !== params.email) refuse('not_yours')
    return { token: await access.issue(await storeAccount(shop, person, params.email), person.session) }
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
    return (await listOrders(shop, actor, query)).map(wireOrder)
  },
  cancelOrder: async ({ shop }, { actor, params }) => {
    await cancelOrder(shop, actor, params.id)
    return { deletedCount: 1 }
  },
  getOrder: async ({ shop }, { actor, params }) => wireOrder(await getOrder(shop, actor, params.orderId)),
  payOrder: async ({ shop }, { actor, params, body }) => {
    if (body.orderId !== params.id) refuse('payment_mismatch')
    await settle(shop, actor.id, params.id, body.transactionId)
    return { acknowledged: true }
  },
  createPaymentIntent: async ({ shop }, { actor, body }) => {
    const totalCents = cents(body.totalPrice) ?? refuse('price_changed')
    return { clientSecret: await openPayment(shop, actor, { orderId: body.orderId, totalCents }) }
  },
  uploadImage: async ({ shop }, { form }) => ({ success: true, data: { url: await addImage(shop, form.image) } }),
  addReview: async ({ shop }, { actor, body }) => {
    ownEmail(actor, body.email)
    return { insertedId: await addReview(shop, actor, { ...body, img: ownImage(shop, body.img) }) }
  },
  getProfile: async ({ shop }, { actor, query }) => {
    ownEmail(actor, query.email)
    const profile = await findProfile(shop, actor)
    return profile ? wireProfile(profile, actor) : null
  },
  createProfile: async ({ shop }, { actor, body }) => {
    ownEmail(actor, body.email)
    return { insertedId: (await saveProfile(shop, actor, body)).id }
  },
  updateProfile: async ({ shop }, { actor, params, body }) => {
    ownEmail(actor, params.email)
    ownEmail(actor, body.email)
    await saveProfile(shop, actor, body)
    return { acknowledged: true }
  },
  listUsers: async ({ shop }, { query }) => (await listAccounts(shop, query)).map(wireUser),
  countUsers: async ({ shop }, { query }) => ({ count: await countAccounts(shop, query) }),
  promote: async ({ shop }, { actor, params }) => ({ modifiedCount: Number(await promote(shop, actor, params.email)) }),
  demote: async ({ shop }, { actor, params }) => ({ modifiedCount: Number(await demote(shop, actor, params.email)) }),
  listAllOrders: async ({ shop }, { query }) => (await listAllOrders(shop, query)).map(wireOrder),
  countAllOrders: async ({ shop }, { query }) => ({ count: await countAllOrders(shop, query) }),
  markDelivered: async ({ shop }, { actor, params }) => ({
    modifiedCount: Number(await markDelivered(shop, actor, params.id)),
  }),
  cancelOrderRequest: async ({ shop }, { actor, params }) => {
    await cancelAnyOrder(shop, actor, params.id)
    return { deletedCount: 1 }
  },
  addTool: async ({ shop }, { actor, body }) => ({ insertedId: await addTool(shop, actor, toolFields(shop, body)) }),
  updateTool: async ({ shop }, { actor, params, body }) => {
    const { image } = await getTool(shop, params.id)
    await updateTool(shop, actor, params.id, toolFields(shop, body, image), body.availableBefore)
    return { modifiedCount: 1 }
  },
  deleteTool: async ({ shop }, { actor, params }) => ({
    deletedCount: Number(await deleteTool(shop, actor, params.id)),
  }),
  listActions: async ({ shop }, { query }) => (await listActions(shop, query)).map(wireAction),
  countActions: async ({ shop }, { query }) => ({ count: await countActions(shop, query) }),
}

function ownEmail(actor: Account, email: string | undefined): void {
  if (email !== undefined && email !== actor.email) refuse('not_yours')
}
