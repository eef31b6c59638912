import { createWriteStream, existsSync } from 'node:fs'
import { readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Connection } from '#db/connection.ts'
import { SchemaMismatch } from '#db/errors.ts'
import { listAppliedMigrations, splitMigrations } from '#db/migrate.ts'
import { isStoredImageName } from '#providers/images/folder.ts'
import { BackupRefused, formatMetadata } from './archive.ts'
import { listBackedUpTables, rowConditions } from './schema.ts'

/** Rows are one snapshot; images deleted meanwhile are missing. Rejects with `BackupRefused` and `SchemaMismatch`. */
export async function takeBackup(db: Connection, imageFolder: string, file: string, now: Date): Promise<void> {
  if (existsSync(file)) throw new BackupRefused(`${file} is there already.`)
  const part = `${file}.part`
  try {
    await pipeline(
      createLines(db, imageFolder, now),
      createGzip(),
      createWriteStream(part, { mode: 0o600, flush: true }),
    )
    await rename(part, file)
  } finally {
    await rm(part, { force: true })
  }
}

const batchRows = 1000

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

async function* createLines(db: Connection, imageFolder: string, now: Date): AsyncGenerator<string> {
  await db.run(
    'begin isolation level repeatable read read only; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0',
  )
  const [migrationsTable] = await db.query<{ exists: boolean }>(
    `select to_regclass('public.migrations') is not null as exists`,
  )
  if (!migrationsTable?.exists) throw new BackupRefused('There is no shop in that database.')
  const applied = await db.query<{ name: string }>(listAppliedMigrations)
  if (!(await splitMigrations(applied))) throw new SchemaMismatch('The database', 'back it up with its own version')
  yield formatMetadata({
    ironmonger: 'backup',
    format: 1,
    takenAt: now.toISOString(),
    migrations: applied.map(({ name }) => name),
  })
  let rows = 0
  for (const table of await listBackedUpTables(db)) {
    yield formatMetadata({ table })
    await db.run(`declare every_row cursor for
      select row_to_json(each)::text as row from ${table} each where ${rowConditions[table] ?? 'true'}`)
    for (;;) {
      const fetched = await db.query<{ row: string }>(`fetch ${batchRows} from every_row`)
      if (fetched.length === 0) break
      rows += fetched.length
      yield fetched.map(({ row }) => `${row}\n`).join('')
    }
    await db.run('close every_row')
  }
  const sequences = await db.query<{ sequence: string; value: string }>(`
    select quote_ident(sequencename) as sequence, last_value::text as value from pg_sequences
    where schemaname = 'public' and last_value is not null`)
  for (const sequence of sequences) yield formatMetadata(sequence)
  await db.run('commit')
  for (const image of existsSync(imageFolder) ? (await readdir(imageFolder)).filter(isStoredImageName) : []) {
    const base64 = await readFile(join(imageFolder, image), 'base64').catch(ignoreMissing)
    if (base64 !== undefined) yield formatMetadata({ image, base64 })
  }
  yield formatMetadata({ end: 'backup', rows })
}
