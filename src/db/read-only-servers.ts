import type pg from 'pg'
import { DatabaseReadOnly, isReadOnly } from './errors.ts'

type AnyFunction = (...values: unknown[]) => unknown

/** An option of pools: they get no connection to a replica, which may stand behind the address until it is promoted. */
export function verifyPrimary(client: pg.PoolClient, done: (error?: Error) => void): void {
  assertPrimary(client).then(() => done(), done)
}

/** Rejects with `DatabaseReadOnly`. */
export async function assertPrimary(client: Pick<pg.PoolClient, 'query'>): Promise<void> {
  const { rows } = await client.query<{ recovering: boolean }>('select pg_is_in_recovery() as recovering')
  if (rows[0]?.recovering) throw new DatabaseReadOnly('The database is a replica.')
}

/** Closes connections on which the server refused to write, once they come back. */
export function dropReadOnlyConnections(pool: pg.Pool): void {
  const readOnly = new WeakSet<pg.PoolClient>()
  pool.on('connect', client => {
    const query: AnyFunction = Reflect.get(client, 'query').bind(client)
    const watch: AnyFunction = (...values) => {
      const reply = query(...values)
      if (reply instanceof Promise)
        reply.catch(error => {
          if (isReadOnly(error)) readOnly.add(client)
        })
      return reply
    }
    Object.assign(client, { query: watch })
  })
  pool.on('release', (_, client) => {
    if (readOnly.has(client)) client.end().catch(() => {})
  })
}
