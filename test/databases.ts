import { cpSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Database } from '#db/database.ts'
import { openInMemoryPglite } from '#db/pglite.ts'
import { openPostgres } from '#db/postgres.ts'
import type { QueryListener } from '#db/query-timing.ts'
import { queueLikePglite } from './queue-like-pglite.ts'

/** Environment variables by which the runner passes databases to its tests. */
export const environmentNames = {
  /** File: dump of an embedded database with a demo shop. */
  dump: 'TEST_PGLITE_DUMP',
  /** Folder: an empty embedded database. */
  emptyFolder: 'TEST_PGLITE_FOLDER',
  /** URL of a PostgreSQL server: tests run on it in place of the embedded database. */
  postgres: 'TEST_DATABASE_URL',
} as const

const demoShop = 'ironmonger_demo_shop'
let databaseCount = 0

export async function openTestDatabase(onQuery?: QueryListener): Promise<Database> {
  const serverUrl = process.env[environmentNames.postgres]
  if (serverUrl) {
    const url = await copyTemplateDatabase(serverUrl)
    const opened = await openPostgres(url, () => {}, { onQuery })
    queueLikePglite(opened)
    return {
      ...opened,
      close: async () => {
        await opened.close()
        await runOnServer(serverUrl, `drop database ${getDatabaseName(url)} with (force)`)
      },
    }
  }
  const dump = process.env[environmentNames.dump]
  return openInMemoryPglite(dump ? readBlob(dump) : undefined, onQuery)
}

/** Node reads a blob's content in small pieces, which takes longer than all else that opens the database. */
function readBlob(file: string): Blob {
  const { buffer } = readFileSync(file)
  return Object.assign(new Blob([]), { arrayBuffer: async () => buffer })
}

/** Copies the demo shop's database; returns the URL of the copy. */
export async function copyTemplateDatabase(serverUrl: string): Promise<string> {
  return create(serverUrl, createName(), demoShop)
}

/** Creates a `DATA_DIR`. Its embedded database is a copy, since PGlite's initdb takes two seconds of CPU. */
export function createDataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ironmonger-data-'))
  const template = process.env[environmentNames.emptyFolder]
  if (template) cpSync(template, join(folder, 'database'), { recursive: true })
  return folder
}

/** With further options of `create database`. */
export async function createEmptyDatabase(serverUrl: string, options = ''): Promise<string> {
  return create(serverUrl, createName(), `template0 ${options}`)
}

/** Creates the database that `copyTemplateDatabase` copies, empty. */
export async function createTemplateDatabase(serverUrl: string): Promise<string> {
  await runOnServer(serverUrl, `drop database if exists ${demoShop}`)
  return create(serverUrl, demoShop, 'template0')
}

async function create(serverUrl: string, name: string, template: string): Promise<string> {
  // The default strategy writes the whole template to the log, which takes three times as long.
  await runOnServer(serverUrl, `create database ${name} template ${template} strategy file_copy`)
  const url = new URL(serverUrl)
  url.pathname = name
  return url.href
}

function createName(): string {
  databaseCount += 1
  return `ironmonger_${process.pid}_${databaseCount}`
}

const getDatabaseName = (url: string) => new URL(url).pathname.slice(1)

async function runOnServer(serverUrl: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  await client.query(sql).finally(() => client.end())
}
