import { sql } from 'drizzle-orm'
import { bigint, boolean, date, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { PriceBreak } from '#contract/pricing/prices.ts'
import { companyRoles } from '#contract/states/company-roles.ts'
import { createdAt, id, percent, time } from './columns.ts'

export const companies = pgTable('companies', {
  id: id(),
  number: bigint({ mode: 'number' }).notNull().default(sql`nextval('company_numbers')`),
  name: text().notNull(),
  taxId: text().notNull(),
  street: text().notNull(),
  city: text().notNull(),
  region: text().notNull(),
  postalCode: text().notNull(),
  country: text().notNull(),
  phone: text().notNull(),
  email: text().notNull(),
  about: text().notNull(),
  appliedBy: uuid(),
  createdAt: createdAt(),
  acceptedAt: time(),
  refusedAt: time(),
  refusedReason: text().notNull().default(''),
  poRequired: boolean().notNull().default(false),
  priceListId: uuid(),
})

export const invitations = pgTable('invitations', {
  companyId: uuid().notNull(),
  email: text().notNull(),
  role: text({ enum: companyRoles }).notNull(),
  amountCents: integer(),
  invitedBy: uuid().notNull(),
  createdAt: createdAt(),
})

export const partNumbers = pgTable('part_numbers', {
  id: id(),
  companyId: uuid().notNull(),
  number: text().notNull(),
  folded: text().notNull().generatedAlwaysAs(sql``),
  toolId: uuid().notNull(),
  setBy: uuid(),
})

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
