type Query = (statement: unknown, ...values: unknown[]) => unknown

/** More texts than this are not kept on a connection: writing statements are few. */
const most = 200

/**
 * The same pool of PostgreSQL, whose statements that write are parsed once a connection and planned when that pays
 * (https://www.postgresql.org/docs/current/sql-prepare.html). Their texts are few and find rows by key; those that only
 * read are planned anew, for what they search.
 */
export function prepared<Pool extends object>(pool: Pool): Pool {
  const names = new Map<string, string>()

  function named(statement: unknown): unknown {
    if (typeof statement !== 'object' || !statement || !('text' in statement)) return statement
    if ('name' in statement && statement.name) return statement
    const text = String(statement.text)
    const name = names.get(text) ?? (writes.test(text) && names.size < most ? `s${names.size}` : undefined)
    if (!name) return statement
    names.set(text, name)
    return { ...statement, name }
  }

  return new Proxy(pool, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key)
      if (typeof value !== 'function') return value
      const call: Query = value.bind(target)
      return key === 'query' ? (statement: unknown, ...values: unknown[]) => call(named(statement), ...values) : call
    },
  })
}

const writes = /\b(insert into|update|delete from)\b/i
