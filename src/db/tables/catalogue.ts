import { sql } from 'drizzle-orm'
import {
  boolean,
  customType,
  doublePrecision,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import type { PriceBreak } from '#contract/pricing/prices.ts'
import { createdAt, id, percent, time } from './columns.ts'

export const tools = pgTable('tools', {
  id: id(),
  name: text().notNull(),
  image: text().notNull(),
  priceCents: integer().notNull(),
  minimum: integer().notNull(),
  available: integer().notNull(),
  description: text().notNull(),
  sku: text().notNull().default(sql`'IM-' || nextval('tool_numbers')`),
  increment: integer().notNull().default(1),
  unitLabel: text().notNull().default(''),
  priceBreaks: jsonb().$type<PriceBreak[]>().notNull().default([]),
  taxPercent: percent(),
  brandId: uuid(),
  categoryId: uuid(),
  imageAlt: text().notNull().default(''),
  discontinued: boolean().notNull().default(false),
  replacementId: uuid(),
  deletedAt: time(),
  discountGroup: text().notNull().default(''),
  gtin: text().notNull().default(''),
  manufacturerNumber: text().notNull().default(''),
})

export const brands = pgTable('brands', {
  id: id(),
  name: text().notNull(),
  slug: text().notNull(),
  formerSlugs: text().array().notNull().default([]),
})

export const categories = pgTable('categories', {
  id: id(),
  parentId: uuid(),
  name: text().notNull(),
  slug: text().notNull(),
  position: integer().notNull(),
  filters: text().array().notNull().default([]),
})

export const toolSpecifications = pgTable('tool_specifications', {
  toolId: uuid().notNull(),
  position: smallint().notNull(),
  name: text().notNull(),
  value: text().notNull(),
  unit: text().notNull(),
  nameSlug: text().notNull(),
  valueSlug: text().notNull(),
  number: doublePrecision(),
})

export const toolImages = pgTable('tool_images', {
  toolId: uuid().notNull(),
  position: smallint().notNull(),
  url: text().notNull(),
  alt: text().notNull(),
})

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

export const toolSearch = pgTable('tool_search', {
  toolId: uuid().primaryKey(),
  words: tsvector().notNull(),
  nameWords: tsvector().notNull(),
})

export const toolWords = pgTable('tool_words', {
  word: text().primaryKey(),
  letters: text().notNull().generatedAlwaysAs(sql``),
})

export const stockAdjustments = pgTable('stock_adjustments', {
  id: id(),
  toolId: uuid().notNull(),
  delta: integer().notNull(),
  reason: text({
    enum: ['opening', 'receipt', 'count', 'damage', 'edit', 'import', 'order', 'release', 'refund', 'return'],
  }).notNull(),
  orderId: uuid(),
  note: text().notNull().default(''),
  counted: integer(),
  actorEmail: text(),
  createdAt: createdAt(),
})
