/** Called with the text, without values; the duration includes the wait for a connection. */
export type QueryListener = (statement: string, milliseconds: number) => void

type AnyFunction = (...values: unknown[]) => unknown

export function withQueryTiming<Client extends object>(client: Client, onQuery: QueryListener): Client {
  return new Proxy(client, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key)
      if (typeof value !== 'function') return value
      const call: AnyFunction = value.bind(target)
      if (key === 'query') return timeCalls(call, onQuery)
      // A `pg` pool returns connections; PGlite passes a transaction to a callback.
      if (key === 'connect') return async () => withQueryTiming(Object(await call()), onQuery)
      if (key === 'transaction')
        return (run: AnyFunction) => call((transaction: object) => run(withQueryTiming(transaction, onQuery)))
      return call
    },
  })
}

function timeCalls(query: AnyFunction, onQuery: QueryListener): AnyFunction {
  return async (statement, ...values) => {
    const started = performance.now()
    try {
      return await query(statement, ...values)
    } finally {
      onQuery(getText(statement), performance.now() - started)
    }
  }
}

function getText(statement: unknown): string {
  return typeof statement === 'object' && statement && 'text' in statement ? String(statement.text) : String(statement)
}
