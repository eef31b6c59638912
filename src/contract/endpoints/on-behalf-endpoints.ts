import { z } from 'zod'
import type { EndpointTable } from '#contract/endpoint.ts'
import { CartLine, NewCartLine } from '#contract/schemas/carts.ts'
import { acknowledged, id, idParams, toolLines } from '#contract/schemas/fields.ts'
import { CheckOut, IdempotencyHeaders, PlacedOrder } from '#contract/schemas/orders.ts'

export const onBehalfEndpoints = {
  listAdminCart: {
    access: 'admin:orders',
    summary: 'Your cart for an account',
    params: idParams,
    reply: z.array(CartLine),
  },
  putIntoAdminCart: {
    access: 'admin:orders',
    summary: 'Set quantities of tools in your cart for an account',
    params: idParams,
    body: z.object({ lines: toolLines(NewCartLine.extend({ toolId: id })) }),
    bodyLimit: [200_000, 'body_too_large'],
    reply: acknowledged,
  },
  removeFromAdminCart: {
    access: 'admin:orders',
    summary: 'Take a tool out of your cart for an account',
    params: z.object({ id, toolId: id }),
    reply: acknowledged,
  },
  placeOrderForAccount: {
    access: 'admin:orders',
    summary: 'Order tools for an account, out of your cart for it, on record; its owner is mailed where to pay',
    params: idParams,
    headers: IdempotencyHeaders,
    body: CheckOut.omit({ fromCart: true }),
    bodyLimit: [400_000, 'body_too_large'],
    reply: PlacedOrder,
  },
} as const satisfies Partial<EndpointTable>
