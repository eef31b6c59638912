import { type Connection, openConnection } from '#db/connection.ts'
import type { Database } from '#db/database.ts'
import { openPglite } from '#db/pglite.ts'
import { openPostgres } from '#db/postgres.ts'
import { createDataFolder, createEmptyDatabase, environmentNames } from './databases.ts'

/** Where a shop keeps its data: the database is at the URL or, without one, in the folder. */
export interface Storage {
  url: string | undefined
  folder: string
}

/** Without data, on the database that the tests run on. */
export async function createStorage(): Promise<Storage> {
  const server = process.env[environmentNames.postgres]
  return { url: server && (await createEmptyDatabase(server)), folder: createDataFolder() }
}

/** Opens the database as a shop does, which migrates it. */
export const openStorage = ({ url, folder }: Storage): Promise<Database> =>
  url ? openPostgres(url, () => {}) : openPglite(folder)

/** Does not migrate. */
export async function withConnection<Result>(
  { url, folder }: Storage,
  work: (db: Connection) => Promise<Result>,
): Promise<Result> {
  const db = await openConnection(url, folder)
  return work(db).finally(() => db.close())
}
