import { isAPIError } from 'better-auth/api'
import type { Log } from '#observability/logger.ts'

const readOnlyCalls = /^\/(get-session|list-)/

interface EndedCall {
  path: string
  context: { returned?: unknown; newSession: WithUser | null; session: WithUser | null }
}

interface WithUser {
  user: { id: string }
}

/** Without any input: it contains passwords. */
export function logAuthCall({ path, context }: EndedCall, log: Log): void {
  if (readOnlyCalls.test(path)) return
  const { returned, newSession, session } = context
  const refusal = isAPIError(returned) ? returned : undefined
  const identityUser = (newSession ?? session)?.user.id
  const { statusCode: status = 200, body } = refusal ?? {}
  log('info', 'identity', { call: path, status, code: body?.code, identityUser })
}
