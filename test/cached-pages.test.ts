import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import sharp from 'sharp'
import { endpoints } from '#contract/endpoints.ts'
import { operations, parseOperation } from '#contract/operations.ts'
import { listen } from './listen.ts'
import { buildOrderInput, openShopWithPages, type TestAccount, type TestShop } from './open-shop.ts'
import { waitUntil } from './wait-until.ts'

let shop: TestShop
let admin: TestAccount
let server: Awaited<ReturnType<typeof listen>>
/** Errors that a test expects; undefined where none is. */
let errors: string[] | undefined
before(async () => {
  shop = await openShopWithPages({}, { onError: event => (errors ? errors.push(event) : assert.fail(event)) })
  admin = await shop.logInAsAdmin()
  server = await listen(shop.app.listener)
  await waitUntil(shop.app.shop.notifications.isConnected, 'notifications arrive')
})
after(async () => {
  server.close()
  await shop.app.close()
})

/** Settings that are still being loaded, for a test before or for a change, would drop pages at any time. */
const awaitSettings = () => shop.app.shop.settings.reload()
beforeEach(awaitSettings)

async function get(path: string, headers: Record<string, string> = {}) {
  const answer = await server.send(path, headers)
  return { ...answer, text: answer.body.toString() }
}

async function countHits(): Promise<number> {
  return Number(/^shop_page_cache_total\{result="hit"\} (\d+)$/m.exec(await shop.app.metrics.toText())?.[1] ?? 0)
}

async function findCached(paths: readonly string[]): Promise<string[]> {
  const cached: string[] = []
  for (const path of paths) {
    const hits = await countHits()
    await get(path)
    if ((await countHits()) > hits) cached.push(path)
  }
  return cached
}

const changePrice = async (price: number) => {
  const { _id: id, ...tool } = await shop.getTool()
  await admin.client.updateTool({ params: { id }, body: { ...tool, price } })
  return id
}

const oneColor = { width: 90, height: 30, channels: 3, background: '#1d4ed8' } as const

test('a change of a tool shows at once wherever tools show, and leaves the reviews alone', async () => {
  const paths = ['/', '/shop', '/api/tools', '/_.data', '/shop.data', '/allReviews', '/api/review', '/blogs']
  for (const path of paths) await get(path)
  assert.deepEqual(await findCached(paths), paths)
  const id = await changePrice(222.5)
  assert.deepEqual(await findCached(paths), ['/allReviews', '/api/review', '/blogs'])
  for (const path of ['/', `/shop/${id}`, '/api/tools']) assert.match((await get(path)).text, /222\.5/)
})

test('whatever an endpoint with a tag answers is cached', async () => {
  const { _id } = await shop.getTool()
  await admin.client.addPage({ body: { slug: 'terms', title: 'Terms', body: 'Text', published: true } })
  await awaitSettings()
  const inPath: Record<string, string> = { ':id': _id, ':slug': 'terms' }
  const tagged = Object.entries(operations).filter(([id]) => 'cacheTag' in endpoints[id as keyof typeof endpoints])
  const paths = tagged.map(([, operation]) => {
    return `/api${parseOperation(operation).path.replace(/:\w+/, parameter => inPath[parameter] ?? '')}`
  })
  for (const path of paths) assert.equal((await get(path)).status, 200, path)
  assert.deepEqual(await findCached(paths), paths)
  await admin.client.deletePage({ params: { slug: 'terms' } })
})

test('a new name of the shop shows at once on every page, and in the API’s description', async () => {
  const paths = ['/', '/shop', '/allReviews', '/blogs', '/_.data']
  for (const path of paths) await get(path)
  assert.deepEqual(await findCached([...paths, '/api/tools']), [...paths, '/api/tools'])
  await admin.client.updateSettings({ body: { storeName: 'Anvil & Tongs Ltd' } })
  assert.deepEqual(await findCached(['/api/tools']), ['/api/tools'])
  for (const path of [...paths, '/login', '/manifest.webmanifest', '/api/openapi.json'])
    assert.match((await get(path)).text, /Anvil (&amp;|&|\\\\u0026|\\u0026) Tongs Ltd/, path)
})

test('a new look shows at once on every page, and its logo is no page', async () => {
  const paths = ['/', '/shop', '/login']
  for (const path of paths) await get(path)
  const image = new File([await sharp({ create: oneColor }).png().toBuffer()], 'logo.png')
  await admin.client.setPicture({ params: { picture: 'logo' }, form: { image } })
  await admin.client.updateAppearance({ body: { accentColor: '#1d4ed8', hiddenSections: ['blog'] } })
  const { logo = '' } = (await admin.client.getAppearance({})).pictures
  for (const path of paths) {
    const { text } = await get(path)
    assert.match(text, /--color-primary:#1d4ed8;/, path)
    assert.ok(text.includes(`src="${logo}"`), path)
  }
  assert.doesNotMatch((await get('/')).text, /From The Blog/)
  assert.equal((await get(logo)).status, 200)
  assert.equal((await get(logo.replace('logo-', 'logo-0'))).status, 404)
})

test('a new review shows at once wherever reviews show, and leaves the tools alone', async () => {
  const paths = ['/', '/allReviews', '/api/review', '/shop', '/api/tools']
  for (const path of paths) await get(path)
  const { name, email, client } = await shop.createBuyer()
  const img = '/images/avatars/r01.svg'
  await client.addReview({ body: { name, email, comment: 'Holds its edge.', rating: '5', city: 'Leeds', img } })
  assert.deepEqual(await findCached(paths), ['/shop', '/api/tools'])
  assert.match((await get('/allReviews')).text, /Holds its edge\./)
})

test('a change of a page shows at once at its address and in the sitemap, and leaves the others alone', async () => {
  const body = { slug: 'about-us', title: 'About us', body: 'Since 1901.', published: true }
  await admin.client.addPage({ body })
  await awaitSettings()
  const own = ['/pages/about-us', '/pages/about-us.data', '/sitemap.xml', '/api/pages']
  const paths = [...own, '/', '/shop', '/blogs', '/api/tools']
  for (const path of paths) await get(path)
  assert.deepEqual(await findCached(paths), paths)
  const params = { slug: body.slug }
  await admin.client.updatePage({ params, body: { ...body, body: 'Since 1902.' } })
  assert.deepEqual(await findCached(paths), paths.slice(own.length))
  assert.match((await get('/pages/about-us')).text, /Since 1902\./)
  assert.match((await get('/sitemap.xml')).text, /<loc>[^<]*\/pages\/about-us<\/loc>/)
  await admin.client.deletePage({ params })
  assert.equal((await get('/pages/about-us')).status, 404)
  assert.doesNotMatch((await get('/sitemap.xml')).text, /about-us/)
})

test('a target of the footer shows at once on every page', async () => {
  const paths = ['/', '/shop', '/blogs', '/_.data', '/no-such-page']
  const link = /href="\/pages\/warranty"/
  for (const path of paths) assert.doesNotMatch((await get(path)).text, /warranty/)
  assert.deepEqual(await findCached(paths), paths)
  const body = {
    slug: 'warranty',
    title: 'Warranty',
    body: 'Two years.',
    footerEntry: 'Warranty',
    published: true,
  } as const
  await admin.client.addPage({ body })
  for (const path of [...paths, '/login'])
    assert.match((await get(path)).text, path.endsWith('.data') ? /warranty/ : link, path)
  await admin.client.deletePage({ params: { slug: body.slug } })
  for (const path of paths) assert.doesNotMatch((await get(path)).text, /warranty/, path)
})

test('an order that is held, and its cancellation, show in the stock', async () => {
  const tool = await shop.getTool()
  const buyer = await shop.createBuyer()
  const readStock = async () => JSON.parse((await get(`/api/tools?id=${tool._id}`)).text)[0].available
  const waitForStock = (stock: number) => waitUntil(async () => (await readStock()) === stock, `the stock is ${stock}`)
  assert.equal(await readStock(), tool.available)
  await buyer.client.placeOrder(buildOrderInput(tool, buyer))
  const [order] = await buyer.client.listOrders({})
  const until = new Date(Date.now() + 86_400_000).toISOString()
  await admin.client.holdOrder({ params: { id: order?._id ?? '' }, body: { until } })
  await waitForStock(tool.available - tool.minimum)
  await buyer.client.cancelOrder({ params: { id: order?._id ?? '' } })
  await waitForStock(tool.available)
})

test('the sitemap is made anew after a new tool, and not after an order', async () => {
  await get('/sitemap.xml')
  await shop.app.shop.notifications.publish('tools')
  assert.deepEqual(await findCached(['/sitemap.xml', '/shop']), ['/sitemap.xml'])
  await shop.addTool()
  assert.deepEqual(await findCached(['/sitemap.xml']), [])
})

test('the tags of pages and lists are those of the endpoints that they call', async () => {
  const { _id } = await shop.getTool()
  const fetchTags = async (path: string) => (await get(path)).headers['surrogate-key']
  const { listTools, countTools, listToolIds, listReviews, listPages, getPage, listBrands } = endpoints
  await admin.client.addPage({ body: { slug: 'tags', title: 'Tags', body: 'Text', published: true } })
  for (const [path, called] of [
    ['/', [listTools, listReviews, listBrands]],
    ['/home', [listTools, listReviews, listBrands]],
    ['/_.data', [listTools, listReviews, listBrands]],
    ['/shop', [listTools, countTools]],
    [`/shop/${_id}`, [listTools, listBrands]],
    ['/allReviews', [listReviews]],
    ['/blogs', []],
    ['/pages/tags', [getPage]],
    ['/sitemap.xml', [listPages, listToolIds]],
    ['/sitemaps/1.xml', [listPages, listToolIds]],
    ['/api/tools', [listTools]],
    ['/api/toolCount', [countTools]],
    ['/api/review', [listReviews]],
    ['/api/pages', [listPages]],
  ] as const) {
    const ofPage = path.startsWith('/api/') ? [] : ['settings']
    const tags = new Set<string>([...ofPage, ...called.map(({ cacheTag }) => cacheTag)])
    assert.deepEqual(new Set(String(await fetchTags(path)).split(' ')), tags, path)
  }
})

test('shared responses are revalidated by browsers and stored by shared caches; others have no CDN-Cache-Control', async () => {
  for (const path of ['/', '/shop', '/allReviews', '/api/tools', '/no-such-page']) {
    const { headers } = await get(path)
    assert.deepEqual([headers['cache-control'], headers['cdn-cache-control']], ['no-cache', 'max-age=60'], path)
    assert.match(headers.etag ?? '', /^"[\w-]{22}"$/)
  }
  const { token } = await shop.createBuyer()
  for (const path of ['/dashboard', '/login', '/api/orders', '/api/auth/get-session', '/healthz']) {
    const { headers } = await get(path, { authorization: `Bearer ${token}` })
    assert.equal(headers['cdn-cache-control'], undefined, path)
  }
})

test('API requests with a token and paths without a key are not cached', async () => {
  const { token } = await shop.createBuyer()
  const authorization = `Bearer ${token}`
  const hits = await countHits()
  for (const _ of [1, 2]) {
    await get('/api/tools?limit=7', { authorization })
    for (const path of ['/dashboard', '/api/orders', '/login', '/shop/x', '/healthz', '/home/']) await get(path)
  }
  assert.equal(await countHits(), hits)
})

test('unknown query parameters are no part of the key', async () => {
  for (const path of ['/shop?q=saw', '/', '/sitemap.xml']) await get(path)
  const paths = ['/shop?utm_source=mail&q=saw', '/shop?q=saw&x=1&x=2', '/api/tools?cb=1', '/?a=1', '/sitemap.xml?a']
  assert.deepEqual(await findCached(paths), paths)
})

test('unknown paths outside the sections of the navigation share one not-found page', async () => {
  const first = await get('/no-such-page')
  const paths = ['/nor/this?x=b', '/wp-login.php', '/.env', '//home']
  assert.deepEqual(await findCached(paths), paths)
  for (const path of paths)
    assert.deepEqual([(await get(path)).text, (await get(path)).status], [first.text, 404], path)
})

test('a page of a tool that is not there is not cached', async () => {
  const path = '/shop/01900000-0000-7000-8000-000000000000'
  assert.equal((await get(path)).status, 404)
  assert.deepEqual(await findCached([path, path]), [])
})

test('a page that lacks a list says private, no-store and is not cached', async () => {
  const { db } = shop.app.shop
  await changePrice(251)
  await db.execute('alter table tools rename to tools_away')
  errors = []
  const without = await get('/')
  await db.execute('alter table tools_away rename to tools')
  assert.equal(errors.length > 0, true)
  errors = undefined
  assert.deepEqual(
    [without.status, without.text.includes('/purchase/'), without.headers['cache-control']],
    [200, false, 'private, no-store'],
  )
  assert.match((await get('/')).text, /\/purchase\//)
})
