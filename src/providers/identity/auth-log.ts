import { createAuthMiddleware, isAPIError } from 'better-auth/api'
import type { Log } from '#observability/logger.ts'

const readOnlyCalls = /^\/(get-session|list-|account-info|ok$|error$)/

/** Without any input: it contains passwords. */
export function logAuthCalls(log: Log) {
  return createAuthMiddleware(async ({ path, context }) => {
    if (readOnlyCalls.test(path)) return
    const { returned, newSession, session } = context
    const refusal = isAPIError(returned) ? returned : undefined
    const identityUser = (newSession ?? session)?.user.id
    const { statusCode: status = 200, body } = refusal ?? {}
    log('info', 'identity', { call: path, status, code: body?.code, identityUser })
  })
}
