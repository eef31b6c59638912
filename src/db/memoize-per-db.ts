import type { Db } from './database.ts'

/** Builds a value once per database, at the first call: a prepared statement, for example. */
export function memoizePerDb<Value>(build: (db: Db) => Value): (db: Db) => Value {
  const values = new WeakMap<Db, Value>()
  return db => {
    const value = values.get(db) ?? build(db)
    values.set(db, value)
    return value
  }
}
