import { createPglite, openDataFolder } from './pglite.ts'
import { openPostgresClient } from './postgres.ts'

export interface Connection {
  run: (sql: string) => Promise<unknown>
  query: <Row>(sql: string, values?: unknown[]) => Promise<Row[]>
  close: () => Promise<void>
}

/** Does not migrate. Rejects with `DatabaseUnreachable`, or `FolderInUse` while a shop runs on that folder. */
export async function openConnection(url: string | undefined, folder: string): Promise<Connection> {
  if (url) {
    const client = await openPostgresClient(url)
    return {
      run: sql => client.query(sql),
      query: async (sql, values) => (await client.query(sql, values)).rows,
      close: () => client.end(),
    }
  }
  const { dataDir, unlock } = await openDataFolder(folder)
  const client = await createPglite({ dataDir })
  return {
    run: sql => client.exec(sql),
    query: async <Row>(sql: string, values?: unknown[]) => (await client.query<Row>(sql, values)).rows,
    async close() {
      await client.close()
      await unlock()
    },
  }
}
