import type pg from 'pg'
import { DatabaseReadOnly, isReadOnly, isReadTimeout } from './errors.ts'
import { type AnyFunction, getStatementText } from './wrap-queries.ts'

const checkTimeoutMs = 5_000

/** Rejects with `DatabaseReadOnly`. As `onConnect` of a pool it refuses a replica that stands behind the address. */
export async function assertPrimary(client: pg.ClientBase): Promise<void> {
  const query = { text: 'select pg_is_in_recovery() as recovering', query_timeout: checkTimeoutMs }
  const { rows } = await client.query<{ recovering: boolean }>(query)
  if (rows[0]?.recovering) throw new DatabaseReadOnly('The database is a replica, which only reads.')
}

/** Drizzle does not release a connection on which no transaction could begin. */
export function closeUnusableConnections(pool: pg.Pool): void {
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
