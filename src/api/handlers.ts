import pLimit from 'p-limit'
import type { z } from 'zod'
import type { Endpoints } from '#contract/endpoints.ts'
import { toCents } from '#contract/money.ts'
import type { OperationId } from '#contract/operations.ts'
import { refuse } from '#contract/refusals.ts'
import type { Identity } from '#providers/identity/port.ts'
import {
  type Account,
  type Actor,
  countAccounts,
  demote,
  ensureAccount,
  isAdmin,
  listAccounts,
  promote,
} from '#shop/accounts/accounts.ts'
import { closeAccount, exportPersonalData } from '#shop/accounts/personal-data.ts'
import { findProfile, saveProfile } from '#shop/accounts/profiles.ts'
import { countAdminActions, listAdminActions } from '#shop/audit-log.ts'
import { addTool, countTools, deleteTool, getTool, listToolIds, listTools, updateTool } from '#shop/catalogue/tools.ts'
import { addImage, reserveUploadedImage } from '#shop/images.ts'
import { cancelAnyOrder, cancelOrder } from '#shop/orders/cancel-orders.ts'
import { countAllOrders, getOrder, listAllOrders, listOrders } from '#shop/orders/order-lists.ts'
import { placeOrder } from '#shop/orders/orders.ts'
import { getOrCreateClientSecret, recordPayment } from '#shop/orders/payments.ts'
import { markShipped } from '#shop/orders/ship-orders.ts'
import { cancelAllUnpaid, extendHolds } from '#shop/orders/unpaid-orders.ts'
import { countAllReviews, deleteReview, listAllReviews, moderateReview } from '#shop/reviews/review-moderation.ts'
import { addReview, listReviews, showVerifiedReviews } from '#shop/reviews/reviews.ts'
import type { Shop } from '#shop/shop.ts'
import type { Authenticator } from './authentication.ts'
import type { DeviceCookies } from './device-cookie.ts'
import {
  toCheckOutRequest,
  toOrderRequest,
  toToolFields,
  toToolSearch,
  toWireAccount,
  toWireAdminAction,
  toWireModeratedReview,
  toWireOrder,
  toWireOwnOrder,
  toWirePersonalData,
  toWireProfile,
  toWireReview,
  toWireTool,
} from './mappers.ts'
import type { RateLimiter } from './rate-limits/rate-limiter.ts'
import type { UploadGate } from './upload-gate.ts'

export interface Api {
  shop: Shop
  identity: Identity
  authenticator: Authenticator
  rateLimiter: RateLimiter
  deviceCookies: DeviceCookies
  uploadGate: UploadGate
  trustedProxies: number
  /** Orders store a keyed hash of the IP address. */
  hashIp: (ip: string) => string
}

type Part<Name extends OperationId, Key extends string> = Endpoints[Name] extends {
  [K in Key]: infer S extends z.ZodType
}
  ? z.output<S>
  : undefined

interface HandlerCall<Name extends OperationId> {
  request: Request
  actor: Endpoints[Name]['access'] extends 'public' | 'proof' ? undefined : Actor
  ip: string | undefined
  params: Part<Name, 'params'>
  query: Part<Name, 'query'>
  headers: Part<Name, 'headers'>
  body: Part<Name, 'body'>
  form: Part<Name, 'form'>
}

export type Handlers = {
  [Name in OperationId]: (api: Api, call: HandlerCall<Name>) => Promise<z.input<Endpoints[Name]['reply']>>
}

/** An export may hold years of orders in memory. */
const limitExports = pLimit(1)

export const handlers: Handlers = {
  issueAccessToken: async ({ shop, identity, authenticator }, { request, params, body }) => {
    const claims = (await identity.identify(request.headers)) ?? refuse('sign_in_required')
    if (body.email !== params.email) refuse('not_yours')
    const account = await ensureAccount(shop, claims, params.email)
    await extendHolds(shop, account)
    await showVerifiedReviews(shop, account)
    return { token: await authenticator.issue(account, claims.sessionId) }
  },
  isAdmin: async ({ shop }, { actor, params }) => ({ admin: await isAdmin(shop, actor, params.email) }),
  listReviews: async ({ shop }, { query }) => (await listReviews(shop, query)).map(toWireReview),
  listTools: async ({ shop }, { query }) => (await listTools(shop, toToolSearch(query), query)).map(toWireTool),
  countTools: ({ shop }, { query }) => countTools(shop, toToolSearch(query)),
  listToolIds: ({ shop }, { query }) => listToolIds(shop, query),
  getTool: async ({ shop }, { params }) => toWireTool(await getTool(shop, params.id)),
  placeOrder: async ({ shop, hashIp }, { actor, ip = '', headers, body }) => {
    assertOwnEmail(actor, body.userEmail)
    const request = toOrderRequest(body, headers['idempotency-key'])
    await placeOrder(shop, actor, { ...request, ipKey: hashIp(ip) })
    return { acknowledged: true }
  },
  checkOut: async ({ shop, hashIp }, { actor, ip = '', headers, body }) => {
    const request = toCheckOutRequest(body, actor, headers['idempotency-key'])
    const { id, number } = await placeOrder(shop, actor, { ...request, ipKey: hashIp(ip) })
    return { orderId: id, number }
  },
  listOrders: async ({ shop }, { actor, query }) => {
    assertOwnEmail(actor, query.email)
    return (await listOrders(shop, actor, query)).map(order => toWireOwnOrder(order, actor))
  },
  cancelOrder: async ({ shop }, { actor, params }) => ({
    deletedCount: Number(await cancelOrder(shop, actor, params.id)),
  }),
  getOrder: async ({ shop }, { actor, params }) => toWireOwnOrder(await getOrder(shop, actor, params.orderId), actor),
  recordPayment: async ({ shop }, { actor, params, body }) => {
    if (body.orderId !== params.id) refuse('payment_mismatch')
    await recordPayment(shop, actor.id, params.id, body.transactionId)
    return { acknowledged: true }
  },
  createPaymentIntent: async ({ shop }, { actor, body }) => {
    const totalCents = toCents(body.totalPrice) ?? refuse('price_changed')
    return { clientSecret: await getOrCreateClientSecret(shop, actor, { orderId: body.orderId, totalCents }) }
  },
  uploadImage: async ({ shop }, { actor, form }) => ({
    success: true,
    data: { url: await addImage(shop, actor, form.image) },
  }),
  addReview: async ({ shop }, { actor, body }) => {
    assertOwnEmail(actor, body.email)
    await reserveUploadedImage(shop, body.img)
    const { id, waitsFor } = await addReview(shop, actor, body)
    return { insertedId: id, waitsFor }
  },
  findProfile: async ({ shop }, { actor, query }) => {
    assertOwnEmail(actor, query.email)
    const profile = await findProfile(shop, actor)
    return profile ? toWireProfile(profile, actor) : null
  },
  createProfile: async ({ shop }, { actor, body }) => {
    assertOwnEmail(actor, body.email)
    return { insertedId: (await saveProfile(shop, actor, body)).id }
  },
  updateProfile: async ({ shop }, { actor, params, body }) => {
    assertOwnEmail(actor, params.email)
    assertOwnEmail(actor, body.email)
    await saveProfile(shop, actor, body)
    return { acknowledged: true }
  },
  exportPersonalData: ({ shop }, { actor, params }) =>
    limitExports(async () => toWirePersonalData(await exportPersonalData(shop, actor, params.email))),
  closeAccount: async ({ shop }, { actor, params, query }) => {
    await closeAccount(shop, actor, params.email, query)
    return { deletedCount: 1 }
  },
  listAccounts: async ({ shop }, { query }) => (await listAccounts(shop, query)).map(toWireAccount),
  countAccounts: async ({ shop }, { query }) => ({ count: await countAccounts(shop, query) }),
  promote: async ({ shop }, { actor, params }) => ({ modifiedCount: Number(await promote(shop, actor, params.email)) }),
  demote: async ({ shop }, { actor, params }) => ({ modifiedCount: Number(await demote(shop, actor, params.email)) }),
  listAllOrders: async ({ shop }, { query }) => (await listAllOrders(shop, query)).map(toWireOrder),
  countAllOrders: async ({ shop }, { query }) => ({ count: await countAllOrders(shop, query) }),
  markShipped: async ({ shop }, { actor, params }) => ({
    modifiedCount: Number(await markShipped(shop, actor, params.id)),
  }),
  cancelAnyOrder: async ({ shop }, { actor, params }) => ({
    deletedCount: Number(await cancelAnyOrder(shop, actor, params.id)),
  }),
  cancelUnpaidOrders: async ({ shop }, { actor, params }) => ({
    deletedCount: await cancelAllUnpaid(shop, actor, params.email),
  }),
  addTool: async ({ shop }, { actor, body }) => {
    await reserveUploadedImage(shop, body.image)
    return { insertedId: await addTool(shop, actor, toToolFields(body)) }
  },
  updateTool: async ({ shop }, { actor, params, body }) => {
    await reserveUploadedImage(shop, body.image)
    await updateTool(shop, actor, params.id, toToolFields(body), body.availableBefore)
    return { modifiedCount: 1 }
  },
  deleteTool: async ({ shop }, { actor, params }) => ({
    deletedCount: Number(await deleteTool(shop, actor, params.id)),
  }),
  listAllReviews: async ({ shop }, { query }) => (await listAllReviews(shop, query)).map(toWireModeratedReview),
  countAllReviews: async ({ shop }, { query }) => ({ count: await countAllReviews(shop, query) }),
  moderateReview: async ({ shop }, { actor, params, body }) => ({
    modifiedCount: Number(await moderateReview(shop, actor, params.id, body.action)),
  }),
  deleteReview: async ({ shop }, { actor, params }) => ({
    deletedCount: Number(await deleteReview(shop, actor, params.id)),
  }),
  listAdminActions: async ({ shop }, { query }) => (await listAdminActions(shop, query)).map(toWireAdminAction),
  countAdminActions: async ({ shop }, { query }) => ({ count: await countAdminActions(shop, query) }),
}

function assertOwnEmail(actor: Account, email: string | undefined): void {
  if (email !== undefined && email !== actor.email) refuse('not_yours')
}
