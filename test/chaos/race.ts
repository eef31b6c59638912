import { sql } from 'drizzle-orm'
import { Refusal } from '#contract/refusal.ts'
import { openPostgres } from '#db/postgres.ts'
import { reconcilePayments } from '#jobs/reconcile-payments.ts'
import { createQueue } from '#shop/queue.ts'
import { copyTemplateDatabase } from '#test/databases.ts'
import { type AddedTool, buildOrderInput, openShop, type TestAccount, type TestShop } from '#test/open-shop.ts'
import { getIntentId, payByCard } from '#test/pay.ts'
import { countPieces, findViolationsAtRest } from '#test/shop-invariants.ts'
import { waitUntil } from '#test/wait-until.ts'
import type { AttackResult } from './attack-result.ts'
import { backdateAndReconcile } from './backdate-and-reconcile.ts'
import { addTool } from './load-client.ts'

const availableOrders = 50
const minimum = 3

/**
 * Lets 200 buyers with authorized cards race for the last 50 minimum orders of a tool, that many times: each payment is told by
 * page, webhook and reconciler at once. Then the winners' orders are refunded while the losers pay again. On PostgreSQL two
 * processes of a shop share the database.
 */
export const race = (serverUrl: string | undefined, rounds: number): Promise<AttackResult> =>
  withShops(serverUrl, shops => raceForLastPieces(shops, rounds))

async function raceForLastPieces(shops: Shops, rounds: number): Promise<AttackResult> {
  const [{ app, createBuyer, logIn }] = shops
  const { db } = app.shop
  const admin = await logIn('admin@example.com', 'anvil-and-tongs')
  const accounts = await Promise.all(Array.from({ length: 4 * availableOrders }, () => createBuyer()))
  const buyers = accounts.map((person, index) => ({
    ...person,
    client: getShop(shops, index).createClient(person.token),
  }))
  const violations: string[] = []
  for (let round = 1; round <= rounds; round++) {
    const tool = await addTool(admin, { name: `Last Anvil ${round}`, minimum, available: availableOrders * minimum })
    const checkEqual = (fact: string, is: unknown, expected: unknown) => {
      if (is !== expected) violations.push(`round ${round}: ${fact} ${is}, not ${expected}`)
    }
    const checkPieces = async () => checkEqual('pieces', await countPieces(db, tool._id), availableOrders * minimum)

    const payments = await Promise.all(buyers.map((buyer, index) => authorize(getShop(shops, index), buyer, tool)))
    checkEqual('stock before', await getStock(shops, tool._id), availableOrders * minimum)
    await db.execute(sql`update orders set created_at = created_at - interval '11 minutes' where paid_at is null`)
    const first = settleAll(shops, payments)
    await watch(first, checkPieces)
    const outcomes = await first
    const paid = payments.filter((_, index) => outcomes[index] === 'done')
    checkEqual('paid', paid.length, availableOrders)
    checkEqual('sold out', outcomes.filter(each => each === 'sold_out_while_paying').length, 3 * availableOrders)
    checkEqual('stock', await getStock(shops, tool._id), 0)
    const { rows } = await db.execute<{ captured: number; released: number }>(sql`
      select count(*) filter (where body ->> 'status' = 'succeeded')::int as captured,
        count(*) filter (where body ->> 'status' = 'canceled')::int as released
      from sandbox_objects where id = any(${sql.param(payments.map(({ transactionId }) => transactionId))}::text[])`)
    checkEqual('captured', rows[0]?.captured, availableOrders)
    checkEqual('released', rows[0]?.released, 3 * availableOrders)

    const losers = payments.filter(payment => !paid.includes(payment))
    const second = Promise.all([
      ...paid.map(payment => refund(admin, tool, payment)),
      ...losers.map((payment, index) => payAgain(getShop(shops, index), payment)),
    ])
    await watch(second, checkPieces)
    await second
    await checkPieces()
    await backdateAndReconcile(app.shop)
    violations.push(...(await findViolationsAtRest(db)))
  }
  return {
    guarantee: 'no piece is oversold or lost, and nobody is charged without pieces',
    attack: `200 buyers pay for ${availableOrders} orders at once, by page, webhook and reconciler, then refunds and payments at once, on ${describeShops(shops)}`,
    extent: `${rounds} rounds`,
    violations: violations,
  }
}

interface AuthorizedOrder {
  buyer: TestAccount
  id: string
  totalPrice: number
  transactionId: string
}

async function authorize(shop: TestShop, buyer: TestAccount, tool: AddedTool): Promise<AuthorizedOrder> {
  await buyer.client.placeOrder(buildOrderInput(tool, buyer))
  const [order] = await buyer.client.listOrders({ query: { limit: 1 } })
  if (!order) throw new Error('no order')
  const { _id: id, totalPrice } = order
  return { buyer, id, totalPrice, transactionId: await authorizeCard(shop, { buyer, id, totalPrice }) }
}

async function authorizeCard(
  shop: TestShop,
  { buyer, id, totalPrice }: Omit<AuthorizedOrder, 'transactionId'>,
): Promise<string> {
  const { clientSecret } = await buyer.client.createPaymentIntent({ body: { orderId: id, totalPrice } })
  await payByCard(shop, clientSecret)
  return getIntentId(clientSecret)
}

async function record({ buyer, id, transactionId }: AuthorizedOrder): Promise<string> {
  const report = () => toOutcome(buyer.client.recordPayment({ params: { id }, body: { orderId: id, transactionId } }))
  const outcome = await report()
  // On a busy machine the provider may not answer in time: the page tells it again.
  return outcome === 'payments_unavailable' || outcome === 'payment_unfinished' ? report() : outcome
}

/** A provider sends so many at once; many more would wait too long for a connection of a busy database. */
const queueWebhook = createQueue({ concurrency: 20 })

/** Each payment by the page; beside it all webhooks, twice, and a reconciler for each process. */
async function settleAll(shops: Shops, payments: readonly AuthorizedOrder[]): Promise<string[]> {
  const webhooks = shops.flatMap(({ app, webhooks: calls }) =>
    calls.splice(0).flatMap(call => [call.clone(), call].map(each => queueWebhook(async () => app.fetch(each)))),
  )
  const reconcilers = shops.map(async ({ app }) => {
    for (let done = 0; done < payments.length; done += 50) await reconcilePayments(app.shop, () => {})
  })
  const [outcomes] = await Promise.all([
    Promise.all(payments.map(record)),
    Promise.all(webhooks),
    Promise.all(reconcilers),
  ])
  return outcomes
}

function refund(admin: TestAccount, tool: AddedTool, { id, totalPrice }: AuthorizedOrder): Promise<string> {
  const lines = [{ toolId: tool._id, quantity: minimum, restocked: true }]
  const params = { id, refundId: crypto.randomUUID() }
  return toOutcome(admin.client.refundOrder({ params, body: { lines, amount: totalPrice } }))
}

const payAgain = (shop: TestShop, payment: AuthorizedOrder) =>
  toOutcome(authorizeCard(shop, payment).then(transactionId => record({ ...payment, transactionId })))

export type Shops = readonly [TestShop, ...TestShop[]]

export const describeShops = ({ length }: Shops) => (length === 1 ? 'PGlite' : 'two processes of a shop on PostgreSQL')

export async function withShops<T>(serverUrl: string | undefined, run: (shops: Shops) => Promise<T>): Promise<T> {
  const shops = await openShops(serverUrl)
  return run(shops).finally(async () => {
    for (const { app } of shops.toReversed()) await app.close()
  })
}

async function openShops(serverUrl: string | undefined): Promise<Shops> {
  if (!serverUrl) return [await openShop()]
  const url = await copyTemplateDatabase(serverUrl)
  const open = async () =>
    openShop({ SECRET: 'one secret for all the shops there are' }, { database: await openPostgres(url, () => {}) })
  return [await open(), await open()]
}

const getShop = (shops: Shops, index: number): TestShop => shops[index % shops.length] ?? shops[0]

export async function toOutcome(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => 'done',
    error => (error instanceof Refusal ? error.code : String(error)),
  )
}

/** Repeats the check until the work is done; rejects if that takes more than a minute. */
async function watch(work: Promise<unknown>, check: () => Promise<void>): Promise<void> {
  let done = false
  const markDone = () => {
    done = true
  }
  work.then(markDone, markDone)
  const checkUntilDone = async () => {
    await check()
    return done
  }
  await waitUntil(checkUntilDone, 'all buyers have their answers', 60_000)
}

async function getStock([{ client }]: Shops, id: string): Promise<number | undefined> {
  return (await client.listTools({ query: { id } }))[0]?.available
}
