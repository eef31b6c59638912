import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { collectDefaultMetrics, Registry } from 'prom-client'
import type { Metrics } from './metrics.ts'

export interface MetricsAddress {
  host: string
  port: number
  /** Each process takes the first free port from `port` on. */
  processes: number
}

export async function startMetricsServer(metrics: Metrics, { host, port, processes }: MetricsAddress): Promise<Server> {
  const processMetrics = new Registry()
  collectDefaultMetrics({ register: processMetrics })
  const server = createServer(async (request, response) => {
    const isScrape = request.method === 'GET' && request.url === '/metrics'
    response.writeHead(isScrape ? 200 : 404, { 'content-type': Registry.PROMETHEUS_CONTENT_TYPE })
    response.end(isScrape ? (await metrics.toText()) + (await processMetrics.metrics()) : '')
  })
  await listen(server, host, port, port + processes - 1)
  return server
}

async function listen(server: Server, host: string, port: number, lastPort: number): Promise<void> {
  try {
    // Without `exclusive`, cluster workers share the port and a scrape reaches any one of them.
    server.listen({ host, port, exclusive: true })
    await once(server, 'listening')
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    if (!isTaken || port >= lastPort) throw error
    await listen(server, host, port + 1, lastPort)
  }
}
