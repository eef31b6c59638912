import { z } from 'zod'
import { byEmail, NewProfile, Profile, User, UserFilter, UserQuery } from './accounts.ts'
import { ActionFilter, ActionQuery, AdminAction } from './actions.ts'
import {
  acknowledged,
  deletedCount,
  type EndpointTable,
  email,
  id,
  insertedId,
  modifiedCount,
  paging,
} from './endpoint.ts'
import { Upload, Uploaded } from './images.ts'
import {
  AllOrdersFilter,
  AllOrdersQuery,
  Booking,
  NewOrder,
  Order,
  OrderQuery,
  Payment,
  PaymentIntentRequest,
} from './orders.ts'
import { NewReview, Review } from './reviews.ts'
import { largestImage } from './rules.ts'
import { NewTool, Tool, ToolChange, ToolFilter, ToolQuery } from './tools.ts'

const byId = z.object({ id })
/** How many rows a list has; one more than `countedTo` stands for any number above it. */
const count = z.object({ count: z.number().int() })

/** Who may make each call of `calls.ts`, what it takes and what it answers. */
export const endpoints = {
  storeUser: {
    access: 'proof',
    summary: "Exchange the identity provider's proof for an access token",
    params: byEmail,
    body: byEmail,
    reply: z.object({ token: z.string() }),
  },
  isAdmin: {
    access: 'account',
    summary: 'Whether an account is an admin: your own, or any for an admin',
    params: byEmail,
    reply: z.object({ admin: z.boolean() }),
  },
  listReviews: {
    access: 'public',
    summary: 'The newest reviews, oldest of them first; further pages go back in time',
    query: paging,
    reply: z.array(Review),
    shows: 'reviews',
    cursor: 'first',
  },
  listTools: {
    access: 'public',
    summary: 'The catalogue, searched, filtered and sorted; with id just that tool',
    query: ToolQuery,
    reply: z.array(Tool),
    shows: 'tools',
    cursor: 'last',
  },
  countTools: {
    access: 'public',
    summary: 'How many tools a search finds, and whether their words are only like the ones asked for',
    query: ToolFilter,
    reply: count.extend({ similar: z.boolean() }),
    shows: 'tools',
  },
  getTool: { access: 'account', summary: 'One tool', params: byId, reply: Tool },
  bookOrder: {
    access: 'account',
    summary: 'Order a tool; reserves the stock',
    headers: Booking,
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
    params: byId,
    reply: deletedCount,
  },
  getOrder: { access: 'account', summary: 'One of your orders', params: z.object({ orderId: id }), reply: Order },
  payOrder: {
    access: 'account',
    summary: 'Record a payment that the card payment provider confirms',
    params: byId,
    body: Payment,
    reply: acknowledged,
  },
  createPaymentIntent: {
    access: 'account',
    summary: "The open payment intent of an order, for the order's own total",
    body: PaymentIntentRequest,
    reply: z.object({ clientSecret: z.string() }),
  },
  uploadImage: {
    access: 'account',
    summary: 'Upload a picture to the shop’s image host, in imgbb’s form; it is decoded and encoded anew',
    query: z.object({ key: z.string().optional() }),
    form: Upload,
    // The form adds a little to the picture.
    limit: [largestImage + 10_000, 'image_too_large'],
    reply: Uploaded,
  },
  addReview: { access: 'account', summary: 'Add a review', body: NewReview, reply: insertedId },
  getProfile: {
    access: 'account',
    summary: 'Your profile',
    query: z.object({ email: email.optional() }),
    reply: Profile.nullable(),
  },
  createProfile: { access: 'account', summary: 'Save your profile', body: NewProfile, reply: insertedId },
  updateProfile: {
    access: 'account',
    summary: 'Update your profile',
    params: byEmail,
    body: NewProfile,
    reply: acknowledged,
  },
  listUsers: {
    access: 'admin',
    summary: 'All accounts, searched, filtered and sorted',
    query: UserQuery,
    reply: z.array(User),
    cursor: 'last',
  },
  countUsers: { access: 'admin', summary: 'How many accounts a search finds', query: UserFilter, reply: count },
  promote: { access: 'admin', summary: 'Make an account an admin', params: byEmail, reply: modifiedCount },
  demote: {
    access: 'admin',
    summary: 'Take the admin role back, but never from the last admin',
    params: byEmail,
    reply: modifiedCount,
  },
  listAllOrders: {
    access: 'admin',
    summary: 'All orders, searched, filtered and sorted',
    query: AllOrdersQuery,
    reply: z.array(Order),
    cursor: 'last',
  },
  countAllOrders: { access: 'admin', summary: 'How many orders a search finds', query: AllOrdersFilter, reply: count },
  markDelivered: { access: 'admin', summary: 'Mark a paid order delivered', params: byId, reply: modifiedCount },
  cancelOrderRequest: { access: 'admin', summary: 'Cancel an unpaid order', params: byId, reply: deletedCount },
  addTool: { access: 'admin', summary: 'Add a tool to the catalogue', body: NewTool, reply: insertedId },
  updateTool: {
    access: 'admin',
    summary: 'Change a tool of the catalogue, its stock included',
    params: byId,
    body: ToolChange,
    reply: modifiedCount,
  },
  deleteTool: { access: 'admin', summary: 'Take a tool out of the catalogue', params: byId, reply: deletedCount },
  listActions: {
    access: 'admin',
    summary: 'What admins did, searched, filtered and sorted',
    query: ActionQuery,
    reply: z.array(AdminAction),
    cursor: 'last',
  },
  countActions: { access: 'admin', summary: 'How many actions a search finds', query: ActionFilter, reply: count },
} as const satisfies EndpointTable

export type Endpoints = typeof endpoints
