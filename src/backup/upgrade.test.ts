import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Connection } from '#db/connection.ts'
import { UpgradeFailed, UsedByOtherVersion } from '#db/errors.ts'
import { applyMigration, createMigrationsTable, splitMigrations } from '#db/migrate.ts'
import { listenerName } from '#db/notifications.ts'
import { openPostgresClient } from '#db/postgres.ts'
import { describeCatalogue } from '#test/catalogue.ts'
import { openShop, type TestShop } from '#test/open-shop.ts'
import { createStorage, openStorage, type Storage, withConnection } from '#test/storage.ts'
import { waitUntil } from '#test/wait-until.ts'
import { readArchive } from './archive.ts'
import { restoreBackup } from './restore.ts'

/** Taken by release 1.0.0 of a shop in which everything had happened once. */
const release = fileURLToPath(new URL('../../test/releases/1.0.0.backup.gz', import.meta.url))

/** Columns that the upgrade writes anew, and tables of which it makes all rows anew. */
const rewrittenColumns: Readonly<Record<string, readonly string[]>> = {
  // A deleted tool replaces no other.
  tools: ['replacement_id'],
  // Unverified accounts count as used at the upgrade.
  identity_users: ['updated_at'],
  // Ids of accounts in place of emails.
  imports: ['created_by', 'applied_by', 'undone_by'],
  // What a check remembered is read anew.
  import_rows: ['checked_tool', 'applied'],
}
const rebuiltTables: readonly string[] = ['tool_search', 'tool_words']

type Row = Record<string, unknown>

async function readRelease() {
  const rows = new Map<string, Row[]>()
  const sequences: { sequence: string; value: string }[] = []
  let table: Row[] = []
  for await (const line of readArchive(release)) {
    if (typeof line === 'string') table.push(JSON.parse(line))
    else if ('sequence' in line) sequences.push(line)
    else if ('table' in line) {
      table = []
      rows.set(line.table, table)
    }
  }
  return { rows, sequences }
}

/** A database as release 1.0.0 left it. */
async function fillAsRelease(db: Connection): Promise<void> {
  const [first] = (await splitMigrations([]))?.missing ?? []
  const { rows, sequences } = await readRelease()
  await db.run(createMigrationsTable)
  await applyMigration(db.run, first ?? assert.fail('no migration'))
  // Neither triggers nor foreign keys, which only superusers can switch off for a session.
  await db.run('set session_replication_role = replica')
  for (const [table, values] of rows) {
    await db.run(`truncate ${table} cascade`)
    const [generated] = await db.query<{ columns: string }>(
      `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and attgenerated = ''`,
      [table],
    )
    await db.query(
      `insert into ${table} (${generated?.columns}) select ${generated?.columns} from json_populate_recordset(null::${table}, $1::json)`,
      [JSON.stringify(values)],
    )
  }
  for (const { sequence, value } of sequences)
    await db.query('select setval($1::regclass, $2::bigint)', [sequence, value])
  await db.run('reset session_replication_role')
}

async function readRows(db: Connection, table: string): Promise<Row[]> {
  await db.run(`set time zone 'UTC'`)
  return (await db.query<{ row: Row }>(`select row_to_json(each) as row from ${table} each`)).map(({ row }) => row)
}

/** Reads rows as release 1.0.0 kept them: it had admins' carts in a table of their own. */
async function readRowsAsBefore(db: Connection, table: string): Promise<Row[]> {
  if (table !== 'cart_lines' && table !== 'admin_cart_lines') return readRows(db, table)
  const lines = await readRows(db, 'cart_lines')
  if (table === 'cart_lines') return lines.filter(line => line.buyer_id === line.account_id)
  return lines
    .filter(line => line.buyer_id !== line.account_id)
    .map(({ account_id: admin_id, buyer_id: account_id, ...line }) => ({ ...line, admin_id, account_id }))
}

async function assertUpgraded(db: Connection): Promise<void> {
  const { rows, sequences } = await readRelease()
  let compared = 0
  for (const [table, before] of rows) {
    if (rebuiltTables.includes(table)) continue
    const columns = Object.keys(before[0] ?? {}).filter(name => !rewrittenColumns[table]?.includes(name))
    const toText = (row: Row) => JSON.stringify(columns.map(name => row[name]))
    assert.deepEqual((await readRowsAsBefore(db, table)).map(toText).sort(), before.map(toText).sort(), table)
    compared += before.length
  }
  const emails = new Map(rows.get('accounts')?.map(({ id, email }) => [id, email]))
  const admins = (row: Row) => rewrittenColumns.imports?.map(name => row[name] ?? null)
  const named = (await readRows(db, 'imports')).map(row => [row.id, admins(row)?.map(id => emails.get(id) ?? null)])
  const expected = (rows.get('imports') ?? []).map(row => [row.id, admins(row)])
  assert.ok(expected.length > 0)
  assert.deepEqual(Object.fromEntries(named), Object.fromEntries(expected))
  for (const { sequence, value } of sequences) {
    const [last] = await db.query<{ value: string }>(`select last_value::text as value from ${sequence}`)
    assert.equal(last?.value, value, sequence)
  }
  assert.ok(compared > 450, `${compared} rows`)
}

/** Reads what the pages of an admin and a buyer show. */
async function assertUsable(storage: Storage): Promise<void> {
  // The second factor of the fixture is not encrypted.
  const onError = (event: string) => assert.match(event, /^a second factor cannot be read/)
  const shop = await openShop({}, { database: await openStorage(storage), onError })
  await readShop(shop).finally(() => shop.app.close())
}

async function readShop(shop: TestShop): Promise<void> {
  const admin = await shop.logInAsAdmin()
  const buyer = await shop.logIn('buyer@example.com', 'hammer-and-nails')
  const all = await admin.client.listAllOrders({ query: {} })
  for (const { _id: id } of all) await admin.client.getOrderDetails({ params: { id } })
  for (const { _id: id, state } of await admin.client.listImports({})) {
    await admin.client.listImportRows({ params: { id }, query: {} })
    if (state !== 'applied') continue
    const { _id } = await admin.client.undoImport({ params: { id } })
    const getUndo = () => admin.client.getImport({ params: { id: _id } })
    await waitUntil(async () => (await getUndo()).state === 'checked', 'the undo is checked')
    const { counts, keptCount } = await getUndo()
    assert.deepEqual([counts.removed, counts.changed, keptCount], [1, 1, 0])
  }
  assert.ok(all.length > 5)
  assert.ok((await buyer.client.listOrders({})).length > 5)
  assert.ok((await shop.client.listTools({ query: { q: 'saw' } })).length > 3)
}

test('a database of 1.0.0 is upgraded at the start, with each of its rows', async () => {
  const storage = await createStorage()
  await withConnection(storage, fillAsRelease)
  await (await openStorage(storage)).close()
  await withConnection(storage, assertUpgraded)
  await assertUsable(storage)
})

test('a backup of 1.0.0 is restored and upgraded, with each of its rows', async () => {
  const storage = await createStorage()
  await withConnection(storage, db => restoreBackup(db, join(storage.folder, 'images'), release, false))
  await withConnection(storage, assertUpgraded)
  await assertUsable(storage)
})

test('an upgrade that fails names its section and leaves the database as it was', async () => {
  const storage = await createStorage()
  await withConnection(storage, async db => {
    await fillAsRelease(db)
    // The upgrade makes an index of that name.
    await db.run('create index refunds_of_returns on returns (id)')
  })
  const before = await withConnection(storage, describe)
  const failed =
    /^The database can't be upgraded: “Refunds” fails with “relation "refunds_of_returns" already exists”\. Nothing/
  await assert.rejects(openStorage(storage), error => error instanceof UpgradeFailed && failed.test(error.message))
  assert.deepEqual(await withConnection(storage, describe), before)
  await withConnection(storage, db => db.run('drop index refunds_of_returns'))
  await (await openStorage(storage)).close()
  await withConnection(storage, assertUpgraded)
})

/** What the database is made of, and all its rows. */
async function describe(db: Connection): Promise<unknown[]> {
  const { rows } = await readRelease()
  const contents = []
  for (const table of ['migrations', ...rows.keys()])
    contents.push([table, (await readRows(db, table)).map(row => JSON.stringify(row)).toSorted()])
  return [...(await describeCatalogue(db)), ...contents]
}

test('a database that the version before still uses is not upgraded', async () => {
  const storage = await createStorage()
  const { url } = storage
  // The embedded database has room for one process.
  if (!url) return
  await withConnection(storage, fillAsRelease)
  const listener = await openPostgresClient(url)
  await listener.query(`set application_name = '${listenerName}'`)
  const refused = / has to be upgraded, and a process of the version before still uses it: stop all processes first\.$/
  await assert.rejects(
    openStorage(storage),
    error => error instanceof UsedByOtherVersion && refused.test(error.message),
  )
  await listener.end()
  await (await openStorage(storage)).close()
})
