/** SQLSTATEs of a text that PostgreSQL does not keep, such as one with U+0000: in a query, and in JSON. */
const unstorable = ['22021', '22P05']

/** What the work resolves to, or 'unstorable' when a text it was given is none that the database keeps. */
export async function unlessUnstorable<T>(work: PromiseLike<T>): Promise<T | 'unstorable'> {
  try {
    return await work
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined
    if (cause instanceof Error && 'code' in cause && unstorable.includes(String(cause.code))) return 'unstorable'
    throw error
  }
}
