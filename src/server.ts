import cluster from 'node:cluster'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import type { ServerBuild } from 'react-router'
import { type Config, ConfigError, getOrigins, type Mode, modes, readConfig } from '#config/config.ts'
import { FolderInUse } from '#db/folder-lock.ts'
import { DatabaseUnreachable } from '#db/postgres.ts'
import { demoAccounts } from '#dev/seed/demo-accounts.ts'
import { createLogger } from '#observability/logger.ts'
import { type MetricsAddress, serveMetrics } from '#observability/metrics-server.ts'
import { keepPages } from '#page-cache/page-cache.ts'
import { openStorefront, type Storefront } from './app.ts'
import { isFirstWorker, reportReady, runWorkers } from './cluster.ts'
import { servePages } from './site.ts'

/** Milliseconds for which a process that was told to stop still serves, so that a proxy learns of it by /readyz. */
const drainNoticeMs = 1_000
const drainTimeoutMs = 9_000

/** Milliseconds that a client may take over its headers, and over a whole request: 10 MB by 0.7 Mbit/s. */
const httpTimeouts = { headersTimeout: 10_000, requestTimeout: 120_000, connectionsCheckingInterval: 1_000 }

try {
  await start(readMode(process.argv[2]))
} catch (error) {
  process.stderr.write(`${explain(error)}\n`)
  process.exit(1)
}

async function start(mode: Mode): Promise<void> {
  // React reads it when the pages are loaded, and is twice as slow without.
  process.env.NODE_ENV ??= mode === 'development' ? 'development' : 'production'
  const config = readConfig(process.env, mode)
  const log = createLogger(line => process.stderr.write(`${line}\n`), config.logLevel)
  if (cluster.isPrimary && config.processes > 1) return runWorkers(config.processes, log)
  const { promise: ready, resolve: open } = Promise.withResolvers<RequestListener>()
  const server = createServer(httpTimeouts, async (request, response) => (await ready)(request, response))
  const { port } = await listen(server, config.port, config.host)
  const origins = getOrigins(config, port)
  const stopping = new AbortController()
  const [store, build] = await Promise.all([
    openStorefront(config, origins, { log, now: () => new Date(), stopping: stopping.signal }),
    mode === 'development' ? undefined : built(),
  ])
  const listener = build ? listenerOf(store, build) : await developmentListener(store, server)
  open(listener)
  server.removeAllListeners('request').on('request', listener)
  if (config.metrics) await showMetrics(store, { ...config.metrics, processes: config.processes })
  if (isFirstWorker()) printAddress(origins[0] ?? '', config)
  const shutDown = (notice: number) => {
    if (!stopping.signal.aborted) void stop(server, store, notice)
    stopping.abort()
  }
  process.on('SIGINT', () => shutDown(0))
  process.on('SIGTERM', () => shutDown(drainNoticeMs))
  reportReady(() => shutDown(0))
}

async function showMetrics({ metrics }: Storefront, place: MetricsAddress): Promise<void> {
  await serveMetrics(metrics, place).catch(({ code }) => {
    throw new ConfigError([`METRICS_PORT ${place.port} at ${place.host} can't be listened at (${code}).`])
  })
}

/** After the notice takes no further request, answers the ones under way, and closes the database. */
async function stop(server: Server, store: Storefront, notice: number): Promise<void> {
  server.prependListener('request', (_, response) => response.setHeader('connection', 'close'))
  await pause(notice)
  server.close()
  const closing = setInterval(() => server.closeIdleConnections(), 50)
  await Promise.race([once(server, 'close'), pause(drainTimeoutMs)])
  clearInterval(closing)
  await store.close()
  process.exit(0)
}

function listenerOf(store: Storefront, build: ServerBuild): RequestListener {
  const { fetch } = servePages(store, build)
  const counterOf = (result: string) => store.metrics.counter('page_cache', { result })
  const seen = { hit: counterOf('hit'), miss: counterOf('miss') }
  return keepPages(store.settings.origin, store.shop.notifications, fetch, getRequestListener(fetch), seen)
}

async function listen(server: Server, port: number, host: string): Promise<AddressInfo> {
  server.listen(port, host)
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The server has no port.')
  return address
}

async function built(): Promise<ServerBuild> {
  const file = new URL('../build/server/index.js', import.meta.url).href
  return import(file)
}

async function developmentListener(store: Storefront, server: Server): Promise<RequestListener> {
  const { createServer: createVite } = await import('vite')
  const vite = await createVite({ server: { middlewareMode: { server }, hmr: { server } } })
  return (request, response) =>
    vite.middlewares(request, response, async () => {
      const build = (await vite.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild
      await getRequestListener(servePages(store, build).fetch)(request, response)
    })
}

function printAddress(address: string, { mode, firebase }: Config): void {
  const accounts = demoAccounts.map(
    ({ role, email, password }) => `${role === 'admin' ? 'admin' : 'buyer'}  ${email}  ${password}`,
  )
  const elsewhere = `No demo accounts: people sign up at the Firebase project ${firebase?.projectId}, and ADMIN_EMAILS names the admins.`
  const lines = mode === 'production' ? [] : firebase ? [elsewhere] : accounts
  process.stdout.write(`${[address, ...lines].join('\n')}\n`)
}

function readMode(argument: string | undefined): Mode {
  const mode = modes.find(mode => mode === argument)
  if (!mode) throw new ConfigError([`Say how to run: ${modes.join(', ')}.`])
  return mode
}

function explain(error: unknown): string {
  if (error instanceof ConfigError) return error.message
  if (error instanceof FolderInUse) return `DATA_DIR ${error.message} is in use by another running shop.`
  if (error instanceof DatabaseUnreachable) return `DATABASE_URL ${error.message} can't be reached.`
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const port = error instanceof Error && 'port' in error ? ` ${String(error.port)}` : ''
  if (code === 'EADDRINUSE') return `PORT${port} is taken by another program. Stop it, or set PORT to a free one.`
  if (code === 'EACCES') return `PORT${port} may not be used by this account. Set PORT to one above 1023.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return 'HOST is not an address of this machine.'
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
