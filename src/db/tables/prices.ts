import { date, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { PriceBreak } from '#contract/pricing/prices.ts'
import { createdAt, id, percent } from './columns.ts'

export const priceLists = pgTable('price_lists', {
  id: id(),
  name: text().notNull(),
  companyId: uuid(),
  createdAt: createdAt(),
})

export const listRows = pgTable('list_rows', {
  id: id(),
  listId: uuid().notNull(),
  toolId: uuid(),
  discountGroup: text(),
  validFrom: date().notNull(),
  priceCents: integer(),
  priceBreaks: jsonb().$type<PriceBreak[]>().notNull().default([]),
  percentOff: percent(),
})
