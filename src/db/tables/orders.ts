import { sql } from 'drizzle-orm'
import { bigint, boolean, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { PostalAddress } from '#contract/addresses.ts'
import { fulfilments } from '#contract/states/order-status.ts'
import { createdAt, id, percent, time } from './columns.ts'

export const orders = pgTable('orders', {
  id: id(),
  number: bigint({ mode: 'number' }).notNull().default(sql`nextval('order_numbers')`),
  accountId: uuid().notNull(),
  title: text().notNull(),
  lineCount: integer().notNull(),
  lineWords: text().notNull(),
  /** The migration has the expression. */
  receiverWords: text().notNull().generatedAlwaysAs(sql``),
  /** What is paid. */
  totalCents: integer().notNull(),
  /** Tax that is added to the sum of the lines; 0 where prices include it. */
  addedTaxCents: integer().notNull().default(0),
  buyerName: text().notNull(),
  phone: text().notNull(),
  address: text().notNull(),
  poNumber: text().notNull().default(''),
  note: text().notNull().default(''),
  shipTo: jsonb().$type<PostalAddress>(),
  billTo: jsonb().$type<PostalAddress>(),
  state: text({ enum: ['placed', 'confirmed', 'cancelled'] })
    .notNull()
    .default('placed'),
  idempotencyKey: text(),
  requestHash: text(),
  paymentIntentId: text(),
  paymentMethod: text({ enum: ['card', 'transfer'] })
    .notNull()
    .default('card'),
  /** Card payment that the order was confirmed for, captured once `paidAt` is set, or a transfer's reference. */
  transactionId: text(),
  createdAt: createdAt(),
  paidAt: time(),
  shippedAt: time(),
  cancelledAt: time(),
  cancelledBy: text({ enum: ['buyer', 'shop', 'expiry', 'company'] }),
  cancelledReason: text().notNull().default(''),
  companyId: uuid(),
  approval: text({ enum: ['waiting', 'granted'] }),
  approvedBy: uuid(),
  approvedAt: time(),
  invoiceDue: boolean().notNull().default(false),
  lastCheckedAt: time(),
  expiresAt: time().notNull(),
  remindedAt: time(),
  confirmedAt: time(),
  heldUntil: time(),
  placedBy: text(),
  piecesRefunded: boolean().notNull().default(false),
  fulfilment: text({ enum: fulfilments }).notNull().default('open'),
})

export type OrderRow = typeof orders.$inferSelect

/** The search columns are long. */
export type OrderHeader = Omit<OrderRow, 'lineWords' | 'receiverWords'>

export const orderLines = pgTable('order_lines', {
  orderId: uuid().notNull(),
  toolId: uuid().notNull(),
  position: integer().notNull(),
  sku: text().notNull(),
  toolName: text().notNull(),
  quantity: integer().notNull(),
  priceCents: integer().notNull(),
  reference: text().notNull().default(''),
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
