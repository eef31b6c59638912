import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { listen } from './listen.ts'
import { openShopWithPages, type TestShop } from './open-shop.ts'

type Server = Awaited<ReturnType<typeof listen>>

let shop: TestShop
let html: string
let script: string
let server: Server
before(async () => {
  shop = await openShopWithPages()
  server = await listen(shop.app.listener)
  html = (await get('/')).body.toString()
  script = /\/assets\/[\w.-]+\.js/.exec(html)?.[0] ?? assert.fail('no script')
})
after(async () => {
  server.close()
  await shop.app.close()
})

const get: Server['send'] = (...call) => server.send(...call)

test('scripts are kept for good, other files for a day, pages are revalidated', async () => {
  const getControl = async (path: string) => (await get(path)).headers['cache-control']
  assert.equal(await getControl(script), 'public, max-age=31536000, immutable')
  assert.equal(await getControl('/favicon.svg'), 'public, max-age=86400')
  assert.equal(await getControl('/images/circular-saw-800.webp'), 'public, max-age=86400')
  assert.equal(await getControl('/'), 'no-cache')
})

test('a script comes in the form that the client asks for', async () => {
  const { body, headers } = await get(script)
  assert.equal(headers['content-encoding'], undefined)
  assert.match(headers['content-type'] ?? '', /^text\/javascript; charset=utf-8$/)
  for (const [accepted, encoding, decode] of [
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ] as const) {
    const answer = await get(script, { 'accept-encoding': accepted })
    assert.equal(answer.headers['content-encoding'], encoding)
    assert.equal(answer.headers.vary, 'accept-encoding')
    assert.ok(answer.body.length < body.length / 2)
    assert.deepEqual(decode(answer.body), body)
  }
  const picture = await get('/images/circular-saw-800.webp', { 'accept-encoding': 'br' })
  assert.equal(picture.headers['content-encoding'], undefined)
})

test('a client that has a file gets 304, and HEAD has no body', async () => {
  const { headers, body } = await get('/favicon.svg')
  const kept = await get('/favicon.svg', { 'if-none-match': headers.etag ?? '' })
  assert.deepEqual([kept.status, kept.body.length], [304, 0])
  const head = await get('/favicon.svg?v=1', {}, 'HEAD')
  assert.deepEqual([head.status, head.body.length], [200, 0])
  assert.equal(head.headers['content-length'], String(body.length))
})

test('files have the security headers', async () => {
  for (const path of [script, '/images/circular-saw-800.webp', '/favicon.svg']) {
    const { headers } = await get(path)
    assert.equal(headers['strict-transport-security'], 'max-age=31536000; includeSubDomains', path)
    assert.equal(headers['x-content-type-options'], 'nosniff', path)
    assert.equal(headers['cross-origin-resource-policy'], 'same-origin', path)
    assert.equal(headers['content-security-policy'], "default-src 'none'; frame-ancestors 'none'", path)
  }
})

test('nothing but the files of the build is there, and no method but GET and HEAD', async () => {
  for (const path of ['/assets/', '/brands', `${script}.br`, '/../server/server.js', '/assets/%2e%2e/favicon.svg'])
    assert.equal((await get(path)).status, 404, path)
  assert.notEqual((await get('/favicon.svg', {}, 'POST')).status, 200)
})

test('/manifest.webmanifest names the shop, and its icons load in the sizes it says', async () => {
  assert.deepEqual(findLinks('manifest'), ['/manifest.webmanifest'])
  const { name, start_url, icons } = JSON.parse((await get('/manifest.webmanifest')).body.toString())
  assert.equal(name, 'Big Wholesale')
  assert.equal(start_url, '/')
  const promised: string[] = icons.map(({ sizes }: { sizes: string }) => sizes)
  for (const sizes of ['192x192', '512x512']) assert.ok(promised.includes(sizes), sizes)
  for (const { src, type, sizes } of icons) {
    const { headers, body } = await get(src)
    assert.equal(headers['content-type']?.split(';')[0], type, src)
    // A PNG has its width and height in bytes 16 to 23 (https://www.w3.org/TR/png/#11IHDR).
    if (type === 'image/png') assert.equal(`${body.readUInt32BE(16)}x${body.readUInt32BE(20)}`, sizes, src)
  }
  for (const rel of ['icon', 'apple-touch-icon']) {
    const [href = ''] = findLinks(rel)
    assert.match((await get(href)).headers['content-type'] ?? '', /^image\//, rel)
  }
})

function findLinks(rel: string): string[] {
  const tags = [...html.matchAll(/<link\b[^>]*>/g)].map(([tag]) => tag).filter(tag => tag.includes(`rel="${rel}"`))
  return tags.flatMap(tag => /href="([^"]*)"/.exec(tag)?.[1] ?? [])
}
