import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { after, test } from 'node:test'
import { openTestDatabase } from '#test/databases.ts'
import { assertRefused } from '#test/open-shop.ts'
import { createOrder, getNow, keys, openSandbox, webhookSecret } from '#test/payment-sandbox.ts'
import { createPayments } from './create-payments.ts'
import { createPaymentSandbox } from './sandbox.ts'
import { createStripePayments } from './stripe.ts'

const database = await openTestDatabase()
const subject = openSandbox(database)

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
  const calls = [revoked.findIntent('pi_1'), revoked.cancelIntent('pi_1'), revoked.createIntent(createOrder())]
  for (const call of calls) await assertRefused(call, 'payments_unavailable')
  await assert.rejects(revoked.refund('pi_1'), ({ cause }) => cause instanceof Error)
})

const rejectWhenAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason))
  })

test('a redirect of the provider is not followed', async t => {
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
  const { payments } = createPayments({ stripe, secretFor: () => '' }, { db: database.db, now: getNow, origin: '' })
  await assertRefused(payments.createIntent(createOrder()), 'payments_unavailable')
  assert.deepEqual(new Set(asked), new Set(['/v1/payment_intents']))
})

test('a provider that never answers times out, and a repeated call creates nothing twice', async () => {
  const sandbox = createPaymentSandbox({ db: database.db, now: getNow, ...keys })
  const hasty = createStripePayments({
    ...keys,
    webhookSecret,
    cardForm: 'sandbox',
    timeoutMs: 100,
    /** Executes the call and never answers. */
    async fetch(input, init) {
      await sandbox.fetch(new Request(input, { ...init, signal: null }))
      return rejectWhenAborted(init?.signal ?? assert.fail('no signal'))
    },
  })
  const wanted = createOrder()
  await assertRefused(hasty.createIntent(wanted), 'payments_unavailable')
  const [first, second] = [await subject.payments.createIntent(wanted), await subject.payments.createIntent(wanted)]
  assert.equal(first.id, second.id)
  const { rows } = await database.db.execute(
    `select 1 from sandbox_objects where body->'metadata'->>'orderId' = '${wanted.id}'`,
  )
  assert.equal(rows.length, 1)
})
