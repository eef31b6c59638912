import { boolean, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, time } from './columns.ts'

export const refunds = pgTable('refunds', {
  id: id(),
  orderId: uuid().notNull(),
  /** 'order' of the money of a paid order; 'provider' the same, made at the provider's own pages. */
  kind: text({ enum: ['order', 'provider', 'late_payment'] }).notNull(),
  /** 'closed' failed, and is not to be paid any more. */
  state: text({ enum: ['pending', 'succeeded', 'failed', 'closed'] })
    .notNull()
    .default('pending'),
  /** 0 of pieces only. */
  amountCents: integer().notNull(),
  /** Null when the money was sent back by hand. */
  paymentIntentId: text(),
  /** At the provider: a refund that failed is tried again. */
  attempt: integer().notNull().default(1),
  providerId: text(),
  /** Of the transfer by which the money was sent back by hand. */
  reference: text().notNull().default(''),
  reason: text().notNull().default(''),
  /** In the words of the provider. */
  failure: text().notNull().default(''),
  closeReason: text().notNull().default(''),
  createdAt: createdAt(),
  /** When it succeeded first: a provider may tell days later that it failed. */
  succeededAt: time(),
  lastCheckedAt: time(),
  creditNoteDue: boolean().notNull().default(false),
  /** The return that it is for. */
  returnId: uuid(),
})

export type RefundRow = typeof refunds.$inferSelect

/** Pieces that are not shipped any more. */
export const refundLines = pgTable('refund_lines', {
  refundId: uuid().notNull(),
  toolId: uuid().notNull(),
  quantity: integer().notNull(),
  /** Back in the stock, and not written off. */
  restocked: boolean().notNull(),
})

/** When money of paid orders went back, and came again after a refund that failed late. */
export const refundMovements = pgTable('refund_movements', {
  refundId: uuid().notNull(),
  /** Negative for money that came again. */
  amountCents: integer().notNull(),
  createdAt: createdAt(),
})

export const disputes = pgTable('disputes', {
  /** The provider's. */
  id: text().primaryKey(),
  orderId: uuid().notNull(),
  amountCents: integer().notNull(),
  /** In the provider's words: 'product_not_received'. */
  reason: text().notNull(),
  state: text({ enum: ['open', 'won', 'lost'] }).notNull(),
  openedAt: time().notNull(),
  dueAt: time(),
  endedAt: time(),
})

export const paymentEvents = pgTable('payment_events', { id: text().primaryKey(), receivedAt: createdAt() })

export const sandboxObjects = pgTable('sandbox_objects', { id: text().primaryKey(), body: jsonb().notNull() })

export const sandboxReplies = pgTable('sandbox_replies', {
  idempotencyKey: text().primaryKey(),
  request: text().notNull(),
  status: integer().notNull(),
  body: jsonb().notNull(),
})
