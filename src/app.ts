import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import type { ServerBuild } from 'react-router'
import { createAuthenticator } from '#api/authentication.ts'
import { createDependencies } from '#api/cache-headers.ts'
import { createDirectClient } from '#api/direct-client.ts'
import { createRateLimiter, noRateLimits } from '#api/rate-limits/rate-limiter.ts'
import { serveApi } from '#api/serve.ts'
import { type Config, ConfigError } from '#config/config.ts'
import type { Client } from '#contract/client.ts'
import type { Database } from '#db/database.ts'
import { openPglite } from '#db/pglite.ts'
import { openPostgres } from '#db/postgres.ts'
import type { QueryListener } from '#db/query-timing.ts'
import { countDueMails } from '#jobs/deliver-mail.ts'
import { startJobs } from '#jobs/start-jobs.ts'
import type { Log } from '#observability/logger.ts'
import { createMetrics, type Metrics } from '#observability/metrics.ts'
import { createIdentity } from '#providers/identity/create-identity.ts'
import { createImages } from '#providers/images/create-images.ts'
import { createOutboxQueue } from '#providers/mail/outbox.ts'
import { createSmtpTransport } from '#providers/mail/smtp.ts'
import { createPayments } from '#providers/payments/create-payments.ts'
import type { Payments } from '#providers/payments/port.ts'
import { hasDemoAccounts } from '#shop/demo-accounts.ts'
import { checkReady, type Shop } from '#shop/shop.ts'
import type { Settings } from '#web/context.ts'
import { createPageHandler } from '#web/rendering/page-handler.ts'
import { createRouteMatcher } from '#web/rendering/route-patterns.ts'
import { createCacheKey } from './cache-key.ts'
import { createPageCache } from './page-cache/page-cache.ts'
import { createSite, listBuiltFiles, type Pages } from './site.ts'

export interface Environment {
  log: Log
  now: () => Date
  origins: readonly string[]
  /** Without it, only the API is served. A function loads it anew for each request. */
  build?: ServerBuild | (() => Promise<ServerBuild>)
  /** Aborted when the shutdown begins: `/readyz` answers 503 from then on. */
  stopping?: AbortSignal
  database?: Database
  /** Receives the payment sandbox's webhooks in place of the API. */
  sendWebhook?: (request: Request) => Promise<Response>
}

export interface App {
  listener: RequestListener
  fetch: (request: Request, env?: object) => Promise<Response>
  routes: readonly { method: string; path: string }[]
  client: Client
  shop: Shop
  settings: Settings
  metrics: Metrics
  close: () => Promise<void>
}

/** The composition root: configuration → database → providers → shop → API → site → page cache → one listener. */
export async function openApp(config: Config, environment: Environment): Promise<App> {
  const { log, now, origins } = environment
  const [origin = ''] = origins
  const metrics = createMetrics()

  const database =
    environment.database ?? (await openDatabase(config, log, createQueryListener(log, metrics, config.slowQueryMs)))
  const { db, notifications } = database
  if (config.mode === 'production' && (await hasDemoAccounts(db)))
    throw new ConfigError(['DATA_DIR or DATABASE_URL holds a demo shop, whose passwords are public. Name another one.'])

  const devTools =
    config.mode === 'production' ? undefined : (await import('#dev/dev-tools.ts')).createDevTools(config, origins)
  const mailQueue = createOutboxQueue(db)
  const googleProvider = devTools?.googleProvider
  const identity = createIdentity(config, { db, mailQueue, log, now, origins, googleProvider })
  const { payments, sandbox } = createPayments(config, { db, now, origin })
  const imageFolder = join(config.dataDir, 'images')
  const images = createImages(config.images, imageFolder, log)
  const sender = { name: config.storeName, address: config.smtp?.from ?? '' }
  const transport = config.smtp && createSmtpTransport(config.smtp.url, sender)

  const site = { name: config.storeName, origin }
  const shop = { db, notifications, payments, images, site, adminEmails: config.adminEmails, count: metrics.count }
  await devTools?.seed(db, identity)
  const jobs = startJobs(shop, log, transport)

  const api = {
    shop,
    identity,
    authenticator: createAuthenticator(config.secretsFor('access tokens'), now),
    rateLimiter: config.rateLimits ? createRateLimiter(db, config.secretFor('rate limits'), now) : noRateLimits,
    trustedProxies: config.trustedProxies,
  }
  const apiRoutes = serveApi(api, config.storeName, log)

  const settings = toSettings(config, origin, payments)
  const pages = environment.build && (await createPages(environment.build, settings, log))
  const app = createSite({
    api: apiRoutes,
    createClient: dependencies => createDirectClient(api, log, dependencies),
    pages,
    usesFirebase: config.firebase !== undefined,
    isReady: async () => {
      if (environment.stopping?.aborted) return false
      await checkReady(shop)
      return true
    },
    imageFolder,
    sandbox: sandbox?.routes,
    devRoutes: devTools?.createRoutes(shop),
    log,
    metrics,
  })
  sandbox?.sendWebhooksTo(environment.sendWebhook ?? (async request => app.fetch(request)))

  const { countConnections } = database
  if (countConnections)
    metrics.gauge('shop_database_connections', 'Connections of the pool, by state.', countConnections)
  if (transport) metrics.gauge('shop_mails_due', 'Mails that wait to be sent.', async () => [[await countDueMails(db)]])

  const listener = getRequestListener(app.fetch)
  return {
    listener: pages
      ? createPageCache({
          origin,
          toCacheKey: pages.toCacheKey,
          respond: (request, incoming) => app.fetch(request, { incoming }),
          next: listener,
          notifications,
          onHit: metrics.createCounter('page_cache', { result: 'hit' }),
          onMiss: metrics.createCounter('page_cache', { result: 'miss' }),
        })
      : listener,
    fetch: async (request, env) => app.fetch(request, env),
    routes: app.routes,
    client: createDirectClient(api, log, createDependencies()),
    shop,
    settings,
    metrics,
    async close() {
      await jobs.stop()
      await database.close()
    },
  }
}

function openDatabase({ databaseUrl, dataDir }: Config, log: Log, listener: QueryListener): Promise<Database> {
  if (!databaseUrl) return openPglite(dataDir, listener)
  return openPostgres(databaseUrl, error => log('error', 'database connection lost', { error }), listener)
}

async function createPages(build: NonNullable<Environment['build']>, settings: Settings, log: Log): Promise<Pages> {
  const matchRoute = createRouteMatcher(typeof build === 'function' ? await build() : build)
  const builtFiles = listBuiltFiles()
  return {
    handle: createPageHandler(build, settings, error => log('error', 'unexpected error', { error })),
    matchRoute,
    toCacheKey: createCacheKey({ matchRoute, isBuiltFile: path => builtFiles.has(path) }),
  }
}

function toSettings({ storeName, firebase, images }: Config, origin: string, payments: Payments): Settings {
  return {
    storeName,
    origin,
    payments: { form: payments.form, publishableKey: payments.publishableKey },
    firebase,
    imageOrigin: images.s3 && new URL(images.s3.publicUrl).origin,
  }
}

function createQueryListener(log: Log, metrics: Metrics, slowQueryMs: number): QueryListener {
  return (statement, milliseconds) => {
    metrics.time('database_query', milliseconds)
    if (milliseconds > slowQueryMs) log('info', 'slow query', { statement, ms: Math.round(milliseconds) })
  }
}
