import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Database, Db } from './database.ts'
import {
  DatabaseReadOnly,
  DatabaseTooOld,
  DatabaseUnreachable,
  isAbortedForOthers,
  isReadOnly,
  isReadTimeout,
  PoolerWithoutTimeLimits,
  SchemaMismatch,
  UsedByOtherVersion,
} from './errors.ts'
import { migrate, migrationLock } from './migrate.ts'
import { listenerName, openNotifications } from './notifications.ts'
import { type QueryListener, withQueryTiming } from './query-timing.ts'
import { type AnyFunction, getStatementText } from './wrap-queries.ts'

const maxConnections = 10
const connectTimeoutMs = 5_000

export interface PostgresOptions {
  directUrl?: string | undefined
  onQuery?: QueryListener | undefined
}

/**
 * Rejects with `DatabaseUnreachable`, `DatabaseTooOld`, `DatabaseReadOnly`, `SchemaMismatch`, `UsedByOtherVersion`,
 * `UpgradeFailed` and `PoolerWithoutTimeLimits`.
 */
export async function openPostgres(
  url: string,
  onError: (error: Error) => void,
  { directUrl, onQuery }: PostgresOptions = {},
): Promise<Database> {
  await migrateLocked(directUrl ?? url, directUrl ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL')
  if (directUrl) await assertPoolerLimits(url)
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: 30_000,
    ...(!directUrl && { statement_timeout: 10_000, idle_in_transaction_session_timeout: 10_000 }),
    application_name: 'ironmonger',
    onConnect: assertPrimary,
  })
  closeUnusableConnections(pool)
  pool.on('error', onError)
  // The pool handles errors of idle clients only; an error of another client would end the process.
  pool.on('connect', client => client.on('error', () => {}))
  const probe = new pg.Pool({
    connectionString: url,
    max: 1,
    connectionTimeoutMillis: connectTimeoutMs,
    application_name: 'ironmonger readiness',
  })
  probe.on('error', onError)
  const notifications = openNotifications(directUrl ?? url, pool, error =>
    onError(error instanceof Error ? error : new Error(String(error))),
  )
  const db: Db = drizzle(onQuery ? withQueryTiming(pool, onQuery) : pool, { casing: 'snake_case' })
  repeatAbortedTransactions(db)
  let pinging: Promise<void> | undefined
  return {
    db,
    notifications,
    countConnections: () => [
      [pool.totalCount - pool.idleCount, { state: 'busy' }],
      [pool.idleCount, { state: 'idle' }],
      [pool.waitingCount, { state: 'awaited' }],
    ],
    ping() {
      pinging ??= checkPrimary(probe).finally(() => {
        pinging = undefined
      })
      return pinging
    },
    async close() {
      await notifications.close()
      await probe.end()
      await pool.end()
    },
  }
}

/** A failed connection is closed: its address may lead to another server by now. */
async function checkPrimary(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await assertPrimary(client)
  } catch (error) {
    client.release(true)
    throw error
  }
  client.release()
}

async function assertPoolerLimits(url: string): Promise<void> {
  const client = await openPostgresClient(url)
  await assertTimeLimits(client).finally(() => client.end())
}

const oldestVersion = 15

/** `versionNumber` is `server_version_num`, such as 150018. Throws `DatabaseTooOld`. */
export function assertSupportedVersion(versionNumber: number, setting = 'DATABASE_URL'): void {
  const version = Math.floor(versionNumber / 10_000)
  if (version < oldestVersion)
    throw new DatabaseTooOld(`${setting} is of PostgreSQL ${version}; the shop needs ${oldestVersion} or newer.`)
}

/** Rejects with `DatabaseUnreachable`. */
export async function openPostgresClient(url: string, setting = 'DATABASE_URL'): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectTimeoutMs })
  // A lost connection also rejects the query that waits.
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    const reason = error instanceof Error ? ('code' in error && String(error.code)) || error.message : String(error)
    throw new DatabaseUnreachable(`${setting} ${formatPlace(client)} (${reason}) can't be reached.`)
  }
  return client
}

const formatPlace = ({ host, port, database }: pg.Client) => `${host}:${port}/${database ?? ''}`

async function migrateLocked(url: string, setting: string): Promise<void> {
  const client = await openPostgresClient(url, setting)
  try {
    const { rows } = await client.query<{ server_version_num: string }>('show server_version_num')
    assertSupportedVersion(Number(rows[0]?.server_version_num), setting)
    await assertPrimary(client)
    // The role may have time limits for the pooler, but an index of a large table takes minutes.
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
    await client.query(`select pg_advisory_lock(${migrationLock})`)
    const place = `${setting} ${formatPlace(client)}`
    const isOurs = await migrate({
      run: sql => client.query(sql),
      query: async sql => (await client.query(sql)).rows,
      beforeUpgrade: () => assertUnused(client, place),
    })
    if (!isOurs) throw new SchemaMismatch(place, 'start that version, or name an empty database')
    // A pooler would keep the connection, and with it the lock.
    await client.query(`select pg_advisory_unlock(${migrationLock})`)
  } finally {
    await client.end()
  }
}

/** Processes of the version before, which know another schema. Rejects with `UsedByOtherVersion`. */
async function assertUnused(client: pg.Client, place: string): Promise<void> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
    where datname = current_database() and application_name = '${listenerName}'`,
  )
  const count = rows[0]?.count ?? 0
  if (count > 0)
    throw new UsedByOtherVersion(
      `${place} has to be upgraded, and ${count === 1 ? 'a process' : `${count} processes`} of the version before still ${count === 1 ? 'uses' : 'use'} it: stop all processes first.`,
    )
}

function repeatAbortedTransactions(db: Db): void {
  const transact = db.transaction.bind(db)
  db.transaction = async (run, config) => {
    try {
      return await transact(run, config)
    } catch (error) {
      if (!isAbortedForOthers(error)) throw error
      return transact(run, config)
    }
  }
}

/** PgBouncer refuses these as startup parameters: the role must have them. */
const timeLimits = ['statement_timeout', 'idle_in_transaction_session_timeout'] as const

async function assertTimeLimits(client: pg.Client): Promise<void> {
  for (const name of timeLimits) {
    const { rows } = await client.query<{ user: string; value: string }>(
      `select current_user as user, current_setting('${name}') as value`,
    )
    if (rows[0]?.value === '0')
      throw new PoolerWithoutTimeLimits(`alter role ${client.escapeIdentifier(rows[0].user)} set ${name} = '10s'`)
  }
}

const checkTimeoutMs = 5_000

/** Rejects with `DatabaseReadOnly`. As `onConnect` of a pool it refuses a replica that stands behind the address. */
async function assertPrimary(client: pg.ClientBase): Promise<void> {
  const query = { text: 'select pg_is_in_recovery() as recovering', query_timeout: checkTimeoutMs }
  const { rows } = await client.query<{ recovering: boolean }>(query)
  if (rows[0]?.recovering) throw new DatabaseReadOnly('The database is a replica, which only reads.')
}

/** Closes connections that are read-only or silent; releases those that failed to begin, which Drizzle keeps. */
function closeUnusableConnections(pool: pg.Pool): void {
  const unusable = new WeakSet<pg.PoolClient>()
  pool.on('connect', client => {
    const query: AnyFunction = Reflect.get(client, 'query').bind(client)
    const watch: AnyFunction = (statement, ...values) => {
      const reply = query(statement, ...values)
      if (reply instanceof Promise)
        reply.catch(error => {
          if (isReadOnly(error) || isReadTimeout(error)) unusable.add(client)
          if (getStatementText(statement).startsWith('begin')) client.release(error)
        })
      return reply
    }
    Object.assign(client, { query: watch })
  })
  pool.on('release', (_, client) => {
    if (unusable.has(client)) client.end().catch(() => {})
  })
}
