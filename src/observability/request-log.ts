import { randomUUID } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import { type Log, runWithRequestId } from './logger.ts'
import type { Metrics } from './metrics.ts'

export interface RequestVariables {
  accountId?: string
  route?: string
  refusalCode?: string
}

/** Routes are logged as patterns, since paths contain email addresses. */
export function logRequests(log: Log, metrics: Metrics): MiddlewareHandler<{ Variables: RequestVariables }> {
  let inFlight = 0
  metrics.addGauge('shop_http_requests_in_flight', 'Requests under way.', () => [[inFlight]])
  return async (context, next) => {
    const id = randomUUID()
    const startedAt = performance.now()
    inFlight += 1
    await runWithRequestId(id, async () => {
      await next()
      const { method } = context.req
      const { status } = context.res
      const { accountId: account, route = routePath(context), refusalCode: code } = context.var
      const ms = performance.now() - startedAt
      metrics.incrementCounter('http_requests', { method, route, status: `${Math.floor(status / 100)}xx` })
      metrics.recordDuration('http_request', ms, { method, route })
      if (code) metrics.incrementCounter('refusals', { method, route, code })
      const fields = { method, route, status, ms: Math.round(ms), account, code }
      log(status >= 500 || route.startsWith('/api/') ? 'info' : 'debug', 'request', fields)
    }).finally(() => {
      inFlight -= 1
    })
    context.header('x-request-id', id)
  }
}
