import { AsyncLocalStorage } from 'node:async_hooks'
import { pino, stdTimeFunctions } from 'pino'

export type LogLevel = 'error' | 'info' | 'debug'

/** The logger sets these fields itself. */
type Fields = Record<string, unknown> & { time?: never; level?: never; event?: never; request?: never }

export type Log = (level: LogLevel, event: string, fields?: Fields) => void

const requestIds = new AsyncLocalStorage<string>()

export const runWithRequestId = <Result>(id: string, work: () => Result): Result => requestIds.run(id, work)

export const findRequestId = (): string | undefined => requestIds.getStore()

export function createLogger(write: (line: string) => void, minLevel: LogLevel = 'info'): Log {
  const logger = pino(
    {
      level: minLevel,
      base: null,
      messageKey: 'event',
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: level => ({ level }), log: serializeErrors },
    },
    { write: line => write(line.trimEnd().replace(emailPattern, '[email]')) },
  )
  // `event` is a field because pino writes its message last, after an error's stack.
  return (level, event, fields) => logger[level]({ event, request: findRequestId(), ...fields })
}

/** Bounded, so that hostile text takes linear time. */
const emailPattern = /[\w.!#$%&'*+=?^`{|}~-]{1,64}@[\w-]{1,63}(\.[\w-]{1,63}){0,8}\.[a-z]{2,63}/gi

// A pino serializer applies to one field name only, but an error may be logged under any name.
function serializeErrors(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, serializeIfError(value)]))
}

function serializeIfError(value: unknown): unknown {
  return value instanceof Error ? serializeError(value) : value
}

/** Database errors are logged by their code: their messages contain user input. */
function serializeError(error: Error): object {
  const code = 'code' in error ? error.code : undefined
  const cause = serializeIfError(error.cause)
  if ('query' in error && 'params' in error) return { message: 'query failed', query: error.query, code, cause }
  if ('severity' in error) return { message: 'refused by the database', code, stack: omitMessage(error) }
  return { message: error.message, stack: error.stack, cause }
}

function omitMessage({ stack = '' }: Error): string {
  return stack.slice(stack.search(/^\s+at /m))
}
