import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** Sorts independently of the database's locale. */
export const toSortKey = (column: SQLWrapper) => sql`fold(${column}) collate "C"`

/** Ignores case and accents. Texts too short for the trigram index match at the beginning of a word only. */
export function containsText(text: string, ...columns: readonly SQLWrapper[]): SQL {
  const escaped = text.replace(/[\\%_]/g, '\\$&')
  const patterns = /[\p{L}\p{N}]{3}/u.test(text) ? [`%${escaped}%`] : [`${escaped}%`, `% ${escaped}%`]
  const conditions = columns.flatMap(column => patterns.map(pattern => sql`fold(${column}) like fold(${pattern})`))
  return /[\p{L}\p{N}]/u.test(text) ? sql`(${sql.join(conditions, sql` or `)})` : sql`false`
}
