import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import type { Database } from '#db/database.ts'

const maxWaitMs = 5_000

/**
 * Statements that are sent beside an open transaction of the same call chain wait for its end, as on PGlite's only
 * connection. One that waits for five seconds is refused: on PGlite it may never end.
 */
export function queueLikePglite({ db }: Database): void {
  const ends = new AsyncLocalStorage<Promise<void>>()
  const { session } = db as unknown as { session: { client: pg.Pool } }
  session.client = new Proxy(session.client, {
    get(pool, key) {
      const value = Reflect.get(pool, key)
      if (typeof value !== 'function') return value
      const call = value.bind(pool)
      if (key !== 'query' && key !== 'connect') return call
      return async (...values: unknown[]) => {
        const end = ends.getStore()
        if (end) await waitFor(end)
        return call(...values)
      }
    },
  })
  const transact = db.transaction.bind(db)
  db.transaction = async (run, config) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    try {
      return await transact(transaction => ends.run(promise, () => run(transaction)), config)
    } finally {
      resolve()
    }
  }
}

async function waitFor(end: Promise<void>): Promise<void> {
  const { promise, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(
    () => reject(new Error('A statement beside the open transaction waits for it, on PGlite for ever.')),
    maxWaitMs,
  )
  await Promise.race([end, promise]).finally(() => clearTimeout(timer))
}
