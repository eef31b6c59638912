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
import type { PriceBreak } from '#contract/prices.ts'
import { createdAt, id, percent, time } from './columns.ts'

export const tools = pgTable('tools', {
  id: id(),
  name: text().notNull(),
  image: text().notNull(),
  priceCents: integer().notNull(),
  minimum: integer().notNull(),
  available: integer().notNull(),
  description: text().notNull(),
  /** Unique among the tools of the catalogue, regardless of case. */
  sku: text().notNull().default(sql`'IM-' || nextval('tool_numbers')`),
  /** Pieces per pack: only whole packs are sold. */
  increment: integer().notNull().default(1),
  /** Such as 'carton of 24'; empty for single pieces. */
  unitLabel: text().notNull().default(''),
  priceBreaks: jsonb().$type<PriceBreak[]>().notNull().default([]),
  /** Of the tax that the price includes; null where the shop's rate applies. */
  taxPercent: percent(),
  brandId: uuid(),
  categoryId: uuid(),
  /** Of the image; empty where the name says enough. */
  imageAlt: text().notNull().default(''),
  /** Sold until the stock is gone. */
  discontinued: boolean().notNull().default(false),
  replacementId: uuid(),
  deletedAt: time(),
})

export const brands = pgTable('brands', { id: id(), name: text().notNull(), slug: text().notNull() })

/** In two levels: a parent has none itself. */
export const categories = pgTable('categories', {
  id: id(),
  parentId: uuid(),
  name: text().notNull(),
  slug: text().notNull(),
  /** Among all categories. */
  position: integer().notNull(),
  /** Names of the specifications that its tools are filtered by. */
  filters: text().array().notNull().default([]),
})

export const toolSpecifications = pgTable('tool_specifications', {
  toolId: uuid().notNull(),
  position: smallint().notNull(),
  name: text().notNull(),
  value: text().notNull(),
  unit: text().notNull(),
  nameSlug: text().notNull(),
  /** Of value and unit. */
  valueSlug: text().notNull(),
  /** The value, where it is a number. */
  number: doublePrecision(),
})

/** Those after the first, which is the tool's own. */
export const toolImages = pgTable('tool_images', {
  toolId: uuid().notNull(),
  position: smallint().notNull(),
  url: text().notNull(),
  alt: text().notNull(),
})

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

export const toolSearch = pgTable('tool_search', { toolId: uuid().primaryKey(), words: tsvector().notNull() })

export const toolWords = pgTable('tool_words', { word: text().primaryKey() })

/** What changes the stock beside orders. */
export const stockAdjustments = pgTable('stock_adjustments', {
  id: id(),
  toolId: uuid().notNull(),
  delta: integer().notNull(),
  /** 'limit': a cancelled order would have brought more than `maxStock`. */
  reason: text({
    enum: ['opening', 'receipt', 'count', 'damage', 'edit', 'import', 'limit', 'refund', 'return'],
  }).notNull(),
  note: text().notNull().default(''),
  /** What lay on the shelf, in a stocktake. */
  counted: integer(),
  actorEmail: text(),
  createdAt: createdAt(),
})
