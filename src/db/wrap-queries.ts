export type AnyFunction = (...values: unknown[]) => unknown

/** Wraps `query` of a client, of a pool's connections and of PGlite's transactions. */
export function wrapQueries<Client extends object>(client: Client, wrap: (query: AnyFunction) => AnyFunction): Client {
  return new Proxy(client, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key)
      if (typeof value !== 'function') return value
      const call: AnyFunction = value.bind(target)
      if (key === 'query') return wrap(call)
      // A `pg` pool returns connections; PGlite passes a transaction to a callback.
      if (key === 'connect') return async () => wrapQueries(Object(await call()), wrap)
      if (key === 'transaction')
        return (run: AnyFunction) => call((transaction: object) => run(wrapQueries(transaction, wrap)))
      return call
    },
  })
}

export function getStatementText(statement: unknown): string {
  return typeof statement === 'object' && statement && 'text' in statement ? String(statement.text) : String(statement)
}
