/** Called with the text, without values; the duration includes the wait for a connection. */
export type QueryListener = (statement: string, milliseconds: number) => void

type Call = (...values: unknown[]) => unknown

export function withQueryTiming<Client extends object>(client: Client, heard: QueryListener): Client {
  return new Proxy(client, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key)
      if (typeof value !== 'function') return value
      const call: Call = value.bind(target)
      if (key === 'query') return timed(call, heard)
      // A `pg` pool returns connections; PGlite passes a transaction to a callback.
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
