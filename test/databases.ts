import { readFileSync } from 'node:fs'
import pg from 'pg'
import type { Database } from '#db/database.ts'
import { openInMemoryPglite } from '#db/pglite.ts'
import { openPostgres } from '#db/postgres.ts'
import type { QueryListener } from '#db/query-timing.ts'

/** How the runner tells its tests where the databases are. */
export const environmentNames = {
  /** A file: a dump of an embedded database with a demo shop in it. */
  dump: 'TEST_PGLITE_DUMP',
  /** A PostgreSQL server to test on instead, by the address of a database on it. */
  postgres: 'TEST_DATABASE_URL',
} as const

const demoShop = 'ironmonger_demo_shop'
let databaseCount = 0

/** A database of its own with a demo shop in it: on PostgreSQL where the runner has one, else embedded in memory. */
export async function openTestDatabase(onQuery?: QueryListener): Promise<Database> {
  const server = process.env[environmentNames.postgres]
  if (server) {
    const url = await copyTemplateDatabase(server)
    const opened = await openPostgres(url, () => {}, onQuery)
    return {
      ...opened,
      close: async () => {
        await opened.close()
        await runOnServer(server, `drop database ${getDatabaseName(url)} with (force)`)
      },
    }
  }
  const dump = process.env[environmentNames.dump]
  return openInMemoryPglite(dump ? new Blob([readFileSync(dump)]) : undefined, onQuery)
}

/** Creates a database on that server, a copy of the demo shop's, and tells its address. */
export async function copyTemplateDatabase(server: string): Promise<string> {
  return create(server, createName(), demoShop)
}

export async function createEmptyDatabase(server: string): Promise<string> {
  return create(server, createName(), 'template0')
}

/** Creates the database that the others are copies of, anew. */
export async function createTemplateDatabase(server: string): Promise<string> {
  await runOnServer(server, `drop database if exists ${demoShop}`)
  return create(server, demoShop, 'template0')
}

async function create(server: string, name: string, template: string): Promise<string> {
  await runOnServer(server, `create database ${name} template ${template}`)
  const url = new URL(server)
  url.pathname = name
  return url.href
}

function createName(): string {
  databaseCount += 1
  return `ironmonger_${process.pid}_${databaseCount}`
}

const getDatabaseName = (url: string) => new URL(url).pathname.slice(1)

async function runOnServer(server: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(sql).finally(() => client.end())
}
