import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Refusal } from '#contract/refusal.ts'
import { openPostgres } from '#db/postgres.ts'
import type { Log } from '#observability/logger.ts'
import { createEmptyDatabase } from './databases.ts'
import {
  assertRefused,
  buildOrderInput,
  openShopWithPages,
  origin,
  type TestAccount,
  type TestShop,
} from './open-shop.ts'
import { type PostgresServer, startPostgres } from './postgres.ts'
import { waitUntil } from './wait-until.ts'

let server: PostgresServer
let shop: TestShop
let buyer: TestAccount
const lines: Parameters<Log>[] = []
before(async () => {
  server = await startPostgres()
  const database = await openPostgres(await createEmptyDatabase(server.url), () => {})
  shop = await openShopWithPages({}, { database, onError: () => {}, onLog: (...line) => lines.push(line) })
  buyer = await shop.signUp()
})
after(async () => {
  await shop.app.close()
  await server.remove()
})

const fetchReadiness = async () => (await shop.request('/readyz')).status

test('while the database is down, cached pages are served and calls refused; nothing is lost or doubled', async () => {
  const tool = await shop.getTool()
  const fetchPage = (path: string) => shop.app.fetch(new Request(new URL(path, origin)))
  const orderInput = { ...buildOrderInput(tool, buyer), headers: { 'idempotency-key': 'the one order' } }
  await buyer.client.placeOrder(orderInput)
  assert.equal(await fetchReadiness(), 200)

  await server.stop()
  for (const path of ['/', '/shop', '/allReviews', '/blogs', '/login'])
    assert.equal((await fetchPage(path)).status, 200, path)
  assert.equal((await fetchPage(`/shop/${tool._id}`)).status, 500)
  await assertRefused(buyer.client.listOrders({}), 'shop_unavailable')
  await assertRefused(buyer.client.placeOrder(orderInput), 'shop_unavailable')
  await assertRefused(shop.client.listTools({}), 'shop_unavailable')
  assert.equal(await fetchReadiness(), 503)
  assert.equal((await shop.request('/healthz')).status, 200)
  const login = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"email":"a@b.co"}' }
  assert.ok((await shop.request('/api/auth/sign-in/email', login)).status >= 400)
  const findEvents = () => lines.filter(([level, event]) => level === 'error' || event === 'database back')
  await waitUntil(() => findEvents().length > 0, 'the outage is logged')

  await server.resume()
  assert.equal(await fetchReadiness(), 200)
  await waitUntil(() => findEvents().length > 1, 'its end is logged')
  assert.deepEqual(
    findEvents().map(([, event]) => event),
    ['database away', 'database back'],
  )
  await buyer.client.placeOrder(orderInput)
  assert.equal((await buyer.client.listOrders({})).length, 1)
})

test('orders in progress when the database stops are stored completely or not at all', async () => {
  const tool = await shop.getTool('RO5 Random Orbit Sander')
  const orders = Array.from({ length: 40 }, (_, index) =>
    buyer.client.placeOrder({ ...buildOrderInput(tool, buyer), headers: { 'idempotency-key': `of forty, ${index}` } }),
  )
  const settled = Promise.allSettled(orders)
  await Promise.race(orders)
  await server.stop()
  const answers = await settled
  for (const answer of answers)
    if (answer.status === 'rejected') assert.ok(answer.reason instanceof Refusal && answer.reason.status === 503)
  await server.resume()
  const kept = (await buyer.client.listOrders({})).filter(order => order.toolId === tool._id)
  const acknowledged = answers.filter(answer => answer.status === 'fulfilled').length
  assert.ok(kept.length >= acknowledged && acknowledged > 0, `${kept.length} of ${acknowledged}`)
  for (const order of kept) assert.equal(order.totalPrice, order.lines[0]?.totalPrice)
})
