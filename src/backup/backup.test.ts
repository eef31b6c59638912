import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { Connection } from '#db/connection.ts'
import { SchemaMismatch } from '#db/errors.ts'
import { identitySessions, identityVerifications } from '#db/tables/identity.ts'
import { createCompany } from '#test/companies.ts'
import { copyTemplateDatabase, createDataFolder, environmentNames } from '#test/databases.ts'
import { buildOrderInput, openShop, type TestShop } from '#test/open-shop.ts'
import { getIntentId, payByCard } from '#test/pay.ts'
import { createStorage, openStorage, type Storage, withConnection } from '#test/storage.ts'
import { BackupRefused } from './archive.ts'
import { restoreBackup } from './restore.ts'
import { listBackedUpTables, rowConditions } from './schema.ts'
import { takeBackup } from './take.ts'

const server = process.env[environmentNames.postgres]
const createFolder = () => mkdtempSync(join(tmpdir(), 'ironmonger-backup-'))

const toImageFolder = ({ folder }: Storage) => join(folder, 'images')

async function backUp(db: Connection, storage: Storage): Promise<string> {
  const file = join(createFolder(), 'shop.backup.gz')
  await takeBackup(db, toImageFolder(storage), file, new Date(0))
  return file
}

async function readContents(db: Connection) {
  const rows: Record<string, unknown[]> = {}
  for (const table of await listBackedUpTables(db))
    rows[table] = await db.query(
      `select row_to_json(each)::text as row from ${table} each where ${rowConditions[table] ?? 'true'} order by 1`,
    )
  return rows
}

const { PATH, NODE_COMPILE_CACHE, NODE_OPTIONS } = process.env
const nodeEnvironment = { PATH, NODE_COMPILE_CACHE, NODE_OPTIONS }

const image = `${'0a'.repeat(16)}-800.webp`

async function fillShop(storage: Storage): Promise<void> {
  const shop = await openShop({}, { database: await openStorage(storage) })
  const buyer = await shop.createBuyer()
  const tool = await shop.getTool()
  const { body } = buildOrderInput(tool, buyer)
  await buyer.client.placeOrder({ body: { ...body, address: 'a\tb\\c\n\u2028#d\r\n"Ö🔧\\.' } })
  await pay(shop, buyer)
  await buyer.client.placeOrder({ body })
  await addPrices(shop)
  await shop.app.close()
  mkdirSync(toImageFolder(storage), { recursive: true })
  writeFileSync(join(toImageFolder(storage), image), Buffer.from([0, 255, 10, 13, 35]))
}

/** Companies, lists and contracts refer to one another. */
async function addPrices(shop: TestShop): Promise<void> {
  const admin = await shop.logInAsAdmin()
  const { id, buyer } = await createCompany(shop, admin)
  const { insertedId: priceListId } = await admin.client.addPriceList({ body: { name: 'Trade A' } })
  await admin.client.setPriceListOf({ params: { id }, body: { priceListId } })
  const { insertedId: contract } = await admin.client.addContract({ params: { id } })
  const body = { sku: 'CS-185', validFrom: '2026-01-01', percentOff: 12.5 }
  await admin.client.addListRow({ params: { id: contract }, body })
  await buyer.client.setPartNumbers({ body: { lines: [{ number: '4711', sku: 'CS-185' }] } })
}

async function pay(shop: TestShop, { client }: Pick<TestShop, 'client'>): Promise<void> {
  const order = (await client.listOrders({})).find(each => !each.paid) ?? assert.fail('all are paid')
  const { clientSecret } = await client.createPaymentIntent({
    body: { orderId: order._id, totalPrice: order.totalPrice },
  })
  await payByCard(shop, clientSecret)
  const body = { orderId: order._id, transactionId: getIntentId(clientSecret) }
  await client.recordPayment({ params: { id: order._id }, body })
}

let file: string
let filled: Awaited<ReturnType<typeof readContents>>
before(async () => {
  const storage = await createStorage()
  await fillShop(storage)
  await withConnection(storage, async db => {
    file = await backUp(db, storage)
    filled = await readContents(db)
  })
})

const notEmpty = new BackupRefused('The database is not empty. --replace puts the backup in its place.')

test('a restored shop equals the original, in an empty database or in place of another', async () => {
  const storage = await createStorage()
  assert.deepEqual([filled.orders?.length, filled.tools?.length], [2, 24])
  await withConnection(storage, async db => {
    await restoreBackup(db, toImageFolder(storage), file, false)
    assert.deepEqual(await readContents(db), filled)
  })
  assert.deepEqual(readdirSync(toImageFolder(storage)), [image])
  assert.deepEqual(readFileSync(join(toImageFolder(storage), image)), Buffer.from([0, 255, 10, 13, 35]))

  const shop = await openShop({}, { database: await openStorage(storage) })
  const buyer = await shop.createBuyer()
  await buyer.client.placeOrder(buildOrderInput(await shop.getTool(), buyer))
  await pay(shop, buyer)
  assert.equal((await buyer.client.listOrders({})).length, 3)
  await shop.app.close()

  await withConnection(storage, async db => {
    await assert.rejects(restoreBackup(db, toImageFolder(storage), file, false), notEmpty)
    assert.equal((await readContents(db)).orders?.length, 3)
    await restoreBackup(db, toImageFolder(storage), file, true)
    assert.deepEqual(await readContents(db), filled)
    const there = new BackupRefused(`${file} is there already.`)
    await assert.rejects(takeBackup(db, toImageFolder(storage), file, new Date(0)), there)
  })
})

test('a backup gives access to no account: it has no session, mailed link or token', async () => {
  const storage = await createStorage()
  const shop = await openShop({}, { database: await openStorage(storage) })
  const { email } = await shop.signUp()
  await shop.request('/api/auth/request-password-reset', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  })
  const { db } = shop.app.shop
  const sessions = await db.select().from(identitySessions)
  const verifications = await db.select().from(identityVerifications)
  const links = (await shop.listMails()).map(mail => /token=(\S+)/.exec(mail.body)?.[1] ?? '').filter(Boolean)
  const secrets = [...sessions.map(row => row.token), ...verifications.map(row => row.identifier), ...links]
  assert.ok(sessions.length > 0 && verifications.length > 0 && links.length > 1)
  await shop.app.close()
  const file = await withConnection(storage, db => backUp(db, storage))
  const text = gunzipSync(readFileSync(file)).toString()
  for (const secret of secrets) assert.ok(!text.includes(secret))
})

test('a file that is damaged, foreign or of another version is refused, and changes nothing', async () => {
  const storage = await createStorage()
  const whole = readFileSync(file)
  const text = gunzipSync(whole).toString()
  const middle = Math.floor(whole.length / 2)
  const damaged = Buffer.from(whole)
  damaged.fill(0, middle, middle + 20)
  const otherVersion = /bad\.gz is of another version of the shop: restore it with the version that took it\.$/
  const cases: [Buffer, RegExp][] = [
    [whole.subarray(0, middle), /is damaged, or not all of a backup\.$/],
    [whole.subarray(0, whole.length - 3), /is damaged, or not all of a backup\.$/],
    [gzipSync(text.slice(0, text.lastIndexOf('#'))), /is damaged, or not all of a backup\.$/],
    [gzipSync(text.replace(/^\{.*\n/m, '')), /is damaged, or not all of a backup\.$/],
    [damaged, /is (damaged|no backup)/],
    [Buffer.from(text), /is no backup of a shop that this version can read\.$/],
    [gzipSync('create table orders ();\n'), /is no backup of a shop/],
    [gzipSync(text.replace('"format":1', '"format":2')), /is no backup of a shop/],
    [Buffer.alloc(0), /is damaged|is no backup/],
    [gzipSync(text.replace('{"table":"orders"}', '{"table":"carts"}')), /has rows of an unknown table carts\.$/],
    [gzipSync(text.replace(/"migrations":\[.*?\]/, '"migrations":["001-shop.sql"]')), otherVersion],
    [gzipSync(text.replace(/("migrations":\[.*?)\]/, '$1,"999-later.sql"]')), otherVersion],
  ]
  await withConnection(storage, async db => {
    await restoreBackup(db, toImageFolder(storage), file, false)
    const bad = join(createFolder(), 'bad.gz')
    for (const [bytes, sentence] of cases) {
      writeFileSync(bad, bytes)
      await assert.rejects(restoreBackup(db, toImageFolder(storage), bad, true), (error: unknown) => {
        assert.ok(error instanceof BackupRefused || error instanceof SchemaMismatch, String(error))
        assert.match(error.message, sentence)
        return true
      })
    }
    // The file is intact, but its rows violate the schema in the middle of the transaction.
    writeFileSync(bad, gzipSync(text.replace('"quantity":', '"quantity":-')))
    await assert.rejects(restoreBackup(db, toImageFolder(storage), bad, true))
    assert.deepEqual(await readContents(db), filled)
  })
})

test('the commands report success or the reason of a failure in one sentence', async () => {
  const storage = { ...(await createStorage()), folder: createFolder() }
  const run = (...words: string[]) => {
    const { stdout, stderr, status } = spawnSync(process.execPath, ['scripts/backup.ts', ...words], {
      encoding: 'utf8',
      env: { ...nodeEnvironment, DATA_DIR: storage.folder, ...(storage.url && { DATABASE_URL: storage.url }) },
    })
    return [status, stdout + stderr]
  }
  const nothing = storage.url ? 'There is no shop in that database.\n' : `DATA_DIR ${storage.folder} holds no shop.\n`
  const target = createFolder()
  assert.deepEqual(run('take', target), [1, nothing])
  const database = await openStorage(storage)
  if (!storage.url) {
    const sentence = 'Stop it first: the embedded database has room for one process.'
    assert.deepEqual(run('take', target), [1, `DATA_DIR ${storage.folder} is in use by a running shop. ${sentence}\n`])
  }
  await database.close()
  const [status, said] = run('take', target)
  assert.equal(status, 0)
  assert.match(String(said), /\/\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.backup\.gz\n$/)
  assert.equal(readdirSync(target).length, 1)
  assert.deepEqual(run('restore', file), [1, `${notEmpty.message}\n`])
  assert.deepEqual(run('restore', file, '--replace'), [0, `The shop is as it was in ${file}.\n`])
  assert.equal(run('restore')[0], 1)

  await withConnection(storage, db => db.run(`update migrations set name = '001-shop.sql' where name like '001%'`))
  const rule = 'is of another version of the shop'
  assert.deepEqual(run('take', createFolder()), [1, `The database ${rule}: back it up with its own version.\n`])
})

if (server) {
  test('a backup of one kind of database can be restored into the other', async () => {
    const [embedded, back] = [{ url: undefined, folder: createDataFolder() }, await createStorage()]
    const copy = await withConnection(embedded, async db => {
      await restoreBackup(db, toImageFolder(embedded), file, false)
      return backUp(db, embedded)
    })
    await withConnection(back, async db => {
      await restoreBackup(db, toImageFolder(back), copy, false)
      assert.deepEqual(await readContents(db), filled)
    })
  })

  test('while orders are placed, paid and cancelled, a backup is a consistent snapshot', async t => {
    const storage = { url: await copyTemplateDatabase(server), folder: createFolder() }
    const shop = await openShop({}, { database: await openStorage(storage) })
    for (const { _id: id } of await shop.client.listTools({})) await shop.setStock(id, 1_000_000)
    const stockBefore = (await shop.client.listTools({})).map(tool => tool.available)
    const tool = await shop.getTool()
    const acknowledged: string[] = []
    let stopped = false
    const enough = Promise.withResolvers<void>()
    const workers = Array.from({ length: 6 }, async (_, number) => {
      const buyer = await shop.createBuyer()
      while (!stopped) {
        await buyer.client.placeOrder(buildOrderInput(tool, buyer))
        const [newest] = (await buyer.client.listOrders({})).filter(order => !order.paid)
        if (number % 3 === 0 && newest) await buyer.client.cancelOrder({ params: { id: newest._id } })
        else await pay(shop, buyer)
        if (newest) acknowledged.push(newest._id)
        if (acknowledged.length >= 60) enough.resolve()
      }
    })
    await Promise.race([enough.promise, Promise.all(workers)])
    const before = [...acknowledged]
    const busy = await withConnection(storage, db => backUp(db, storage))
    stopped = true
    await Promise.all(workers)
    assert.ok(acknowledged.length > before.length, 'nothing happened during the backup')
    await shop.app.close()

    const restored = await createStorage()
    await withConnection(restored, async db => {
      await restoreBackup(db, toImageFolder(restored), busy, false)
      const orders = await db.query<{ id: string; state: string }>('select id, state from orders')
      const kept = new Set(orders.map(order => order.id))
      assert.deepEqual(
        before.filter(id => !kept.has(id)),
        [],
      )
      const stock = await db.query<{ stock: number }>(`
        select (available + coalesce((select sum(quantity) from orders join order_lines on order_id = orders.id
          where tool_id = tools.id and state = 'confirmed'), 0))::int as stock from tools`)
      assert.deepEqual(stock.map(each => each.stock).toSorted(), stockBefore.toSorted())
      const [unpaid] = await db.query(`
        select from orders left join sandbox_objects on sandbox_objects.id = transaction_id
        where paid_at is not null and body->>'status' is distinct from 'succeeded'`)
      assert.equal(unpaid, undefined)
      const [counts] = await db.query<{ orders: number; mails: number }>(`
        select (select count(*) from orders)::int as orders,
          (select count(*) from outbox where kind = 'order_placed')::int as mails`)
      assert.equal(counts?.mails, counts?.orders)
    })
    const again = await openShop({}, { database: await openStorage(restored) })
    t.after(() => again.app.close())
    const buyer = await again.createBuyer('Somebody new')
    await buyer.client.placeOrder(buildOrderInput(await again.getTool('RO5 Random Orbit Sander'), buyer))
  })
}
