import { randomUUID } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import { Refusal } from '#contract/refusals.ts'
import { type Log, runWithRequestId } from './logger.ts'
import type { Metrics } from './metrics.ts'

declare module 'hono' {
  interface ContextVariableMap {
    /** Whose token the request carries. */
    accountId: string
    /** The pattern of the page's address. */
    page: string
  }
}

/**
 * Gives each request an id, tells it to the client, and counts and times the request. What becomes of it is logged by
 * the pattern of its address, since the address itself may name people: each call, and each page that fails.
 */
export function requestLogging(log: Log, metrics: Metrics): MiddlewareHandler {
  let underWay = 0
  metrics.gauge('shop_http_requests_in_flight', 'Requests under way.', () => [[underWay]])
  return async (context, next) => {
    const id = randomUUID()
    const started = performance.now()
    underWay += 1
    await runWithRequestId(id, async () => {
      await next()
      const { method } = context.req
      const { status } = context.res
      const route = context.get('page') ?? routePath(context)
      const ms = performance.now() - started
      const code = context.error instanceof Refusal ? context.error.code : undefined
      metrics.count('http_requests', { method, route, status: `${Math.floor(status / 100)}xx` })
      metrics.time('http_request', ms, { method, route })
      if (code) metrics.count('refusals', { method, route, code })
      const fields = { method, route, status, ms: Math.round(ms), account: context.get('accountId'), code }
      log(status >= 500 || route.startsWith('/api/') ? 'info' : 'debug', 'request', fields)
    }).finally(() => {
      underWay -= 1
    })
    context.header('x-request-id', id)
  }
}
