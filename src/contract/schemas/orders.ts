import { z } from 'zod'
import { orderStatuses } from '#contract/states/order-status.ts'
import { PostalAddress } from './addresses.ts'
import {
  countReply,
  email,
  id,
  line,
  listQuery,
  money,
  orderQuantity,
  requiredText,
  sortBy,
  text,
  toolLines,
  withShown,
} from './fields.ts'
import { Dispute, Refund, Return, Shipment } from './fulfilment.ts'

const timeOrNull = z.iso.datetime().nullable()

const OrderLine = z.object({
  toolId: z.string(),
  sku: z.string(),
  toolName: z.string(),
  price: money,
  quantity: z.number().int(),
  totalPrice: money,
})

/** The tool is the first line's; `toolName` may end with 'and 3 more'. Lists have only the first ten of `lines`. */
export const Order = z.object({
  _id: z.string(),
  number: z.number().int(),
  lineCount: z.number().int(),
  lines: z.array(OrderLine),
  pieces: z.number().int(),
  toolId: z.string(),
  toolName: z.string(),
  price: money,
  quantity: z.string(),
  totalPrice: money,
  /** `paid`, `cancelled` and `deliveryStatus` follow from it. */
  status: z.enum(orderStatuses),
  paid: z.boolean(),
  cancelled: z.boolean(),
  transactionId: z.string().nullable(),
  userEmail: z.string(),
  userName: z.string(),
  /** The company that it was placed for; null for a buyer's own order. */
  company: z.object({ number: z.number().int(), name: z.string() }).nullable(),
  phone: z.string(),
  address: z.string(),
  deliveryStatus: z.boolean(),
  /** When the shop stops holding the pieces of an unpaid order; null if it holds none. */
  heldUntil: timeOrNull,
  /** When an order that is neither paid nor held is cancelled. */
  expiresAt: timeOrNull,
  paidAt: timeOrNull,
  placedAt: z.iso.datetime(),
  poNumber: z.string(),
  /** Refunded or being refunded. */
  refundedTotal: money,
  /** The card holder disputes the payment, or has won the dispute. */
  disputed: z.boolean(),
})
export type Order = z.infer<typeof Order>

export const OrderDetails = Order.extend({
  lines: z.array(
    OrderLine.extend({
      reference: z.string(),
      /** Pieces that are neither shipped nor refunded. */
      left: z.number().int(),
      /** Shipped pieces that are neither refunded nor in an open or completed return. */
      returnable: z.number().int(),
      taxPercent: z.number(),
      /** That the price includes, or that is added to it. */
      tax: money,
    }),
  ),
  /** `totalPrice` without tax. */
  net: money,
  tax: money,
  /** Each rate has its sum. */
  taxes: z.array(z.object({ percent: z.number(), amount: money })),
  note: z.string(),
  shipTo: PostalAddress.nullable(),
  billTo: PostalAddress.nullable(),
  paymentMethod: z.enum(['card', 'transfer']),
  shippedAt: timeOrNull,
  cancelledAt: timeOrNull,
  cancelledBy: z.enum(['buyer', 'shop', 'expiry', 'company']).nullable(),
  /** Why a manager of the company did not approve it. */
  cancelledReason: z.string(),
  approvedAt: timeOrNull,
  /** When a payment that came too late was refunded. */
  refundedAt: timeOrNull,
  shipments: z.array(Shipment),
  refunds: z.array(Refund),
  /** Refunds of payments that came too late; only for admins. */
  lateRefunds: z.array(Refund),
  /** Only for admins. */
  disputes: z.array(Dispute),
  returns: z.array(Return),
  /** Last time for a return; null if nothing was shipped. */
  returnableUntil: timeOrNull,
  /** Where the total of an order that is not paid can be transferred to; empty if the shop names no account. */
  bankAccount: z.string(),
})
export type OrderDetails = z.infer<typeof OrderDetails>

const poNumber = line(100)

/** `poNumber` is needed if the buyer's company asks for one. */
export const NewOrder = z.object({
  toolId: id,
  toolName: text(200),
  price: money,
  totalPrice: money,
  quantity: z.string().regex(/^[1-9]\d{0,8} pieces$/, "Quantity reads '{n} pieces'."),
  userEmail: email,
  userName: text(200),
  phone: text(100),
  address: text(1000),
  poNumber: poNumber.default(''),
})
export type NewOrder = z.infer<typeof NewOrder>

/** `price` is the shown unit price. `fromCart` takes the lines from the cart. `shipTo` fills phone and address. */
export const CheckOut = z.object({
  lines: toolLines(
    z.object({ toolId: id, quantity: orderQuantity, price: money, reference: line(40).default('') }),
  ).min(1, 'An order has at least one line.'),
  phone: text(100).optional(),
  address: text(1000).optional(),
  shipTo: PostalAddress.optional(),
  billTo: PostalAddress.optional(),
  poNumber: poNumber.default(''),
  note: text(1000).default(''),
  fromCart: z.boolean().default(false),
})
export type CheckOut = z.infer<typeof CheckOut>

export const PlacedOrder = z.object({ orderId: z.string(), number: z.number().int() })

export const OrderDocumentParams = z.object({ id, kind: z.enum(['proForma', 'invoice', 'deliveryNote']) })
export const OrderDocument = z.object({
  fileName: z.string(),
  /** Base64. */
  pdf: z.string(),
})

export const IdempotencyHeaders = z.object({ 'idempotency-key': z.string().min(1).max(255).optional() })
export const Payment = z.object({ orderId: id, transactionId: requiredText(255) })
export const PaymentIntentRequest = z.object({ totalPrice: money, orderId: id.optional() })
export const OrderFilter = z.object({
  /** A part of a tool, SKU, PO number, receiver, phone or (admins) email or company; a whole order, tracking or payment number. */
  q: text(100).optional(),
  /** `declined` finds the caller's own orders that a manager has declined within 7 days, and no state finds other cancelled ones. */
  state: z.enum(['waiting', 'unpaid', 'toShip', 'shipped', 'declined']).optional(),
})

export const AllOrdersFilter = OrderFilter.extend({
  state: z.enum(['waiting', 'unpaid', 'held', 'toShip', 'shipped']).optional(),
  /** `dispute` also finds inquiries, `refundFailed` also cancelled orders whose payment came too late. */
  problem: z.enum(['dispute', 'refundFailed']).optional(),
})

export const OrderQuery = listQuery.extend({
  ...OrderFilter.shape,
  sort: sortBy(),
  email: email.optional(),
  poNumber: poNumber.optional(),
})

/** `unpaid` and `unpaidTotal` count all orders that the caller reads, not only matches. */
export const OwnOrderCount = countReply.extend({ unpaid: z.number().int(), unpaidTotal: money })
export const PoNumberChange = withShown(z.object({ poNumber }))
/** `isPartial` takes only pieces in stock; missing pieces are released, and their money must be refunded. */
export const BankTransfer = z.object({ reference: requiredText(100), isPartial: z.boolean().default(false) })
export const Hold = z.object({
  until: z.iso.datetime(),
  shown: z.object({ until: timeOrNull }).optional(),
})
export const CancelledOrders = z.object({
  deletedCount: z.number().int(),
  /** Not cancelled: a payment is under way. */
  beingPaid: z.number().int(),
  /** Not cancelled: the card payment provider does not answer. */
  unavailable: z.number().int(),
  /** Not cancelled: the provider's payment is of another order or amount. */
  mismatched: z.number().int(),
})

export const AllOrdersQuery = listQuery.extend({ ...AllOrdersFilter.shape, sort: sortBy('userName', 'toolName') })
