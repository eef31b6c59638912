import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type { Notifications } from './notifications.ts'

interface Result<Row> {
  rows: Row[]
}

interface ResultKind extends PgQueryResultHKT {
  readonly type: Result<this['row']>
}

export type Db = PgDatabase<ResultKind>

export interface Database {
  db: Db
  notifications: Notifications
  countConnections?: () => (readonly [number, { state: string }])[]
  /** Rejects with the database's error. On PostgreSQL it does not wait for the pool. */
  ping: () => Promise<unknown>
  close: () => Promise<void>
}
