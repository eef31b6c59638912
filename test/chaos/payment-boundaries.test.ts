import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'drizzle-orm'
import { Refusal } from '#contract/refusal.ts'
import { reconcilePayments } from '#jobs/reconcile-payments.ts'
import { environmentNames } from '#test/databases.ts'
import { startPaymentApi } from '#test/fakes/payment-api.ts'
import { findFreePort } from '#test/free-port.ts'
import { type AddedTool, buildOrderInput } from '#test/open-shop.ts'
import { getIntentId, payByCard } from '#test/pay.ts'
import { withDeadline } from '#test/wait-until.ts'
import { addTool, logInAsAdmin, type RemoteAccount, renewToken, signUp } from './load-client.ts'
import { createStorage, type ShopProcess, type ShopStorage, startShop } from './shop-process.ts'

const stock = 1_000
const keys = {
  secretKey: 'sk_test_of_the_boundaries',
  publishableKey: 'pk_test_of_the_boundaries',
  webhookSecret: 'whsec_of_the_boundaries',
}

/** The shop's process is killed as it asks the provider for the money, and the provider has not captured it or has. */
let killAtCapture: 'before' | 'after' | undefined
let killed: Promise<unknown> = Promise.resolve()
let shop: ShopProcess
let storage: ShopStorage
let environment: Record<string, string>
let provider: { origin: string; close: () => void }
let admin: RemoteAccount
let buyer: RemoteAccount
let tool: AddedTool

const killShop = () => {
  killed = shop.end('SIGKILL')
}

before(async () => {
  storage = await createStorage(process.env[environmentNames.postgres])
  const [port, providerPort] = [await findFreePort(), await findFreePort()]
  const origin = `http://127.0.0.1:${providerPort}`
  const webhookUrl = `http://127.0.0.1:${port}/api/webhooks/payments`
  const server = await startPaymentApi({
    ...{ ...keys, port: providerPort, webhookUrl },
    async around(context, next) {
      const kill = context.req.path.endsWith('/capture') && killAtCapture
      if (kill) killShop()
      if (kill === 'before') return context.body(null, 500)
      await next()
    },
  })
  provider = { origin, close: () => server.close() }
  environment = {
    ...storage.environment,
    PORT: String(port),
    STRIPE_SECRET_KEY: keys.secretKey,
    STRIPE_PUBLISHABLE_KEY: keys.publishableKey,
    STRIPE_WEBHOOK_SECRET: keys.webhookSecret,
    STRIPE_API_ORIGIN: origin,
  }
  shop = await startShop(environment)
  admin = await logInAsAdmin(shop.origin)
  buyer = await signUp(shop.origin, 'rita@example.com')
  tool = await addTool(admin, { name: 'Anvil', sku: 'BOUNDARY-1', minimum: 1, available: stock })
})

after(async () => {
  await shop.end('SIGKILL')
  provider.close()
  storage.remove()
})

async function openPayment(): Promise<{ id: string; totalPrice: number; secret: string }> {
  await buyer.client.placeOrder(buildOrderInput(tool, buyer))
  const [order] = await buyer.client.listOrders({ query: { limit: 1 } })
  const { _id: id = '', totalPrice = 0 } = order ?? {}
  const { clientSecret } = await buyer.client.createPaymentIntent({ body: { orderId: id, totalPrice } })
  return { id, totalPrice, secret: clientSecret }
}

async function authorize(secret: string): Promise<void> {
  const target = {
    request: (path: string, init?: RequestInit) => fetch(provider.origin + path.replace('/sandbox/payments', ''), init),
    app: { settings: { payments: { publishableKey: keys.publishableKey } } },
  }
  assert.equal((await payByCard(target, secret)).status, 'requires_capture')
}

const report = (id: string, secret: string) =>
  buyer.client.recordPayment({ params: { id }, body: { orderId: id, transactionId: getIntentId(secret) } })

const boundaries = {
  async 'the card is authorized'(id: string, secret: string) {
    killShop()
    await killed
    await authorize(secret)
    await assert.rejects(report(id, secret))
  },
  async 'its pieces are taken'(id: string, secret: string) {
    killAtCapture = 'before'
    await authorize(secret)
    await assert.rejects(report(id, secret))
  },
  async 'the money is captured'(id: string, secret: string) {
    killAtCapture = 'after'
    await authorize(secret)
    await assert.rejects(report(id, secret))
  },
  async 'it is recorded as paid'(id: string, secret: string) {
    await authorize(secret)
    await report(id, secret)
    killShop()
  },
}

const recoveries = {
  'its buyer’s page reports again': (id: string, secret: string) => report(id, secret),
  async 'its payment page is opened again'(id: string, _: string, totalPrice: number) {
    const opening = buyer.client.createPaymentIntent({ body: { orderId: id, totalPrice } })
    await assert.rejects(opening, (error: unknown) => error instanceof Refusal && error.code === 'order_paid')
  },
  async 'nobody comes back'() {
    await shop.end('SIGKILL')
    await storage.inspect(async ({ db, ...rest }) => {
      await db.execute(sql`
        update orders set created_at = created_at - interval '2 hours', confirmed_at = confirmed_at - interval '2 hours',
          last_checked_at = last_checked_at - interval '2 hours' where paid_at is null`)
      await reconcilePayments({ db, ...rest }, () => {})
    }, environment)
    await startAgain()
  },
}

async function startAgain(): Promise<void> {
  shop = await startShop(environment)
  buyer = await renewToken(shop.origin, buyer)
}

async function readIntentStatus(secret: string): Promise<string> {
  const headers = { authorization: `Bearer ${keys.secretKey}` }
  const response = await fetch(`${provider.origin}/v1/payment_intents/${getIntentId(secret)}`, { headers })
  return (await response.json()).status
}

let paidOrders = 0
for (const [boundary, reach] of Object.entries(boundaries))
  for (const [recovery, recover] of Object.entries(recoveries))
    test(`an order whose shop is killed when ${boundary} is paid once when ${recovery}`, async () => {
      const { id, totalPrice, secret } = await openPayment()
      await withDeadline(reach(id, secret), boundary)
      await killed
      killAtCapture = undefined
      await startAgain()
      await recover(id, secret, totalPrice)
      paidOrders += 1
      const [order] = await buyer.client.listOrders({ query: { limit: 1 } })
      assert.deepEqual([order?._id, order?.paid, await readIntentStatus(secret)], [id, true, 'succeeded'])
      const [listed] = await buyer.client.listTools({ query: { q: 'BOUNDARY-1' } })
      assert.equal(listed?.available, stock - paidOrders)
    })

test('each of these orders has one mail about its payment', async () => {
  await shop.end('SIGKILL')
  await storage.inspect(async ({ db }) => {
    const { rows } = await db.execute(sql`
      select count(*)::int as mails, count(distinct order_id)::int as orders from outbox where kind = 'order_paid'`)
    assert.deepEqual(rows, [{ mails: paidOrders, orders: paidOrders }])
  }, environment)
})
