import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openTestDatabase } from '#test/databases.ts'
import { buildCardFields, confirmWithCard, createOrder, keys, openSandbox } from '#test/payment-sandbox.ts'

const database = await openTestDatabase()
const subject = openSandbox(database, () => new Date('2026-11-15T12:00:00Z'))

after(() => database.close())

test('an intent is created once for an order and attempt, with its amount, and can be found', async () => {
  const placed = createOrder()
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

test('an amount outside the provider’s limits is refused', async () => {
  await assert.rejects(subject.payments.createIntent(createOrder(49)), /at least \$0\.50/)
  await assert.rejects(subject.payments.createIntent(createOrder(100_000_000)), /no more than \$999,999\.99/)
})

for (const number of ['4242424242424242', '5555555555554444', '378282246310005']) {
  test(`${number} pays`, async () => {
    const intent = await subject.payments.createIntent(createOrder())
    assert.equal((await confirmWithCard(subject, intent.clientSecret, number)).reply.status, 'succeeded')
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
    const intent = await subject.payments.createIntent(createOrder())
    const { status, reply } = await confirmWithCard(subject, intent.clientSecret, number)
    assert.equal(status, 402)
    assert.deepEqual([reply.error.type, reply.error.code, reply.error.decline_code], ['card_error', code, declineCode])
    if (typeof message === 'string') assert.equal(reply.error.message, message)
    else assert.match(reply.error.message, message)
    assert.equal((await subject.payments.findIntent(intent.id))?.status, 'open')
    assert.equal((await confirmWithCard(subject, intent.clientSecret, '4242424242424242')).reply.status, 'succeeded')
  })
}

test('an expiry in the past, an impossible month and a short code are refused with their field', async () => {
  // The sandbox's clock stands at November 2026.
  const wrong = [
    [{ 'card[exp_year]': '25' }, 'invalid_expiry_year', 'exp_year'],
    [{ 'card[exp_month]': '10', 'card[exp_year]': '26' }, 'invalid_expiry_month', 'exp_month'],
    [{ 'card[exp_month]': '13' }, 'invalid_expiry_month', 'exp_month'],
    [{ 'card[cvc]': '1' }, 'invalid_cvc', 'cvc'],
  ] as const
  for (const [change, code, param] of wrong) {
    const { reply } = await subject.post('/payment_methods', buildCardFields('4242424242424242', change))
    assert.deepEqual([reply.error.code, reply.error.param], [code, param])
  }
  const { status } = await subject.post(
    '/payment_methods',
    buildCardFields('4242424242424242', { 'card[exp_month]': '11', 'card[exp_year]': '26' }),
  )
  assert.equal(status, 200)
})

test('a 3-D Secure card waits for its holder, and pays or fails by the answer', async () => {
  for (const [outcome, status] of [
    ['fail', 'open'],
    ['complete', 'succeeded'],
  ] as const) {
    const intent = await subject.payments.createIntent(createOrder())
    const { reply } = await confirmWithCard(subject, intent.clientSecret, '4000002500003155')
    assert.deepEqual([reply.status, reply.next_action], ['requires_action', { type: 'use_stripe_sdk' }])
    assert.equal((await subject.payments.findIntent(intent.id))?.status, 'open')
    const answer = { client_secret: intent.clientSecret, outcome }
    const { reply: after } = await subject.post(`/payment_intents/${intent.id}/authenticate`, answer)
    if (outcome === 'fail') assert.equal(after.error.code, 'payment_intent_authentication_failure')
    assert.equal((await subject.payments.findIntent(intent.id))?.status, status)
  }
})

test('an open intent can be cancelled, a paid one can’t, and neither is charged twice', async () => {
  const open = await subject.payments.createIntent(createOrder())
  assert.equal((await subject.payments.cancelIntent(open.id))?.status, 'cancelled')
  assert.equal((await subject.payments.cancelIntent(open.id))?.status, 'cancelled')
  assert.equal(
    (await confirmWithCard(subject, open.clientSecret, '4242424242424242')).reply.error.code,
    'payment_intent_unexpected_state',
  )
  const paid = await subject.payments.createIntent(createOrder())
  await confirmWithCard(subject, paid.clientSecret, '4242424242424242')
  assert.equal((await subject.payments.cancelIntent(paid.id))?.status, 'succeeded')
  const again = await confirmWithCard(subject, paid.clientSecret, '4242424242424242')
  assert.equal(again.reply.error.code, 'payment_intent_unexpected_state')
  assert.equal((await subject.payments.findIntent(paid.id))?.receivedCents, 12900)
})

test('an intent that the provider does not know is not cancelled, which is no error', async () => {
  assert.equal(await subject.payments.findIntent('pi_of_another_provider'), undefined)
  assert.equal(await subject.payments.cancelIntent('pi_of_another_provider'), undefined)
})

test('a repeated refund is made once', async () => {
  const intent = await subject.payments.createIntent(createOrder())
  await confirmWithCard(subject, intent.clientSecret, '4242424242424242')
  await Promise.all([1, 2, 3].map(() => subject.payments.refund(intent.id)))
  const { reply } = await subject.post('/refunds', { payment_intent: intent.id }, keys.secretKey)
  assert.equal(reply.error.code, 'charge_already_refunded')
})
