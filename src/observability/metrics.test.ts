import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { freePort } from '#test/free-port.ts'
import { createMetrics } from './metrics.ts'
import { serveMetrics } from './metrics-server.ts'

const lines = async (text: Promise<string>) => (await text).split('\n')

test('counters, histograms and gauges are told in the text format', async () => {
  const metrics = createMetrics()
  metrics.count('page_cache', { result: 'hit' })
  metrics.count('page_cache', { result: 'hit' })
  metrics.count('page_cache', { result: 'a "miss"\n' })
  metrics.time('database_query', 20)
  metrics.time('database_query', 20_000)
  metrics.gauge('shop_mails_due', 'Mails.', async () => [[3]])
  metrics.gauge('shop_unreadable', 'Nothing.', () => Promise.reject(new Error('away')))
  const told = await lines(metrics.text())
  const of = (name: string) => told.filter(line => line.startsWith(name))
  assert.deepEqual(of('shop_page_cache'), [
    'shop_page_cache_total{result="hit"} 2',
    'shop_page_cache_total{result="a \\"miss\\"\\n"} 1',
  ])
  assert.deepEqual(of('# TYPE shop_page_cache'), ['# TYPE shop_page_cache_total counter'])
  assert.deepEqual(
    of('shop_database_query_seconds').map(line => line.split(' ')[1]),
    ['0', '0', '1', '1', '1', '1', '1', '1', '1', '1', '1', '2', '20.02', '2'],
  )
  assert.ok(told.includes('shop_database_query_seconds_bucket{le="0.025"} 1'))
  assert.ok(told.includes('shop_database_query_seconds_bucket{le="+Inf"} 2'))
  assert.deepEqual(of('shop_mails_due'), ['shop_mails_due 3'])
  assert.deepEqual(of('shop_unreadable'), [])
})

test('the port of the metrics answers GET /metrics with those of the process, and nothing else', async () => {
  const server = await serveMetrics(createMetrics(), { host: '127.0.0.1', port: 0, processes: 1 })
  const address = server.address()
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const found = await fetch(`${origin}/metrics`)
  assert.equal(found.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8')
  const told = await found.text()
  for (const name of [
    'nodejs_eventloop_lag_seconds{quantile="0.99"}',
    'process_resident_memory_bytes',
    'process_start',
  ])
    assert.match(told, new RegExp(`^${name.replace(/[{}]/g, '\\$&')}.* \\d`, 'm'))
  assert.equal((await fetch(`${origin}/`)).status, 404)
  assert.equal((await fetch(`${origin}/metrics`, { method: 'POST' })).status, 404)
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
})

test('several processes take a port each, from the first on', async () => {
  const place = { host: '127.0.0.1', port: await freePort(), processes: 4 }
  const servers = await Promise.all([1, 2].map(() => serveMetrics(createMetrics(), place)))
  const ports = servers.map(server => {
    const address = server.address()
    server.close()
    return typeof address === 'object' ? (address?.port ?? 0) : 0
  })
  assert.equal(new Set(ports).size, 2)
  assert.ok(ports.every(port => port >= place.port && port < place.port + 4))
})
