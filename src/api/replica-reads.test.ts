import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { endpoints } from '#contract/endpoints.ts'
import type { OperationId } from '#contract/operations.ts'
import type { Database } from '#db/database.ts'
import { openPostgres } from '#db/postgres.ts'
import type { Actor } from '#shop/accounts/actors.ts'
import { type Address, openAddress, replacePort } from '#test/address.ts'
import { environmentNames } from '#test/databases.ts'
import { openShop, type TestAccount, type TestShop } from '#test/open-shop.ts'
import { type PostgresServer, startPostgres } from '#test/postgres.ts'
import { waitUntil, withDeadline } from '#test/wait-until.ts'
import { mayReadReplica } from './replica-reads.ts'

const skip = process.env[environmentNames.postgres] ? false : 'needs PostgreSQL'
const shortLagMs = 200
const longLagMs = 60_000

let primary: PostgresServer
/** Of the primary, for `strictShop`. */
let primaryAddress: Address
let replica: PostgresServer
let shop: TestShop
let strictShop: TestShop
let admin: TestAccount
let reads: string[] = []
const errors: string[] = []

before(async () => {
  if (skip) return
  primary = await startPostgres(18)
  replica = await primary.startReplica()
  primaryAddress = await openAddress(Number(new URL(primary.url).port))
  shop = await openShop({}, { database: await openWithReplica(longLagMs) })
  const database = await openWithReplica(shortLagMs, replacePort(primary.url, primaryAddress.port))
  strictShop = await openShop({}, { database, onError: event => errors.push(event) })
  admin = await shop.logInAsAdmin()
})

after(async () => {
  if (skip) return
  await strictShop.app.close()
  primaryAddress.close()
  await replica.remove()
  await primary.remove()
})

function openWithReplica(maxLagMs: number, primaryUrl = primary.url): Promise<Database> {
  const onRead = (server: string) => reads.push(server)
  return openPostgres(primaryUrl, error => errors.push(error.message), {
    replica: { url: replica.url, maxLagMs, onRead },
  })
}

async function runOnReplica(statement: string): Promise<unknown> {
  const client = new pg.Client(replica.url)
  await client.connect()
  const { rows } = await client.query(statement)
  await client.end()
  return rows[0]
}

const pauseReplay = () => runOnReplica('select pg_wal_replay_pause()')
const resumeReplay = () => runOnReplica('select pg_wal_replay_resume()')

/** Calls until the replica has answered. */
const readReplica = (call: () => Promise<unknown>) =>
  waitUntil(async () => {
    reads = []
    await call()
    return reads.length > 0 && reads.every(server => server === 'replica')
  }, 'the replica answers')

async function readNames({ client }: TestShop): Promise<string[]> {
  reads = []
  return (await client.listTools({})).map(({ name }) => name)
}

test('replicas answer all calls that may read them', { skip }, async () => {
  const id = (await shop.getTool())._id
  const inputs: Record<string, object> = {
    getPage: { params: { slug: 'nowhere' } },
    getToolDetails: { params: { id } },
    listStockMovements: { params: { id } },
  }
  const request = new Request('http://localhost')
  const actor = { role: 'admin' } as Actor
  const ids = Object.keys(endpoints) as OperationId[]
  const listReadBy = (actor: Actor | undefined) => ids.filter(each => mayReadReplica(each, { actor, request }))
  const calls = [
    ...listReadBy(undefined).map(each => ({ id: each, caller: shop.client })),
    ...listReadBy(actor).map(each => ({ id: each, caller: admin.client })),
  ]
  assert.ok(calls.length > 20)
  for (const { id: operation, caller } of calls) {
    const call = caller[operation] as (input: object) => Promise<unknown>
    const input = inputs[operation] ?? {}
    await readReplica(() => call(input).catch(error => assert.equal(error.code, 'page_not_found')))
  }
  await readReplica(() => shop.client.listTools({ query: { q: 'saw', spec: 'Voltage:18 V' } }))
})

test('what the caller reads as a buyer comes from the primary', { skip }, async () => {
  const buyer = await shop.createBuyer()
  reads = []
  await buyer.client.listTools({})
  await buyer.client.listOrders({ query: { email: buyer.email } })
  assert.deepEqual(reads, [])
})

test('a change is seen at once, by the primary until the replica has replayed it', { skip }, async () => {
  await readReplica(() => readNames(shop))
  await pauseReplay()
  await shop.addTool({ name: 'Broad Axe' })
  assert.ok((await readNames(shop)).includes('Broad Axe'))
  assert.deepEqual(reads, ['primary'])
  await resumeReplay()
  await readReplica(() => readNames(shop))
  assert.ok((await readNames(shop)).includes('Broad Axe'))
})

test('an admin sees what admins changed, in each process', { skip }, async t => {
  const other = await openShop({}, { database: await openWithReplica(longLagMs) })
  t.after(other.app.close)
  await waitUntil(other.app.shop.notifications.isConnected, 'the other process listens')
  const elsewhere = await other.logInAsAdmin()
  await readReplica(() => elsewhere.client.listAccounts({}))
  await pauseReplay()
  const { email } = await shop.createVerifiedBuyer('Nora Vise')
  await admin.client.promote({ params: { email } })
  const listRoles = async ({ client }: TestAccount) =>
    (await client.listAccounts({ query: { q: 'Nora Vise' } })).map(({ role }) => role)
  assert.deepEqual(await listRoles(admin), ['admin'])
  await waitUntil(async () => (await listRoles(elsewhere))[0] === 'admin', 'the other process shows the admin')
  await resumeReplay()
  await readReplica(() => elsewhere.client.listAccounts({}))
})

test('a change from a process that names no position is seen too', { skip }, async () => {
  const { db } = shop.app.shop
  await readReplica(() => readNames(shop))
  await pauseReplay()
  await db.execute(sql`update tools set name = 'Splitting Maul' where name = 'Broad Axe'`)
  await db.execute(sql`select pg_notify('ironmonger_changes', 'another tools')`)
  await waitUntil(async () => (await readNames(shop)).includes('Splitting Maul'), 'the change is seen')
  await db.execute(sql`update tools set name = 'Broad Axe' where name = 'Splitting Maul'`)
  await resumeReplay()
})

test('a replica that is too far behind is not read', { skip }, async () => {
  await shop.app.close()
  await readReplica(() => readNames(strictShop))
  await pauseReplay()
  await strictShop.app.shop.db.execute(sql`update tools set name = 'Felling Axe' where name = 'Broad Axe'`)
  await waitUntil(
    async () => (await readNames(strictShop)).includes('Felling Axe'),
    'the change is seen',
    10 * shortLagMs,
  )
  assert.deepEqual(reads, ['primary'])
  await resumeReplay()
  await readReplica(() => readNames(strictShop))
})

test('more calls than connections run, and none makes the replica count as gone', { skip }, async t => {
  const database = await openWithReplica(shortLagMs)
  t.after(database.close)
  database.notifications.subscribe(() => {})
  const query = (seconds: number) => database.read(db => db.execute(sql`select pg_sleep(${seconds})`))
  await readReplica(() => query(0))
  errors.length = 0
  await Promise.all(Array.from({ length: 14 }, () => query(1.2)))
  await readReplica(() => query(0))
  assert.deepEqual(errors, [])
})

test('a replica that hangs takes no connection for good', { skip }, async () => {
  const address = await openAddress(Number(new URL(replica.url).port))
  const options = {
    url: replacePort(replica.url, address.port),
    maxLagMs: shortLagMs,
    onRead: (server: string) => reads.push(server),
  }
  const database = await openPostgres(primary.url, () => {}, { replica: options })
  database.notifications.subscribe(() => {})
  const search = () => database.read(db => db.transaction(transaction => transaction.execute(sql`select 1`)))
  await readReplica(search)
  address.hold()
  reads = []
  await Promise.all(Array.from({ length: 10 }, search))
  assert.ok(reads.every(server => server === 'primary'))
  address.release()
  await readReplica(() => Promise.all(Array.from({ length: 10 }, search)))
  await withDeadline(database.close(), 'the connections are closed')
  address.close()
})

test('a primary that is silent keeps no shop with a replica from being ready', { skip }, async () => {
  const { notifications } = strictShop.app.shop
  await waitUntil(notifications.isConnected, 'notifications arrive')
  await readReplica(() => readNames(strictShop))
  primaryAddress.hold()
  const heldAt = performance.now()
  assert.equal((await strictShop.request('/readyz')).status, 200)
  assert.ok(performance.now() - heldAt < 2_000)
  await waitUntil(() => !notifications.isConnected(), 'the silence is noticed')
  assert.equal((await strictShop.request('/readyz')).status, 200)
  primaryAddress.release()
  await waitUntil(notifications.isConnected, 'notifications arrive again')
})

test('without its replica a shop goes on, and reads it again once it is back', { skip }, async () => {
  await readReplica(() => readNames(strictShop))
  errors.length = 0
  await replica.stop()
  await readNames(strictShop)
  assert.deepEqual(reads, ['primary'])
  assert.ok(errors.length > 0)
  await replica.resume()
  await readReplica(() => readNames(strictShop))
})

test('without its primary a shop shows its catalogue, and writes once it is back', { skip }, async () => {
  await readReplica(() => readNames(strictShop))
  await primary.crash()
  await waitUntil(() => !strictShop.app.shop.notifications.isConnected(), 'the primary is missed')
  // Its position stays unknown.
  await strictShop.app.shop.notifications.publish('tools')
  const readNamesIfPossible = () => readNames(strictShop).catch(() => [])
  await readReplica(readNamesIfPossible)
  assert.ok((await readNames(strictShop)).includes('Felling Axe'))
  assert.equal((await strictShop.request('/readyz')).status, 200)
  await primary.resume()
  await waitUntil(
    () =>
      strictShop.addTool({ name: 'Splitting Axe' }).then(
        () => true,
        () => false,
      ),
    'the primary writes',
  )
  assert.ok((await readNames(strictShop)).includes('Splitting Axe'))
  await readReplica(() => readNames(strictShop))
})
