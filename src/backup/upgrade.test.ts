import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { type Connection, openConnection } from '#db/connection.ts'
import type { Database } from '#db/database.ts'
import { readMigrations } from '#db/migrate.ts'
import { openPglite } from '#db/pglite.ts'
import { openPostgres } from '#db/postgres.ts'
import { createDataFolder, createEmptyDatabase, environmentNames } from '#test/databases.ts'
import { openShop } from '#test/open-shop.ts'
import { restoreBackup } from './restore.ts'
import { takeBackup } from './take.ts'

const server = process.env[environmentNames.postgres]
/** A database account that is no superuser. */
const owner = 'ironmonger_upgrade'
const lastOfVersion01 = '012-unsettled-orders.sql'

async function createStorage() {
  const url = server && (await createOwnedDatabase(server))
  const folder = createDataFolder()
  return {
    folder,
    connect: () => openConnection(url, folder),
    open: (): Promise<Database> => (url ? openPostgres(url, assert.fail) : openPglite(folder)),
  }
}

async function createOwnedDatabase(serverUrl: string): Promise<string> {
  const url = new URL(await createEmptyDatabase(serverUrl))
  const db = await openConnection(serverUrl, '')
  const [role] = await db.query('select from pg_roles where rolname = $1', [owner])
  if (!role) await db.run(`create role ${owner} login`)
  await db.run(`alter database ${url.pathname.slice(1)} owner to ${owner}`)
  await db.close()
  url.username = owner
  return url.href
}

/** The database of a shop of version 0.1, with a row in each table that the next version changes. */
async function fillVersion01(db: Connection): Promise<void> {
  await db.run('create table migrations (name text primary key, applied_at timestamptz default now())')
  for (const { name, sql } of await readMigrations()) {
    if (name > lastOfVersion01) break
    await db.run(sql.replaceAll(' concurrently ', ' '))
    await db.query('insert into migrations (name) values ($1)', [name])
  }
  await db.run(`
    insert into accounts (email, name, email_verified) values ('rita@example.com', 'Rita Moss', true);
    insert into tools (name, image, price_cents, minimum, available, description)
      values ('Adze', '/images/jigsaw-800.webp', 1000, 1, 90, 'A shaping axe.');
    insert into orders (account_id, tool_id, tool_name, price_cents, quantity, total_cents, buyer_name, phone, address, asked_at)
      select accounts.id, tools.id, 'Adze', 1000, 10, 10000, 'Rita Moss', '', '', now() from accounts, tools;
    insert into outbox (recipient, subject, body) values ('rita@example.com', 'Your order of Adze', 'Hello Rita Moss,');
    insert into uses (key, remaining, ends_at) values ('a key', 3, now() + interval '1 hour');
    insert into admin_actions (action, subject_kind, subject_id, subject, before, after)
      select 'promote', 'account', id, email, '{"role": "customer"}', '{"role": "admin"}' from accounts`)
}

for (const way of ['in place', 'from a backup'] as const)
  test(`a shop of version 0.1 is upgraded ${way}, with the mails that wait`, async t => {
    const old = await createStorage()
    const storage = way === 'in place' ? old : await createStorage()
    const db = await old.connect()
    await fillVersion01(db)
    if (way === 'from a backup') {
      const file = join(old.folder, 'shop.backup.gz')
      await takeBackup(db, join(old.folder, 'images'), file, new Date(0))
      const target = await storage.connect()
      await restoreBackup(target, join(storage.folder, 'images'), file, false)
      await target.close()
    }
    await db.close()

    const shop = await openShop({}, { database: await storage.open() })
    t.after(() => shop.app.close())
    const [mail] = await shop.listMails()
    assert.deepEqual(mail, { to: 'rita@example.com', subject: 'Your order of Adze', body: 'Hello Rita Moss,' })
    const { rows } = await shop.app.shop.db.execute(`
      select (select count(*) from outbox where due_at <= now() and kind = 'text')::int as "dueMails",
        (select last_checked_at is not null from orders) as "isChecked",
        (select string_agg(name, ' ' order by name) from jobs) as jobs,
        (select similar_word from similar_words('adse')) as word`)
    assert.deepEqual(rows, [
      {
        dueMails: 1,
        isChecked: true,
        jobs: 'anonymize closed accounts check stock delete unused images purge purge verifications roll up days',
        word: 'adze',
      },
    ])
    const admin = await shop.logInAsAdmin()
    const [action] = await admin.client.listAdminActions({ query: { sort: 'oldest' } })
    assert.deepEqual([action?.action, action?.subject], ['promote', 'rita@example.com'])
    const [order] = await admin.client.listAllOrders({})
    assert.deepEqual([order?.toolName, order?.userEmail, order?.number], ['Adze', 'rita@example.com', 100_001])
    const line = { sku: 'IM-100001', toolName: 'Adze', price: 10, quantity: 10, totalPrice: 100 }
    assert.deepEqual(order?.lines, [{ ...line, toolId: order?.toolId }])
  })
