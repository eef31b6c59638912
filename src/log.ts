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

function told(error: Error): object {
  return { message: error.message, stack: error.stack, cause: error.cause }
}
