import type pg from 'pg'
import { PoolerWithoutTimeLimits } from './errors.ts'

/** PgBouncer refuses these as startup parameters: the role must have them. */
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
