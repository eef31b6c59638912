import type pg from 'pg'

/** Of the server's write-ahead log, in bytes from its beginning, as text: https://www.postgresql.org/docs/current/datatype-pg-lsn.html. */
export const writtenPosition = "(pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::text"
export const replayedPosition = "(pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::text"

/** Rejects where the server is a replica. */
export async function readPosition(client: Pick<pg.ClientBase, 'query'>): Promise<bigint> {
  const query = { text: `select ${writtenPosition} as position`, query_timeout: 5_000 }
  const { rows } = await client.query<{ position: string }>(query)
  return BigInt(rows[0]?.position ?? 0)
}

/** How far the primary's log must be replayed by a server that shows all changes which this process knows of. */
export interface LogPosition {
  /** Undefined while there are changes whose position is not known. */
  getComplete: () => bigint | undefined
  /** Those changes left aside. */
  getLast: () => bigint | undefined
  advance: (position: bigint) => void
  /** For a change of this process: `read` reads the position after it. Rejects as `read` does. */
  advanceTo: (read: () => Promise<bigint>) => Promise<void>
  /** For changes that this process has not heard of. */
  markIncomplete: () => void
  /** `read` reads the primary's present position. Rejects as `read` does. */
  complete: (read: () => Promise<bigint>) => Promise<void>
}

export function createLogPosition(): LogPosition {
  let last: bigint | undefined
  let beingRead = 0
  let missed = 0
  let missedAtLastRead = -1
  function advance(position: bigint): void {
    if (last === undefined || position > last) last = position
  }
  return {
    getComplete: () => (beingRead > 0 || missed !== missedAtLastRead ? undefined : last),
    getLast: () => last,
    advance,
    async advanceTo(read) {
      beingRead += 1
      try {
        advance(await read())
      } catch (error) {
        missed += 1
        throw error
      } finally {
        beingRead -= 1
      }
    },
    markIncomplete() {
      missed += 1
    },
    async complete(read) {
      const missedBefore = missed
      advance(await read())
      missedAtLastRead = missedBefore
    },
  }
}
