import { z } from 'zod'
import { AccountFilter, AccountQuery, AccountSummary, emailObject, NewProfile, Profile } from './accounts.ts'
import { ActionFilter, ActionQuery, AdminAction } from './admin-actions.ts'
import type { EndpointTable } from './endpoint.ts'
import { acknowledged, deletedCount, email, id, insertedId, modifiedCount, pageQuery } from './fields.ts'
import { ImageUpload, ImageUploadReply } from './images.ts'
import { maxImageBytes } from './limits.ts'
import {
  AllOrdersFilter,
  AllOrdersQuery,
  IdempotencyHeaders,
  NewOrder,
  Order,
  OrderQuery,
  Payment,
  PaymentIntentRequest,
} from './orders.ts'
import {
  AddedReview,
  AllReviewsFilter,
  AllReviewsQuery,
  ModeratedReview,
  NewReview,
  Review,
  ReviewModeration,
} from './reviews.ts'
import { NewTool, Tool, ToolChange, ToolFilter, ToolIdsQuery, ToolQuery } from './tools.ts'

const idParams = z.object({ id })
/** A count above `countLimit` is reported as `countLimit` + 1. */
const countReply = z.object({ count: z.number().int() })

export const endpoints = {
  issueAccessToken: {
    access: 'proof',
    summary: "Exchange the identity provider's proof for an access token",
    params: emailObject,
    body: emailObject,
    reply: z.object({ token: z.string() }),
  },
  isAdmin: {
    access: 'account',
    summary: 'Whether an account is an admin: your own, or any for an admin',
    params: emailObject,
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
    params: emailObject,
    body: NewProfile,
    reply: acknowledged,
  },
  listAccounts: {
    access: 'admin',
    summary: 'All accounts, searched, filtered and sorted',
    query: AccountQuery,
    reply: z.array(AccountSummary),
    cursor: 'last',
  },
  countAccounts: {
    access: 'admin',
    summary: 'How many accounts a search finds',
    query: AccountFilter,
    reply: countReply,
  },
  promote: { access: 'admin', summary: 'Make an account an admin', params: emailObject, reply: modifiedCount },
  demote: {
    access: 'admin',
    summary: 'Take the admin role back, but never from the last admin',
    params: emailObject,
    reply: modifiedCount,
  },
  listAllOrders: {
    access: 'admin',
    summary: 'All orders, searched, filtered and sorted',
    query: AllOrdersQuery,
    reply: z.array(Order),
    cursor: 'last',
  },
  countAllOrders: {
    access: 'admin',
    summary: 'How many orders a search finds',
    query: AllOrdersFilter,
    reply: countReply,
  },
  markShipped: { access: 'admin', summary: 'Mark a paid order shipped', params: idParams, reply: modifiedCount },
  cancelAnyOrder: { access: 'admin', summary: 'Cancel an unpaid order', params: idParams, reply: deletedCount },
  cancelUnpaidOrders: {
    access: 'admin',
    summary: 'Cancel all unpaid orders of an account',
    params: emailObject,
    reply: deletedCount,
  },
  addTool: { access: 'admin', summary: 'Add a tool to the catalogue', body: NewTool, reply: insertedId },
  updateTool: {
    access: 'admin',
    summary: 'Change a tool of the catalogue, its stock included',
    params: idParams,
    body: ToolChange,
    reply: modifiedCount,
  },
  deleteTool: { access: 'admin', summary: 'Take a tool out of the catalogue', params: idParams, reply: deletedCount },
  listAllReviews: {
    access: 'admin',
    summary: 'All reviews, those not shown too, searched, filtered and sorted',
    query: AllReviewsQuery,
    reply: z.array(ModeratedReview),
    cursor: 'last',
  },
  countAllReviews: {
    access: 'admin',
    summary: 'How many reviews a search finds',
    query: AllReviewsFilter,
    reply: countReply,
  },
  moderateReview: {
    access: 'admin',
    summary: 'Show or hide a review',
    params: idParams,
    body: ReviewModeration,
    reply: modifiedCount,
  },
  deleteReview: { access: 'admin', summary: 'Delete a review for good', params: idParams, reply: deletedCount },
  listAdminActions: {
    access: 'admin',
    summary: 'What admins did, searched, filtered and sorted',
    query: ActionQuery,
    reply: z.array(AdminAction),
    cursor: 'last',
  },
  countAdminActions: {
    access: 'admin',
    summary: 'How many actions a search finds',
    query: ActionFilter,
    reply: countReply,
  },
} as const satisfies EndpointTable

export type Endpoints = typeof endpoints
