import { setTimeout as pause } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Database, Db } from './database.ts'
import {
  isConnectionError,
  isPoolTimeout,
  isRecoveryConflict,
  isReplicaBehind,
  isStatementTimeout,
  ReplicaBehind,
} from './errors.ts'
import { type LogPosition, replayedPosition } from './log-position.ts'
import { type QueryListener, withQueryTiming } from './query-timing.ts'
import { closeUnusableConnections } from './usable-connections.ts'

export interface ReplicaOptions {
  /** Of one replica, or of an address that spreads connections over several. */
  url: string
  /** A replica that is behind by more is not read. */
  maxLagMs: number
  /** Called for each `read`. */
  onRead: (server: 'primary' | 'replica') => void
}

interface Primary {
  db: Db
  position: LogPosition
  /** Rejects where the server is a replica. */
  readPosition: () => Promise<bigint>
  /** Whether changes of other processes arrive. While they do not, nothing is cached. */
  isListening: () => boolean
}

const maxConnections = 10
/** A replica that does not answer is left out; until then, calls wait for it. */
const connectTimeoutMs = 1_000
const statementTimeoutMs = 5_000
/** Longer, so that the server's limit holds where the server answers. */
const queryTimeoutMs = 6_000

interface Replica {
  read: Database['read']
  isReadable: () => boolean
  close: () => Promise<void>
}

export function openReplica(
  { url, maxLagMs, onRead }: ReplicaOptions,
  primary: Primary,
  onError: (error: Error) => void,
  onQuery?: QueryListener,
): Replica {
  const closing = new AbortController()
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: queryTimeoutMs,
    statement_timeout: statementTimeoutMs,
    idleTimeoutMillis: 30_000,
    // Of several replicas behind one address, each gets its turn.
    maxLifetimeSeconds: 60,
    application_name: 'ironmonger replica',
  })
  closeUnusableConnections(pool)
  pool.on('error', leaveOut)
  const probe = new pg.Pool({
    connectionString: url,
    max: 1,
    connectionTimeoutMillis: connectTimeoutMs,
    application_name: 'ironmonger replica probe',
  })
  probe.on('error', leaveOut)
  pool.on('connect', client => client.on('error', () => {}))
  const { position } = primary
  // A primary that is gone may have taken its last changes with it. Nothing is cached then, so that reads may be behind.
  const getRequiredPosition = () =>
    primary.isListening() || position.isPrimaryAnswering() ? position.getComplete() : position.getOutlived()
  const checkedPool = checkConnections(pool, getRequiredPosition)
  const db: Db = drizzle(onQuery ? withQueryTiming(checkedPool, onQuery) : checkedPool, { casing: 'snake_case' })
  let isReachable: boolean | undefined

  function leaveOut(error: unknown): void {
    if (isReachable !== false) onError(error instanceof Error ? error : new Error(String(error)))
    isReachable = false
  }

  async function read<Result>(run: (db: Db) => Promise<Result>): Promise<Result> {
    if (isReachable && getRequiredPosition() !== undefined) {
      try {
        const result = await run(db)
        onRead('replica')
        return result
      } catch (error) {
        if (!isFailureOfReplica(error)) {
          onRead('replica')
          throw error
        }
        if (isConnectionError(error) && !isPoolTimeout(error)) leaveOut(error)
      }
    }
    onRead('primary')
    return run(primary.db)
  }

  /** Twice in `maxLagMs`. */
  async function repeat(work: () => Promise<void>): Promise<void> {
    while (!closing.signal.aborted) {
      await work()
      await pause(maxLagMs / 2, undefined, { signal: closing.signal }).catch(() => {})
    }
  }

  async function lookAtPrimary(): Promise<void> {
    await position.look(primary.readPosition).catch(() => {})
    if (position.getComplete() === undefined) await position.complete(primary.readPosition).catch(() => {})
  }

  async function checkReachable(): Promise<void> {
    try {
      const client = await probe.connect()
      const query = { text: 'select 1', query_timeout: connectTimeoutMs }
      await queryAndRelease(client, query)
      isReachable = true
    } catch (error) {
      leaveOut(error)
    }
  }

  // Separate loops: a check of a silent server takes seconds to time out.
  const watching = Promise.all([repeat(lookAtPrimary), repeat(checkReachable)])
  return {
    read,
    isReadable: () => Boolean(isReachable) && getRequiredPosition() !== undefined,
    async close() {
      closing.abort()
      await watching
      await probe.end()
      await pool.end()
    },
  }
}

/** The primary may answer. */
const isFailureOfReplica = (error: unknown) =>
  isConnectionError(error) || isReplicaBehind(error) || isRecoveryConflict(error) || isStatementTimeout(error)

/** Rejects with `ReplicaBehind` in place of a connection to a server that has not replayed the required position. */
function checkConnections(pool: pg.Pool, getRequiredPosition: () => bigint | undefined): pg.Pool {
  const replayed = new WeakMap<pg.PoolClient, bigint>()

  async function assertReplayed(client: pg.PoolClient): Promise<void> {
    const required = getRequiredPosition()
    if (required === undefined) throw new ReplicaBehind()
    if ((replayed.get(client) ?? -1n) >= required) return
    const query = {
      text: `select ${replayedPosition} as position where pg_is_in_recovery()`,
      query_timeout: connectTimeoutMs,
    }
    const { rows } = await client.query<{ position: string }>(query)
    const position = BigInt(rows[0]?.position ?? -1)
    replayed.set(client, position)
    if (position < required) throw new ReplicaBehind()
  }

  async function connect(): Promise<pg.PoolClient> {
    const client = await pool.connect()
    try {
      await assertReplayed(client)
    } catch (error) {
      client.release(!isReplicaBehind(error))
      throw error
    }
    return client
  }

  const query = async (statement: string, values?: unknown[]) => queryAndRelease(await connect(), statement, values)
  return new Proxy(pool, {
    get: (target, key) => (key === 'connect' ? connect : key === 'query' ? query : Reflect.get(target, key)),
  })
}

/** A connection on which a query failed is closed. */
async function queryAndRelease(client: pg.PoolClient, statement: string | pg.QueryConfig, values?: unknown[]) {
  try {
    const result = await client.query(statement, values)
    client.release()
    return result
  } catch (error) {
    client.release(true)
    throw error
  }
}
