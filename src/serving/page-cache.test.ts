import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { waitUntil } from '#test/wait-until.ts'
import { createPageCache } from './page-cache.ts'

const responded: string[] = []
const passedOn: string[] = []
const seen = { hits: 0, misses: 0 }
let version = 1
let isConnected = true
let invalidate: (tag: string) => void = () => {}
let gate = Promise.resolve()
let respond: (path: string) => Response

const createStorable = (body: string, tags = 'tools') =>
  new Response(body, {
    headers: { 'cdn-cache-control': 'max-age=60', 'cache-control': 'no-cache', 'surrogate-key': tags },
  })

const server = createServer(
  createPageCache({
    origin: 'http://127.0.0.1',
    toCacheKey: url => (url.startsWith('/private') ? undefined : url.replace('?utm=1', '')),
    async respond({ url }) {
      const path = url.replace('http://127.0.0.1', '')
      responded.push(path)
      const response = respond(path)
      await gate
      return response
    },
    next({ url = '' }, response) {
      passedOn.push(url)
      response.end('next')
    },
    changes: {
      subscribe(listener) {
        invalidate = listener
      },
      isConnected: () => isConnected,
    },
    onHit: () => {
      seen.hits += 1
    },
    onMiss: () => {
      seen.misses += 1
    },
  }),
)
before(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
after(() => server.close())
beforeEach(() => {
  invalidate('tools')
  invalidate('reviews')
  responded.length = 0
  passedOn.length = 0
  seen.hits = 0
  seen.misses = 0
  isConnected = true
  respond = path => createStorable(`${path} version ${version}`)
})

const decode = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes }

async function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const { port } = server.address() as AddressInfo
  const clientRequest = request({ port, host: '127.0.0.1', path, headers, method }).end()
  const [response] = await once(clientRequest, 'response')
  const bytes = Buffer.concat(await response.toArray())
  const encoding: keyof typeof decode = response.headers['content-encoding'] ?? 'identity'
  const text = bytes.length > 0 ? decode[encoding](bytes).toString() : ''
  return { status: response.statusCode, headers: response.headers, encoding, text }
}

test('a response is made once for each encoding, and has the same content in all', async () => {
  for (const encoding of ['br', 'gzip', 'identity', 'br'] as const) {
    const response = await get('/a', { 'accept-encoding': encoding })
    assert.deepEqual([response.encoding, response.text], [encoding, `/a version ${version}`])
  }
  assert.deepEqual(responded, ['/a', '/a', '/a'])
  assert.deepEqual(seen, { hits: 1, misses: 3 })
})

test('HEAD is answered like GET, without a body', async () => {
  const [get1, head] = [await get('/a'), await get('/a', {}, 'HEAD')]
  assert.deepEqual([head.status, head.text, responded], [200, '', ['/a']])
  assert.deepEqual({ ...head.headers, date: '' }, { ...get1.headers, date: '' })
})

test('a matching If-None-Match is answered 304, until the response changes', async () => {
  const { etag = '' } = (await get('/a')).headers
  const again = await get('/a', { 'if-none-match': `"other", W/${etag}` })
  assert.deepEqual([again.status, again.text, again.headers['surrogate-key']], [304, '', 'tools'])
  version += 1
  invalidate('tools')
  assert.equal((await get('/a', { 'if-none-match': etag })).status, 200)
})

test('a request is answered by its cache key, never by its raw URL', async () => {
  await get('/a?utm=1')
  await get('/a')
  assert.deepEqual(responded, ['/a'])
})

test('an invalidated tag drops the responses that have it, and no others', async () => {
  respond = path => createStorable(path, path === '/home' ? 'tools reviews' : path.slice(1))
  for (const path of ['/tools', '/reviews', '/home']) await get(path)
  responded.length = 0
  invalidate('reviews')
  for (const path of ['/tools', '/reviews', '/home']) await get(path)
  assert.deepEqual(responded, ['/reviews', '/home'])
})

test('a response that was under way when a tag was invalidated is not stored, nor sent to later requests', async () => {
  const opened = Promise.withResolvers<void>()
  gate = opened.promise
  const first = get('/a')
  await waitUntil(() => responded.length === 1, 'the first response is under way')
  version += 1
  invalidate('tools')
  const second = get('/a')
  await waitUntil(() => responded.length === 2, 'the second response is under way')
  gate = Promise.resolve()
  opened.resolve()
  assert.equal((await first).text, `/a version ${version - 1}`)
  assert.equal((await second).text, `/a version ${version}`)
  assert.equal((await get('/a')).text, `/a version ${version}`)
})

test('simultaneous requests for one key share one response', async () => {
  const opened = Promise.withResolvers<void>()
  gate = opened.promise
  const responses = Array.from({ length: 20 }, () => get('/a'))
  await waitUntil(() => seen.misses === 20, 'all requests have arrived')
  opened.resolve()
  assert.equal(new Set((await Promise.all(responses)).map(({ text }) => text)).size, 1)
  assert.deepEqual(responded, ['/a'])
})

test('a request that waited for an unshareable response gets its own', async () => {
  const opened = Promise.withResolvers<void>()
  gate = opened.promise
  respond = () => (responded.length === 1 ? new Response('', { status: 429 }) : createStorable('own'))
  const responses = [get('/a'), get('/a')]
  await waitUntil(() => seen.misses === 2, 'both requests have arrived')
  opened.resolve()
  const statuses = (await Promise.all(responses)).map(({ status }) => status)
  assert.deepEqual(statuses.toSorted(), [200, 429])
  assert.deepEqual(responded, ['/a', '/a'])
})

test('calls of the API with a token, requests without a key, or with another method are passed on', async () => {
  await get('/api/a', { authorization: 'Bearer x' })
  await get('/private')
  await get('/a', {}, 'POST')
  assert.deepEqual([passedOn, responded], [['/api/a', '/private', '/a'], []])
})

test('a response without CDN-Cache-Control is not stored', async () => {
  respond = () => new Response('', { headers: { 'cache-control': 'no-store' } })
  await get('/a')
  const { headers } = await get('/a')
  assert.deepEqual(responded, ['/a', '/a'])
  assert.equal(headers['cache-control'], 'no-store')
})

test('while notifications do not arrive, nothing is stored', async () => {
  isConnected = false
  await get('/a')
  await get('/a')
  assert.deepEqual(responded, ['/a', '/a'])
})

test('while notifications do not arrive, no other cache may store what is stored here', async () => {
  const { headers } = await get('/a')
  assert.deepEqual([headers['cdn-cache-control'], headers['surrogate-key']], ['max-age=60', 'tools'])
  isConnected = false
  for (const condition of [{}, { 'if-none-match': headers.etag ?? '' }]) {
    const offline = (await get('/a', condition)).headers
    assert.deepEqual(
      [offline['cache-control'], offline['cdn-cache-control'], offline['surrogate-key'], offline.etag],
      ['private, no-store', undefined, undefined, headers.etag],
    )
  }
  assert.deepEqual(responded, ['/a'])
})

test('searches never evict pages', async () => {
  respond = path => createStorable(path.startsWith('/page') ? path : 'x'.repeat(1_000_000))
  await get('/page')
  for (let index = 0; index < 30; index += 1) await get(`/search?q=${index}`)
  responded.length = 0
  await get('/page')
  await get('/search?q=0')
  assert.deepEqual(responded, ['/search?q=0'])
})

test('a failed response is retried without the cache, and the next request tries again', async () => {
  respond = () => {
    throw new Error('broken')
  }
  assert.equal((await get('/a')).text, 'next')
  respond = () => createStorable('whole')
  assert.equal((await get('/a')).text, 'whole')
})
