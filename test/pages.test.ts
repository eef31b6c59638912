import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { ServerBuild } from 'react-router'
import { createClient } from '#contract/client.ts'
import { servePages } from '#pages.ts'
import { openShop, origin, type TestShop } from './open-shop.ts'

let shop: TestShop
let build: ServerBuild
before(async () => {
  shop = await openShop()
  build = await import(new URL('../build/server/index.js', import.meta.url).href)
})
after(() => shop.store.close())

const page = (path: string, client = shop.store.client) =>
  servePages({ ...shop.store, client }, build).fetch(new Request(new URL(path, origin)))

test('pages come whole from the server, with the lists in them', async () => {
  const [home, reviews] = await Promise.all(['/', '/allReviews'].map(async path => (await page(path)).text()))
  const [tool] = await shop.client.listTools({})
  assert.ok(home?.includes(`/purchase/${tool?._id}`))
  assert.ok(reviews?.includes('Aoife Brennan'))
})

test('where the API can’t be reached, every public page still comes, with its list empty', async () => {
  const down = createClient(() => Promise.reject(new TypeError('fetch failed')))
  for (const [path, heading] of [
    ['/', 'Best Seller Products'],
    ['/home', 'What Our Clients Says...'],
    ['/shop', 'No tool fits'],
    ['/allReviews', 'All Reviews'],
    ['/blogs', 'Blogs'],
  ] as const) {
    const response = await page(path, down)
    const html = await response.text()
    assert.equal(response.status, 200, path)
    assert.ok(html.includes(heading), path)
    assert.ok(html.includes('Copyright'), path)
    assert.ok(!html.includes('/purchase/'), path)
  }
})

test('the HTML of a public page is the same for everyone', async () => {
  const buyer = await shop.newBuyer()
  const request = new Request(new URL('/', origin), {
    headers: { authorization: `Bearer ${buyer.token}`, cookie: 'a=b' },
  })
  const signedIn = await servePages(shop.store, build).fetch(request)
  assert.equal(await signedIn.text(), await (await page('/')).text())
})

test('text from the database is text on the page', async () => {
  const markup = '<script>alert(1)</script><img src=x onerror=alert(2)>'
  const tool = await shop.tool('Circular Saw')
  await shop.store.shop.db.execute(
    `update tools set name = '${markup}', description = '</script>${markup}' where id = '${tool._id}'`,
  )
  const html = await (await page(`/shop/${tool._id}`)).text()
  assert.ok(html.includes('&lt;script&gt;alert(1)'))
  assert.ok(!html.includes('<script>alert(1)'))
  assert.ok(!html.includes('<img src=x'))
})

test('built files are cached for good, pages are not', async () => {
  const html = await (await page('/')).text()
  const asset = /\/assets\/[\w.-]+\.js/.exec(html)?.[0] ?? assert.fail('no script')
  assert.equal((await page(asset)).headers.get('cache-control'), 'public, max-age=31536000, immutable')
  assert.equal((await page('/')).headers.get('cache-control'), null)
})

test('a picture that was uploaded is cached for good, as it never changes', async () => {
  const { client } = await shop.newBuyer()
  const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
  const { data } = await client.uploadImage({ form: { image: new File([gif], 'dot.gif') } })
  const response = await page(data.url)
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('cache-control'), 'public, max-age=31536000, immutable')
})
