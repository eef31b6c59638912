import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { time } from './columns.ts'

export const jobs = pgTable('jobs', { name: text().primaryKey(), dueAt: time().notNull().defaultNow() })

export const rateLimits = pgTable('rate_limits', {
  key: text().primaryKey(),
  remaining: integer().notNull(),
  endsAt: time().notNull(),
})
