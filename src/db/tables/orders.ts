import { sql } from 'drizzle-orm'
import { bigint, boolean, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { PostalAddress } from '#contract/addresses.ts'
import { createdAt, id, percent, time } from './columns.ts'

export const orders = pgTable('orders', {
  id: id(),
  number: bigint({ mode: 'number' }).notNull().default(sql`nextval('order_numbers')`),
  accountId: uuid().notNull(),
  /** Of the first line, and how many more: 'Circular Saw and 3 more'. */
  title: text().notNull(),
  lineCount: integer().notNull(),
  /** Names and SKUs of the lines, for searches. */
  lineWords: text().notNull(),
  totalCents: integer().notNull(),
  buyerName: text().notNull(),
  phone: text().notNull(),
  address: text().notNull(),
  poNumber: text().notNull().default(''),
  note: text().notNull().default(''),
  /** From the address book; `address` has it as text. */
  shipTo: jsonb().$type<PostalAddress>(),
  billTo: jsonb().$type<PostalAddress>(),
  state: text({ enum: ['placed', 'cancelling', 'cancelled', 'paid', 'shipped'] })
    .notNull()
    .default('placed'),
  idempotencyKey: text(),
  /** Of the request that placed it, with an idempotency key. */
  requestHash: text(),
  paymentAttempt: integer().notNull().default(1),
  paymentIntentId: text(),
  paymentMethod: text({ enum: ['card', 'transfer'] })
    .notNull()
    .default('card'),
  /** The payment intent that paid the order, or the reference of the transfer: the name is the API's. */
  transactionId: text(),
  createdAt: createdAt(),
  paidAt: time(),
  shippedAt: time(),
  cancelledAt: time(),
  cancelledBy: text({ enum: ['buyer', 'shop', 'expiry'] }),
  refillsCart: boolean().notNull().default(false),
  invoiceDue: boolean().notNull().default(false),
  /** When the payment provider was last asked about this order. */
  lastCheckedAt: time(),
  /** When an unpaid order is cancelled; set by a job for orders of earlier versions. */
  expiresAt: time(),
  remindedAt: time(),
  /** Email of the admin who placed it for its buyer. */
  placedBy: text(),
  /** Set in an order by an unverified account: a keyed hash of its IP address. */
  ipKey: text(),
  /** Placed when its buyer's unpaid orders were worth more than the buyer's credit: see shop/orders/hold-terms.ts. */
  beyondCredit: boolean().notNull().default(false),
  /** Has a minimum order above the share of such orders: held for half an hour, also once the email is verified. */
  heldBriefly: boolean().notNull().default(false),
  /** Some of its pieces were shipped, and more are to follow. */
  partlyShipped: boolean().notNull().default(false),
  /** Some of its pieces were refunded before they were shipped. */
  piecesRefunded: boolean().notNull().default(false),
  /** All of them were. */
  nothingToShip: boolean().notNull().default(false),
})

export type OrderRow = typeof orders.$inferSelect

/** What was sold: never changed afterwards. */
export const orderLines = pgTable('order_lines', {
  orderId: uuid().notNull(),
  toolId: uuid().notNull(),
  position: integer().notNull(),
  sku: text().notNull(),
  toolName: text().notNull(),
  quantity: integer().notNull(),
  priceCents: integer().notNull(),
  /** The buyer's own number or word for the line. */
  reference: text().notNull().default(''),
  /** Of the tax that the price includes. */
  taxPercent: percent().notNull().default(0),
})

export type OrderLine = Omit<typeof orderLines.$inferSelect, 'orderId' | 'position'>

export const shipments = pgTable('shipments', {
  id: id(),
  orderId: uuid().notNull(),
  carrier: text().notNull().default(''),
  trackingNumber: text().notNull().default(''),
  createdAt: createdAt(),
})

export const shipmentLines = pgTable('shipment_lines', {
  shipmentId: uuid().notNull(),
  toolId: uuid().notNull(),
  quantity: integer().notNull(),
})
