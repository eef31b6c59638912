import { bigint, boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, time } from './columns.ts'

export const accounts = pgTable('accounts', {
  id: id(),
  email: text().notNull(),
  name: text().notNull(),
  picture: text(),
  emailVerified: boolean().notNull(),
  /** 'customer' is the API's word; elsewhere the account that orders is the buyer. */
  role: text({ enum: ['customer', 'admin'] })
    .notNull()
    .default('customer'),
  createdAt: createdAt(),
  /** For orders, in all. */
  paidCents: bigint({ mode: 'number' }).notNull().default(0),
  /** From somebody who had signed up with its email: what was written before is not its owner's. */
  takenOverAt: time(),
  /** Its email, name and picture are gone. */
  closedAt: time(),
  /** It can neither call nor log in. */
  blockedAt: time(),
  blockedReason: text().notNull().default(''),
})

/** What admins wrote about an account. */
export const accountNotes = pgTable('account_notes', {
  id: uuid().primaryKey(),
  accountId: uuid().notNull(),
  authorEmail: text().notNull(),
  text: text().notNull(),
  createdAt: createdAt(),
})

export const addresses = pgTable('addresses', {
  id: id(),
  accountId: uuid().notNull(),
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
