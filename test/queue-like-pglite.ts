import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import type { Database } from '#db/database.ts'

/** Milliseconds after which a statement is taken to wait for ever. */
const patience = 5_000

/**
 * Lets what a transaction's callback sends beside the transaction wait until that has ended, as PGlite does with its
 * only connection. What the callback awaits would never end there, and is refused here.
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
    patience,
  )
  await Promise.race([end, promise]).finally(() => clearTimeout(timer))
}
