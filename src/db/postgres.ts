import { setTimeout as pause } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { migrate } from './migrate.ts'
import { openNotifications } from './notifications.ts'
import type { Database } from './pglite.ts'
import { prepared } from './prepared.ts'
import { type QueryListener, withQueryTiming } from './query-timing.ts'

export class DatabaseUnreachable extends Error {}

/** SQLSTATEs of a server that is not there for us: going down, starting up, full (PostgreSQL, appendix A). */
const connectionErrorCodes = /^(08\w{3}|57P0[1-3]|53300|ECONN\w+|ENOTFOUND|EHOSTUNREACH|ETIMEDOUT|EPIPE)$/
/** What `pg` says, without a code, of a connection that broke or could not be had. */
const connectionErrorMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

/** Whether the error, or what caused it, is that the database can't be reached. */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return (
    connectionErrorCodes.test(code) || connectionErrorMessages.test(error.message) || isConnectionError(error.cause)
  )
}

const maxConnections = 10
const connectTimeoutMs = 5_000

/** Names the lock that lets one process migrate at a time. */
export const migrationLock = 4_177_301

/**
 * Opens and migrates the PostgreSQL database at `url`; connections that break are told to `lost` and replaced,
 * statements to `heard`. Rejects with `DatabaseUnreachable` when nobody answers there.
 */
export async function openPostgres(
  url: string,
  lost: (error: Error) => void,
  heard?: QueryListener,
): Promise<Database> {
  await migrateLocked(url)
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: 30_000,
    statement_timeout: 10_000,
    idle_in_transaction_session_timeout: 10_000,
    application_name: 'ironmonger',
  })
  pool.on('error', lost)
  const notifications = openNotifications(url, pool, error =>
    lost(error instanceof Error ? error : new Error(String(error))),
  )
  const client = prepared(pool)
  return {
    db: drizzle(heard ? withQueryTiming(client, heard) : client, { casing: 'snake_case' }),
    notifications: notifications,
    connections: () => [
      [pool.totalCount - pool.idleCount, { state: 'busy' }],
      [pool.idleCount, { state: 'idle' }],
      [pool.waitingCount, { state: 'awaited' }],
    ],
    async close() {
      await notifications.close()
      await pool.end()
    },
  }
}

/** One connection to the database at `url`. Rejects with `DatabaseUnreachable` when nobody answers there. */
export async function openPostgresClient(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectTimeoutMs })
  try {
    await client.connect()
  } catch (error) {
    const reason = error instanceof Error ? ('code' in error && String(error.code)) || error.message : String(error)
    throw new DatabaseUnreachable(`${client.host}:${client.port}/${client.database ?? ''} (${reason})`)
  }
  return client
}

async function migrateLocked(url: string): Promise<void> {
  const client = await openPostgresClient(url)
  try {
    await lockMigrations(client)
    await migrate(
      sql => client.query(sql),
      () => client.query<{ name: string }>('select name from migrations'),
    )
  } finally {
    await client.end()
  }
}

/** Asks again and again: an index that is built concurrently waits for every statement, so none may wait for it. */
async function lockMigrations(client: pg.Client): Promise<void> {
  const ask = `select pg_try_advisory_lock(${migrationLock}) as locked`
  while (!(await client.query<{ locked: boolean }>(ask)).rows[0]?.locked) await pause(200)
}
