import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, test } from 'node:test'
import { maxImageBytes } from '#contract/limits.ts'
import { parseRefusal } from '#contract/refusal.ts'
import { assertRefused } from '#test/open-shop.ts'
import { createBlackPng } from './black-png.ts'
import { createTwoColorImage, openImageShop } from './image-shop.ts'

const { shop, buyer, admin, upload, uploadAndGetUrl, readSizes, assertNothingStored } = await openImageShop()

after(() => shop.app.close())

test('a file that is no picture of those formats is refused, and nothing of it is stored', async () => {
  const jpeg = await createTwoColorImage(800, 600).jpeg().toBuffer()
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
  const files: Record<string, Uint8Array | string> = {
    'drawing.svg': svg,
    'drawing.jpg': `<?xml version="1.0"?>\n${svg}`,
    'words.jpg': 'This is no picture.',
    'page.html': '<!doctype html><html><script>alert(1)</script></html>',
    'cut.jpg': jpeg.subarray(0, jpeg.length / 2),
    'head.jpg': jpeg.subarray(0, 20),
    'paper.pdf': '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF',
    'scan.tiff': await createTwoColorImage(40, 20).tiff().toBuffer(),
    'pixels.ppm': 'P3\n1 1\n255\n255 0 0\n',
    'matrix.csv': '1,2\n3,4\n',
    'script.gif': 'GIF89a/*\u0001\u0000\u0001\u0000*/=1;alert(1)',
    'noise.png': randomBytes(100_000),
  }
  for (const [name, file] of Object.entries(files)) {
    await assertNothingStored(() => assertRefused(upload(file, name), 'image_unreadable'))
  }
})

test('an image of too many pixels is refused before they take any memory', async () => {
  const bomb = await createBlackPng(25_000, 25_000)
  assert.ok(bomb.length < 400_000)
  const before = process.resourceUsage().maxRSS
  await assertNothingStored(() => assertRefused(upload(bomb), 'image_too_detailed'))
  assert.ok(process.resourceUsage().maxRSS - before < 50_000)

  const detailed = await createBlackPng(8_000, 6_251)
  await assertNothingStored(() => assertRefused(upload(detailed), 'image_too_detailed'))
  assert.deepEqual((await readSizes(await uploadAndGetUrl(await createBlackPng(8_000, 6_250)))).at(-1), [800, 625])
  const avif = await createTwoColorImage(8_000, 3_001).avif({ effort: 0 }).toBuffer()
  await assertNothingStored(() => assertRefused(upload(avif), 'image_too_detailed'))
})

test('a file of 10 MB is accepted, and one byte more is refused', async () => {
  const jpeg = await createTwoColorImage(300, 200).jpeg().toBuffer()
  const padTo = (bytes: number) => Buffer.concat([jpeg, Buffer.alloc(bytes - jpeg.length)])
  await uploadAndGetUrl(padTo(maxImageBytes))
  await assertNothingStored(() => assertRefused(upload(padTo(maxImageBytes + 1)), 'image_too_large'))
})

/** A request to the call with a body as it is. */
async function post(body: BodyInit, headers: Record<string, string> = {}) {
  const authorization = `Bearer ${buyer.token}`
  const init = { method: 'POST', headers: { authorization, ...headers }, body, duplex: 'half' }
  const response = await shop.request('/api/images/upload?key=whatever', init)
  return { status: response.status, code: parseRefusal(await response.json()).code }
}

test('20 MB are refused, with a Content-Length and without', async () => {
  const noise = randomBytes(20_000_000)
  const type = { 'content-type': 'multipart/form-data; boundary=edge' }
  const tooLarge = { status: 413, code: 'image_too_large' }
  await assertNothingStored(async () => {
    await assertRefused(upload(noise), 'image_too_large')
    assert.deepEqual(await post(noise, { ...type, 'content-length': '20000000' }), tooLarge)
    let sent = 0
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 100_000
        if (sent > noise.length) controller.close()
        else controller.enqueue(noise.subarray(sent - 100_000, sent))
      },
    })
    assert.deepEqual(await post(endless, type), tooLarge)
    assert.ok(sent < 11_000_000)
  })
})

test('a form without a file in its place is bad input', async () => {
  const createForm = (fields: Record<string, string | Blob>) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    return form
  }
  const image = new File([(await createTwoColorImage(30, 20).png().toBuffer()) as BlobPart], 'image.png')
  const badInput = { status: 400, code: 'invalid_input' }
  await assertNothingStored(async () => {
    assert.deepEqual(await post(createForm({})), badInput)
    assert.deepEqual(await post(createForm({ picture: image })), badInput)
    assert.deepEqual(await post(createForm({ image: 'iVBORw0KGgo=' })), badInput)
    assert.deepEqual(await post(new URLSearchParams({ image: 'iVBORw0KGgo=' })), badInput)
    assert.deepEqual(await post(JSON.stringify({ image: 'x' }), { 'content-type': 'application/json' }), badInput)
    assert.deepEqual(await post('{', { 'content-type': 'multipart/form-data' }), badInput)
    assert.deepEqual(await post('--edge', { 'content-type': 'multipart/form-data; boundary=edge' }), badInput)
    assert.deepEqual(await post(''), badInput)
    // The parser and the count of its parts may read different boundaries.
    const part = '--edge\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\n\r\nx\r\n'
    for (const parameters of [
      'xboundary=other; boundary=edge',
      'boundary=edge; x="boundary=other"',
      'boundary=edge; boundary=other',
    ])
      assert.deepEqual(
        await post(`${part}--edge--`, { 'content-type': `multipart/form-data; ${parameters}` }),
        badInput,
      )
    const many = createForm({ image, ...Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`field${i}`, 'x'])) })
    assert.deepEqual(await post(many), badInput)
  })
})

test('an upload requires a signed-in account', async () => {
  const image = await createTwoColorImage(32, 20).png().toBuffer()
  const anonymous = { ...buyer, client: shop.client }
  await assertNothingStored(() => assertRefused(upload(image, 'image.png', anonymous), 'sign_in_required'))
  await upload(image, 'image.png', admin)
})

test('reviews and tools take an uploaded image, and the address of no other host', async () => {
  const img = await uploadAndGetUrl(await createTwoColorImage(640, 480).jpeg().toBuffer())
  const review = { name: buyer.name, email: buyer.email, comment: 'Good steel.', rating: '5', city: 'Leeds' }
  const tool = { name: 'Mallet', price: 12.5, available: 100, minimum: 10, description: 'A mallet.' }
  await buyer.client.addReview({ body: { ...review, img } })
  assert.equal((await shop.client.listReviews({})).at(-1)?.img, img)
  const { insertedId: id } = await admin.client.addTool({ body: { ...tool, image: img } })
  assert.equal((await shop.client.listTools({ query: { id } }))[0]?.image, img)
  for (const address of [
    `https://i.ibb.co${img}`,
    `//evil.example${img}`,
    `http://127.0.0.1:3000${img}`,
    `${img}?x=1`,
    `${img}#x`,
    ` javascript:alert('${img}')`,
    `/images/..${img}`,
    `/images/../..${img}`,
    `/images/%2e%2e${img}`,
    '/images/',
    '/images/avatars/../../secret.txt',
    img.replace('/images/', '/images/a/'),
    img.replace('/images/', '/images\\'),
    'data:image/png;base64,iVBORw0KGgo=',
  ]) {
    await assertRefused(buyer.client.addReview({ body: { ...review, img: address } }), 'image_unknown')
    await assertRefused(admin.client.addTool({ body: { ...tool, image: address } }), 'image_unknown')
    await assertRefused(admin.client.updateTool({ params: { id }, body: { ...tool, image: address } }), 'image_unknown')
  }
  assert.equal((await shop.client.listTools({ query: { id } }))[0]?.image, img)
})

test('an empty file is no picture', async () => {
  await assertNothingStored(() => assertRefused(upload(''), 'image_unreadable'))
})
