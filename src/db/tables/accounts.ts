import { boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { adminAreas } from '#contract/states/admin-areas.ts'
import { companyRoles } from '#contract/states/company-roles.ts'
import { createdAt, id, time } from './columns.ts'

export const accounts = pgTable('accounts', {
  id: id(),
  email: text().notNull(),
  name: text().notNull(),
  picture: text(),
  emailVerified: boolean().notNull(),
  role: text({ enum: ['customer', 'admin'] })
    .notNull()
    .default('customer'),
  /** What an admin is in charge of; null for all of it. */
  areas: text({ enum: adminAreas }).array(),
  createdAt: createdAt(),
  closedAt: time(),
  blockedAt: time(),
  blockedReason: text().notNull().default(''),
  companyId: uuid(),
  companyRole: text({ enum: companyRoles }),
  /** Buyers only: when their orders of 24 hours come to more, the newest waits for approval. */
  amountCents: integer(),
})

export const accountNotes = pgTable('account_notes', {
  id: uuid().primaryKey(),
  accountId: uuid().notNull(),
  authorEmail: text().notNull(),
  text: text().notNull(),
  createdAt: createdAt(),
})

export const addresses = pgTable('addresses', {
  id: id(),
  accountId: uuid(),
  companyId: uuid(),
  site: text().notNull().default(''),
  name: text().notNull(),
  company: text().notNull(),
  street: text().notNull(),
  city: text().notNull(),
  region: text().notNull(),
  postalCode: text().notNull(),
  country: text().notNull(),
  phone: text().notNull(),
  taxId: text().notNull(),
  usedAt: time().notNull().defaultNow(),
})

export const profiles = pgTable('profiles', {
  id: id(),
  accountId: uuid().notNull(),
  education: text().notNull(),
  city: text().notNull(),
  phone: text().notNull(),
  linkedIn: text().notNull(),
})
