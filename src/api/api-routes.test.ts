import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { operations } from '#contract/operations.ts'
import { assertRefused } from '#test/open-shop.ts'
import { prepareShop } from '#test/prepare.ts'

const shop = prepareShop()

test('lists are plain arrays, and a further page is announced by a Link header', async () => {
  const names: string[] = []
  let path: string | undefined = '/api/tools?limit=10'
  while (path) {
    const response = await shop.request(path)
    const rows: { name: string }[] = await response.json()
    assert.ok(rows.length <= 10)
    names.push(...rows.map(row => row.name))
    path = /^<(.+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1]
  }
  const all = await shop.client.listTools({})
  assert.deepEqual(
    names,
    all.map(tool => tool.name),
  )
  assert.equal(names.length, 24)
})

test('the reviews come oldest first, and pages go back in time', async () => {
  const all = await shop.client.listReviews({})
  assert.equal(all.length, 12)
  const last = await shop.client.listReviews({ query: { limit: 6 } })
  assert.deepEqual(last, all.slice(-6))
  assert.deepEqual(await shop.client.listReviews({ query: { limit: 6, cursor: last[0]?._id } }), all.slice(0, 6))
})

test('the public list can be filtered by id', async () => {
  const tool = await shop.getTool()
  assert.deepEqual(await shop.client.listTools({ query: { id: tool._id } }), [tool])
  await assertRefused(shop.client.listTools({ query: { id: 'nonsense' } }), 'invalid_input')
  await assertRefused(shop.client.listTools({ query: { limit: 501 } }), 'invalid_input')
})

test('texts that cannot be stored are refused', async () => {
  const buyer = await shop.createVerifiedBuyer()
  for (const text of ['a\0b', '\ud800']) {
    await assertRefused(shop.client.findTools({ body: { skus: [text] } }), 'invalid_input')
    await assertRefused(shop.client.suggestSkus({ body: { skus: [text] } }), 'invalid_input')
  }
  const { _id: toolId, price } = await shop.getTool()
  const line = { toolId, quantity: 10, price }
  const order = { lines: [line], phone: '', address: '' }
  const noAddress = { company: '', region: '', postalCode: '', phone: '' }
  const shipTo = { name: '\ud800', street: 'A', city: 'B', country: 'C', ...noAddress }
  await assertRefused(buyer.client.checkOut({ body: { ...order, shipTo } }), 'invalid_input')
})

test('an email that is not a string is refused', async () => {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ email: { toString: 'x' }, password: 'secret-7' })
  assert.equal((await shop.request('/api/auth/sign-in/email', { method: 'POST', headers, body })).status, 400)
})

test('in-process calls return the API’s replies and refusals', async () => {
  const inside = shop.app.client
  const tool = await shop.getTool()
  const assertAlike = async (ask: (client: typeof inside) => Promise<unknown>) =>
    assert.deepEqual(await ask(inside), await ask(shop.client))
  await assertAlike(client => client.listTools({}))
  await assertAlike(client => client.listTools({ query: { q: 'saw', limit: 3, orderable: 'true', id: undefined } }))
  await assertAlike(client => client.countTools({ query: { minPrice: '100' } }))
  await assertAlike(client => client.listTools({ query: { id: tool._id } }))
  await assertAlike(client => client.listReviews({ query: { limit: 6 } }))
  await assertRefused(inside.getTool({ params: { id: tool._id } }), 'sign_in_required')
  await assertRefused(inside.listTools({ query: { limit: 501 } }), 'invalid_input')
  await assertRefused(inside.listOrders({}), 'sign_in_required')
  await assertRefused(inside.listAccounts({}), 'sign_in_required')
})

test('a refusal is a problem document with a stable code and an error for each field', async () => {
  const buyer = await shop.createBuyer()
  const response = await shop.request('/api/bookingOrder', {
    method: 'POST',
    headers: { authorization: `Bearer ${buyer.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ toolId: 'x', quantity: 12 }),
  })
  assert.equal(response.status, 400)
  assert.equal(response.headers.get('content-type'), 'application/problem+json')
  const { errors, ...problem } = await response.json()
  assert.deepEqual(problem, {
    type: 'urn:problem:invalid_input',
    title: 'invalid input',
    status: 400,
    detail: 'Please correct the marked fields.',
    code: 'invalid_input',
  })
  assert.ok(errors.some((error: { field: string }) => error.field === 'toolId'))
  assert.ok(errors.some((error: { field: string }) => error.field === 'quantity'))
})

test('a body that is no JSON, or too large, is refused', async () => {
  const buyer = await shop.createBuyer()
  const post = (body: string) =>
    shop.request('/api/bookingOrder', { method: 'POST', headers: { authorization: `Bearer ${buyer.token}` }, body })
  assert.equal((await post('{')).status, 400)
  assert.equal((await post('')).status, 400)
  assert.equal((await post(JSON.stringify({ address: 'x'.repeat(200_000) }))).status, 413)
  const toSandbox = await shop.request('/sandbox/payments/v1/refunds', { method: 'POST', body: 'x'.repeat(30_000) })
  assert.deepEqual([toSandbox.status, (await toSandbox.json()).code], [413, 'body_too_large'])
})

test('an unknown call is refused as such', async () => {
  const response = await shop.request('/api/nothing')
  assert.equal(response.status, 404)
  assert.equal((await response.json()).code, 'call_unknown')
})

test('signed-in answers are never stored by a cache', async () => {
  const buyer = await shop.createBuyer()
  const response = await shop.request('/api/orders', { headers: { authorization: `Bearer ${buyer.token}` } })
  assert.equal(response.headers.get('cache-control'), 'private, no-store')
})

test('the OpenAPI document is compressed if the client accepts it', async () => {
  const read = async (headers: Record<string, string>) => shop.request('/api/openapi.json', { headers })
  const plain = await read({})
  assert.equal(plain.headers.get('content-encoding'), null)
  const document = await plain.text()
  for (const [encoding, decompress] of Object.entries({ gzip: gunzipSync, br: brotliDecompressSync })) {
    const compressed = await read({ 'accept-encoding': encoding })
    assert.equal(compressed.headers.get('content-encoding'), encoding)
    assert.equal(decompress(await compressed.arrayBuffer()).toString(), document)
  }
})

test('the OpenAPI document describes every call, its access and its path parameters', async () => {
  const document = await (await shop.request('/api/openapi.json')).json()
  assert.match(document.openapi, /^3\.1\./)
  const described = Object.entries<
    Record<string, { operationId: string; parameters?: { in: string; name: string }[] }>
  >(document.paths)
  const documented = described.flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const inPath = (operation.parameters ?? []).filter(each => each.in === 'path').map(each => `{${each.name}}`)
      assert.deepEqual(inPath, path.match(/\{\w+\}/g) ?? [])
      return [operation.operationId, `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`]
    }),
  )
  assert.deepEqual(Object.fromEntries(documented), operations)
})
