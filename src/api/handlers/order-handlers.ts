import {
  toCheckOutRequest,
  toOrderRequest,
  toRequestedLine,
  toWireCartLine,
  toWireCartTool,
  toWireList,
  toWireListSummary,
  toWireOrderDetails,
  toWireOwnOrder,
  toWireOwnOrderDetails,
} from '#api/mappers/orders.ts'
import type { orderEndpoints } from '#contract/endpoints/order-endpoints.ts'
import { toCents } from '#contract/pricing/money.ts'
import { refuse } from '#contract/refusals.ts'
import { markUsed } from '#shop/accounts/addresses.ts'
import {
  addTradeTerms,
  emptyCart,
  listCart,
  mergeCart,
  ownCart,
  putIntoCart,
  removeCartLine,
} from '#shop/carts/carts.ts'
import {
  addSavedList,
  deleteSavedList,
  getSavedList,
  listSavedLists,
  updateSavedList,
} from '#shop/carts/saved-lists.ts'
import { findTools } from '#shop/catalogue/find-tools.ts'
import { suggestSkus } from '#shop/catalogue/sku-suggestions.ts'
import { cancelOrder, changeOrder } from '#shop/orders/cancel-orders.ts'
import {
  countOrders,
  getOrder,
  getOrderIncludingCancelled,
  listOrders,
  sumUnpaidOrders,
} from '#shop/orders/order-lists.ts'
import { placeOrder } from '#shop/orders/place-order.ts'
import { toScope } from '#shop/orders/scope.ts'
import { changePoNumber } from '#shop/orders/unpaid-orders.ts'
import { getOrCreateClientSecret, recordPayment } from '#shop/payments/payments.ts'
import type { Shop } from '#shop/shop.ts'
import { assertOwnEmail, findScope, type Handlers } from './handler.ts'

async function findTradeTools(shop: Shop, companyId: string | null, { ids, skus }: { ids: string[]; skus: string[] }) {
  const found = await addTradeTerms(shop, companyId, await findTools(shop, companyId, { ids, texts: skus }))
  return found.map(tool => ({ ...toWireCartTool(tool), ...(tool.foundBy.length > 0 && { foundBy: tool.foundBy }) }))
}

export const orderHandlers: Pick<Handlers, keyof typeof orderEndpoints> = {
  placeOrder: async ({ shop }, { actor, headers, body }) => {
    assertOwnEmail(actor, body.userEmail)
    await placeOrder(shop, actor, toOrderRequest(body, headers['idempotency-key']))
    return { acknowledged: true }
  },
  checkOut: async ({ shop }, { actor, headers, body }) => {
    const { id, number } = await placeOrder(
      shop,
      actor,
      toCheckOutRequest(body, actor.account, headers['idempotency-key']),
    )
    await markUsed(
      shop,
      actor.account,
      [body.shipTo, body.billTo].filter(address => address !== undefined),
    )
    return { orderId: id, number }
  },
  listCart: async ({ shop }, { actor }) =>
    (await listCart(shop, ownCart(actor.account), actor.account.companyId)).map(toWireCartLine),
  mergeCart: ({ shop }, { actor, body }) =>
    mergeCart(shop, actor, ownCart(actor.account), body.lines.map(toRequestedLine), body.mergeBy),
  setCartLine: async ({ shop }, { actor, params, body }) => ({
    lineCount: await putIntoCart(shop, actor, ownCart(actor.account), toRequestedLine({ ...params, ...body }), 'set'),
  }),
  addToCart: async ({ shop }, { actor, params, body }) => ({
    lineCount: await putIntoCart(shop, actor, ownCart(actor.account), toRequestedLine({ ...params, ...body }), 'sum'),
  }),
  removeCartLine: async ({ shop }, { actor, params }) => ({
    lineCount: await removeCartLine(shop, actor, ownCart(actor.account), params.toolId),
  }),
  emptyCart: async ({ shop }, { actor }) => {
    await emptyCart(shop, actor, ownCart(actor.account))
    return { lineCount: 0 }
  },
  findTools: ({ shop }, { actor, body }) => findTradeTools(shop, actor?.account.companyId ?? null, body),
  suggestSkus: async ({ shop }, { ip, body }) => {
    const suggestions = await suggestSkus(shop, body.skus, ip)
    return suggestions.map(({ sku, tools }) => ({ sku, tools: tools.map(toWireCartTool) }))
  },
  listSavedLists: async ({ shop }, { actor }) => (await listSavedLists(shop, actor.account)).map(toWireListSummary),
  getSavedList: async ({ shop }, { actor, params }) => toWireList(await getSavedList(shop, actor.account, params.id)),
  addSavedList: async ({ shop }, { actor, body: { name, lines } }) => ({
    insertedId: await addSavedList(shop, actor, { name, lines: lines.map(toRequestedLine) }),
  }),
  updateSavedList: async ({ shop }, { actor, params, body: { shown, name, lines } }) => {
    await updateSavedList(
      shop,
      actor,
      params.id,
      { name, lines: lines.map(toRequestedLine) },
      shown && { name: shown.name, lines: shown.lines?.map(toRequestedLine) },
    )

    return { acknowledged: true }
  },
  deleteSavedList: async ({ shop }, { actor, params }) => {
    await deleteSavedList(shop, actor, params.id)
    return { acknowledged: true }
  },
  listOrders: async ({ shop }, { actor, query }) => {
    assertOwnEmail(actor, query.email)
    return (await listOrders(shop, toScope(actor.account), query)).map(toWireOwnOrder)
  },
  countOrders: async ({ shop }, { actor, query }) => {
    const scope = toScope(actor.account)
    const { unpaid, unpaidCents } = await sumUnpaidOrders(shop, scope)
    return { count: await countOrders(shop, scope, query), unpaid, unpaidTotal: unpaidCents / 100 }
  },
  cancelOrder: async ({ shop }, { actor, params }) => ({
    deletedCount: Number(await cancelOrder(shop, actor, params.id)),
  }),
  changeOrder: async ({ shop }, { actor, params }) => {
    await changeOrder(shop, actor, params.id)
    return { acknowledged: true }
  },
  changePoNumber: async ({ shop }, { actor, params, body }) => {
    await changePoNumber(shop, actor, params.id, body, body.shown)
    return { acknowledged: true }
  },
  getOrderDetails: async ({ shop }, { actor, params }) => {
    const scope = findScope(shop, actor)
    const order = await getOrderIncludingCancelled(shop, scope, params.id)
    const isOfShop = scope.kind === 'shop' && order.accountId !== actor.account.id
    const toWire = isOfShop ? toWireOrderDetails : toWireOwnOrderDetails
    return toWire(order, shop.settings.current)
  },
  getOrder: async ({ shop }, { actor, params }) =>
    toWireOwnOrder(await getOrder(shop, toScope(actor.account), params.orderId)),
  recordPayment: async ({ shop }, { actor, params, body }) => {
    if (body.orderId !== params.id) refuse('payment_mismatch')
    await recordPayment(shop, toScope(actor.account), params.id, body.transactionId)
    return { acknowledged: true }
  },
  createPaymentIntent: async ({ shop }, { actor, body }) => {
    const totalCents = toCents(body.totalPrice) ?? refuse('price_changed')
    return { clientSecret: await getOrCreateClientSecret(shop, actor, { orderId: body.orderId, totalCents }) }
  },
}
