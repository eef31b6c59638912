import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import type { Metrics } from './metrics.ts'

export interface MetricsAddress {
  host: string
  port: number
  /** How many processes share the place: each takes the first port that is free, from `port` on. */
  processes: number
}

/** Answers GET /metrics, and nothing else, at a port of its own; what this process is like is among them. */
export async function serveMetrics(metrics: Metrics, { host, port, processes }: MetricsAddress): Promise<Server> {
  addProcessMetrics(metrics)
  const server = createServer(async (request, response) => {
    const found = request.method === 'GET' && request.url === '/metrics'
    response.writeHead(found ? 200 : 404, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' })
    response.end(found ? await metrics.text() : '')
  })
  await listen(server, host, port, port + processes - 1)
  return server
}

async function listen(server: Server, host: string, port: number, last: number): Promise<void> {
  try {
    // Else the processes of one cluster would share the port, and answer by turns.
    server.listen({ host, port, exclusive: true })
    await once(server, 'listening')
  } catch (error) {
    const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    if (!taken || port >= last) throw error
    await listen(server, host, port + 1, last)
  }
}

function addProcessMetrics({ gauge }: Metrics): void {
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  gauge('nodejs_eventloop_lag_seconds', 'How late the event loop was since the last look, by quantile.', () => {
    const lag = [50, 90, 99, 100].map(
      percentile => [delay.percentile(percentile) / 1e9, { quantile: String(percentile / 100) }] as const,
    )
    delay.reset()
    return lag
  })
  gauge('process_resident_memory_bytes', 'Memory of the process.', () => [[process.memoryUsage.rss()]])
  gauge('nodejs_heap_size_used_bytes', 'Heap in use.', () => [[process.memoryUsage().heapUsed]])
  gauge('nodejs_heap_size_total_bytes', 'Heap taken.', () => [[process.memoryUsage().heapTotal]])
  gauge('process_start_time_seconds', 'Start of the process, since the epoch.', () => [[performance.timeOrigin / 1000]])
}
