import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type { Notifications } from './notifications.ts'

interface Result<Row> {
  rows: Row[]
}

interface ResultKind extends PgQueryResultHKT {
  readonly type: Result<this['row']>
}

/** Drizzle over PostgreSQL, with either driver. */
export type Db = PgDatabase<ResultKind>

export interface Database {
  db: Db
  notifications: Notifications
  /** Connections of the pool by state; undefined for the embedded database, which has one. */
  countConnections?: () => (readonly [number, { state: string }])[]
  close: () => Promise<void>
}
