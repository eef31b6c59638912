import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { time } from './columns.ts'

export const returns = pgTable('returns', {
  id: uuid().primaryKey(),
  orderId: uuid().notNull(),
  state: text({ enum: ['requested', 'accepted', 'refused', 'withdrawn', 'received', 'refunded', 'closed'] })
    .notNull()
    .default('requested'),
  reason: text().notNull(),
  answer: text().notNull().default(''),
  requestedAt: time().notNull().defaultNow(),
  answeredAt: time(),
  receivedAt: time(),
})

export type ReturnRow = typeof returns.$inferSelect

export const returnLines = pgTable('return_lines', {
  returnId: uuid().notNull(),
  toolId: uuid().notNull(),
  quantity: integer().notNull(),
  received: integer(),
  restocked: integer().notNull().default(0),
})

export const returnImages = pgTable('return_images', {
  returnId: uuid().notNull(),
  position: integer().notNull(),
  url: text().notNull(),
})
