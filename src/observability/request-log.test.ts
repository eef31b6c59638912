import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Hono } from 'hono'
import { findRequestId, type Log } from './logger.ts'
import { createMetrics } from './metrics.ts'
import { logRequests, type RequestVariables } from './request-log.ts'

function createApp() {
  const lines: Parameters<Log>[] = []
  const metrics = createMetrics()
  const app = new Hono<{ Variables: RequestVariables }>()
  app.use(logRequests((...line) => lines.push(line), metrics))
  return { app, lines, metrics }
}

test('a request is logged by its route, with the account and the refusal that handlers set', async () => {
  const { app, lines, metrics } = createApp()
  app.put('/api/users/:email', context => {
    context.set('accountId', 'a1')
    context.set('refusalCode', 'not_yours')
    return context.body(null, 403)
  })
  await app.request('/api/users/rita@shop.example', { method: 'PUT' })
  const [[level, event, fields] = assert.fail()] = lines
  assert.deepEqual([level, event], ['info', 'request'])
  assert.deepEqual(
    { ...fields, ms: 0 },
    { method: 'PUT', route: '/api/users/:email', status: 403, ms: 0, account: 'a1', code: 'not_yours' },
  )
  const text = await metrics.toText()
  assert.match(text, /^shop_http_requests_total\{method="PUT",route="\/api\/users\/:email",status="4xx"\} 1$/m)
  assert.match(text, /^shop_refusals_total\{method="PUT",route="\/api\/users\/:email",code="not_yours"\} 1$/m)
  assert.match(text, /^shop_http_requests_in_flight 0$/m)
})

test('a page is logged by the route it sets: at debug, or at info when it fails', async () => {
  const { app, lines } = createApp()
  app.get('*', context => {
    context.set('route', '/purchase/:id')
    return context.body(null, context.req.path === '/purchase/broken' ? 500 : 200)
  })
  await app.request('/purchase/1')
  await app.request('/purchase/broken')
  assert.deepEqual(
    lines.map(([level, , fields]) => [level, fields?.route]),
    [
      ['debug', '/purchase/:id'],
      ['info', '/purchase/:id'],
    ],
  )
})

test('the response has the request id of its log lines', async () => {
  const { app, lines } = createApp()
  app.get('/', context => context.text(findRequestId() ?? ''))
  const response = await app.request('/')
  assert.match(response.headers.get('x-request-id') ?? '', /^[\da-f-]{36}$/)
  assert.equal(await response.text(), response.headers.get('x-request-id'))
  assert.equal(lines.length, 1)
})
