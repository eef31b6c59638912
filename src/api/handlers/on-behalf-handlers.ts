import { toCheckOutRequest, toRequestedLine, toWireCartLine } from '#api/mappers/orders.ts'
import type { onBehalfEndpoints } from '#contract/endpoints/on-behalf-endpoints.ts'
import { getAccount } from '#shop/accounts/accounts.ts'
import { putIntoAdminCart } from '#shop/carts/admin-carts.ts'
import { listCart, removeCartLine } from '#shop/carts/carts.ts'
import { placeOrderForAccount } from '#shop/orders/place-order.ts'
import type { Handlers } from './handler.ts'

export const onBehalfHandlers: Pick<Handlers, keyof typeof onBehalfEndpoints> = {
  listAdminCart: async ({ shop }, { actor, params }) => {
    const { companyId } = await getAccount(shop, params.id)
    return (await listCart(shop, { accountId: actor.account.id, buyerId: params.id }, companyId)).map(toWireCartLine)
  },
  putIntoAdminCart: async ({ shop }, { actor, params, body }) => {
    await putIntoAdminCart(shop, actor, params.id, body.lines.map(toRequestedLine))
    return { acknowledged: true }
  },
  removeFromAdminCart: async ({ shop }, { actor, params }) => {
    await removeCartLine(shop, actor, { accountId: actor.account.id, buyerId: params.id }, params.toolId)
    return { acknowledged: true }
  },
  placeOrderForAccount: async ({ shop }, { actor, params, headers, body }) => {
    const { id, number } = await placeOrderForAccount(shop, actor, params.id, buyer =>
      toCheckOutRequest({ ...body, fromCart: true }, buyer, headers['idempotency-key']),
    )
    return { orderId: id, number }
  },
}
