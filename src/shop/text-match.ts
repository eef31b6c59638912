import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/**
 * Whether one of the columns has the text, in any case: anywhere, or with fewer than three letters or digits in a row,
 * of which a trigram index knows nothing, where a word begins. Signs alone are nowhere.
 */
export function containsText(text: string, ...columns: readonly SQLWrapper[]): SQL {
  const escaped = text.replace(/[\\%_]/g, '\\$&')
  const patterns = /[\p{L}\p{N}]{3}/u.test(text) ? [`%${escaped}%`] : [`${escaped}%`, `% ${escaped}%`]
  const conditions = columns.flatMap(column => patterns.map(pattern => sql`${column} ilike ${pattern}`))
  return /[\p{L}\p{N}]/u.test(text) ? sql`(${sql.join(conditions, sql` or `)})` : sql`false`
}
