import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import { createAccess } from '#api/access.ts'
import { serveApi } from '#api/serve.ts'
import type { Config } from '#config.ts'
import { type Client, createClient } from '#contract/client.ts'
import { type OpenDatabase, openEmbedded } from '#db/open.ts'
import { seed } from '#db/seed/seed.ts'
import { identityUsers } from '#db/tables.ts'
import type { Log } from '#log.ts'
import { developmentAccounts } from '#providers/identity/development-accounts.ts'
import { embeddedIdentity } from '#providers/identity/embedded.ts'
import type { Identity } from '#providers/identity/port.ts'
import { outboxMail, outboxPage } from '#providers/mail/outbox.ts'
import { paymentSandbox } from '#providers/payments/sandbox.ts'
import { stripePayments } from '#providers/payments/stripe.ts'
import type { Settings } from '#web/context.ts'

export interface Storefront {
  app: Hono
  /** The contract's client, bound in-process: what pages load their data with. */
  client: Client
  settings: Settings
  db: OpenDatabase['db']
  close: () => Promise<void>
}

interface World {
  log: Log
  now: () => Date
  database?: OpenDatabase
}

const googlePath = '/dev/google'
const sandboxPath = '/sandbox/payments'

/** The composition root: configuration to database, providers, shop and API, as one Hono app. */
export async function openStorefront(config: Config, world: World): Promise<Storefront> {
  const { log, now } = world
  const database = world.database ?? (await openEmbedded(config.dataDir))
  const { db } = database
  const demo = config.mode !== 'production'
  const origin = config.origins[0] ?? ''

  const mail = outboxMail(db)
  const chooser = demo ? developmentAccounts(config.secretFor('development accounts'), googlePath, origin) : undefined
  const identity = embeddedIdentity({
    db,
    mail,
    log,
    storeName: config.storeName,
    secret: config.secretFor('identity'),
    origins: config.origins,
    google: config.google,
    developmentAccounts: chooser,
  })
  const sandboxKeys = { secretKey: `sk_test_${config.secretFor('sandbox')}`, publishableKey: 'pk_test_sandbox' }
  const sandbox = paymentSandbox({ db, now, ...sandboxKeys })
  const payments = stripePayments({
    ...sandboxKeys,
    form: 'sandbox',
    fetch: async (input, init) => sandbox.fetch(new Request(input, init)),
  })
  if (demo) await seed(db, person => signUp(db, identity, origin, person))

  const shop = { db, payments, adminEmails: config.adminEmails }
  const access = createAccess(config.secretFor('access tokens'), now)
  const api = serveApi({ shop, identity, access }, config.storeName, log)

  const app = new Hono()
  app.use(secureHeaders())
  app.route('/api', api)
  app.route(sandboxPath, sandbox)
  if (chooser && !config.google) app.all(googlePath, context => chooser.handle(context.req.raw))
  if (demo) app.get('/dev/outbox', () => outboxPage(db))

  return {
    app,
    client: createClient(async (path, init) => api.fetch(new Request(new URL(path, origin), init))),
    settings: {
      storeName: config.storeName,
      origin,
      payments: { form: payments.form, publishableKey: payments.publishableKey },
      demo,
    },
    db,
    close: database.close,
  }
}

async function signUp(
  db: OpenDatabase['db'],
  identity: Identity,
  origin: string,
  person: { name: string; email: string; password: string },
): Promise<void> {
  const { name, email, password } = person
  const headers = { 'content-type': 'application/json', origin }
  const body = JSON.stringify({ name, email, password })
  const url = join('/api/auth', 'sign-up/email')
  await identity.handle(new Request(new URL(url, origin), { method: 'POST', headers, body }))
  await db.update(identityUsers).set({ emailVerified: true }).where(eq(identityUsers.email, email))
}
