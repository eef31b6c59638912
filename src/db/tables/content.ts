import { boolean, jsonb, numeric, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { PictureName } from '#contract/appearance/appearance.ts'
import type { Currency } from '#contract/pricing/currencies.ts'
import type { FooterEntry } from '#contract/schemas/footer-entries.ts'
import type { ShopSettings } from '#contract/shop-settings.ts'
import { id, time } from './columns.ts'

export const pages = pgTable('pages', {
  id: id(),
  slug: text().notNull(),
  title: text().notNull(),
  body: text().notNull(),
  footerEntry: text().$type<FooterEntry>(),
  published: boolean().notNull().default(false),
  changedAt: timestamp({ withTimezone: true, precision: 3 }).notNull().defaultNow(),
})

export const reviews = pgTable('reviews', {
  id: id(),
  accountId: uuid(),
  name: text().notNull(),
  email: text().notNull(),
  city: text().notNull(),
  rating: numeric({ mode: 'number' }).notNull(),
  comment: text().notNull(),
  img: text().notNull(),
  approvedAt: time(),
  hiddenAt: time(),
})

export const images = pgTable('images', {
  url: text().primaryKey(),
  uploadedBy: uuid(),
  uploadedAt: time().notNull().defaultNow(),
})

export const shopPictures = pgTable('shop_pictures', {
  name: text().$type<PictureName>().primaryKey(),
  hash: text().notNull(),
  base64: text().notNull(),
})

export const shopSettings = pgTable('shop_settings', {
  id: id(),
  overrides: jsonb().$type<Partial<ShopSettings>>().notNull().default({}),
  currency: text().$type<Currency>().notNull().default('USD'),
  pricesIncludeTax: boolean().notNull().default(true),
})
