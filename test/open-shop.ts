import assert from 'node:assert/strict'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach } from 'node:test'
import type { ServerBuild } from 'react-router'
import { createAuthenticator } from '#api/authentication.ts'
import { type App, openApp } from '#app.ts'
import { getOrigins, readConfig } from '#config/config.ts'
import { type Client, createClient, type InputOf } from '#contract/client.ts'
import { computeLineTotal } from '#contract/pricing/money.ts'
import { Refusal } from '#contract/refusal.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import type { Tool } from '#contract/schemas/tools.ts'
import type { Database } from '#db/database.ts'
import { openPostgres } from '#db/postgres.ts'
import { outbox } from '#db/tables/mails.ts'
import type { Log } from '#observability/logger.ts'
import type { Mail } from '#providers/mail/port.ts'
import { findAccountByEmail } from '#shop/accounts/accounts.ts'
import { ensureAccount } from '#shop/accounts/ensure-account.ts'
import { renderMail } from '#shop/mails/mails.ts'
import type { OrderRequest } from '#shop/orders/place-order.ts'
import { findStockDifferences } from '#shop/stock/find-stock-differences.ts'
import { createTemplateDatabase, openTestDatabase } from './databases.ts'

export const origin = 'http://127.0.0.1:3000'

export interface TestAccount {
  email: string
  name: string
  token: string
  client: Client
}

export interface TestShop {
  app: App
  dataDir: string
  /** A request to the shop, from its own origin unless the headers say otherwise. */
  request: (path: string, init?: RequestInit) => Promise<Response>
  client: Client
  createClient: (token: string) => Client
  signUp: (name?: string) => Promise<TestAccount>
  /** Somebody as after `signUp`, but without the identity provider and its slow hashing of passwords. */
  createBuyer: (name?: string) => Promise<TestAccount>
  createVerifiedBuyer: (name?: string) => Promise<TestAccount>
  logIn: (email: string, password: string) => Promise<TestAccount>
  /** As the demo admin. */
  logInAsAdmin: () => Promise<TestAccount>
  getTool: (name?: string) => Promise<Tool>
  /** Adds a tool by the demo admin: 100 pieces at $10, unless the fields say otherwise. */
  addTool: (fields?: Partial<NewTool>) => Promise<AddedTool>
  setStock: (toolId: string, available: number) => Promise<void>
  /** The outbox's mails as they would be delivered, oldest first. */
  listMails: () => Promise<Mail[]>
  /** The webhook calls of the payment sandbox, which arrive only when a test sends them on. */
  webhooks: Request[]
  advanceClock: (milliseconds: number) => void
  /** Moves it to the beginning of the next minute, where it stands still. */
  advanceClockToMinute: () => void
}

type NewTool = InputOf<'addTool'>['body']

interface ShopOptions {
  database?: Database | undefined
  /** Called for logged errors that a test expects; other tests fail by one. */
  onError?: (event: string) => void
  /** Called for everything logged. */
  onLog?: Log
  /** Loads the composition and the pages from the build, which is the server as it ships. */
  bundle?: Bundle
}

interface Bundle {
  openApp: typeof openApp
  build: ServerBuild
}

const openApps = new Set<App>()

// Other programs, such as Playwright, open shops too.
if (process.env.NODE_TEST_CONTEXT)
  afterEach(async () => {
    for (const { shop } of openApps) assert.deepEqual((await findStockDifferences(shop)).slice(0, 3), [])
  })

/** A demo shop with its pages, on a database of its own. */
export async function openShopWithPages(
  environment: Record<string, string> = {},
  options: ShopOptions = {},
): Promise<TestShop> {
  const load = (file: string) => import(new URL(`../build/server/${file}`, import.meta.url).href)
  const [app, build]: [{ openApp: typeof openApp }, ServerBuild] = await Promise.all([
    load('app.js'),
    load('react-router-build.js'),
  ])
  return openShop(environment, { ...options, bundle: { openApp: app.openApp, build } })
}

/** A demo shop without pages, composed by `openApp` as the server does, on a database of its own. */
export async function openShop(
  environment: Record<string, string> = {},
  { database, onError = assert.fail, onLog = () => {}, bundle }: ShopOptions = {},
): Promise<TestShop> {
  const webhooks: Request[] = []
  let clockOffsetMs = 0
  let standsAt: number | undefined
  let accountCount = 0
  const dataDir = mkdtempSync(join(tmpdir(), 'ironmonger-test-'))
  const config = readConfig({ DATA_DIR: dataDir, RATE_LIMITS: 'off', DEMO_HISTORY: 'off', ...environment }, 'demo')
  const now = () => new Date((standsAt ?? Date.now()) + clockOffsetMs)
  const authenticator = createAuthenticator(config.secretFor('access tokens'), now)
  const open = bundle?.openApp ?? openApp
  const app = await open(config, {
    origins: getOrigins(config, 3000),
    ...(bundle && { build: bundle.build }),
    log(level, event, fields) {
      onLog(level, event, fields)
      if (level === 'error') onError(`${event}: ${JSON.stringify(fields, serializeError)}`)
    },
    now,
    async sendWebhook(call) {
      webhooks.push(call)
      return new Response()
    },
    database: database ?? (await openTestDatabase()),
  })
  const { close } = app
  app.close = () => {
    openApps.delete(app)
    return close()
  }
  openApps.add(app)
  const request = async (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    if (!headers.has('origin')) headers.set('origin', origin)
    return app.fetch(new Request(new URL(path, origin), { ...init, headers }))
  }
  const createTokenClient = (token: string) =>
    createClient((path, init) => {
      const headers = new Headers(init.headers)
      if (token) headers.set('authorization', `Bearer ${token}`)
      return request(`/api${path}`, { ...init, headers })
    })
  const authenticate = async (path: string, body: { email: string; password: string; name?: string }) => {
    const headers = { 'content-type': 'application/json' }
    const response = await request(`/api/auth${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    const session = response.headers.get('set-auth-token') ?? ''
    const { user } = await response.json()
    const sessionClient = createTokenClient(session)
    const { token } = await sessionClient.issueAccessToken({
      params: { email: body.email },
      body: { email: body.email },
    })
    return { email: body.email, name: user.name, token, client: createTokenClient(token) }
  }
  const createAccount = async (name: string, emailVerified: boolean) => {
    accountCount += 1
    const email = `buyer${accountCount}@example.com`
    const claims = { email, name, emailVerified, picture: null, signedInAt: now() }
    const token = await authenticator.issue(await ensureAccount(app.shop, claims, email), claims)
    return { email, name, token, client: createTokenClient(token) }
  }
  const issueAdminToken = async () => {
    const admin = await findAccountByEmail(app.shop, 'admin@example.com')
    return authenticator.issue(admin ?? assert.fail('no admin'), { signedInAt: now() })
  }
  return {
    app: app,
    dataDir,
    request,
    client: createTokenClient(''),
    createClient: createTokenClient,
    webhooks,
    signUp(name = 'Rita Moss') {
      accountCount += 1
      return authenticate('/sign-up/email', { name, email: `buyer${accountCount}@example.com`, password: 'secret-7' })
    },
    createBuyer: (name = 'Rita Moss') => createAccount(name, false),
    createVerifiedBuyer: (name = 'Rita Moss') => createAccount(name, true),
    logIn: (email, password) => authenticate('/sign-in/email', { email, password }),
    logInAsAdmin: () => authenticate('/sign-in/email', { email: 'admin@example.com', password: 'anvil-and-tongs' }),
    async getTool(name = 'Circular Saw') {
      const tools = await app.client.listTools({})
      return tools.find(tool => tool.name === name) ?? assert.fail(`no tool named ${name}`)
    },
    async addTool(fields = {}) {
      const admin = createTokenClient(await issueAdminToken())
      const terms = { name: 'Adze', price: 10, minimum: 1, available: 100, ...fields }
      const body = { image: '/images/jigsaw-800.webp', description: 'x', ...terms }
      return { ...terms, _id: (await admin.addTool({ body })).insertedId }
    },
    async setStock(id, available) {
      const admin = createTokenClient(await issueAdminToken())
      const { available: availableBefore } = await admin.getStock({ params: { id } })
      const body = { reason: 'edit' as const, available, availableBefore }
      await admin.adjustStock({ params: { id, adjustmentId: crypto.randomUUID() }, body })
    },
    async listMails() {
      const rows = await app.shop.db.select().from(outbox).orderBy(outbox.id)
      const rendered = await Promise.all(rows.map(row => renderMail(app.shop, row)))
      const mails = rendered.filter(mail => mail !== undefined)
      return mails.filter(mail => mail !== undefined)
    },
    advanceClock(milliseconds) {
      clockOffsetMs += milliseconds
    },
    advanceClockToMinute() {
      standsAt ??= Date.now()
      clockOffsetMs += 60_000 - (now().getTime() % 60_000)
    },
  }
}

const serializeError = (_: string, value: unknown) =>
  value instanceof Error ? [value.stack, value.cause].join(' caused by ') : value

/** A tool as a test has added it, or as the shop lists it. */
export type AddedTool = Pick<Tool, '_id' | 'name' | 'price' | 'minimum' | 'available'>

/** Input of `placeOrder` as the purchase page sends it. */
export function buildOrderInput(tool: AddedTool, buyer: TestAccount, quantity = tool.minimum): InputOf<'placeOrder'> {
  return {
    body: {
      toolId: tool._id,
      toolName: tool.name,
      price: tool.price,
      totalPrice: computeLineTotal(tool.price, quantity),
      quantity: `${quantity} pieces`,
      userEmail: buyer.email,
      userName: buyer.name,
      phone: '555 0100',
      address: '1 Forge Lane',
    },
  }
}

export function buildOrderRequest(tool: AddedTool, buyerName: string): OrderRequest {
  return {
    lines: [{ toolId: tool._id, quantity: tool.minimum, priceCents: tool.price * 100 }],
    buyerName,
    phone: '',
    address: '',
    fromCart: false,
    idempotencyKey: undefined,
  }
}

export async function assertRefused(call: Promise<unknown>, code: RefusalCode): Promise<void> {
  await assert.rejects(call, (error: unknown) => {
    assert.ok(error instanceof Refusal, String(error))
    assert.equal(error.code, code)
    return true
  })
}

/** Creates the database on that server that `openTestDatabase` copies. */
export async function fillDemoShop(serverUrl: string): Promise<void> {
  const database = await openPostgres(await createTemplateDatabase(serverUrl), () => {})
  const shop = await openShop({}, { database })
  await shop.app.close()
}

export async function openShopWithTwoAdmins() {
  const shop = await openShop()
  const ada = await shop.logInAsAdmin()
  const zoe = await shop.createVerifiedBuyer('Zoe Steel')
  await ada.client.promote({ params: { email: zoe.email } })
  return { shop, ada, zoe }
}
