import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { PoolerWithoutTimeLimits } from './errors.ts'
import { wrapQueries } from './wrap-queries.ts'

/** PgBouncer refuses connections that set them at their start: the role has to. */
const timeLimits = ['statement_timeout', 'idle_in_transaction_session_timeout'] as const

/** Rejects with `PoolerWithoutTimeLimits`. */
export async function assertTimeLimits(client: pg.Client): Promise<void> {
  for (const name of timeLimits) {
    const { rows } = await client.query<{ user: string; value: string }>(
      `select current_user as user, current_setting('${name}') as value`,
    )
    if (rows[0]?.value === '0')
      throw new PoolerWithoutTimeLimits(`alter role ${client.escapeIdentifier(rows[0].user)} set ${name} = '10s'`)
  }
}

/**
 * PgBouncer 1.21 and newer renames prepared statements and prepares them where they are run (`max_prepared_statements`);
 * before that, or with 0, a statement that one connection has prepared is not found on the next one.
 */
export async function followsPreparedStatements(client: pg.Client): Promise<boolean> {
  const name = `probe_${randomUUID()}`
  await client.query('begin')
  await client.query({ name, text: 'select 1' })
  const { rowCount } = await client.query('select from pg_prepared_statements where name = $1', [name])
  if (rowCount) await client.query(`deallocate "${name}"`)
  await client.query('commit')
  return rowCount === 0
}

export function withoutStatementNames(pool: pg.Pool): pg.Pool {
  return wrapQueries(
    pool,
    query =>
      (statement, ...values) =>
        query(omitName(statement), ...values),
  )
}

const omitName = (statement: unknown) =>
  typeof statement === 'object' && statement && 'name' in statement ? { ...statement, name: undefined } : statement
