import { bigint, date, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'

const count = () => integer().notNull()
const sum = () => bigint({ mode: 'number' }).notNull()

/** Of past days in that time zone, without gaps: see shop/figures. */
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

/** Lines of the orders that were paid on that day. */
export const dailySales = pgTable('daily_sales', {
  timeZone: text().notNull(),
  day: date().notNull(),
  toolId: uuid().notNull(),
  pieces: sum(),
  cents: sum(),
})
