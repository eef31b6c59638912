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
  /** Undefined while a change was made whose position is not known. */
  getComplete: () => bigint | undefined
  /** What the primary had written at a look that it outlived, so that replicas have received it. */
  getOutlived: () => bigint | undefined
  /** Whether the last read of a position succeeded. */
  isPrimaryAnswering: () => boolean
  advance: (position: bigint) => void
  /** For a change of this process: `read` reads the position after it. Rejects as `read` does. */
  advanceTo: (read: () => Promise<bigint>) => Promise<void>
  /** For changes that this process has not heard of. */
  markIncomplete: () => void
  /** Knows all changes again: `read` reads the primary's present position. Rejects as `read` does. */
  complete: (read: () => Promise<bigint>) => Promise<void>
  /** Looks at the primary's present position, which is required from the next look on. Rejects as `read` does. */
  look: (read: () => Promise<bigint>) => Promise<void>
}

export function createLogPosition(): LogPosition {
  let known: bigint | undefined
  let outlived: bigint | undefined
  let lastLook: bigint | undefined
  let answers = true
  let beingRead = 0
  let missed = 0
  let missedAtLastRead = -1
  function advance(position: bigint): void {
    if (known === undefined || position > known) known = position
  }
  return {
    getComplete: () => (beingRead > 0 || missed !== missedAtLastRead ? undefined : known),
    getOutlived: () => outlived,
    isPrimaryAnswering: () => answers,
    advance,
    async advanceTo(read) {
      beingRead += 1
      try {
        advance(await read())
        answers = true
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
      missedAtLastRead = Math.max(missedAtLastRead, missedBefore)
    },
    async look(read) {
      const position = await read().catch(error => {
        answers = false
        throw error
      })
      answers = true
      if (lastLook !== undefined) {
        outlived = lastLook
        advance(lastLook)
      }
      lastLook = position
    },
  }
}
