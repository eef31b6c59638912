import cluster from 'node:cluster'
import { once } from 'node:events'
import { existsSync, realpathSync } from 'node:fs'
import type { RequestListener, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { ServerBuild } from 'react-router'
import { type Config, ConfigError, getOrigins, type Mode, modes, readConfig } from '#config/config.ts'
import {
  DatabaseReadOnly,
  DatabaseTooOld,
  DatabaseUnreachable,
  FolderInUse,
  FolderUnusable,
  PoolerWithoutTimeLimits,
  SchemaMismatch,
  UpgradeFailed,
  UsedByOtherVersion,
} from '#db/errors.ts'
import { createDatabaseArgument, createDatabaseInOtherProcess, isEmbeddedDatabaseMissing } from '#db/first-start.ts'
import { createHttpServer } from '#http/http-server.ts'
import { createLogger, type Log } from '#observability/logger.ts'
import { type MetricsAddress, startMetricsServer } from '#observability/metrics-server.ts'
import type { App } from './app.ts'
import { isFirstProcess, onPrimaryExit, reportReady, runWorkers } from './cluster.ts'

/** Requests are still served while `/readyz` answers 503, until proxies notice. */
const drainNoticeMs = 1_000
/** The three times add up to 10 s. A transaction that still runs then, such as an import's, ends with its connection. */
const drainTimeoutMs = 8_000
const closeTimeoutMs = 1_000

interface Development {
  build: () => Promise<ServerBuild>
  wrap: (listener: RequestListener) => RequestListener
}

export async function startServer(modeName: string | undefined, development?: Development): Promise<void> {
  try {
    if (!('withResolvers' in Promise))
      throw new ConfigError(['The server needs Node 22 or newer; npm start brings its own.'])
    const mode = readMode(modeName)
    const config = readConfig(process.env, mode)
    const log = createLogger(line => process.stderr.write(`${line}\n`), config.logLevel)
    if (process.argv[3] === createDatabaseArgument) await createDatabase(config, log)
    else if (cluster.isPrimary && config.processes > 1) await runWorkers(config.processes, log)
    else await runServer(config, log, development)
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`)
    process.exit(1)
  }
}

async function runServer(config: Config, log: Log, development?: Development): Promise<void> {
  // Listens first, since the origins contain the port; requests wait until the app is open.
  const { promise: ready, resolve: setReady } = Promise.withResolvers<RequestListener>()
  let handle: RequestListener = async (request, response) => (await ready)(request, response)
  const server = createHttpServer((request, response) => handle(request, response))
  const { port } = await listen(server, config.port, config.host)
  const origins = getOrigins(config, port)
  if (!development && isEmbeddedDatabaseMissing(config.databaseUrl, config.dataDir)) {
    if (config.mode === 'demo') process.stderr.write('filling the demo shop, about half a minute …\n')
    await createDatabaseInOtherProcess(config.mode)
  }
  const stopping = new AbortController()
  const [{ openApp }, build] = await Promise.all([import('./app.ts'), development?.build ?? loadBuild()])
  const app = await openApp(config, { log, now: () => new Date(), origins, build, stopping: stopping.signal })
  handle = development?.wrap(app.listener) ?? app.listener
  setReady(handle)
  if (config.metrics) await listenForMetrics(app, { ...config.metrics, processes: config.processes })
  if (isFirstProcess()) await printStartMessage(origins[0] ?? '', config)
  const shutDown = (noticeMs: number) => {
    if (!stopping.signal.aborted) void stop(server, app, noticeMs)
    stopping.abort()
  }
  process.on('SIGINT', () => shutDown(0))
  process.on('SIGTERM', () => shutDown(drainNoticeMs))
  onPrimaryExit(() => shutDown(0))
  reportReady()
}

/** Opening the app migrates the database and fills the demo shop. */
async function createDatabase(config: Config, log: Log): Promise<void> {
  const { openApp } = await import('./app.ts')
  const app = await openApp(config, { log, now: () => new Date(), origins: getOrigins(config, config.port) })
  await app.close()
}

async function loadBuild(): Promise<ServerBuild> {
  const {
    basename = '/',
    allowedActionOrigins,
    unstable_getCriticalCss: _,
    ...build
  } = await import('virtual:react-router/server-build')
  return { ...build, basename, ...(allowedActionOrigins && { allowedActionOrigins }) }
}

async function listenForMetrics({ metrics }: App, address: MetricsAddress): Promise<void> {
  await startMetricsServer(metrics, address).catch(({ code }) => {
    throw new ConfigError([`METRICS_PORT ${address.port} at ${address.host} can't be listened at (${code}).`])
  })
}

async function stop(server: Server, app: App, noticeMs: number): Promise<void> {
  server.prependListener('request', (_, response) => response.setHeader('connection', 'close'))
  await pause(noticeMs)
  server.close()
  const idleTimer = setInterval(() => server.closeIdleConnections(), 50)
  await Promise.race([once(server, 'close'), pause(drainTimeoutMs)])
  clearInterval(idleTimer)
  await Promise.race([app.close(), pause(closeTimeoutMs)])
  process.exit(0)
}

async function listen(server: Server, port: number, host: string): Promise<AddressInfo> {
  server.listen(port, host)
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The server has no port.')
  return address
}

async function printStartMessage(url: string, config: Config): Promise<void> {
  process.stdout.write(`${[url, ...(await listStartNotes(config))].join('\n')}\n`)
  if (config.mode === 'demo')
    process.stderr.write(
      `Look around at ${url}/shop. The admin’s day begins at ${url}/dashboard/overview. Ctrl+C stops the shop.\n`,
    )
}

async function listStartNotes({ mode, databaseUrl, databaseDirectUrl }: Config): Promise<string[]> {
  if (mode !== 'production') return describeAccounts()
  if (!databaseUrl) return [embeddedDatabaseWarning]
  return databaseDirectUrl ? [poolerRequirement] : []
}

const embeddedDatabaseWarning =
  'The embedded database can lose orders in a power cut, and a slow search delays everybody: DATABASE_URL names a PostgreSQL server.'

const poolerRequirement =
  'DATABASE_URL names a pooler in transaction mode: PgBouncer has to be 1.21 or newer, with max_prepared_statements above 0.'

async function describeAccounts(): Promise<string[]> {
  const { demoAccounts } = await import('#dev/seed/demo-accounts.ts')
  return demoAccounts.map(
    ({ role, email, password }) => `${role === 'admin' ? 'admin' : 'buyer'}  ${email}  ${password}`,
  )
}

function readMode(name: string | undefined): Mode {
  const mode = modes.find(mode => mode === name)
  if (!mode) throw new ConfigError([`Say how to run: ${modes.join(', ')}.`])
  return mode
}

/** `import.meta.main` is missing on old Node versions, which must reach the version check. */
const isMain = (file = '') => existsSync(file) && realpathSync(file) === fileURLToPath(import.meta.url)

function explain(error: unknown): string {
  if (error instanceof ConfigError) return error.message
  if (error instanceof FolderInUse) return `DATA_DIR ${error.message} is in use by another running shop.`
  if (error instanceof DatabaseUnreachable) return error.message
  if (error instanceof PoolerWithoutTimeLimits)
    return `DATABASE_URL names a pooler, so its role needs a time limit. Run: ${error.message}`
  if (error instanceof DatabaseReadOnly || error instanceof FolderUnusable) return error.message
  if (error instanceof SchemaMismatch || error instanceof UsedByOtherVersion || error instanceof UpgradeFailed)
    return error.message
  if (error instanceof DatabaseTooOld) return error.message
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const port = error instanceof Error && 'port' in error ? ` ${String(error.port)}` : ''
  if (code === 'EADDRINUSE') return `PORT${port} is taken by another program. Stop it, or set PORT to a free one.`
  if (code === 'EACCES') return `PORT${port} may not be used by this account. Set PORT to one above 1023.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return 'HOST is not an address of this machine.'
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

// The call comes last, after all constants are initialized.
if (isMain(process.argv[1])) await startServer(process.argv[2])
