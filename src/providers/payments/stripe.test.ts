import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { after, test } from 'node:test'
import { openTestDatabase } from '#test/databases.ts'
import { assertRefused } from '#test/open-shop.ts'
import { createOrder, getNow, keys, webhookSecret } from '#test/payment-sandbox.ts'
import { createPayments } from './create-payments.ts'
import { createPaymentSandbox } from './sandbox.ts'
import { createStripePayments } from './stripe.ts'

const database = await openTestDatabase()

after(() => database.close())

test('a provider that can’t be reached is refused as payments_unavailable', async () => {
  const down = createStripePayments({
    ...keys,
    webhookSecret,
    cardForm: 'sandbox',
    fetch: () => Promise.reject(new TypeError('fetch failed')),
  })
  await assertRefused(down.findIntent('pi_1'), 'payments_unavailable')
  await assertRefused(down.createIntent(createOrder()), 'payments_unavailable')
})

test('a revoked key is refused as payments_unavailable, and keeps its cause for the log', async () => {
  const sandbox = createPaymentSandbox({ db: database.db, now: getNow, ...keys })
  const revoked = createStripePayments({
    ...keys,
    secretKey: 'sk_test_revoked',
    webhookSecret,
    cardForm: 'sandbox',
    fetch: async (input, init) => sandbox.fetch(new Request(input, init)),
  })
  const calls = [
    revoked.findIntent('pi_1'),
    revoked.captureIntent('pi_1'),
    revoked.cancelIntent('pi_1'),
    revoked.createIntent(createOrder()),
  ]
  for (const call of calls) await assertRefused(call, 'payments_unavailable')
  const refund = { id: 'r', attempt: 1, intentId: 'pi_1', amountCents: 100, knownIds: [] }
  await assert.rejects(revoked.createRefund(refund), ({ cause }) => cause instanceof Error)
  for (const call of [revoked.listRefunds('pi_1'), revoked.listDisputes('pi_1')])
    await assertRefused(call, 'payments_unavailable')
})

const rejectWhenAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason))
  })

test('a redirect of the provider is not followed', async t => {
  const requestedPaths: string[] = []
  const moved = createServer(({ url = '' }, response) => {
    requestedPaths.push(url)
    response.writeHead(307, { location: '/elsewhere' }).end()
  })
  await once(moved.listen(0, '127.0.0.1'), 'listening')
  t.after(() => moved.close())
  const address = moved.address()
  const apiOrigin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const stripe = { ...keys, webhookSecret, apiOrigin }
  const { payments } = createPayments({ stripe, secretFor: () => '' }, { db: database.db, now: getNow, origin: '' })
  await assertRefused(payments.createIntent(createOrder()), 'payments_unavailable')
  assert.deepEqual(new Set(requestedPaths), new Set(['/v1/payment_intents']))
})

test('a call without an answer is tried twice, which creates one intent, and times out', async () => {
  const sandbox = createPaymentSandbox({ db: database.db, now: getNow, ...keys })
  let tries = 0
  const hasty = createStripePayments({
    ...keys,
    webhookSecret,
    cardForm: 'sandbox',
    timeoutMs: 100,
    /** Executes the call but never answers. */
    async fetch(input, init) {
      tries += 1
      await sandbox.fetch(new Request(input, { ...init, signal: null }))
      return rejectWhenAborted(init?.signal ?? assert.fail('no signal'))
    },
  })
  const wanted = createOrder()
  await assertRefused(hasty.createIntent(wanted), 'payments_unavailable')
  assert.equal(tries, 2)
  const { rows } = await database.db.execute(
    `select 1 from sandbox_objects where body->'metadata'->>'orderId' = '${wanted.id}'`,
  )
  assert.equal(rows.length, 1)
})

function answerWith(status: number, body: object, listed: readonly object[] = []) {
  const calls: { path: string; headers: Headers; form: Record<string, string> }[] = []
  const payments = createStripePayments({
    ...keys,
    webhookSecret,
    cardForm: 'stripe',
    async fetch(input, init) {
      const form = Object.fromEntries(new URLSearchParams(String(init?.body ?? '')))
      calls.push({ path: new URL(String(input)).pathname, headers: new Headers(init?.headers), form })
      const isList = init?.method === 'GET' && !String(input).includes('/payment_intents')
      return isList ? Response.json({ object: 'list', data: listed }) : Response.json(body, { status })
    },
  })
  return { payments, calls }
}

const intent = {
  id: 'pi_1',
  object: 'payment_intent',
  status: 'processing',
  amount: 50,
  amount_capturable: 0,
  amount_received: 0,
  metadata: {},
}

test('only ids in the provider’s format are looked up', async () => {
  const { payments, calls } = answerWith(200, intent)
  for (const id of ['xpi_1', 'pi_1/cancel', 'pi_1?expand[]=x', 'pi_', ' pi_1', 'pi_1 '])
    assert.equal(await payments.findIntent(id), undefined)
  assert.deepEqual(calls, [])
})

test('an intent that is under way is `processing`, and a missing client secret is empty', async () => {
  const found = await answerWith(200, intent).payments.findIntent('pi_1')
  assert.deepEqual([found?.status, found?.clientSecret], ['processing', ''])
})

test('calls name the version of the API that they were written for, and send no telemetry', async () => {
  const { payments, calls } = answerWith(200, intent)
  await payments.findIntent('pi_1')
  await payments.findIntent('pi_1')
  const [, second] = calls
  assert.equal(second?.headers.get('stripe-version'), '2026-10-28.endive')
  assert.equal(second?.headers.get('x-stripe-client-telemetry'), null)
})

test('an intent accepts cards only, waits for its capture, and has a new idempotency key each time', async () => {
  const { payments, calls } = answerWith(200, intent)
  for (let times = 0; times < 2; times++) await payments.createIntent({ ...createOrder(), id: 'order-x' })
  const [{ form } = assert.fail()] = calls
  assert.deepEqual(form, {
    amount: '12900',
    currency: 'usd',
    capture_method: 'manual',
    'allowed_payment_method_types[0]': 'card',
    'metadata[orderId]': 'order-x',
    'metadata[accountId]': 'buyer',
  })
  assert.equal(new Set(calls.map(({ headers }) => headers.get('idempotency-key'))).size, 2)
})

test('an intent is requested in the currency of its order, and keeps it', async () => {
  const { payments, calls } = answerWith(200, { ...intent, currency: 'eur' })
  assert.equal((await payments.createIntent(createOrder(50, 'EUR'))).currency, 'eur')
  assert.equal((await payments.findIntent('pi_1'))?.currency, 'eur')
  const [{ form } = assert.fail()] = calls
  assert.deepEqual([form.amount, form.currency], ['50', 'eur'])
})

test('a capture has a new idempotency key each time, and a running one is awaited', async () => {
  const { payments, calls } = answerWith(200, { ...intent, status: 'succeeded', amount_received: 50 })
  for (let times = 0; times < 2; times++) assert.equal((await payments.captureIntent('pi_1'))?.receivedCents, 50)
  const capture = ['/v1/payment_intents/pi_1/capture', {}]
  assert.deepEqual(
    calls.map(({ path, form }) => [path, form]),
    [capture, capture],
  )
  assert.equal(new Set(calls.map(({ headers }) => headers.get('idempotency-key'))).size, 2)
  const error = { type: 'idempotency_error', code: 'idempotency_key_in_use', message: 'In use.' }
  await assertRefused(answerWith(409, { error }).payments.captureIntent('pi_1'), 'payments_unavailable')
})

const refund = { id: 'r-1', attempt: 2, intentId: 'pi_1', amountCents: 100, knownIds: [] }
const refunded = { id: 're_1', object: 'refund', amount: 100, status: 'succeeded', metadata: {} }

test('a refund is requested with its amount and has its id in idempotency key and metadata', async () => {
  const { payments, calls } = answerWith(200, { ...refunded, status: 'requires_action' })
  assert.equal((await payments.createRefund(refund)).status, 'pending')
  const [, { form, headers } = assert.fail()] = calls
  assert.deepEqual(form, {
    payment_intent: 'pi_1',
    amount: '100',
    'metadata[refundId]': 'r-1',
    'metadata[attempt]': '2',
  })
  assert.equal(headers.get('idempotency-key'), 'refund:r-1:2')
})

test('a refund that the provider has already is not requested again', async () => {
  const own = {
    ...refunded,
    metadata: { refundId: 'r-1', attempt: '2' },
    status: 'failed',
    failure_reason: 'lost_or_stolen_card',
  }
  const { payments, calls } = answerWith(500, {}, [own])
  const { id, status, failure } = await payments.createRefund(refund)
  assert.deepEqual([id, status, failure], ['re_1', 'failed', 'lost or stolen card'])
  assert.equal(calls.length, 1)
})

test('a refund in the provider’s dashboard counts if its amount is the same', async () => {
  const error = { type: 'invalid_request_error', code: 'charge_already_refunded', message: 'Charge has been refunded.' }
  const { payments } = answerWith(400, { error }, [refunded])
  assert.deepEqual((await payments.createRefund(refund)).id, 're_1')
  const other = await payments.createRefund({ ...refund, amountCents: 50 })
  assert.deepEqual([other.id, other.status, other.failure], ['', 'failed', 'Charge has been refunded.'])
})

test('a dashboard refund that failed or is already known does not count', async () => {
  const error = { type: 'invalid_request_error', code: 'charge_already_refunded', message: 'Charge has been refunded.' }
  const failed = { ...refunded, id: 're_0', status: 'failed' }
  const made = [failed, refunded, { ...refunded, id: 're_2' }]
  const { payments } = answerWith(400, { error }, made)
  assert.equal((await payments.createRefund({ ...refund, knownIds: ['re_1'] })).id, 're_2')
  const none = await payments.createRefund({ ...refund, knownIds: ['re_1', 're_2'] })
  assert.deepEqual([none.id, none.status], ['', 'failed'])
})

test('errors other than invalid requests are rethrown', async () => {
  const error = { type: 'card_error', code: 'charge_already_refunded', message: 'x' }
  await assert.rejects(answerWith(402, { error }).payments.createRefund(refund), /x/)
})

test('states of disputes are inquiries, open, won or lost', async () => {
  const dispute = { id: 'dp_1', object: 'dispute', amount: 100, reason: 'general', created: 1_800_000_000 }
  const statuses = ['needs_response', 'warning_needs_response', 'under_review', 'won', 'warning_closed', 'lost']
  const { payments } = answerWith(
    500,
    {},
    statuses.map(status => ({ ...dispute, status })),
  )
  const states = (await payments.listDisputes('pi_1')).map(({ state }) => state)
  assert.deepEqual(states, ['open', 'inquiry', 'open', 'won', 'won', 'lost'])
})
