import pg from 'pg'
import { readParent } from './usage.ts'

export async function query<Row extends pg.QueryResultRow>(url: string, sql: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client.query<Row>(sql, values).finally(() => client.end())
}

/** The process of the database server, whose children serve its connections. */
export async function findServerProcess(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const server = readParent(rows[0]?.pid ?? 0)
  await client.end()
  return server
}
