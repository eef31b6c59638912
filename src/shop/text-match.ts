import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** Texts too short for the trigram index match at the beginning of a word only. */
export function containsText(text: string, ...columns: readonly SQLWrapper[]): SQL {
  const escaped = text.replace(/[\\%_]/g, '\\$&')
  const patterns = /[\p{L}\p{N}]{3}/u.test(text) ? [`%${escaped}%`] : [`${escaped}%`, `% ${escaped}%`]
  const conditions = columns.flatMap(column => patterns.map(pattern => sql`${column} ilike ${pattern}`))
  return /[\p{L}\p{N}]/u.test(text) ? sql`(${sql.join(conditions, sql` or `)})` : sql`false`
}
