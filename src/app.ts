import type { RequestListener } from 'node:http'
import { setImmediate as letOthersRun } from 'node:timers/promises'
import { createApi } from '#api/api.ts'
import { createApiRoutes } from '#api/api-routes.ts'
import { createCacheDependencies, sharedMaxAgeSeconds } from '#api/cache-headers.ts'
import { toCustomerNetwork } from '#api/client-ip.ts'
import { createDirectClient } from '#api/direct-client.ts'
import { type Config, ConfigError } from '#config/config.ts'
import { describeOtherTerms } from '#config/shop-rules.ts'
import { defaultAppearance } from '#contract/appearance/appearance.ts'
import { formatAccentStyle } from '#contract/appearance/colors.ts'
import type { Client } from '#contract/client.ts'
import { formatDay } from '#contract/time-zones.ts'
import type { Database } from '#db/database.ts'
import { openPglite } from '#db/pglite.ts'
import { openPostgres } from '#db/postgres.ts'
import type { QueryListener } from '#db/query-timing.ts'
import { countUnsentMails } from '#jobs/deliver-mail.ts'
import type { Job } from '#jobs/loop.ts'
import { startJobs } from '#jobs/start-jobs.ts'
import { watchDatabase } from '#observability/database-watch.ts'
import type { Log } from '#observability/logger.ts'
import { createMetrics, type Metrics } from '#observability/metrics.ts'
import { watchStorage } from '#observability/storage-watch.ts'
import { startPurging } from '#providers/cdn/start-purging.ts'
import { createProviders, getImageFolder } from '#providers/create-providers.ts'
import { renewTwoFactorEncryption } from '#providers/identity/two-factor.ts'
import { createListener } from '#serving/listener.ts'
import { type Build, createPages } from '#serving/rendered-pages.ts'
import { createSite } from '#serving/site.ts'
import { hasDemoAccounts } from '#shop/accounts/demo-accounts.ts'
import { emptyUnverifiedAccount } from '#shop/accounts/private-rows.ts'
import { createPictureReader } from '#shop/appearance.ts'
import { storePriceTerms } from '#shop/price-terms.ts'
import { isKnownTimeZone, openSettings, type Settings } from '#shop/settings.ts'
import type { Shop } from '#shop/shop.ts'
import type { PageAppearance, PageSettings } from '#web/context.ts'

export interface AppOptions {
  log: Log
  now: () => Date
  origins: readonly string[]
  /** The page server; undefined serves no pages, and a function caches nothing. */
  build?: Build
  stopping?: AbortSignal
  database?: Database
  sendWebhook?: (request: Request) => Promise<Response>
}

export interface App {
  listener: RequestListener
  fetch: (request: Request, env?: object) => Promise<Response>
  routes: readonly { method: string; path: string }[]
  client: Client
  shop: Shop
  readonly settings: PageSettings
  metrics: Metrics
  jobs: Job
  close: () => Promise<void>
}

export async function openApp(config: Config, options: AppOptions): Promise<App> {
  const { origins, build } = options
  const watch = watchDatabase(options.log, async () => database.ping())
  const { log, isWritable } = watchStorage(watch.log, options.now)
  const [origin = ''] = origins
  const metrics = createMetrics()
  const database = options.database ?? (await openDatabase(config, log, metrics))
  const { db, notifications } = database
  if (config.mode === 'production' && (await hasDemoAccounts(db)))
    throw new ConfigError(['DATA_DIR or DATABASE_URL holds a demo shop, whose passwords are public. Name another one.'])

  const faults = describeOtherTerms(config.priceTerms, await storePriceTerms(db, config.priceTerms))
  if (faults.length > 0) throw new ConfigError(faults)
  const settings = await openSettings({
    db,
    notifications,
    defaults: config.settings,
    onError: error => log('error', 'settings not loaded', { error }),
  })
  if (!(await isKnownTimeZone(db, settings.current.timeZone)))
    throw new ConfigError([`TIME_ZONE ${settings.current.timeZone} is none that the database knows.`])
  const devTools = await loadDevTools(config, origins)
  const { identity, payments, sandbox, images, transport } = createProviders(config, {
    ...options,
    db,
    getStoreName: () => settings.current.storeName,
    googleProvider: devTools?.googleProvider,
    emptyAccount: emptyUnverifiedAccount,
  })
  await renewTwoFactorEncryption(db, config.secretsFor('identity'), log)
  const shop: Shop = {
    db,
    notifications,
    payments,
    images,
    settings,
    origin,
    ...config.rules,
    incrementCounter: metrics.incrementCounter,
  }
  await devTools?.seed(db, identity, settings.current)
  // The demo sets some.
  if (devTools) await settings.reload()
  const purger = startPurging(config.cdn, { notifications, maxAgeMs: sharedMaxAgeSeconds * 1000, log })
  const jobs = startJobs(shop, log, transport)

  const api = createApi(config, shop, identity, options.now)
  const getPageSettings = () => toPageSettings(shop, config, options.now())
  const pages = build && (await createPages(build, getPageSettings, log))
  const site = createSite({
    api: createApiRoutes(api, log),
    createClient: (dependencies, ip) => createDirectClient(api, log, dependencies, ip),
    trustedProxies: config.trustedProxies,
    pages,
    async renderInTurn(ip, render) {
      await api.rateLimiter.count('read', { ip })
      return api.visitorQueue(
        async () => {
          const page = await render()
          await letOthersRun()
          return page
        },
        toCustomerNetwork(ip ?? ''),
      )
    },
    async isReady() {
      if (options.stopping?.aborted || !isWritable()) return false
      await database.ping()
      return true
    },
    imageFolder: getImageFolder(config),
    readPicture: createPictureReader(shop),
    sandbox: sandbox?.routes,
    devRoutes: devTools?.createRoutes(shop),
    log,
    metrics,
  })
  sandbox?.sendWebhooksTo(options.sendWebhook ?? (async request => site.fetch(request)))
  addGauges(metrics, database, transport !== undefined)

  return {
    listener: createListener(site, origin, typeof build === 'function' ? undefined : pages, shop, metrics),
    fetch: async (request, env) => site.fetch(request, env),
    routes: site.routes,
    client: createDirectClient(api, log, createCacheDependencies()),
    shop,
    get settings() {
      return getPageSettings()
    },
    metrics,
    jobs,
    async close() {
      await jobs.stop()
      await purger?.close()
      await settings.close()
      watch.stop()
      await database.close()
    },
  }
}

function openDatabase(config: Config, log: Log, metrics: Metrics): Promise<Database> {
  const { databaseUrl, dataDir, slowQueryMs } = config
  const onQuery: QueryListener = (statement, milliseconds) => {
    metrics.recordDuration('database_query', milliseconds)
    if (milliseconds > slowQueryMs) log('info', 'slow query', { statement, ms: Math.round(milliseconds) })
  }
  if (!databaseUrl) return openPglite(dataDir, onQuery)
  const onError = (error: Error) => log('error', 'database connection lost', { error })
  return openPostgres(databaseUrl, onError, { directUrl: config.databaseDirectUrl, onQuery })
}

async function loadDevTools(config: Config, origins: readonly string[]) {
  if (config.mode === 'production') return undefined
  const { createDevTools } = await import('#dev/dev-tools.ts')
  return createDevTools(config, origins)
}

function addGauges(metrics: Metrics, { db, countConnections }: Database, deliversMail: boolean): void {
  if (countConnections)
    metrics.addGauge('shop_database_connections', 'Connections of the pool, by state.', countConnections)
  if (deliversMail)
    metrics.addGauge('shop_mails_due', 'Mails not sent yet, retries included.', async () => [
      [await countUnsentMails(db)],
    ])
}

/** What is as by default stays out of the pages. */
function toPageAppearance({ current, pictures, footerPages }: Settings): PageAppearance {
  const { accentColor, bannerAbove, bannerBelow, hiddenSections, social } = current
  const isOwnColor = accentColor !== defaultAppearance.accentColor
  return {
    ...{ pictures, footerPages, bannerAbove, bannerBelow, hiddenSections },
    ...(isOwnColor && { accentStyle: `:root{${formatAccentStyle(accentColor)}}` }),
    ...(Object.values(social).some(address => address !== '') && { social }),
  }
}

function toPageSettings(
  { settings, origin, payments, requiresVerifiedEmail }: Shop,
  { images, oidc }: Config,
  now: Date,
): PageSettings {
  const { timeZone, storeName, contactAddress, contactPhone, contactEmail } = settings.current
  const { currency, pricesIncludeTax, taxPercent, orderMinimumCents, dispatchTime } = settings.current
  return {
    storeName,
    footerLinks: settings.footerLinks,
    appearance: toPageAppearance(settings),
    contact: { address: contactAddress, phone: contactPhone, email: contactEmail },
    year: Number(formatDay(now, timeZone).slice(0, 4)),
    timeZone,
    origin,
    ...{ currency, pricesIncludeTax, taxPercent, dispatchTime },
    orderMinimum: orderMinimumCents / 100,
    requiresVerifiedEmail,
    oidcName: oidc?.name,
    payments: { form: payments.cardForm, publishableKey: payments.publishableKey },
    imageOrigin: images.s3 && new URL(images.s3.publicUrl).origin,
  }
}
