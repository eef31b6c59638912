import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import Stripe from 'stripe'
import { openTestDatabase } from '#test/databases.ts'
import { assertRefused } from '#test/open-shop.ts'
import { buildCardFields } from '#test/pay.ts'
import { confirmWithCard, createOrder, keys, openSandbox, webhookSecret } from '#test/payment-sandbox.ts'
import { waitUntil } from '#test/wait-until.ts'

const database = await openTestDatabase()
const subject = openSandbox(database)

after(() => database.close())

test('the publishable key can neither create, capture, cancel nor refund, nor see an intent without its client secret', async () => {
  const intent = await subject.payments.createIntent(createOrder())
  assert.equal((await subject.post('/payment_intents', { amount: '5000', currency: 'usd' })).status, 401)
  for (const action of ['capture', 'cancel'])
    assert.equal((await subject.post(`/payment_intents/${intent.id}/${action}`, {})).status, 401)
  assert.equal((await subject.post('/refunds', { payment_intent: intent.id })).status, 401)
  assert.equal(
    (await subject.post('/payment_methods', buildCardFields('4242424242424242'), 'sk_test_guess')).status,
    401,
  )
  const method = await subject.post('/payment_methods', buildCardFields('4242424242424242'))
  const confirmed = { client_secret: `${intent.id}_secret_guess`, payment_method: method.reply.id }
  assert.equal((await subject.post(`/payment_intents/${intent.id}/confirm`, confirmed)).status, 404)
})

test('no payment method is kept, nor a card number or security code', async () => {
  const { reply } = await subject.post('/payment_methods', buildCardFields('4000000000009995', { 'card[cvc]': '987' }))
  assert.equal(reply.card.last4, '9995')
  const { rows } = await database.db.execute<{ body: object }>('select body from sandbox_objects')
  const kept = JSON.stringify(rows)
  assert.doesNotMatch(kept, /400000000000|"987"|outcome.{0,40}400/)
  assert.ok(!kept.includes('"object":"payment_method"') && !kept.includes(reply.id))
  assert.doesNotMatch(JSON.stringify(reply), /400000000000|"987"|outcome|declined/)
})

test('an event of an intent is sent once, signed, and accepted with the provider’s signature only', async () => {
  subject.webhooks.length = 0
  const paid = await subject.payments.createIntent(createOrder())
  await confirmWithCard(subject, paid.clientSecret, '4000000000000002')
  await confirmWithCard(subject, paid.clientSecret, '4242424242424242')
  await subject.payments.captureIntent(paid.id)
  const cancelled = await subject.payments.createIntent(createOrder())
  await confirmWithCard(subject, cancelled.clientSecret, '4242424242424242')
  await subject.payments.cancelIntent(cancelled.id)
  const events = await Promise.all(
    subject.webhooks.map(async call => ({
      body: await call.text(),
      signature: call.headers.get('stripe-signature') ?? '',
    })),
  )
  const read = events.map(({ body, signature }) => subject.payments.readEvent(body, signature))
  assert.deepEqual(
    read.map(event => [event?.about, event?.intentId]),
    [
      ['payment', paid.id],
      ['payment', paid.id],
      ['payment', cancelled.id],
      ['payment', cancelled.id],
      ['refund', cancelled.id],
    ],
  )
  assert.deepEqual(
    events.map(({ body }) => JSON.parse(body).type),
    [
      'payment_intent.amount_capturable_updated',
      'payment_intent.succeeded',
      'payment_intent.amount_capturable_updated',
      'payment_intent.canceled',
      'refund.created',
    ],
  )
  assert.equal(new Set(read.map(event => event?.id)).size, 5)
  const [first] = events
  assert.ok(first)
  assert.ok(!first.body.includes(paid.clientSecret))
  const readForged = (body: string, signature: string) =>
    assertRefused(
      Promise.resolve().then(() => subject.payments.readEvent(body, signature)),
      'signature_invalid',
    )
  await readForged(first.body.replace(paid.id, cancelled.id), first.signature)
  await readForged(first.body, '')
  await readForged(first.body, first.signature.replace(/v1=./, 'v1=x'))
  await readForged(first.body, await signWebhook('whsec_of_somebody', first.body, Date.now()))
  await readForged(first.body, await signWebhook(webhookSecret, first.body, Date.now() - 6 * 60_000))
  assert.ok(subject.payments.readEvent(first.body, await signWebhook(webhookSecret, first.body, Date.now())))
  const other = JSON.stringify({ id: 'evt_1', object: 'event', data: { object: { object: 'charge' } } })
  assert.equal(subject.payments.readEvent(other, await signWebhook(webhookSecret, other, Date.now())), undefined)
})

test('a refund that settles later, and a dispute, send an event of their payment', async () => {
  for (const [card, expected] of [
    ['4000000000007726', ['pending', 'succeeded']],
    ['4000000000005126', ['succeeded', 'failed']],
  ] as const) {
    const intent = await subject.payments.createIntent(createOrder())
    await confirmWithCard(subject, intent.clientSecret, card)
    await subject.payments.captureIntent(intent.id)
    subject.webhooks.length = 0
    const refund = { id: crypto.randomUUID(), attempt: 1, intentId: intent.id, amountCents: 100, knownIds: [] }
    const made = await subject.payments.createRefund(refund)
    await waitUntil(() => subject.webhooks.length === 1, 'an event of the refund')
    const [settled] = await subject.payments.listRefunds(intent.id)
    assert.deepEqual([made.status, settled?.status], expected)
    const [call = assert.fail()] = subject.webhooks
    const event = subject.payments.readEvent(await call.text(), call.headers.get('stripe-signature') ?? '')
    assert.deepEqual([event?.about, event?.intentId], ['refund', intent.id])
  }
  subject.webhooks.length = 0
  const disputed = await subject.payments.createIntent(createOrder())
  await confirmWithCard(subject, disputed.clientSecret, '4000000000002685')
  await subject.payments.captureIntent(disputed.id)
  const read = subject.webhooks.map(async call =>
    subject.payments.readEvent(await call.text(), call.headers.get('stripe-signature') ?? ''),
  )
  const events = await Promise.all(read)
  assert.deepEqual(
    events.map(event => [event?.about, event?.intentId]),
    [
      ['payment', disputed.id],
      ['payment', disputed.id],
      ['dispute', disputed.id],
    ],
  )
})

const signWebhook = (secret: string, payload: string, milliseconds: number) =>
  new Stripe(keys.secretKey).webhooks.generateTestHeaderStringAsync({
    payload,
    secret,
    timestamp: Math.floor(milliseconds / 1000),
  })
