import { getStatementText, wrapQueries } from './wrap-queries.ts'

/** `statement` has no values. The duration includes the wait for a connection. */
export type QueryListener = (statement: string, milliseconds: number) => void

export function withQueryTiming<Client extends object>(client: Client, onQuery: QueryListener): Client {
  return wrapQueries(client, query => async (statement, ...values) => {
    const started = performance.now()
    try {
      return await query(statement, ...values)
    } finally {
      onQuery(getStatementText(statement), performance.now() - started)
    }
  })
}
