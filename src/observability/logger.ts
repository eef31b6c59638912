import { AsyncLocalStorage } from 'node:async_hooks'

export const logLevels = ['error', 'info', 'debug'] as const
export type LogLevel = (typeof logLevels)[number]

export type Log = (level: LogLevel, event: string, fields?: Record<string, unknown>) => void

const requests = new AsyncLocalStorage<string>()

/** Does the work as part of the request with that id, which every line logged meanwhile carries. */
export const runWithRequestId = <Result>(id: string, work: () => Result): Result => requests.run(id, work)

/** The id of the request that this is part of. */
export const getRequestId = (): string | undefined => requests.getStore()

/**
 * One line of JSON to `write` for each event that is no less grave than `least`, errors with their stack. Email addresses
 * that an error's message brings along are left out.
 */
export function createLogger(write: (line: string) => void, least: LogLevel = 'info'): Log {
  return (level, event, fields = {}) => {
    if (logLevels.indexOf(level) > logLevels.indexOf(least)) return
    const line = { time: new Date().toISOString(), level, event, request: getRequestId(), ...fields }
    write(
      JSON.stringify(line, (_, value) => (value instanceof Error ? serializeError(value) : value)).replace(
        emailPattern,
        '[email]',
      ),
    )
  }
}

const emailPattern = /[\w.!#$%&'*+=?^`{|}~-]+@[\w-]+(\.[\w-]+)*\.[a-z]{2,}/gi

/** What went wrong at the database is told by its code: messages of queries and of PostgreSQL hold what people typed. */
function serializeError(error: Error): object {
  const code = 'code' in error ? error.code : undefined
  if ('query' in error && 'params' in error)
    return { message: 'query failed', query: error.query, code, cause: error.cause }
  if ('severity' in error) return { message: 'refused by the database', code, stack: stackWithoutMessage(error) }
  return { message: error.message, stack: error.stack, cause: error.cause }
}

/** The stack without the message above it. */
function stackWithoutMessage({ stack = '' }: Error): string {
  return stack.slice(stack.search(/^\s+at /m))
}
