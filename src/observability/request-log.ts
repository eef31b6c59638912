import { randomUUID } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import { type Log, runWithRequestId } from './logger.ts'
import type { Metrics } from './metrics.ts'

/** What handlers tell the request log. */
export interface RequestVariables {
  /** The signed-in account. */
  accountId?: string
  /** Pattern of the page's path, where Hono's own does not say it. */
  route?: string
  refusalCode?: string
}

/**
 * Gives each request an id, counts and times it, and logs API calls and failed pages. Paths are logged as patterns, since
 * they may contain personal data.
 */
export function requestLogging(log: Log, metrics: Metrics): MiddlewareHandler<{ Variables: RequestVariables }> {
  let inFlight = 0
  metrics.gauge('shop_http_requests_in_flight', 'Requests in flight.', () => [[inFlight]])
  return async (context, next) => {
    const id = randomUUID()
    const started = performance.now()
    inFlight += 1
    await runWithRequestId(id, async () => {
      await next()
      const { method } = context.req
      const { status } = context.res
      const route = context.get('route') ?? routePath(context)
      const ms = performance.now() - started
      const code = context.get('refusalCode')
      metrics.count('http_requests', { method, route, status: `${Math.floor(status / 100)}xx` })
      metrics.time('http_request', ms, { method, route })
      if (code) metrics.count('refusals', { method, route, code })
      const fields = { method, route, status, ms: Math.round(ms), account: context.get('accountId'), code }
      log(status >= 500 || route.startsWith('/api/') ? 'info' : 'debug', 'request', fields)
    }).finally(() => {
      inFlight -= 1
    })
    context.header('x-request-id', id)
  }
}
