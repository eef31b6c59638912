/** The cursor holds the sort value too: the next page starts at the right place even if the row was edited in between. */
export function toCursor(row: { _id: string } & Partial<Record<string, unknown>>, sort: string | undefined): string {
  const value = row[sort?.replace('-', '') ?? '']
  return value === undefined ? row._id : `${row._id}.${value}`
}

export const cursorPattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}(\.[^\0]{0,500})?$/

export const parseCursor = (cursor: string): { id: string; value: string | undefined } => ({
  id: cursor.slice(0, 36),
  value: cursor[36] === '.' ? cursor.slice(37) : undefined,
})
