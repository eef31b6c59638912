import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { eq, inArray } from 'drizzle-orm'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { createAuthenticator } from '#api/authentication.ts'
import { toProblemResponse, toRefusalResponse } from '#api/problems.ts'
import { createLimiter, unlimited } from '#api/rate-limits/rate-limiter.ts'
import { createDirectClient, serveApi } from '#api/serve.ts'
import { type Config, ConfigError } from '#config/config.ts'
import type { Client } from '#contract/client.ts'
import { Refusal } from '#contract/refusals.ts'
import { type Database, openPglite } from '#db/pglite.ts'
import { openPostgres } from '#db/postgres.ts'
import type { QueryListener } from '#db/query-timing.ts'
import { identityUsers } from '#db/tables.ts'
import { createFakeGoogle } from '#dev/fake-google.ts'
import { demoAccounts } from '#dev/seed/demo-accounts.ts'
import { seed } from '#dev/seed/seed.ts'
import { countDue, startDelivery } from '#jobs/deliver-mail.ts'
import { startUpkeep } from '#jobs/reconcile-payments.ts'
import type { Log } from '#observability/logger.ts'
import { createMetrics, type Metrics } from '#observability/metrics.ts'
import { requestLogging } from '#observability/request-log.ts'
import { createEmbeddedIdentity } from '#providers/identity/embedded.ts'
import { createFirebaseIdentity, createFirebaseKeySet } from '#providers/identity/firebase.ts'
import { createBreachCheck } from '#providers/identity/password-policy.ts'
import type { Identity } from '#providers/identity/port.ts'
import { createFolderImages, serveImageFile } from '#providers/images/folder.ts'
import { createImgbbImages } from '#providers/images/imgbb.ts'
import type { Images } from '#providers/images/port.ts'
import { createS3Images } from '#providers/images/s3.ts'
import { outboxMail, outboxPage } from '#providers/mail/outbox.ts'
import { createSmtpTransport } from '#providers/mail/smtp.ts'
import { createSandbox, createStripe } from '#providers/payments/open.ts'
import { checkReady, type Shop } from '#shop/shop.ts'
import type { Settings } from '#web/context.ts'

export interface Storefront {
  app: Hono
  /** The contract's client, bound in-process: what pages load their data with. */
  client: Client
  settings: Settings
  shop: Shop
  metrics: Metrics
  /** Takes what went wrong in a page. */
  report: (error: unknown) => void
  close: () => Promise<void>
}

interface World {
  log: Log
  now: () => Date
  database?: Database
  /** Takes the payment sandbox's webhook calls, in place of the shop itself. */
  sendWebhook?: (call: Request) => Promise<Response>
  /** Aborted when the process is about to stop: from then on `/readyz` says so. */
  stopping?: AbortSignal
}

const googlePath = '/dev/google'
const sandboxPath = '/sandbox/payments'

/** The composition root: configuration to database, providers, shop and API, as one Hono app. */
export async function openStorefront(config: Config, origins: readonly string[], world: World): Promise<Storefront> {
  const { log, now } = world
  const metrics = createMetrics()
  const heard = heardOf(log, metrics, config.slowQueryMs)
  const database = world.database ?? (await openDatabase(config, log, heard))
  const { db, notifications, connections } = database
  if (connections) metrics.gauge('shop_database_connections', 'Connections of the pool, by state.', connections)
  const demo = config.mode !== 'production'
  const [origin = ''] = origins

  const mail = outboxMail(db)
  const from = { name: config.storeName, address: config.smtp?.from ?? '' }
  const delivery =
    config.smtp &&
    startDelivery({ db, log, count: metrics.count, transport: createSmtpTransport(config.smtp.url, from) })
  if (delivery) metrics.gauge('shop_mails_due', 'Mails that wait to be sent.', async () => [[await countDue(db)]])
  const { firebase, google } = config
  const chooser =
    demo && !firebase && !google
      ? createFakeGoogle(config.secretFor('development accounts'), googlePath, origins)
      : undefined
  const identity = firebase
    ? createFirebaseIdentity({
        projectId: firebase.projectId,
        keys: createFirebaseKeySet(firebase.emulatorOrigin),
        now,
      })
    : createEmbeddedIdentity({
        db,
        mail,
        log,
        storeName: config.storeName,
        secrets: config.secretsFor('identity'),
        origins,
        google,
        fakeGoogle: chooser,
        isBreached: config.checkPasswords ? createBreachCheck({ log }) : undefined,
      })
  const { payments, sandbox } = config.stripe
    ? { payments: createStripe(config.stripe), sandbox: undefined }
    : createSandbox(config.secretFor, {
        db,
        now,
        webhookUrl: `${origin}/api/webhooks/payments`,
        send: world.sendWebhook ?? (async call => app.fetch(call)),
      })
  if (demo) await seed(db, firebase ? undefined : person => signUp(db, identity, origin, person))
  else await refuseDemoAccounts(db)

  const imageFolder = join(config.dataDir, 'images')
  const images = openImages(config, imageFolder, log)
  const site = { name: config.storeName, origin }
  const shop = { db, notifications, payments, images, site, adminEmails: config.adminEmails, count: metrics.count }
  const upkeep = startUpkeep(shop, { log })
  const authenticator = createAuthenticator(config.secretsFor('access tokens'), now)
  const limiter = config.rateLimits ? createLimiter(shop, config.secretFor('rate limits'), now) : unlimited
  const { trustedProxies } = config
  const api = serveApi({ shop, identity, authenticator, limiter, trustedProxies }, config.storeName, log)

  const app = new Hono()
  app.use(requestLogging(log, metrics))
  app.onError(error => toProblemResponse(error, log))
  app.route('/api', api)
  app.get('/healthz', context => context.json({ alive: true }))
  app.get('/readyz', async context => {
    if (world.stopping?.aborted) return context.json({ ready: false }, 503)
    await checkReady(shop)
    return context.json({ ready: true })
  })
  // What was uploaded before an image host was named stays.
  if (existsSync(imageFolder)) app.get('/images/:file', serveImageFile(imageFolder))
  if (sandbox) {
    const onError = () => toRefusalResponse(new Refusal('body_too_large'))
    app.use(`${sandboxPath}/*`, bodyLimit({ maxSize: 20_000, onError }))
    app.route(sandboxPath, sandbox)
  }
  if (chooser) app.all(googlePath, context => chooser.handle(context.req.raw))
  if (demo) app.get('/dev/outbox', () => outboxPage(db))

  return {
    app,
    client: createDirectClient({ shop, identity, authenticator, limiter, trustedProxies }, log),
    settings: {
      storeName: config.storeName,
      origin,
      payments: { form: payments.form, publishableKey: payments.publishableKey },
      firebase,
      imageOrigin: config.images.s3 && new URL(config.images.s3.publicUrl).origin,
    },
    shop,
    metrics,
    report: error => log('error', 'unexpected error', { error }),
    async close() {
      await upkeep.stop()
      await delivery?.stop()
      await database.close()
    },
  }
}

function openDatabase({ databaseUrl, dataDir }: Config, log: Log, heard: QueryListener): Promise<Database> {
  if (!databaseUrl) return openPglite(dataDir, heard)
  return openPostgres(databaseUrl, error => log('error', 'database connection lost', { error }), heard)
}

function openImages({ images: { s3, imgbb } }: Config, folder: string, log: Log): Images {
  if (s3) return createS3Images({ ...s3, log })
  return imgbb ? createImgbbImages({ ...imgbb, log }) : createFolderImages(folder)
}

async function signUp(
  db: Database['db'],
  identity: Identity,
  origin: string,
  person: { name: string; email: string; password: string },
): Promise<void> {
  const { name, email, password } = person
  const headers = { 'content-type': 'application/json', origin }
  const body = JSON.stringify({ name, email, password })
  await identity.handle(new Request(new URL('/api/auth/sign-up/email', origin), { method: 'POST', headers, body }))
  await db.update(identityUsers).set({ emailVerified: true }).where(eq(identityUsers.email, email))
}

/** The passwords of the demo accounts are public: a shop in earnest starts on a database without them. */
async function refuseDemoAccounts(db: Database['db']): Promise<void> {
  const emails = demoAccounts.map(person => person.email)
  const [found] = await db.select().from(identityUsers).where(inArray(identityUsers.email, emails)).limit(1)
  if (found)
    throw new ConfigError(['DATA_DIR or DATABASE_URL holds a demo shop, whose passwords are public. Name another one.'])
}

function heardOf(log: Log, metrics: Metrics, slow: number): QueryListener {
  return (statement, milliseconds) => {
    metrics.time('database_query', milliseconds)
    if (milliseconds > slow) log('info', 'slow query', { statement, ms: Math.round(milliseconds) })
  }
}
