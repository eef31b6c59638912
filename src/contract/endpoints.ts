import { z } from 'zod'
import { EmailParams, NewProfile, Profile } from '#contract/schemas/accounts.ts'
import {
  CartLine,
  CartSize,
  CartTool,
  CartToolParams,
  MergedCart,
  NewCartLine,
  ToolLookup,
} from '#contract/schemas/carts.ts'
import {
  acknowledged,
  countReply,
  deletedCount,
  email,
  id,
  idParams,
  insertedId,
  pageQuery,
} from '#contract/schemas/fields.ts'
import { ImageUpload, ImageUploadReply } from '#contract/schemas/images.ts'
import {
  CheckOut,
  IdempotencyHeaders,
  NewOrder,
  Order,
  OrderQuery,
  Payment,
  PaymentIntentRequest,
  PlacedOrder,
} from '#contract/schemas/orders.ts'
import { CloseAccountQuery, PersonalData } from '#contract/schemas/personal-data.ts'
import { AddedReview, NewReview, Review } from '#contract/schemas/reviews.ts'
import { Tool, ToolFilter, ToolIdsQuery, ToolQuery } from '#contract/schemas/tools.ts'
import { adminEndpoints } from './admin-endpoints.ts'
import type { EndpointTable } from './endpoint.ts'
import { maxImageBytes } from './limits.ts'

export const endpoints = {
  issueAccessToken: {
    access: 'proof',
    summary: "Exchange the identity provider's proof for an access token",
    params: EmailParams,
    body: EmailParams,
    reply: z.object({ token: z.string() }),
  },
  isAdmin: {
    access: 'account',
    summary: 'Whether an account is an admin: your own, or any for an admin',
    params: EmailParams,
    reply: z.object({ admin: z.boolean() }),
  },
  listReviews: {
    access: 'public',
    summary: 'The newest reviews, oldest of them first; further pages go back in time',
    query: pageQuery,
    reply: z.array(Review),
    cacheTag: 'reviews',
    cursor: 'first',
  },
  listTools: {
    access: 'public',
    summary: 'The catalogue, searched, filtered and sorted; with id just that tool',
    query: ToolQuery,
    reply: z.array(Tool),
    cacheTag: 'tools',
    cursor: 'last',
  },
  countTools: {
    access: 'public',
    summary: 'How many tools a search finds, and whether only similar words matched',
    query: ToolFilter,
    // `similar` is true also when nothing is found.
    reply: countReply.extend({ similar: z.boolean() }),
    cacheTag: 'tools',
  },
  listToolIds: {
    access: 'public',
    summary: 'The ids of the catalogue, newest first; the cursor is the last id of the page before',
    query: ToolIdsQuery,
    reply: z.array(z.string()),
    cacheTag: 'tools',
  },
  getTool: { access: 'account', summary: 'One tool', params: idParams, reply: Tool },
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
    summary: 'Add lines to your cart; of a tool in both, the larger quantity stays',
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
  uploadImage: {
    access: 'account',
    summary: 'Upload an image to the shop’s image host, in imgbb’s form; it is decoded and encoded again',
    query: z.object({ key: z.string().optional() }),
    form: ImageUpload,
    // The image plus the overhead of multipart encoding.
    bodyLimit: [maxImageBytes + 10_000, 'image_too_large'],
    reply: ImageUploadReply,
  },
  addReview: { access: 'account', summary: 'Add a review', body: NewReview, reply: AddedReview },
  findProfile: {
    access: 'account',
    summary: 'Your profile',
    query: z.object({ email: email.optional() }),
    reply: Profile.nullable(),
  },
  createProfile: { access: 'account', summary: 'Save your profile', body: NewProfile, reply: insertedId },
  updateProfile: {
    access: 'account',
    summary: 'Update your profile',
    params: EmailParams,
    body: NewProfile,
    reply: acknowledged,
  },
  exportPersonalData: {
    access: 'account',
    summary: 'Everything the shop stores about an account: your own, or any for an admin, on record',
    params: EmailParams,
    reply: PersonalData,
  },
  closeAccount: {
    access: 'account',
    summary: 'Close an account for good: your own, or any for an admin, on record',
    params: EmailParams,
    query: CloseAccountQuery,
    reply: deletedCount,
  },
  ...adminEndpoints,
} as const satisfies EndpointTable

export type Endpoints = typeof endpoints
