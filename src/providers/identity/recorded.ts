import { createAuthMiddleware, isAPIError } from 'better-auth/api'
import type { Log } from '#observe/log.ts'

/** Calls that only read. */
const reading = /^\/(get-session|list-|account-info|ok$|error$)/

/** Logs what was asked of the provider and what came of it: whose account it was by id, and nothing that was typed. */
export function recorded(log: Log) {
  return createAuthMiddleware(async ({ path, context }) => {
    if (reading.test(path)) return
    const { returned, newSession, session } = context
    const refusal = isAPIError(returned) ? returned : undefined
    const person = (newSession ?? session)?.user.id
    log('info', 'identity', { call: path, status: refusal?.statusCode ?? 200, code: refusal?.body?.code, person })
  })
}
