import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { test } from 'node:test'
import { eq, sql } from 'drizzle-orm'
import { environmentNames, openTestDatabase } from '#test/databases.ts'
import { startPostgres } from '#test/postgres.ts'
import { waitUntil, withDeadline } from '#test/wait-until.ts'
import { DatabaseReadOnly, DatabaseTooOld, isConnectionError, isReadOnly } from './errors.ts'
import { assertSupportedVersion, openPostgres } from './postgres.ts'
import { tools } from './tables/catalogue.ts'
import { jobs } from './tables/operation.ts'

const skip = process.env[environmentNames.postgres] ? false : 'needs PostgreSQL'

test('a PostgreSQL server before version 15 is refused by name', () => {
  for (const version of [150_000, 150_018, 180_004]) assertSupportedVersion(version)
  assert.throws(
    () => assertSupportedVersion(140_019),
    error =>
      error instanceof DatabaseTooOld &&
      error.message === 'DATABASE_URL is of PostgreSQL 14; the shop needs 15 or newer.',
  )
})

test('a connection that ends between two statements fails its transaction, and no more', { skip }, async t => {
  const { db, close } = await openTestDatabase()
  t.after(close)
  const outside = AsyncLocalStorage.snapshot()
  const endConnection = async (pid: number) => {
    await db.execute(`select pg_terminate_backend(${pid})`)
    const isGone = async () => (await db.execute(`select from pg_stat_activity where pid = ${pid}`)).rows.length === 0
    await waitUntil(isGone, 'the connection has ended')
  }
  const interrupted = db.transaction(async transaction => {
    const { rows } = await transaction.execute<{ pid: number }>('select pg_backend_pid() as pid')
    await outside(() => endConnection(Number(rows[0]?.pid)))
    await transaction.execute('select 1')
  })
  await assert.rejects(interrupted, isConnectionError)
  assert.equal((await db.execute('select 1')).rows.length, 1)
})

test('a transaction that can not begin gives its connection back', { skip }, async t => {
  const { db, close } = await openTestDatabase()
  t.after(close)
  for (let count = 0; count < 11; count++)
    await assert.rejects(
      db.transaction(async () => {}, { isolationLevel: 'none' as 'serializable' }),
      /begin/,
    )
  assert.equal((await db.execute('select 1')).rows.length, 1)
})

test('of two transactions in a deadlock, one is repeated', { skip }, async t => {
  const { db, close } = await openTestDatabase()
  t.after(close)
  await db.insert(jobs).values([{ name: 'first' }, { name: 'second' }])
  const bothHold = createGate(2)
  const oneIsCommitted = Promise.withResolvers<void>()
  let runs = 0
  const lock = (names: readonly [string, string]) =>
    db.transaction(async transaction => {
      runs += 1
      // Otherwise the repetition may take its first row before the other transaction gets it.
      if (runs > 2) await oneIsCommitted.promise
      const take = (name: string) => transaction.update(jobs).set({ dueAt: sql`now()` }).where(eq(jobs.name, name))
      await take(names[0])
      await bothHold()
      await take(names[1])
    })
  const both = [lock(['first', 'second']), lock(['second', 'first'])]
  void Promise.race(both).then(oneIsCommitted.resolve)
  await withDeadline(Promise.all(both), 'both are committed')
  assert.equal(runs, 3)
})

function createGate(count: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let waiting = 0
  return () => {
    waiting += 1
    if (waiting === count) resolve()
    return promise
  }
}

test('a shop does not start on a replica', { skip }, async t => {
  const primary = await startPostgres(18)
  t.after(primary.remove)
  const replica = await primary.startReplica()
  t.after(replica.remove)
  await assert.rejects(openPostgres(replica.url, assert.fail), DatabaseReadOnly)
})

test('a connection on which the server only reads is closed, and another one writes', { skip }, async t => {
  const { db, close } = await openTestDatabase()
  t.after(close)
  const write = () => db.transaction(transaction => transaction.update(tools).set({ available: 5 }))
  await db.execute('set default_transaction_read_only = on')
  await assert.rejects(write(), error => isReadOnly(error) && isConnectionError(error))
  await write()
})

test('the database answers pings while all connections of the pool are busy', { skip }, async t => {
  const { db, ping, close } = await openTestDatabase()
  t.after(close)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: taken, resolve: markTaken } = Promise.withResolvers<void>()
  let count = 0
  const transactions = Array.from({ length: 10 }, () =>
    db.transaction(async transaction => {
      await transaction.execute('select 1')
      count += 1
      if (count === 10) markTaken()
      await released
    }),
  )
  await withDeadline(taken, 'all connections are taken')
  await withDeadline(ping(), 'the ping')
  release()
  await Promise.all(transactions)
})
