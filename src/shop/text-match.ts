import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/**
 * Whether one of the columns contains the text, ignoring case. A text without three letters or digits in a row, for which
 * a trigram index is useless, matches at the beginning of a word only; punctuation alone matches nothing.
 */
export function containsText(text: string, ...columns: readonly SQLWrapper[]): SQL {
  const escaped = text.replace(/[\\%_]/g, '\\$&')
  const patterns = /[\p{L}\p{N}]{3}/u.test(text) ? [`%${escaped}%`] : [`${escaped}%`, `% ${escaped}%`]
  const conditions = columns.flatMap(column => patterns.map(pattern => sql`${column} ilike ${pattern}`))
  return /[\p{L}\p{N}]/u.test(text) ? sql`(${sql.join(conditions, sql` or `)})` : sql`false`
}
