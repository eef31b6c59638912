import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { ServerBuild } from 'react-router'
import { servePages } from '#site.ts'
import { openShop, orderBodyFor, origin, type Person, type TestShop } from '#test/open-shop.ts'
import { keepPages } from './page-cache.ts'

let shop: TestShop
let admin: Person
const server = createServer()
/** What was not answered from memory, in order. */
const made: string[] = []
/** Gathers what fails, in a test that expects it. */
let failures: string[] | undefined
/** Holds back whatever is to be made until it resolves. */
let gate = Promise.resolve()
before(async () => {
  shop = await openShop({}, { onError: event => (failures ? failures.push(event) : assert.fail(event)) })
  admin = await shop.logIn('admin@example.com', 'anvil-and-tongs')
  const build: ServerBuild = await import(new URL('../build/server/index.js', import.meta.url).href)
  const pages = servePages(shop.store, build)
  server.on(
    'request',
    keepPages(
      origin,
      shop.store.shop.notifications,
      async (request, making) => {
        made.push(new URL(request.url).pathname)
        const response = await pages.fetch(request, making)
        await gate
        return response
      },
      ({ url = '' }, response) => {
        made.push(`rest ${url}`)
        response.end('rest')
      },
      {
        hit: shop.store.metrics.counter('page_cache', { result: 'hit' }),
        miss: shop.store.metrics.counter('page_cache', { result: 'miss' }),
      },
    ),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  while (!shop.store.shop.notifications.isConnected()) await new Promise(setImmediate)
})
after(async () => {
  server.close()
  await shop.store.close()
})
beforeEach(() => {
  made.length = 0
})

const decode = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes }

async function get(
  path: string,
  encoding: keyof typeof decode = 'br',
  own: Record<string, string> = {},
  method = 'GET',
) {
  const { port } = server.address() as AddressInfo
  const headers = { 'accept-encoding': encoding, ...own }
  const asked = request({ port, host: '127.0.0.1', path, headers, method }).end()
  const [response] = await once(asked, 'response')
  const bytes = Buffer.concat(await response.toArray())
  const encoded: keyof typeof decode = response.headers['content-encoding'] ?? 'identity'
  const text = bytes.length > 0 ? decode[encoded](bytes).toString() : ''
  return { status: response.statusCode, headers: response.headers, encoded, text }
}

const change = async (price: number) => {
  const { _id: id, ...tool } = await shop.tool()
  await admin.client.updateTool({ params: { id }, body: { ...tool, price } })
  return id
}

test('the metrics tell how many pages came from memory', async () => {
  for (const _ of [1, 2, 3]) await get('/allReviews')
  const metrics = await shop.store.metrics.text()
  assert.match(metrics, /^shop_page_cache_total\{result="hit"\} 2\nshop_page_cache_total\{result="miss"\} 1$/m)
})

test('a page is made once in each encoding, and is the same in all of them', async () => {
  const first = await get('/home')
  for (const encoding of ['br', 'gzip', 'identity', 'br'] as const) {
    const page = await get('/home', encoding)
    assert.equal(page.encoded, encoding)
    assert.equal(page.text.replace(/sha256-[^']*/g, ''), first.text)
  }
  assert.deepEqual(made, ['/home', '/home', '/home'])
})

test('the head of a page is that of the page', async () => {
  const [page, head] = [await get('/blogs'), await get('/blogs', 'br', {}, 'HEAD')]
  assert.ok(page.text.length > 0)
  assert.deepEqual([head.status, head.text, made], [200, '', ['/blogs']])
  assert.deepEqual({ ...head.headers, date: '' }, { ...page.headers, date: '' })
})

test('whoever has the page already is told so, and only as long as it is so', async () => {
  const { etag = '' } = (await get('/shop')).headers
  const again = await get('/shop', 'br', { 'if-none-match': `"other", W/${etag}` })
  assert.deepEqual([again.status, again.text], [304, ''])
  await change(211)
  assert.equal((await get('/shop', 'br', { 'if-none-match': etag })).status, 200)
})

test('a change of a tool shows at once wherever tools show, and leaves the reviews alone', async () => {
  const paths = ['/', '/shop', '/api/tools', '/_.data', '/shop.data', '/allReviews', '/api/review', '/blogs']
  for (const path of paths) await get(path)
  made.length = 0
  const id = await change(222.5)
  for (const path of paths) await get(path)
  assert.deepEqual(made, ['/', '/shop', '/api/tools', '/_.data', '/shop.data'])
  for (const path of ['/', `/shop/${id}`, '/api/tools']) assert.match((await get(path)).text, /222\.5/)
})

test('a new review shows at once wherever reviews show, and leaves the tools alone', async () => {
  const paths = ['/', '/allReviews', '/api/review', '/shop', '/api/tools']
  for (const path of paths) await get(path)
  made.length = 0
  const { name, email, client } = await shop.newBuyer()
  const img = '/images/avatars/r01.svg'
  await client.addReview({ body: { name, email, comment: 'Holds its edge.', rating: '5', city: 'Leeds', img } })
  for (const path of paths) await get(path)
  assert.deepEqual(made, ['/', '/allReviews', '/api/review'])
  assert.match((await get('/allReviews')).text, /Holds its edge\./)
})

test('an order and its cancelling show in the stock', async () => {
  const tool = await shop.tool()
  const buyer = await shop.newBuyer()
  const shown = async () => JSON.parse((await get(`/api/tools?id=${tool._id}`)).text)[0].available
  const until = async (stock: number) => {
    while ((await shown()) !== stock) await new Promise(setImmediate)
  }
  assert.equal(await shown(), tool.available)
  await buyer.client.placeOrder(orderBodyFor(tool, buyer))
  await until(tool.available - tool.minimum)
  const [order] = await buyer.client.listOrders({})
  await buyer.client.cancelOrder({ params: { id: order?._id ?? '' } })
  await until(tool.available)
})

test('what was under way when something changed is not kept, and nobody who comes later gets it', async () => {
  const opened = Promise.withResolvers<void>()
  gate = opened.promise
  const before = get('/api/tools?limit=3')
  while (made.length === 0) await new Promise(setImmediate)
  await change(233)
  const later = get('/api/tools?limit=3')
  while (made.length === 1) await new Promise(setImmediate)
  gate = Promise.resolve()
  opened.resolve()
  await before
  assert.equal((await later).text, (await get('/api/tools?limit=3')).text)
  const { _id } = await shop.tool()
  assert.match((await get(`/api/tools?id=${_id}`)).text, /"price":233/)
  assert.deepEqual(made.slice(0, 2), ['/api/tools', '/api/tools'])
})

test('many who ask at once for what is not there are served by one making', async () => {
  await change(244)
  const answers = await Promise.all(Array.from({ length: 20 }, () => get('/')))
  assert.deepEqual(made, ['/'])
  assert.deepEqual(new Set(answers.map(({ status, text }) => `${status} ${text.length}`)).size, 1)
})

test('only what is the same for everybody is kept', async () => {
  const { token } = await shop.newBuyer()
  const authorization = `Bearer ${token}`
  await get('/api/tools', 'br', { authorization })
  for (const path of ['/dashboard', '/api/orders', '/login', '//home', '/shop/x', '/healthz', '/home/']) await get(path)
  assert.ok(
    made.every(path => path.startsWith('rest ')),
    made.join(),
  )
})

test('what a page refuses is not kept', async () => {
  const nowhere = '/shop/01900000-0000-7000-8000-000000000000'
  assert.deepEqual([(await get(nowhere)).status, (await get(nowhere)).status], [404, 404])
  assert.deepEqual(made, [nowhere, nowhere])
})

test('a page that lacks a list is not kept', async () => {
  const { db } = shop.store.shop
  await change(251)
  await db.execute('alter table tools rename to tools_away')
  failures = []
  const without = await get('/')
  await db.execute('alter table tools_away rename to tools')
  assert.equal(failures.length > 0, true)
  failures = undefined
  assert.deepEqual([without.status, without.text.includes('/purchase/')], [200, false])
  assert.match((await get('/')).text, /\/purchase\//)
  assert.deepEqual(made, ['/', '/'])
})

test('while news from other processes does not arrive, nothing is kept', async t => {
  const { notifications } = shop.store.shop
  t.mock.method(notifications, 'isConnected', () => false)
  await change(255)
  await get('/')
  await get('/')
  assert.deepEqual(made, ['/', '/'])
})

test('that somebody asks too often is not what others are told who ask at the same time', async t => {
  const refusal = Promise.withResolvers<Response>()
  const own = createServer(
    keepPages(
      origin,
      shop.store.shop.notifications,
      () => refusal.promise,
      (_, response) => void response.end(),
      { hit() {}, miss() {} },
    ),
  ).listen(0, '127.0.0.1')
  t.after(() => own.close())
  await once(own, 'listening')
  const { port } = own.address() as AddressInfo
  const answers = [1, 2].map(() => fetch(`http://127.0.0.1:${port}/api/tools`))
  await once(own, 'request')
  await once(own, 'request')
  refusal.resolve(new Response('', { status: 429 }))
  const statuses = (await Promise.all(answers)).map(answer => answer.status)
  assert.deepEqual(statuses.toSorted(), [200, 429])
})
