import pLimit from 'p-limit'
import { toWirePersonalData, toWireProfile, toWireReview } from '#api/mappers/accounts.ts'
import {
  toCheckOutRequest,
  toOrderRequest,
  toRequestedLine,
  toWireCartLine,
  toWireCartTool,
  toWireOwnOrder,
} from '#api/mappers/orders.ts'
import { toToolSearch, toWireTool } from '#api/mappers/tools.ts'
import { toCents } from '#contract/money.ts'
import { refuse } from '#contract/refusals.ts'
import { type Account, ensureAccount, isAdmin } from '#shop/accounts/accounts.ts'
import { closeAccount, exportPersonalData } from '#shop/accounts/personal-data.ts'
import { findProfile, saveProfile } from '#shop/accounts/profiles.ts'
import { emptyCart, findTools, listCart, mergeCart, putIntoCart, removeCartLine } from '#shop/carts.ts'
import { countTools, getTool, listToolIds, listTools } from '#shop/catalogue/tools.ts'
import { addImage, reserveUploadedImage } from '#shop/images.ts'
import { cancelOrder } from '#shop/orders/cancel-orders.ts'
import { getOrder, listOrders } from '#shop/orders/order-lists.ts'
import { placeOrder } from '#shop/orders/orders.ts'
import { getOrCreateClientSecret, recordPayment } from '#shop/orders/payments.ts'
import { extendHolds } from '#shop/orders/unpaid-orders.ts'
import { addReview, listReviews, showVerifiedReviews } from '#shop/reviews/reviews.ts'
import { adminHandlers } from './admin-handlers.ts'
import type { Handlers } from './handler.ts'

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
  listCart: async ({ shop }, { actor }) => (await listCart(shop, actor)).map(toWireCartLine),
  mergeCart: async ({ shop }, { actor, body }) => ({
    lineCount: await mergeCart(shop, actor, body.lines.map(toRequestedLine)),
  }),
  setCartLine: async ({ shop }, { actor, params, body }) => ({
    lineCount: await putIntoCart(shop, actor, toRequestedLine({ ...params, ...body }), 'set'),
  }),
  addToCart: async ({ shop }, { actor, params, body }) => ({
    lineCount: await putIntoCart(shop, actor, toRequestedLine({ ...params, ...body }), 'add'),
  }),
  removeCartLine: async ({ shop }, { actor, params }) => ({
    lineCount: await removeCartLine(shop, actor, params.toolId),
  }),
  emptyCart: async ({ shop }, { actor }) => {
    await emptyCart(shop, actor)
    return { lineCount: 0 }
  },
  findTools: async ({ shop }, { body }) => (await findTools(shop, body)).map(toWireCartTool),
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
  ...adminHandlers,
}

function assertOwnEmail(actor: Account, email: string | undefined): void {
  if (email !== undefined && email !== actor.email) refuse('not_yours')
}
