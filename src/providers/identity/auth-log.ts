import { createAuthMiddleware, isAPIError } from 'better-auth/api'
import type { Log } from '#observability/logger.ts'

/** Calls that only read. */
const readOnlyCalls = /^\/(get-session|list-|account-info|ok$|error$)/

/** Logs what was asked of the provider and what came of it: whose account it was by id, and nothing that was typed. */
export function logAuthCalls(log: Log) {
  return createAuthMiddleware(async ({ path, context }) => {
    if (readOnlyCalls.test(path)) return
    const { returned, newSession, session } = context
    const refusal = isAPIError(returned) ? returned : undefined
    const person = (newSession ?? session)?.user.id
    log('info', 'identity', { call: path, status: refusal?.statusCode ?? 200, code: refusal?.body?.code, person })
  })
}
