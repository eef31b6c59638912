const readOnlyTransaction = '25006'

export class FolderInUse extends Error {}

export class DatabaseUnreachable extends Error {}

export class DatabaseTooOld extends Error {}

export class FolderUnusable extends Error {}

export class SchemaMismatch extends Error {
  constructor(data: string, remedy: string) {
    super(`${data} is of another version of the shop: ${remedy}.`)
  }
}

export class UpgradeFailed extends Error {
  constructor(section: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    super(`The database can't be upgraded: “${section}” fails with “${reason}”. Nothing was changed.`, { cause })
  }
}

export class UsedByOtherVersion extends Error {}

export class DatabaseReadOnly extends Error {
  readonly code = readOnlyTransaction
}

/** The message is the SQL statement that sets the missing limit. */
export class PoolerWithoutTimeLimits extends Error {}

/** Codes of Node.js and SQLSTATEs of a server that is down, starting, full, out of memory or disk, or a replica. */
const connectionErrorCodes =
  /^(08\w{3}|25006|57P0[1-3]|53[12]00|53300|58030|ECONN\w+|ENOTFOUND|EHOSTUNREACH|ETIMEDOUT|EPIPE)$/
/** Errors of `pg` without a code. */
const connectionErrorMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout)/
const readTimeoutMessage = 'Query read timeout'
const uniqueViolation = '23505'
const foreignKeyViolation = '23503'
/** Disk full and I/O error: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const storageErrors = ['53100', '58030']
const statementTimeout = '57014'
const abortedForOthers = ['40P01', '40001']
const invalidParameter = '22023'
/** Text with U+0000, in a query and in JSON. */
const invalidText = ['22021', '22P05']

export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return (
    connectionErrorCodes.test(readField(error, 'code')) ||
    connectionErrorMessages.test(error.message) ||
    isConnectionError(error.cause)
  )
}

export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return (
    getSqlState(error) === uniqueViolation &&
    (!constraint || readField(unwrapError(error), 'constraint') === constraint)
  )
}

export const isIdTaken = (error: unknown) =>
  getSqlState(error) === uniqueViolation && readField(unwrapError(error), 'constraint').endsWith('_pkey')

export const isForeignKeyViolation = (error: unknown) => getSqlState(error) === foreignKeyViolation

export const isAbortedForOthers = (error: unknown) => abortedForOthers.includes(getSqlState(error))

export const isStorageFull = (error: unknown) => storageErrors.includes(getSqlState(error))

export const isReadOnly = (error: unknown) => getSqlState(error) === readOnlyTransaction

export const isReadTimeout = (error: unknown) => hasMessage(error, readTimeoutMessage)

export const isStatementTimeout = (error: unknown) => getSqlState(error) === statementTimeout

export const isInvalidParameter = (error: unknown) => getSqlState(error) === invalidParameter

export const isInvalidText = (error: unknown) => invalidText.includes(getSqlState(error))

const getSqlState = (error: unknown) => readField(unwrapError(error), 'code')

/** Drizzle wraps the errors of drivers. */
const unwrapError = (error: unknown) => (error instanceof Error && error.cause instanceof Error ? error.cause : error)

function hasMessage(error: unknown, message: string): boolean {
  const cause = unwrapError(error)
  return cause instanceof Error && cause.message === message
}

const readField = (error: unknown, name: 'code' | 'constraint'): string =>
  error instanceof Error && name in error ? String(Reflect.get(error, name)) : ''
