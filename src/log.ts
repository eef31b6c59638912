export type Log = (level: 'info' | 'error', event: string, fields?: Record<string, unknown>) => void

/** One line of JSON for each event, errors with their stack, to `write`. */
export function jsonLog(write: (line: string) => void): Log {
  return (level, event, fields = {}) => {
    const time = new Date().toISOString()
    write(
      JSON.stringify({ time, level, event, ...fields }, (_, value) => (value instanceof Error ? told(value) : value)),
    )
  }
}

/** A failed query is told by the database's code for why: its messages hold what people typed. */
function told(error: Error): object {
  const code = 'code' in error ? error.code : undefined
  if ('query' in error && 'params' in error)
    return { message: 'query failed', query: error.query, code, cause: error.cause }
  return { message: error.message, stack: error.stack, cause: error.cause }
}
