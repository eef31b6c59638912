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
  /**
   * Runs `run`, which writes nothing, on a replica that shows all changes this process knows of, or else on the primary.
   * It runs twice if the replica fails.
   */
  read: <Result>(run: (db: Db) => Promise<Result>) => Promise<Result>
  countConnections?: () => (readonly [number, { state: string }])[]
  /** Rejects with the database's error, unless a replica answers. On PostgreSQL it does not wait for the pool. */
  ping: () => Promise<unknown>
  close: () => Promise<void>
}
