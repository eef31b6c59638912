import { bigint, date, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'

const count = () => integer().notNull()
const sum = () => bigint({ mode: 'number' }).notNull()

export const dailyFigures = pgTable('daily_figures', {
  timeZone: text().notNull(),
  day: date().notNull(),
  placed: count(),
  paid: count(),
  paidCents: sum(),
  refundedCents: sum(),
  shipped: count(),
  cancelled: count(),
  accounts: count(),
})

export const dailySales = pgTable('daily_sales', {
  timeZone: text().notNull(),
  day: date().notNull(),
  toolId: uuid().notNull(),
  pieces: sum(),
  cents: sum(),
})
