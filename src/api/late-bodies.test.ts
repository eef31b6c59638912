import assert from 'node:assert/strict'
import { test } from 'node:test'
import { origin } from '#test/open-shop.ts'
import { prepare, prepareShop } from '#test/prepare.ts'

const shop = prepareShop()
const admin = prepare(() => shop.logInAsAdmin())

function sendSlowly(path: string, token: string, headers: Record<string, string>, body: Uint8Array) {
  const { promise, resolve: finish } = Promise.withResolvers<void>()
  const half = Math.floor(body.length / 2)
  const stream = new ReadableStream({
    async start(controller) {
      controller.enqueue(body.subarray(0, half))
      await promise
      controller.enqueue(body.subarray(half))
      controller.close()
    },
  })
  const init = {
    method: path.endsWith('upload') ? 'POST' : 'PUT',
    body: stream,
    duplex: 'half',
    headers: { ...headers, authorization: `Bearer ${token}`, 'content-length': String(body.length) },
  }
  return { finish, response: Promise.resolve(shop.app.fetch(new Request(origin + path, init as RequestInit))) }
}

test('an admin who loses the role while the body arrives changes nothing', async () => {
  const other = await shop.createVerifiedBuyer()
  await admin.client.promote({ params: { email: other.email } })
  const { _id, ...tool } = await shop.getTool()
  const body = new TextEncoder().encode(JSON.stringify({ ...tool, price: tool.price + 1 }))
  const headers = { 'content-type': 'application/json' }
  const kept = sendSlowly(`/api/tool/${_id}`, other.token, headers, body)
  kept.finish()
  assert.equal((await kept.response).status, 200)
  const lost = sendSlowly(`/api/tool/${_id}`, other.token, headers, body)
  await new Promise(setImmediate)
  await admin.client.demote({ params: { email: other.email } })
  lost.finish()
  assert.equal((await lost.response).status, 403)
})

test('an account that is closed while the image arrives uploads nothing', async () => {
  const buyer = await shop.createVerifiedBuyer()
  const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
  const form = new FormData()
  form.set('image', new File([gif], 'dot.gif'))
  const encoded = new Response(form)
  const headers = { 'content-type': encoded.headers.get('content-type') ?? '' }
  const body = new Uint8Array(await encoded.arrayBuffer())
  const kept = sendSlowly('/api/images/upload', buyer.token, headers, body)
  kept.finish()
  assert.equal((await kept.response).status, 200)
  const lost = sendSlowly('/api/images/upload', buyer.token, headers, body)
  await new Promise(setImmediate)
  await buyer.client.closeAccount({ params: { email: buyer.email }, query: { reviews: 'delete' } })
  lost.finish()
  assert.equal((await lost.response).status, 401)
})

const paths = ['/api/auth/sign-in/email', '/api/auth/sign-up/email', '/api/webhooks/payments', '/api/checkout']
const sandboxKey = { authorization: 'Bearer pk_test_sandbox' }

for (const path of [...paths, '/api/toolLookup', '/sandbox/payments/v1/payment_methods'])
  test(`an aborted body is refused as invalid input: ${path}`, async () => {
    for (const length of [{ 'content-length': '200' }, { 'transfer-encoding': 'chunked' }]) {
      const { status } = await breakOff(path, { ...length, ...(path.startsWith('/sandbox') && sandboxKey) })
      assert.equal(status, path === '/api/checkout' && 'content-length' in length ? 401 : 400)
    }
  })

async function breakOff(path: string, length: Record<string, string>): Promise<Response> {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"email":'))
      controller.error(new Error('aborted'))
    },
  })
  const headers = { 'content-type': 'application/json', origin, ...length }
  const init = { method: 'POST', body, duplex: 'half', headers }
  return shop.app.fetch(new Request(origin + path, init as RequestInit))
}
