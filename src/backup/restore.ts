import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Connection } from '#db/connection.ts'
import { SchemaMismatch } from '#db/errors.ts'
import {
  applyMigration,
  createMigrationsTable,
  migrationLock,
  type SplitMigrations,
  splitMigrations,
} from '#db/migrate.ts'
import { isStoredImageName, writeAtomically } from '#providers/images/folder.ts'
import { BackupRefused, readArchive } from './archive.ts'
import { dropAllStatement, listBackedUpTables, listStoredColumns } from './schema.ts'

/** One transaction, but images stay if it fails. Rejects with `BackupRefused`, `SchemaMismatch` and `UpgradeFailed`. */
export async function restoreBackup(
  db: Connection,
  imageFolder: string,
  file: string,
  replace: boolean,
): Promise<void> {
  const { applied, missing } = await readMigrations(file)
  await mkdir(imageFolder, { recursive: true })
  await db.run(
    `begin; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; select pg_advisory_xact_lock(${migrationLock})`,
  )
  try {
    await prepareDatabase(db, replace)
    await db.run(createMigrationsTable)
    for (const migration of applied) await applyMigration(db.run, migration)
    await insertRows(db, imageFolder, file)
    for (const migration of missing) await applyMigration(db.run, migration)
    await db.run('commit')
  } catch (error) {
    // A rollback fails if the connection is lost, which `error` reports.
    await db.run('rollback').catch(() => {})
    throw error
  }
}

/** Reads the whole file before anything is changed. */
async function readMigrations(file: string): Promise<SplitMigrations> {
  let applied: { name: string }[] = []
  for await (const line of readArchive(file))
    if (typeof line === 'object' && 'migrations' in line) applied = line.migrations.map(name => ({ name }))
  const migrations = await splitMigrations(applied)
  if (!migrations) throw new SchemaMismatch(file, 'restore it with the version that took it')
  return migrations
}

async function prepareDatabase(db: Connection, replace: boolean): Promise<void> {
  const [existingTable] = await db.query(
    `select from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  if (existingTable && !replace)
    throw new BackupRefused('The database is not empty. --replace puts the backup in its place.')
  if (existingTable) await db.run(dropAllStatement)
}

const batchCharacters = 1_000_000

async function insertRows(db: Connection, imageFolder: string, file: string): Promise<void> {
  const tables = await listBackedUpTables(db)
  const alterTriggers = (action: string) =>
    db.run(tables.map(name => `alter table ${name} ${action} trigger user;`).join(' '))
  // The backup has the rows that triggers and migrations would write.
  await alterTriggers('disable')
  await db.run(`truncate ${tables.join(', ')} cascade`)
  // Rows may refer to later ones.
  await db.run('set constraints all deferred')
  let table: string | undefined
  let columns = ''
  let rows: string[] = []
  let size = 0
  const flush = async () => {
    const values = [`[${rows.join(',')}]`]
    const statement = `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1::json)`
    await db.query(statement, values)
    rows = []
    size = 0
  }
  for await (const line of readArchive(file)) {
    if (typeof line === 'string') {
      if (table === undefined) continue
      rows.push(line)
      size += line.length
      if (size > batchCharacters) await flush()
      continue
    }
    if (rows.length > 0) await flush()
    if ('table' in line) {
      table = findTable(tables, line.table, file)
      columns = await listStoredColumns(db, table)
    }
    if ('sequence' in line) await db.query('select setval($1::regclass, $2::bigint)', [line.sequence, line.value])
    if ('image' in line && isStoredImageName(line.image))
      await writeAtomically(join(imageFolder, line.image), Buffer.from(line.base64, 'base64'))
  }
  await db.run('set constraints all immediate')
  await alterTriggers('enable')
}

function findTable(tables: readonly string[], table: string, file: string): string {
  if (tables.includes(table)) return table
  throw new BackupRefused(`${file} has rows of an unknown table ${table}.`)
}
