import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, time } from './columns.ts'

export const cartLines = pgTable('cart_lines', {
  accountId: uuid().notNull(),
  toolId: uuid().notNull(),
  quantity: integer().notNull(),
  priceCents: integer().notNull(),
  addedAt: createdAt(),
  buyerId: uuid().notNull(),
})

export const savedLists = pgTable('saved_lists', {
  id: id(),
  accountId: uuid().notNull(),
  name: text().notNull(),
  changedAt: time().notNull().defaultNow(),
})

export const savedListLines = pgTable('saved_list_lines', {
  listId: uuid().notNull(),
  toolId: uuid().notNull(),
  position: integer().notNull(),
  quantity: integer().notNull(),
  priceCents: integer().notNull(),
})
