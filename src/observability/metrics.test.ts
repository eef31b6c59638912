import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { findFreePort } from '#test/free-port.ts'
import { createMetrics } from './metrics.ts'
import { startMetricsServer } from './metrics-server.ts'

const readLines = async (text: Promise<string>) => (await text).split('\n')

test('counters, histograms and gauges appear in the text format', async () => {
  const metrics = createMetrics()
  metrics.incrementCounter('page_cache', { result: 'hit' })
  metrics.incrementCounter('page_cache', { result: 'hit' })
  metrics.incrementCounter('page_cache', { result: 'a "miss"\n' })
  metrics.recordDuration('database_query', 20)
  metrics.recordDuration('database_query', 20_000)
  metrics.addGauge('shop_mails_due', 'Mails.', async () => [[3]])
  metrics.addGauge('shop_unreadable', 'Nothing.', () => Promise.reject(new Error('away')))
  const text = await readLines(metrics.toText())
  const filterLines = (name: string) => text.filter(line => line.startsWith(name))
  assert.deepEqual(filterLines('shop_page_cache'), [
    'shop_page_cache_total{result="hit"} 2',
    'shop_page_cache_total{result="a \\"miss\\"\\n"} 1',
  ])
  assert.deepEqual(filterLines('# TYPE shop_page_cache'), ['# TYPE shop_page_cache_total counter'])
  assert.deepEqual(
    filterLines('shop_database_query_seconds').map(line => line.split(' ')[1]),
    ['0', '0', '1', '1', '1', '1', '1', '1', '1', '1', '1', '2', '20.02', '2'],
  )
  assert.ok(text.includes('shop_database_query_seconds_bucket{le="0.025"} 1'))
  assert.ok(text.includes('shop_database_query_seconds_bucket{le="+Inf"} 2'))
  assert.deepEqual(filterLines('shop_mails_due'), ['shop_mails_due 3'])
  assert.ok(text.every(line => !line.includes('shop_unreadable')))
})

test('a gauge shows the label sets of its last reading only', async () => {
  const metrics = createMetrics()
  const readings = [[[1, { state: 'busy' }]], [[2, { state: 'idle' }]]] as const
  let scrape = 0
  metrics.addGauge('shop_connections', 'Connections.', () => readings[scrape++] ?? [])
  assert.ok((await readLines(metrics.toText())).includes('shop_connections{state="busy"} 1'))
  const text = await readLines(metrics.toText())
  assert.deepEqual(
    text.filter(line => line.startsWith('shop_connections')),
    ['shop_connections{state="idle"} 2'],
  )
})

test('an increment counts with its fixed labels, and each shop counts for itself', async () => {
  const [metrics, others] = [createMetrics(), createMetrics()]
  const countHit = metrics.createIncrement('page_cache', { result: 'hit' })
  countHit()
  countHit()
  metrics.recordDuration('http_request', 5, { method: 'GET', route: '/api/tools' })
  const text = await readLines(metrics.toText())
  assert.ok(text.includes('shop_page_cache_total{result="hit"} 2'))
  assert.ok(text.includes('shop_http_request_seconds_count{method="GET",route="/api/tools"} 1'))
  assert.doesNotMatch(await others.toText(), /hit/)
})

test('the metrics port serves GET /metrics with the metrics of the process, and nothing else', async () => {
  const server = await startMetricsServer(createMetrics(), { host: '127.0.0.1', port: 0, processes: 1 })
  const address = server.address()
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const response = await fetch(`${origin}/metrics`)
  assert.equal(response.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8')
  const text = await response.text()
  for (const name of ['shop_database_query_seconds_count', 'nodejs_eventloop_lag_p99_seconds', 'process_start'])
    assert.match(text, new RegExp(`^${name}.* \\d`, 'm'))
  assert.match(text, /^process_resident_memory_bytes \d/m)
  assert.equal((await fetch(`${origin}/`)).status, 404)
  assert.equal((await fetch(`${origin}/metrics`, { method: 'POST' })).status, 404)
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
})

test('several processes take one port each, from the first on', async () => {
  const place = { host: '127.0.0.1', port: await findFreePort(), processes: 4 }
  const servers = await Promise.all([1, 2].map(() => startMetricsServer(createMetrics(), place)))
  const ports = servers.map(server => {
    const address = server.address()
    server.close()
    return typeof address === 'object' ? (address?.port ?? 0) : 0
  })
  assert.equal(new Set(ports).size, 2)
  assert.ok(ports.every(port => port >= place.port && port < place.port + 4))
})
