import type { Db } from './database.ts'

export function memoizePerDb<Value>(build: (db: Db) => Value): (db: Db) => Value {
  const values = new WeakMap<Db, Value>()
  return db => {
    const value = values.get(db) ?? build(db)
    values.set(db, value)
    return value
  }
}
