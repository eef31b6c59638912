import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { desc } from 'drizzle-orm'
import fc from 'fast-check'
import type { OperationId } from '#contract/operations.ts'
import { identitySessions } from '#db/tables/identity.ts'
import { buildOrderInput, openShopWithPages, origin, type TestAccount, type TestShop } from '#test/open-shop.ts'
import { getIntentId } from '#test/pay.ts'
import { withDeadline } from '#test/wait-until.ts'
import { type Attempt, type FindKnownValues, generateAttempts, type Operation } from './requests.ts'
import { generateUnlistedAttempts } from './unlisted-routes.ts'
import { findDefect } from './verdict.ts'

/** How many requests each of the two tests sends; FUZZ_RUNS says how many times as many. */
const runs = 600 * Number(process.env.FUZZ_RUNS ?? 1)
const seed = Number(process.env.FUZZ_SEED ?? 20_261_120)
const answerDeadline = 10_000

let shop: TestShop
let buyer: TestAccount
let admin: TestAccount
let session: typeof identitySessions.$inferSelect
/** Proves the session. */
let proof: string
const logged: string[] = []
before(async () => {
  shop = await openShopWithPages({}, { onError: event => logged.push(event) })
  buyer = await shop.signUp()
  admin = await shop.logInAsAdmin()
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ email: buyer.email, password: 'secret-7' })
  const signedIn = await shop.request('/api/auth/sign-in/email', { method: 'POST', headers, body })
  proof = signedIn.headers.get('set-auth-token') ?? assert.fail('no session')
  const [newest] = await shop.app.shop.db
    .select()
    .from(identitySessions)
    .orderBy(desc(identitySessions.createdAt))
    .limit(1)
  session = newest ?? assert.fail('no session')
})
after(() => shop.app.close())

async function send({ who, method, path, headers: givenHeaders, body, encoding }: Attempt): Promise<void> {
  const headers = new Headers({ origin, ...givenHeaders })
  const tokens = { anonymous: '', buyer: buyer.token, admin: admin.token, nonsense: 'e30.e30.x' }
  const usesSession = who === 'buyer' && /^\/api\/(auth|storeUsers)/.test(path)
  // Restores the session, which an earlier attempt may have ended.
  if (usesSession) await shop.app.shop.db.insert(identitySessions).values(session).onConflictDoNothing()
  const token = usesSession ? proof : tokens[who]
  if (token && !headers.has('authorization')) headers.set('authorization', `Bearer ${token}`)
  const init = { method, headers, signal: AbortSignal.timeout(answerDeadline) }
  const bytes = method === 'GET' || method === 'HEAD' || body === undefined ? undefined : Buffer.from(body, encoding)
  // As the server has them: a body comes with its length or in chunks.
  if (bytes && !headers.has('transfer-encoding')) headers.set('content-length', String(bytes.length))
  const request = new Request(origin + path, bytes ? { ...init, body: bytes } : init)
  logged.length = 0
  const answer = await withDeadline(Promise.resolve(shop.app.fetch(request)), 'the shop answers', answerDeadline)
  const text = await withDeadline(readText(answer), 'the answer is complete', answerDeadline)
  const wrong = findDefect(
    new URL(request.url).pathname,
    { status: answer.status, headers: answer.headers, text },
    origin,
  )
  assert.deepEqual([wrong, logged], [undefined, []])
}

function readText(answer: Response): Promise<string> {
  const coding = answer.headers.get('content-encoding')
  if (!answer.body || (coding !== 'gzip' && coding !== 'deflate')) return answer.text()
  return new Response(answer.body.pipeThrough(new DecompressionStream(coding))).text()
}

const check = (attempt: fc.Arbitrary<Attempt>) =>
  fc.assert(fc.asyncProperty(attempt, send), {
    numRuns: runs,
    seed,
    // `FUZZ_SHRINK=1` reduces a failing request.
    endOnFailure: process.env.FUZZ_SHRINK === undefined,
  })

test('every call of the contract answers any request, and leaks no internals', async () => {
  const known = await createKnownValues()
  const document: { paths: Record<string, Record<string, Operation>> } = await (
    await shop.request('/api/openapi.json')
  ).json()
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => generateAttempts(path, method, operation, known)),
  )
  await check(fc.oneof(...calls))
})

test('the identity provider, the payment sandbox, the webhooks and the pages answer any request, and leak no internals', async () => {
  const tool = await shop.getTool()
  const { orderId, clientSecret } = await openOrder()
  assert.ok(orderId)
  const known = {
    email: buyer.email,
    password: 'secret-7',
    toolId: tool._id,
    intent: getIntentId(clientSecret),
    clientSecret,
  }
  await check(generateUnlistedAttempts(known))
})

async function openOrder() {
  const tool = await shop.getTool()
  await buyer.client.placeOrder(buildOrderInput(tool, buyer))
  const [order] = await buyer.client.listOrders({})
  assert.ok(order)
  const body = { orderId: order._id, totalPrice: order.totalPrice }
  const { clientSecret } = await buyer.client.createPaymentIntent({ body })
  return { orderId: order._id, totalPrice: order.totalPrice, clientSecret }
}

async function createKnownValues(): Promise<FindKnownValues> {
  const image = '/images/claw-hammer-800.webp'
  const bolt = { name: 'Bolt', image, price: 2.5, available: 100_000_000, minimum: 1, description: 'A bolt.' }
  const { insertedId: toolId } = await admin.client.addTool({ body: bolt })
  const { insertedId: spare } = await admin.client.addTool({ body: bolt })
  const { orderId, totalPrice, clientSecret } = await openOrder()
  const page = { slug: 'about-us', title: 'About us', body: '# Us', published: true }
  await admin.client.addPage({ body: page })
  const { changedAt } = await admin.client.getPage({ params: { slug: page.slug } })
  const values: Record<string, readonly unknown[]> = {
    toolId: [toolId],
    id: [toolId],
    orderId: [orderId],
    email: [buyer.email],
    userEmail: [buyer.email],
    price: [2.5],
    totalPrice: [totalPrice],
    quantity: ['1 pieces'],
    lines: [[{ toolId, quantity: 1, price: 2.5 }]],
    image: [image],
    img: [image],
    transactionId: [getIntentId(clientSecret)],
    cursor: [toolId, spare],
    before: [toolId, spare],
    slug: ['about-us'],
    changedAt: [changedAt],
    ids: [[toolId, orderId]],
  }
  const orders: readonly string[] = [
    'cancelOrder',
    'recordPayment',
    'markShipped',
    'cancelAnyOrder',
  ] satisfies OperationId[]
  const closable = await shop.createBuyer()
  return (operation, field) => {
    if (operation === ('closeAccount' satisfies OperationId) && field === 'email') return [closable.email]
    if (field === 'totalPrice' && operation === 'placeOrder') return [2.5]
    if (field === 'id' && orders.includes(operation)) return [orderId]
    if (field === 'id' && operation === 'deleteTool') return [spare]
    return values[field] ?? []
  }
}
