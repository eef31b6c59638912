import { boolean, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, time } from './columns.ts'

export const refunds = pgTable('refunds', {
  id: id(),
  orderId: uuid().notNull(),
  kind: text({ enum: ['order', 'provider', 'late_payment'] }).notNull(),
  state: text({ enum: ['pending', 'succeeded', 'failed', 'closed'] })
    .notNull()
    .default('pending'),
  amountCents: integer().notNull(),
  paymentIntentId: text(),
  attempt: integer().notNull().default(1),
  providerId: text(),
  reference: text().notNull().default(''),
  reason: text().notNull().default(''),
  failure: text().notNull().default(''),
  closeReason: text().notNull().default(''),
  createdAt: createdAt(),
  succeededAt: time(),
  lastCheckedAt: time(),
  creditNoteDue: boolean().notNull().default(false),
  returnId: uuid(),
})

export type RefundRow = typeof refunds.$inferSelect

export const refundLines = pgTable('refund_lines', {
  refundId: uuid().notNull(),
  toolId: uuid().notNull(),
  quantity: integer().notNull(),
  restocked: boolean().notNull(),
})

export const creditedLines = pgTable('credited_lines', {
  refundId: uuid().notNull(),
  toolId: uuid().notNull(),
  quantity: integer().notNull(),
})

export const refundMovements = pgTable('refund_movements', {
  refundId: uuid().notNull(),
  amountCents: integer().notNull(),
  createdAt: createdAt(),
})

export const disputes = pgTable('disputes', {
  id: text().primaryKey(),
  orderId: uuid().notNull(),
  amountCents: integer().notNull(),
  reason: text().notNull(),
  state: text({ enum: ['inquiry', 'open', 'won', 'lost'] }).notNull(),
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
  createdAt: createdAt(),
})
