import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { is, type SQL, sql } from 'drizzle-orm'
import { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { Refusal } from '#contract/refusal.ts'
import type { Db } from '#db/database.ts'
import type { Shop } from '#shop/shop.ts'
import { waitUntil, withDeadline } from './wait-until.ts'

type Call = () => Promise<unknown>

const isPostgres = (db: Db) => is(db, NodePgDatabase)

/** How calls made at the same time end: each with its reply, or with the code by which the shop refused it. */
export function settleAll(...calls: readonly Call[]): Promise<unknown[]> {
  return Promise.all(calls.map(settle))
}

async function settle(call: Call): Promise<unknown> {
  return call().catch(error => {
    assert.ok(error instanceof Refusal, String(error))
    assert.ok(error.status >= 400 && error.status < 500, error.code)
    return error.code
  })
}

/**
 * Calls that meet in the database: each waits for a row that the query reads, until all of them wait or have ended. The
 * embedded database has one connection, so there they come one after the other.
 */
export async function settleAtRows(db: Db, rows: SQL, ...calls: readonly Call[]): Promise<unknown[]> {
  if (!isPostgres(db)) return settleAll(...calls)
  const outside = AsyncLocalStorage.snapshot()
  const started = await db.transaction(async tx => {
    await tx.execute(sql`${rows} for update`)
    return outside(() => startUntilLocked(db, calls))
  })
  return started.ends()
}

/** Calls that begin while the first one's transaction holds its rows; it commits once all of them wait or have ended. */
export async function settleBehind(
  shop: Shop,
  first: (shop: Shop) => Promise<unknown>,
  ...calls: readonly Call[]
): Promise<unknown[]> {
  const outside = AsyncLocalStorage.snapshot()
  const started = await shop.db.transaction(async tx => {
    await first({ ...shop, db: tx })
    return outside(() => startUntilLocked(shop.db, calls))
  })
  return started.ends()
}

/** The reply to a call that is made while a transaction has run the statement. */
export async function callDuring<Reply>(db: Db, statement: SQL, call: () => Promise<Reply>): Promise<Reply> {
  const outside = AsyncLocalStorage.snapshot()
  return db.transaction(async transaction => {
    await transaction.execute(statement)
    return outside(call)
  })
}

/** Starts the calls, and returns once each of them waits for a lock or has ended. */
async function startUntilLocked(db: Db, calls: readonly Call[]): Promise<{ ends: () => Promise<unknown[]> }> {
  let endedCount = 0
  const outcomes = Promise.all(calls.map(call => settle(call).finally(() => endedCount++)))
  const waiting = sql`datname = current_database() and wait_event_type = 'Lock' and backend_type = 'client backend'`
  const doAllWait = async () => endedCount + (await db.$count(sql`pg_stat_activity`, waiting)) >= calls.length
  // Statements on the embedded database's one connection wait for the transaction anyway.
  if (isPostgres(db)) await waitUntil(doAllWait, 'each call waits for a lock or has ended')
  return { ends: () => outcomes }
}

/** Holds a call back: `reached` resolves once the call has come to the gate, and `open` lets it pass. */
export function createGate() {
  const reached = Promise.withResolvers<void>()
  const opened = Promise.withResolvers<void>()
  return {
    async pass(): Promise<void> {
      reached.resolve()
      await withDeadline(opened.promise, 'the gate is opened')
    },
    reached: () => withDeadline(reached.promise, 'the call comes to the gate'),
    open: opened.resolve,
  }
}

const toSortedTexts = (outcomes: readonly unknown[]) => outcomes.map(end => JSON.stringify(end)).toSorted()

/** Asserts how two calls ended, in either order. */
export function assertOneEach(outcomes: readonly unknown[], one: unknown, other: unknown): void {
  assert.deepEqual(toSortedTexts(outcomes), toSortedTexts([one, other]))
}
