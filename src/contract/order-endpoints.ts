import { z } from 'zod'
import {
  CartLine,
  CartSize,
  CartTool,
  CartToolParams,
  MergedCart,
  NewCartLine,
  SkuLookup,
  SkuSuggestion,
  ToolLookup,
} from '#contract/schemas/carts.ts'
import { acknowledged, deletedCount, id, idParams } from '#contract/schemas/fields.ts'
import {
  CheckOut,
  IdempotencyHeaders,
  NewOrder,
  Order,
  OrderDetails,
  OrderQuery,
  Payment,
  PaymentIntentRequest,
  PlacedOrder,
  PoNumberChange,
} from '#contract/schemas/orders.ts'
import type { EndpointTable } from './endpoint.ts'

/** Carts, orders and their payments. */
export const orderEndpoints = {
  placeOrder: {
    access: 'account',
    summary: 'Order a tool; reserves the stock',
    headers: IdempotencyHeaders,
    body: NewOrder,
    reply: acknowledged,
  },
  checkOut: {
    access: 'account',
    summary: 'Order several tools; reserves the stock of all lines or none',
    headers: IdempotencyHeaders,
    body: CheckOut,
    bodyLimit: [200_000, 'body_too_large'],
    reply: PlacedOrder,
  },
  listCart: { access: 'account', summary: 'Your cart', reply: z.array(CartLine) },
  mergeCart: {
    access: 'account',
    summary: 'Add lines to your cart; of a tool in both, the larger quantity stays, or their sum',
    body: MergedCart,
    bodyLimit: [200_000, 'body_too_large'],
    reply: CartSize,
  },
  setCartLine: {
    access: 'account',
    summary: 'Put a tool into your cart, or change its quantity',
    params: CartToolParams,
    body: NewCartLine,
    reply: CartSize,
  },
  addToCart: {
    access: 'account',
    summary: 'Put a tool into your cart, or add to its quantity',
    params: CartToolParams,
    body: NewCartLine,
    reply: CartSize,
  },
  removeCartLine: {
    access: 'account',
    summary: 'Take a tool out of your cart',
    params: CartToolParams,
    reply: CartSize,
  },
  emptyCart: { access: 'account', summary: 'Empty your cart', reply: CartSize },
  findTools: {
    access: 'public',
    summary: 'Tools by their ids or SKUs, without descriptions',
    body: ToolLookup,
    reply: z.array(CartTool),
  },
  suggestSkus: {
    access: 'public',
    summary: 'For mistyped SKUs, the tools with the most similar ones',
    body: SkuLookup,
    reply: z.array(SkuSuggestion),
  },
  listOrders: {
    access: 'account',
    summary: 'Your own orders, newest first',
    query: OrderQuery,
    reply: z.array(Order),
    cursor: 'last',
  },
  cancelOrder: {
    access: 'account',
    summary: 'Cancel your unpaid order; gives the stock back',
    params: idParams,
    reply: deletedCount,
  },
  changeOrder: {
    access: 'account',
    summary: 'Cancel your unpaid order and put its lines into your cart',
    params: idParams,
    reply: acknowledged,
  },
  changePoNumber: {
    access: 'account',
    summary: 'Change the purchase order number of your unpaid order',
    params: idParams,
    body: PoNumberChange,
    reply: acknowledged,
  },
  getOrderDetails: {
    access: 'account',
    summary: 'An order with all its lines and steps, also a cancelled one: your own, or any for an admin',
    params: idParams,
    reply: OrderDetails,
  },
  getOrder: { access: 'account', summary: 'One of your orders', params: z.object({ orderId: id }), reply: Order },
  recordPayment: {
    access: 'account',
    summary: 'Record a payment that the card payment provider confirms',
    params: idParams,
    body: Payment,
    reply: acknowledged,
  },
  createPaymentIntent: {
    access: 'account',
    summary: "Create or return the open payment intent of an order, for the order's own total",
    body: PaymentIntentRequest,
    reply: z.object({ clientSecret: z.string() }),
  },
} as const satisfies Partial<EndpointTable>
