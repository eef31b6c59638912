import { sql } from 'drizzle-orm'
import { numeric, timestamp, uuid } from 'drizzle-orm/pg-core'

// The columns are documented in ../schema.sql.
export const id = () => uuid().primaryKey().default(sql`new_id()`)
export const time = () => timestamp({ withTimezone: true })
export const createdAt = () => time().notNull().defaultNow()
export const percent = () => numeric({ precision: 4, scale: 2, mode: 'number' })
