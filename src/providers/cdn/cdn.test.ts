import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { listen } from '#test/images/image-hosts.ts'
import { openShop } from '#test/open-shop.ts'
import { placePaidOrder } from '#test/orders.ts'
import { waitUntil } from '#test/wait-until.ts'
import { createCloudflareCdn } from './cloudflare.ts'
import { createFastlyCdn } from './fastly.ts'
import { createVarnishCdn } from './varnish.ts'

interface Received {
  call: string
  headers: Record<string, string | string[] | undefined>
  body: string
}

/** Answers like Fastly's and Cloudflare's documentation and deploy/varnish/default.vcl. */
const received: Received[] = []
const cdnServer = await listen(async (request, response) => {
  const body = Buffer.concat(await request.toArray()).toString()
  const { method, url, headers } = request
  received.push({ call: `${method} ${url}`, headers, body })
  const send = (status: number, reply: object) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(reply))
  if (url === '/service/fast1/purge')
    return headers['fastly-key'] === 'key-of-fastly'
      ? send(200, { tools: '108-1391560174-974124', reviews: '108-1391560174-974125' })
      : send(401, { msg: 'Provided credentials are missing or invalid' })
  if (url === '/client/v4/zones/cloud1/purge_cache')
    return headers.authorization === 'Bearer key-of-cloudflare'
      ? send(200, { errors: [], messages: [], success: true, result: { id: 'cloud1' } })
      : send(403, { errors: [{ code: 10000, message: 'Authentication error' }], success: false, result: null })
  return method === 'PURGE' ? response.writeHead(200, 'Purged 3').end() : response.writeHead(404).end()
})
const { origin } = cdnServer
const { answer: usualAnswer } = cdnServer

afterEach(() => {
  received.length = 0
  cdnServer.answer = usualAnswer
})

const fastly = { serviceId: 'fast1', token: 'key-of-fastly', origin }
const cloudflare = { zoneId: 'cloud1', token: 'key-of-cloudflare', origin }

test('each CDN is called by its own API', async () => {
  await createFastlyCdn(fastly).purge(['tools', 'reviews'])
  await createCloudflareCdn(cloudflare).purge(['tools', 'reviews'])
  await createVarnishCdn([origin]).purge(['tools', 'reviews'])
  const [toFastly, toCloudflare, toVarnish] = received
  assert.deepEqual([toFastly?.call, toFastly?.headers['surrogate-key']], ['POST /service/fast1/purge', 'tools reviews'])
  assert.deepEqual(JSON.parse(toCloudflare?.body ?? ''), { tags: ['tools', 'reviews'] })
  assert.equal(toCloudflare?.headers['content-type'], 'application/json')
  assert.deepEqual([toVarnish?.call, toVarnish?.headers['xkey-purge']], ['PURGE /', 'tools reviews'])
})

test('a refused purge rejects and names no token', async () => {
  const refused = [
    createFastlyCdn({ ...fastly, token: 'secret-1' }),
    createCloudflareCdn({ ...cloudflare, token: 'secret-1' }),
  ]
  const [byFastly, byCloudflare] = refused
  await assert.rejects(byFastly?.purge(['tools']) ?? Promise.resolve(), { message: 'Fastly answered 401' })
  await assert.rejects(byCloudflare?.purge(['tools']) ?? Promise.resolve(), {
    message: 'Cloudflare answered 403 10000',
  })
})

test('an invalid reply, a redirect or no reply rejects the purge', async () => {
  const cdns = [
    createFastlyCdn({ ...fastly, timeoutMs: 50 }),
    createCloudflareCdn({ ...cloudflare, timeoutMs: 50 }),
    createVarnishCdn([origin], 50),
  ]
  const rejectAll = async () => {
    for (const cdn of cdns) await assert.rejects(cdn.purge(['tools']))
  }
  cdnServer.answer = (_, response) => response.writeHead(302, { location: origin }).end()
  await rejectAll()
  cdnServer.answer = (_, response) => response.writeHead(500).end('<html>')
  await rejectAll()
  cdnServer.answer = () => {}
  await rejectAll()
  cdnServer.answer = (_, response) => response.writeHead(200).end('{"success":false}')
  // A busy machine needs more than fifty milliseconds to answer.
  await assert.rejects(createCloudflareCdn(cloudflare).purge(['tools']), { message: 'Cloudflare answered 200' })
})

test('an unreachable Varnish server does not keep the others from purging', async () => {
  await assert.rejects(createVarnishCdn(['http://127.0.0.1:1', origin]).purge(['tools']))
  assert.equal(received.length, 1)
})

test('a change of the catalogue purges its tag, an order does not', async t => {
  const shop = await openShop({ VARNISH_URLS: origin, CDN_PURGE_SECONDS: '1' })
  t.after(shop.app.close)
  const admin = await shop.logInAsAdmin()
  const listPurged = () => new Set(received.flatMap(({ headers }) => String(headers['xkey-purge']).split(' ')))
  const tool = await shop.addTool()
  await waitUntil(() => listPurged().size > 1, 'the purge')
  assert.deepEqual([...listPurged()].toSorted(), ['catalogue', 'tools'])
  // What changed just before a purge is purged again with the next one.
  const buyer = await shop.createVerifiedBuyer()
  const { name, email } = buyer
  const review = { name, email, comment: 'Holds.', rating: '5', city: 'Leeds', img: '/images/avatars/r01.svg' } as const
  await buyer.client.addReview({ body: review })
  await waitUntil(() => listPurged().has('reviews'), 'the next purge')
  received.length = 0
  await placePaidOrder({ shop, buyer }, [{ toolId: tool._id, quantity: tool.minimum, price: tool.price }])
  await admin.client.addPage({ body: { slug: 'terms', title: 'Terms', body: 'Text', published: true } })
  await waitUntil(() => listPurged().has('pages'), 'the last purge')
  assert.deepEqual(
    [...listPurged()].filter(tag => tag === 'tools' || tag === 'catalogue'),
    [],
  )
})
