import { DrizzleQueryError } from 'drizzle-orm'

/** The query's rows, or 'duplicate' when a unique constraint refused it (SQLSTATE 23505). */
export async function unlessDuplicate<Rows>(query: Promise<Rows>): Promise<Rows | 'duplicate'> {
  try {
    return await query
  } catch (error) {
    const cause = error instanceof DrizzleQueryError ? error.cause : error
    if (cause instanceof Error && 'code' in cause && cause.code === '23505') return 'duplicate'
    throw error
  }
}
