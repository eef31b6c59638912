import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { getTableColumns, getTableName, is, sql } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { describeCatalogue } from '#test/catalogue.ts'
import { createDataFolder, openTestDatabase } from '#test/databases.ts'
import { createStorage, openStorage, withConnection } from '#test/storage.ts'
import { FolderInUse } from './errors.ts'
import { openPglite } from './pglite.ts'
import { outbox } from './tables/mails.ts'

test('the tables of the code and the migrations have the same columns and null rules', async () => {
  const folder = new URL('tables/', import.meta.url)
  const modules = await Promise.all(readdirSync(folder).map(name => import(new URL(name, folder).href)))
  const { db, close } = await openTestDatabase()
  const { rows } = await db.execute<{ name: string }>(sql`
    select table_name || '.' || column_name || case when is_nullable = 'YES' then '' else ' not null' end as name
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'migrations'`)
  const written = modules
    .flatMap(module => Object.values(module))
    .filter(table => is(table, PgTable))
    .flatMap(table =>
      Object.entries(getTableColumns(table)).map(([key, column]) => {
        const name = key.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
        return `${getTableName(table)}.${name}${column.notNull ? ' not null' : ''}`
      }),
    )
  assert.deepEqual(written.toSorted(), rows.map(row => row.name).toSorted())
  await close()
})

test('schema.sql is what the migrations make of an empty database', async () => {
  const schema = readFileSync(new URL('schema.sql', import.meta.url), 'utf8')
  const [migrated, written] = [await createStorage(), await createStorage()]
  await (await openStorage(migrated)).close()
  const fromMigrations = await withConnection(migrated, async db => {
    await db.run('drop table migrations')
    return describeCatalogue(db)
  })
  const fromSchema = await withConnection(written, async db => {
    await db.run(schema)
    return describeCatalogue(db)
  })
  assert.ok(fromSchema.length > 500, `${fromSchema.length} descriptions`)
  assert.deepEqual(fromSchema, fromMigrations)
})

test('no table that is written while others order references tools: it would lock their rows, up to a deadlock', async () => {
  const { db, close } = await openTestDatabase()
  const { rows } = await db.execute<{ name: string }>(sql`
    select conrelid::regclass::text as name from pg_constraint where contype = 'f' and confrelid = 'tools'::regclass`)
  // Tables of the catalogue, and tables whose rows are added once the tool is locked.
  const ofCatalogue = ['tool_images', 'tool_search', 'tool_specifications', 'tools']
  const afterLock = ['order_lines', 'stock_adjustments']
  assert.deepEqual(rows.map(({ name }) => name).toSorted(), [...ofCatalogue, ...afterLock].toSorted())
  await close()
})

test('new ids are UUIDv7 and increase', async () => {
  const { db, close } = await openTestDatabase()
  await db.execute(sql`select setval('id_counter', 0)`)
  const { rows } = await db.execute<{ id: string }>(sql`select new_id() as id from generate_series(1, 1000)`)
  const ids = rows.map(row => row.id)
  assert.ok(ids.every(id => /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(id)))
  assert.ok(Math.abs(Number.parseInt(ids[0]?.replace('-', '').slice(0, 12) ?? '', 16) - Date.now()) < 60_000)
  assert.deepEqual(ids.toSorted(), ids)
  await close()
})

test('a folder is open in one process at a time, and its rows persist', async () => {
  const folder = createDataFolder()
  const first = await openPglite(folder)
  await assert.rejects(openPglite(folder), FolderInUse)
  await first.db.insert(outbox).values({ kind: 'reset_password' })
  await first.close()
  const second = await openPglite(folder)
  assert.equal((await second.db.select().from(outbox)).length, 1)
  await second.close()
})
