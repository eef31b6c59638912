import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openTestDatabase } from '#test/databases.ts'
import { buildCardFields } from '#test/pay.ts'
import { confirmWithCard, createOrder, keys, openSandbox } from '#test/payment-sandbox.ts'
import type { PaymentIntent } from './port.ts'

const database = await openTestDatabase()
const subject = openSandbox(database, () => new Date('2026-11-15T12:00:00Z'))

after(() => database.close())

for (const currency of ['USD', 'EUR'] as const)
  test(`an intent of the order’s amount in ${currency} can be found`, async () => {
    const placed = createOrder(129_00, currency)
    const intent = await subject.payments.createIntent(placed)
    assert.deepEqual(
      { ...intent, id: '', clientSecret: '' },
      {
        id: '',
        clientSecret: '',
        status: 'open',
        amountCents: 12900,
        capturableCents: 0,
        receivedCents: 0,
        currency: currency.toLowerCase(),
        orderId: placed.id,
        accountId: 'buyer',
      },
    )
    assert.deepEqual(await subject.payments.findIntent(intent.id), intent)
    assert.notEqual((await subject.payments.createIntent(placed)).id, intent.id)
    assert.equal(await subject.payments.findIntent('pi_nothing'), undefined)
  })

test('an amount outside the provider’s limits is refused', async () => {
  await assert.rejects(subject.payments.createIntent(createOrder(49)), /at least \$0\.50/)
  await assert.rejects(subject.payments.createIntent(createOrder(100_000_000)), /no more than \$999,999\.99/)
  await assert.rejects(subject.payments.createIntent(createOrder(29, 'GBP')), /at least £0\.30 gbp/)
  await assert.rejects(subject.payments.createIntent(createOrder(1499, 'CZK')), /at least CZK\u00a015\.00 czk/)
})

for (const number of ['4242424242424242', '5555555555554444', '378282246310005']) {
  test(`${number} is authorized, and captured once`, async () => {
    const intent = await subject.payments.createIntent(createOrder())
    assert.equal((await confirmWithCard(subject, intent.clientSecret, number)).reply.status, 'requires_capture')
    const describe = (found: PaymentIntent | undefined) => [found?.status, found?.capturableCents, found?.receivedCents]
    assert.deepEqual(describe(await subject.payments.findIntent(intent.id)), ['authorized', 12900, 0])
    const captured = await Promise.all([1, 2, 3].map(() => subject.payments.captureIntent(intent.id)))
    for (const each of [...captured, await subject.payments.captureIntent(intent.id)])
      assert.deepEqual(describe(each), ['succeeded', 0, 12900])
  })
}

test('an authorization that is cancelled, captured in part or past its week can be captured no more', async () => {
  const authorize = async () => {
    const { id, clientSecret } = await subject.payments.createIntent(createOrder())
    await confirmWithCard(subject, clientSecret, '4242424242424242')
    return id
  }
  const [open, cancelled, partial, late] = [
    (await subject.payments.createIntent(createOrder())).id,
    await authorize(),
    await authorize(),
    await authorize(),
  ]
  assert.equal((await subject.payments.cancelIntent(cancelled))?.status, 'cancelled')
  await subject.post(`/payment_intents/${partial}/capture`, { amount_to_capture: '50' }, keys.secretKey)
  const { status } = await subject.post(`/payment_intents/${open}/capture`, {}, keys.secretKey)
  assert.equal(status, 400)
  const later = openSandbox(database, () => new Date('2026-11-22T12:00:01Z'))
  const outcomes = await Promise.all([open, cancelled, partial, late].map(id => later.payments.captureIntent(id)))
  assert.deepEqual(
    outcomes.map(each => [each?.status, each?.capturableCents, each?.receivedCents]),
    [
      ['open', 0, 0],
      ['cancelled', 0, 0],
      ['succeeded', 0, 50],
      ['cancelled', 0, 0],
    ],
  )
  const voided = await subject.payments.listRefunds(cancelled)
  assert.deepEqual(
    voided.map(({ status, amountCents, refundId }) => [status, amountCents, refundId]),
    [['succeeded', 12900, undefined]],
  )
  const refused = await subject.payments.createIntent(createOrder())
  await confirmWithCard(subject, refused.clientSecret, '4000000000009011')
  assert.equal((await subject.payments.captureIntent(refused.id))?.status, 'authorized')
  const tooMuch = await subject.post(
    `/payment_intents/${await authorize()}/capture`,
    { amount_to_capture: '12901' },
    keys.secretKey,
  )
  assert.equal(tooMuch.reply.error.code, 'amount_too_large')
})

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
    const another = await confirmWithCard(subject, intent.clientSecret, '4242424242424242')
    assert.equal(another.reply.status, 'requires_capture')
  })
}

test('an expiry in the past, an impossible month and a short code are refused with their field', async () => {
  // The sandbox's clock is in November 2026.
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
    ['complete', 'authorized'],
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

test('an open intent can be cancelled, a captured one can’t, and neither is charged twice', async () => {
  const open = await subject.payments.createIntent(createOrder())
  assert.equal((await subject.payments.cancelIntent(open.id))?.status, 'cancelled')
  assert.equal((await subject.payments.cancelIntent(open.id))?.status, 'cancelled')
  assert.equal(
    (await confirmWithCard(subject, open.clientSecret, '4242424242424242')).reply.error.code,
    'payment_intent_unexpected_state',
  )
  const paid = await subject.payments.createIntent(createOrder())
  await confirmWithCard(subject, paid.clientSecret, '4242424242424242')
  await subject.payments.captureIntent(paid.id)
  assert.equal((await subject.payments.cancelIntent(paid.id))?.status, 'succeeded')
  const again = await confirmWithCard(subject, paid.clientSecret, '4242424242424242')
  assert.equal(again.reply.error.code, 'payment_intent_unexpected_state')
  assert.equal((await subject.payments.findIntent(paid.id))?.receivedCents, 12900)
})

test('capturing or cancelling an unknown intent does nothing and is no error', async () => {
  assert.equal(await subject.payments.findIntent('pi_of_another_provider'), undefined)
  assert.equal(await subject.payments.cancelIntent('pi_of_another_provider'), undefined)
  assert.equal(await subject.payments.captureIntent('pi_of_another_provider'), undefined)
})

async function createPaid(number = '4242424242424242') {
  const intent = await subject.payments.createIntent(createOrder())
  await confirmWithCard(subject, intent.clientSecret, number)
  await subject.payments.captureIntent(intent.id)
  return intent.id
}

const refund = (intentId: string, amountCents: number, attempt = 1, id: string = crypto.randomUUID()) =>
  subject.payments.createRefund({ id, attempt, intentId, amountCents, knownIds: [] })

test('refunds may be partial, up to the received amount', async () => {
  const intentId = await createPaid()
  const first = await refund(intentId, 5000)
  assert.deepEqual([first.status, first.amountCents, first.failure], ['succeeded', 5000, ''])
  const [second, third] = await Promise.all([refund(intentId, 7000), refund(intentId, 7000)])
  assert.deepEqual([second.status, third.status].toSorted(), ['failed', 'succeeded'])
  assert.match(`${second.failure}${third.failure}`, /greater than the unrefunded amount/)
  assert.equal((await refund(intentId, 900)).status, 'succeeded')
  const fourth = await refund(intentId, 1)
  assert.deepEqual([fourth.id, fourth.status], ['', 'failed'])
  assert.match(fourth.failure, /already been refunded/)
  const all = await subject.payments.listRefunds(intentId)
  assert.deepEqual(all.map(({ amountCents }) => amountCents).toSorted(), [5000, 7000, 900])
})

test('a repeated refund is made once, even if its idempotency key is forgotten', async () => {
  const intentId = await createPaid()
  const id = crypto.randomUUID()
  const made = await Promise.all([1, 2, 3].map(() => refund(intentId, 400, 1, id)))
  await database.db.execute('delete from sandbox_replies')
  made.push(await refund(intentId, 400, 1, id))
  assert.equal(new Set(made.map(each => each.id)).size, 1)
  assert.equal((await subject.payments.listRefunds(intentId)).length, 1)
  await refund(intentId, 400, 2, id)
  const listed = await subject.payments.listRefunds(intentId)
  assert.deepEqual(listed.map(({ refundId, attempt }) => [refundId, attempt]).toSorted(), [
    [id, 1],
    [id, 2],
  ])
})

test('a refund of an intent that is not captured has failed', async () => {
  const intent = await subject.payments.createIntent(createOrder())
  assert.equal((await refund(intent.id, 100)).status, 'failed')
  await confirmWithCard(subject, intent.clientSecret, '4242424242424242')
  assert.equal((await refund(intent.id, 100, 2)).status, 'failed')
})

test('a dispute blocks refunds until it is won', async () => {
  const intentId = await createPaid('4000000000000259')
  const [dispute] = await subject.payments.listDisputes(intentId)
  assert.deepEqual([dispute?.state, dispute?.reason, dispute?.amountCents], ['open', 'fraudulent', 12900])
  assert.ok(dispute?.dueAt && dispute.dueAt > dispute.openedAt)
  assert.match((await refund(intentId, 100)).failure, /charged back/)
  const evidence = { 'evidence[uncategorized_text]': 'winning_evidence' }
  assert.equal((await subject.post(`/disputes/${dispute?.id}`, evidence)).status, 401)
  await subject.post(`/disputes/${dispute?.id}`, evidence, keys.secretKey)
  assert.equal((await subject.payments.listDisputes(intentId))[0]?.state, 'won')
  assert.equal((await refund(intentId, 100)).status, 'succeeded')
  assert.deepEqual(await subject.payments.listDisputes(await createPaid()), [])
})
