/** Called after each query with its text, without values, and its duration including the wait for a connection. */
export type QueryListener = (statement: string, milliseconds: number) => void

type Call = (...values: unknown[]) => unknown

/** Wraps a client or pool so that every query, also in transactions, is reported. */
export function withQueryTiming<Client extends object>(client: Client, heard: QueryListener): Client {
  return new Proxy(client, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key)
      if (typeof value !== 'function') return value
      const call: Call = value.bind(target)
      if (key === 'query') return timed(call, heard)
      // `pg` has a pool hand out connections, PGlite hands one to the work.
      if (key === 'connect') return async () => withQueryTiming(Object(await call()), heard)
      if (key === 'transaction') return (work: Call) => call((inside: object) => work(withQueryTiming(inside, heard)))
      return call
    },
  })
}

function timed(query: Call, heard: QueryListener): Call {
  return async (statement, ...values) => {
    const started = performance.now()
    try {
      return await query(statement, ...values)
    } finally {
      heard(textOf(statement), performance.now() - started)
    }
  }
}

function textOf(statement: unknown): string {
  return typeof statement === 'object' && statement && 'text' in statement ? String(statement.text) : String(statement)
}
