/** Another process has the embedded database's folder open; the message is its path. */
export class FolderInUse extends Error {}

/** The database server cannot be reached; the message is its address and the reason. */
export class DatabaseUnreachable extends Error {}

/** Node's error codes and PostgreSQL's SQLSTATEs of a server that is down, starting up or full. */
const connectionErrorCodes = /^(08\w{3}|57P0[1-3]|53300|ECONN\w+|ENOTFOUND|EHOSTUNREACH|ETIMEDOUT|EPIPE)$/
/** Messages of `pg` for failed connections that carry no code. */
const connectionErrorMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/
const uniqueViolation = '23505'
/** A text PostgreSQL cannot store, such as one with U+0000: in a query, and in JSON. */
const invalidText = ['22021', '22P05']

/** Whether the error, or one of its causes, means that the database cannot be reached. */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return (
    connectionErrorCodes.test(getCode(error)) ||
    connectionErrorMessages.test(error.message) ||
    isConnectionError(error.cause)
  )
}

/** Whether a unique constraint rejected the query. */
export const isUniqueViolation = (error: unknown) => getSqlState(error) === uniqueViolation

/** Whether the query held a text that PostgreSQL cannot store. */
export const isInvalidText = (error: unknown) => invalidText.includes(getSqlState(error))

/** The SQLSTATE of a driver's error, or of the one that Drizzle wrapped. */
function getSqlState(error: unknown): string {
  if (!(error instanceof Error)) return ''
  return error.cause instanceof Error ? getCode(error.cause) : getCode(error)
}

const getCode = (error: Error) => ('code' in error ? String(error.code) : '')
