import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDataFolder, createEmptyDatabase, environmentNames } from '#test/databases.ts'
import { openConnection } from './connection.ts'
import type { Database } from './database.ts'
import { SchemaMismatch } from './errors.ts'
import { openPglite } from './pglite.ts'
import { openPostgres } from './postgres.ts'

const server = process.env[environmentNames.postgres]

interface Storage {
  name: string
  remedy: string
  url: string | undefined
  folder: string
  open: () => Promise<Database>
}

async function createStorage(): Promise<Storage> {
  const folder = createDataFolder()
  if (!server) {
    const remedy = 'start that version, or name an empty folder'
    return { name: `DATA_DIR ${folder}`, remedy, url: undefined, folder, open: () => openPglite(folder) }
  }
  const url = await createEmptyDatabase(server)
  const { hostname, port, pathname } = new URL(url)
  const name = `DATABASE_URL ${hostname}:${port}${pathname}`
  const remedy = 'start that version, or name an empty database'
  return { name, remedy, url, folder, open: () => openPostgres(url, assert.fail) }
}

async function query<Row>({ url, folder }: Storage, sql: string): Promise<Row[]> {
  const db = await openConnection(url, folder)
  return db.query<Row>(sql).finally(() => db.close())
}

async function assertRefused({ name, remedy, open }: Storage): Promise<void> {
  // The second try shows that the first one has released the data.
  for (let tries = 0; tries < 2; tries++)
    await assert.rejects(open(), (error: unknown) => {
      assert.ok(error instanceof SchemaMismatch, String(error))
      const rule = 'is of another version of the shop'
      assert.equal(error.message, `${name} ${rule}: ${remedy}.`)
      return true
    })
}

test('data of an earlier schema is refused, and stays unchanged', async () => {
  const storage = await createStorage()
  const tables = 'select relname as name from pg_class where relnamespace = $$public$$::regnamespace'
  await query(storage, 'create table migrations (name text primary key, applied_at timestamptz default now())')
  await query(storage, `insert into migrations (name) values ('001-shop.sql'), ('002-identity.sql')`)
  const before = await query(storage, tables)
  await assertRefused(storage)
  assert.deepEqual(await query(storage, tables), before)
  assert.equal((await query(storage, 'select from migrations')).length, 2)
})

test('data of a schema that was changed since is refused', async () => {
  const storage = await createStorage()
  await (await storage.open()).close()
  await (await storage.open()).close()
  await query(storage, `update migrations set name = overlay(name placing '-------' from length(name) - 6)`)
  await assertRefused(storage)
})

test('data of a version that knows further changes is refused', async () => {
  const storage = await createStorage()
  await (await storage.open()).close()
  await query(storage, `insert into migrations (name) values ('999-later.sql 0123456789abcdef')`)
  await assertRefused(storage)
})
