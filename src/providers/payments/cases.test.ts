import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { after, before, test } from 'node:test'
import Stripe from 'stripe'
import type { Database } from '#db/database.ts'
import { openTestDatabase } from '#test/databases.ts'
import { refused } from '#test/open-shop.ts'
import { createPayments } from './create-payments.ts'
import type { Payments } from './port.ts'
import { createPaymentSandbox } from './sandbox.ts'
import { createStripePayments } from './stripe.ts'

/** A provider to run the cases on, and how a card form reaches it. */
interface Subject {
  payments: Payments
  post: (path: string, fields: Record<string, string>, key?: string) => Promise<{ status: number; reply: Reply }>
}

interface Reply {
  id: string
  status: string
  card: { last4: string }
  next_action: object | null
  last_payment_error: object | null
  error: { type: string; code?: string; decline_code?: string; message: string; param?: string }
}

let database: Database
let subject: Subject
before(async () => {
  database = await openTestDatabase()
  subject = sandboxed(database)
})
after(() => database.close())

const keys = { secretKey: 'sk_test_secret', publishableKey: 'pk_test_public' }
const webhookSecret = 'whsec_of_the_tests'
const now = () => new Date()
const told: Request[] = []

function sandboxed({ db }: Database): Subject {
  const sandbox = createPaymentSandbox({
    db,
    now,
    webhook: {
      url: 'http://127.0.0.1:3000/api/webhooks/payments',
      secret: webhookSecret,
      async send(call) {
        told.push(call)
        return new Response()
      },
    },
    ...keys,
  })
  const request = async (input: string | URL | Request, init?: RequestInit) => sandbox.fetch(new Request(input, init))
  return {
    payments: createStripePayments({ ...keys, webhookSecret, form: 'sandbox', fetch: request }),
    async post(path, fields, key = keys.publishableKey) {
      const response = await request(`http://sandbox.test/v1${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}` },
        body: new URLSearchParams(fields),
      })
      return { status: response.status, reply: await response.json() }
    },
  }
}

let orders = 0
const order = (totalCents = 129_00) => ({ id: `order-${++orders}`, accountId: 'buyer', totalCents, attempt: 1 })

const card = (number: string, change: Record<string, string> = {}) => ({
  type: 'card',
  'card[number]': number,
  'card[exp_month]': '12',
  'card[exp_year]': '34',
  'card[cvc]': '123',
  ...change,
})

async function confirm(clientSecret: string, number: string) {
  const method = await subject.post('/payment_methods', card(number))
  if (method.status !== 200) return method
  const [id = ''] = clientSecret.split('_secret_')
  return subject.post(`/payment_intents/${id}/confirm`, {
    client_secret: clientSecret,
    payment_method: method.reply.id,
  })
}

test('an intent is created once for an order and attempt, with its amount, and can be found', async () => {
  const placed = order()
  const intent = await subject.payments.createIntent(placed)
  assert.deepEqual(
    { ...intent, id: '', clientSecret: '' },
    {
      id: '',
      clientSecret: '',
      status: 'open',
      amountCents: 12900,
      receivedCents: 0,
      currency: 'usd',
      orderId: placed.id,
      accountId: 'buyer',
    },
  )
  assert.deepEqual(await subject.payments.createIntent(placed), intent)
  assert.deepEqual(await subject.payments.findIntent(intent.id), intent)
  assert.notEqual((await subject.payments.createIntent({ ...placed, attempt: 2 })).id, intent.id)
  assert.equal(await subject.payments.findIntent('pi_nothing'), undefined)
})

test('an amount outside what the provider takes is refused', async () => {
  await assert.rejects(subject.payments.createIntent(order(49)), /at least \$0\.50/)
  await assert.rejects(subject.payments.createIntent(order(100_000_000)), /no more than \$999,999\.99/)
})

for (const number of ['4242424242424242', '5555555555554444', '378282246310005']) {
  test(`${number} pays`, async () => {
    const intent = await subject.payments.createIntent(order())
    assert.equal((await confirm(intent.clientSecret, number)).reply.status, 'succeeded')
    const paid = await subject.payments.findIntent(intent.id)
    assert.deepEqual([paid?.status, paid?.receivedCents], ['succeeded', 12900])
  })
}

const declines = [
  ['4000000000000002', 'card_declined', 'generic_decline', 'Your card was declined.'],
  ['4000000000009995', 'card_declined', 'insufficient_funds', 'Your card has insufficient funds.'],
  ['4000000000009987', 'card_declined', 'lost_card', 'Your card was declined.'],
  ['4000000000009979', 'card_declined', 'stolen_card', 'Your card was declined.'],
  ['4000000000000069', 'expired_card', undefined, 'Your card has expired.'],
  ['4000000000000127', 'incorrect_cvc', undefined, "Your card's security code is incorrect."],
  [
    '4000000000000119',
    'processing_error',
    undefined,
    'An error occurred while processing your card. Try again in a little bit.',
  ],
  ['4242424242424241', 'incorrect_number', undefined, 'Your card number is incorrect.'],
  ['4111111111111111', 'card_declined', 'test_mode_live_card', /^Your card was declined\./],
] as const

for (const [number, code, declineCode, message] of declines) {
  test(`${number} fails as ${declineCode ?? code} and leaves the intent open for another card`, async () => {
    const intent = await subject.payments.createIntent(order())
    const { status, reply } = await confirm(intent.clientSecret, number)
    assert.equal(status, 402)
    assert.deepEqual([reply.error.type, reply.error.code, reply.error.decline_code], ['card_error', code, declineCode])
    if (typeof message === 'string') assert.equal(reply.error.message, message)
    else assert.match(reply.error.message, message)
    assert.equal((await subject.payments.findIntent(intent.id))?.status, 'open')
    assert.equal((await confirm(intent.clientSecret, '4242424242424242')).reply.status, 'succeeded')
  })
}

test('an expiry in the past, an impossible month and a short code are refused with their field', async () => {
  const wrong = [
    [{ 'card[exp_year]': '25' }, 'invalid_expiry_year', 'exp_year'],
    [{ 'card[exp_month]': '10', 'card[exp_year]': '26' }, 'invalid_expiry_month', 'exp_month'],
    [{ 'card[exp_month]': '13' }, 'invalid_expiry_month', 'exp_month'],
    [{ 'card[cvc]': '1' }, 'invalid_cvc', 'cvc'],
  ] as const
  for (const [change, code, param] of wrong) {
    const { reply } = await subject.post('/payment_methods', card('4242424242424242', change))
    assert.deepEqual([reply.error.code, reply.error.param], [code, param])
  }
  const { status } = await subject.post(
    '/payment_methods',
    card('4242424242424242', { 'card[exp_month]': '11', 'card[exp_year]': '26' }),
  )
  assert.equal(status, 200)
})

test('a 3-D Secure card waits for its holder, and pays or fails by the answer', async () => {
  for (const [outcome, status] of [
    ['fail', 'open'],
    ['complete', 'succeeded'],
  ] as const) {
    const intent = await subject.payments.createIntent(order())
    const { reply } = await confirm(intent.clientSecret, '4000002500003155')
    assert.deepEqual([reply.status, reply.next_action], ['requires_action', { type: 'use_stripe_sdk' }])
    assert.equal((await subject.payments.findIntent(intent.id))?.status, 'open')
    const answer = { client_secret: intent.clientSecret, outcome }
    const { reply: after } = await subject.post(`/payment_intents/${intent.id}/authenticate`, answer)
    if (outcome === 'fail') assert.equal(after.error.code, 'payment_intent_authentication_failure')
    assert.equal((await subject.payments.findIntent(intent.id))?.status, status)
  }
})

test('an open intent can be cancelled, a paid one can’t, and neither is charged twice', async () => {
  const open = await subject.payments.createIntent(order())
  assert.equal((await subject.payments.cancelIntent(open.id)).status, 'cancelled')
  assert.equal((await subject.payments.cancelIntent(open.id)).status, 'cancelled')
  assert.equal(
    (await confirm(open.clientSecret, '4242424242424242')).reply.error.code,
    'payment_intent_unexpected_state',
  )
  const paid = await subject.payments.createIntent(order())
  await confirm(paid.clientSecret, '4242424242424242')
  assert.equal((await subject.payments.cancelIntent(paid.id)).status, 'succeeded')
  const again = await confirm(paid.clientSecret, '4242424242424242')
  assert.equal(again.reply.error.code, 'payment_intent_unexpected_state')
  assert.equal((await subject.payments.findIntent(paid.id))?.receivedCents, 12900)
})

test('a refund is made once, however often it is asked for', async () => {
  const intent = await subject.payments.createIntent(order())
  await confirm(intent.clientSecret, '4242424242424242')
  await Promise.all([1, 2, 3].map(() => subject.payments.refund(intent.id)))
  const { reply } = await subject.post('/refunds', { payment_intent: intent.id }, keys.secretKey)
  assert.equal(reply.error.code, 'charge_already_refunded')
})

test('a provider that can’t be reached is told as payments_unavailable', async () => {
  const down = createStripePayments({
    ...keys,
    webhookSecret,
    form: 'sandbox',
    fetch: () => Promise.reject(new TypeError('fetch failed')),
  })
  await refused(down.findIntent('pi_1'), 'payments_unavailable')
  await refused(down.createIntent(order()), 'payments_unavailable')
})

test('a provider that sends us elsewhere is not followed', async t => {
  const asked: string[] = []
  const moved = createServer(({ url = '' }, response) => {
    asked.push(url)
    response.writeHead(307, { location: '/elsewhere' }).end()
  })
  await once(moved.listen(0, '127.0.0.1'), 'listening')
  t.after(() => moved.close())
  const address = moved.address()
  const apiOrigin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const stripe = { ...keys, webhookSecret, apiOrigin }
  const { payments } = createPayments({ stripe, secretFor: () => '' }, { db: database.db, now, origin: '' })
  await refused(payments.createIntent(order()), 'payments_unavailable')
  assert.deepEqual(new Set(asked), new Set(['/v1/payment_intents']))
})

test('a provider that never answers is given up, and nothing is doubled when it is asked again', async () => {
  const sandbox = createPaymentSandbox({ db: database.db, now, ...keys })
  const hasty = createStripePayments({
    ...keys,
    webhookSecret,
    form: 'sandbox',
    timeoutMs: 100,
    /** Does what it is asked, and says nothing. */
    async fetch(input, init) {
      const gone = new Promise<never>((_, reject) => init?.signal?.addEventListener('abort', reject))
      await sandbox.fetch(new Request(input, { ...init, signal: null }))
      return gone
    },
  })
  const wanted = order()
  await refused(hasty.createIntent(wanted), 'payments_unavailable')
  const [first, second] = [await subject.payments.createIntent(wanted), await subject.payments.createIntent(wanted)]
  assert.equal(first.id, second.id)
  const { rows } = await database.db.execute(
    `select 1 from sandbox_objects where body->'metadata'->>'orderId' = '${wanted.id}'`,
  )
  assert.equal(rows.length, 1)
})

test('the publishable key can neither create, cancel nor refund, nor see an intent without its client secret', async () => {
  const intent = await subject.payments.createIntent(order())
  assert.equal((await subject.post('/payment_intents', { amount: '5000', currency: 'usd' })).status, 401)
  assert.equal((await subject.post(`/payment_intents/${intent.id}/cancel`, {})).status, 401)
  assert.equal((await subject.post('/refunds', { payment_intent: intent.id })).status, 401)
  assert.equal((await subject.post('/payment_methods', card('4242424242424242'), 'sk_test_guess')).status, 401)
  const method = await subject.post('/payment_methods', card('4242424242424242'))
  const confirmed = { client_secret: `${intent.id}_secret_guess`, payment_method: method.reply.id }
  assert.equal((await subject.post(`/payment_intents/${intent.id}/confirm`, confirmed)).status, 404)
})

test('no card number or security code is kept', async () => {
  const { reply } = await subject.post('/payment_methods', card('4000000000009995', { 'card[cvc]': '987' }))
  assert.equal(reply.card.last4, '9995')
  const { rows } = await database.db.execute<{ body: object }>('select body from sandbox_objects')
  const kept = JSON.stringify(rows)
  assert.doesNotMatch(kept, /400000000000|"987"|outcome.{0,40}400/)
  assert.ok(!JSON.stringify(reply).includes('outcome'))
})

test('what happened to an intent is told once, signed, and read by nobody’s word but the provider’s', async () => {
  told.length = 0
  const paid = await subject.payments.createIntent(order())
  await confirm(paid.clientSecret, '4000000000000002')
  await confirm(paid.clientSecret, '4242424242424242')
  const cancelled = await subject.payments.createIntent({ ...order(), attempt: 2 })
  await subject.payments.cancelIntent(cancelled.id)
  const events = await Promise.all(
    told.map(async call => ({ body: await call.text(), signature: call.headers.get('stripe-signature') ?? '' })),
  )
  const read = events.map(({ body, signature }) => subject.payments.readEvent(body, signature))
  assert.deepEqual(
    read.map(event => event?.intentId),
    [paid.id, cancelled.id],
  )
  assert.equal(new Set(read.map(event => event?.id)).size, 2)
  const [first] = events
  assert.ok(first)
  assert.ok(!first.body.includes(paid.clientSecret))
  const forged = (body: string, signature: string) =>
    refused(
      Promise.resolve().then(() => subject.payments.readEvent(body, signature)),
      'signature_invalid',
    )
  await forged(first.body.replace(paid.id, cancelled.id), first.signature)
  await forged(first.body, '')
  await forged(first.body, first.signature.replace(/v1=./, 'v1=x'))
  await forged(first.body, await signedBy('whsec_of_somebody', first.body, Date.now()))
  await forged(first.body, await signedBy(webhookSecret, first.body, Date.now() - 6 * 60_000))
  assert.ok(subject.payments.readEvent(first.body, await signedBy(webhookSecret, first.body, Date.now())))
  const other = JSON.stringify({ id: 'evt_1', object: 'event', data: { object: { object: 'charge' } } })
  assert.equal(subject.payments.readEvent(other, await signedBy(webhookSecret, other, Date.now())), undefined)
})

/** A signature made by Stripe's own package. */
const signedBy = (secret: string, payload: string, milliseconds: number) =>
  new Stripe(keys.secretKey).webhooks.generateTestHeaderStringAsync({
    payload,
    secret,
    timestamp: Math.floor(milliseconds / 1000),
  })
