import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  assertNoSecretLogged,
  createImage,
  html,
  imgbbKey,
  largestWebpSuffix,
  log,
  openImgbb,
  sendReply,
  uploads,
  withRequestListener,
} from '#test/images/image-hosts.ts'
import { assertRefused } from '#test/open-shop.ts'
import { createImgbbImages } from './imgbb.ts'

const imgbb = await openImgbb()

test('imgbb: gets the largest WebP file in its own form, with the key', async () => {
  const kept = createImage()
  await imgbb.images.store(kept)
  const upload = uploads.at(-1)
  assert.deepEqual([upload?.key, upload?.name], [imgbbKey, kept.name])
  const file = upload?.file instanceof File ? upload.file : assert.fail('no file')
  assert.deepEqual([file.name, file.type], [`${kept.name}.webp`, 'image/webp'])
  assert.deepEqual(Buffer.from(await file.arrayBuffer()), kept.files.get(largestWebpSuffix))
})

const createFailure = (message: string, code: unknown) => ({
  status_code: 400,
  error: { message, code },
  status_txt: 'Bad Request',
})

const createUpload = (url: unknown, success: unknown = true) => ({ data: { id: 'x', url }, success, status: 200 })

/** Observed replies of imgbb, and other replies that its host might return. */
const unusable: readonly [status: number, body: unknown, reason: string][] = [
  [400, createFailure('Invalid API v1 key.', 100), '100 Invalid API v1 key.'],
  [400, createFailure('Rate limit reached.', '100'), '100 Rate limit reached.'],
  [400, createFailure("Can't get target upload source info", 310), "310 Can't get target upload source info"],
  [400, createFailure(`Unknown key ${imgbbKey}`, null), '0 Unknown key …'],
  [400, createFailure('x'.repeat(100_000), 1), `1 ${'x'.repeat(198)}`],
  [400, { error: 'no' }, 'no URL of its own, object'],
  [200, html, 'no URL of its own, string'],
  [200, '', 'no URL of its own, string'],
  [200, 'null', 'no URL of its own, object'],
  [200, [], 'no URL of its own, object'],
  [200, { success: true }, 'no URL of its own, object'],
  [200, createUpload(undefined), 'no URL of its own, object'],
  [200, createUpload(7), 'no URL of its own, object'],
  [200, createUpload(''), 'no URL of its own, object'],
  [200, createUpload('https://i.ibb.co/a/b.webp', false), 'no URL of its own, object'],
  [200, createUpload('https://i.ibb.co/a/b.webp', 'true'), 'no URL of its own, object'],
  [500, createUpload('https://i.ibb.co/a/b.webp'), 'no URL of its own, object'],
  [200, createUpload('http://i.ibb.co/a/b.webp'), 'no URL of its own, object'],
  [200, createUpload('https://evil.example/a/b.webp'), 'no URL of its own, object'],
  [200, createUpload('https://i.ibb.co@evil.example/a/b.webp'), 'no URL of its own, object'],
  [200, createUpload('javascript:alert(1)'), 'no URL of its own, object'],
]

for (const [status, body, reason] of unusable) {
  const text = JSON.stringify(body).slice(0, 60)
  test(`imgbb: ${status} ${text} is refused as unavailable, with the reason in the log`, async () => {
    const { images, server } = imgbb
    const { requests, logged } = await withRequestListener(
      server,
      (_, response) => sendReply(response, status, body),
      () => assertRefused(images.store(createImage()), 'images_unavailable'),
    )
    assert.deepEqual(
      logged.map(line => JSON.parse(line).error.message),
      [`imgbb answered ${status}: ${reason}`],
    )
    assert.equal(requests.length, 1)
  })
}

for (const code of [311, '311']) {
  test(`imgbb: an image that it can't read, ${typeof code} ${code}, is refused as unreadable`, async () => {
    const { images, server } = imgbb
    const { logged } = await withRequestListener(
      server,
      (_, response) => sendReply(response, 400, createFailure('Invalid image', code)),
      () => assertRefused(images.store(createImage()), 'image_unreadable'),
    )
    assert.deepEqual(logged, [])
  })
}

test('imgbb: addresses at its own hosts are owned, over HTTPS only', () => {
  const { isOwnUrl } = createImgbbImages({ key: imgbbKey, endpoint: 'https://api.imgbb.com/1/upload', log })
  assert.ok(isOwnUrl('https://i.ibb.co/w04Prt6/c1f64245afb2.webp'))
  assert.ok(isOwnUrl('https://i.ibb.co.com/w04Prt6/c1f64245afb2.webp'))
  const others = [
    'http://i.ibb.co/w04Prt6/c1f64245afb2.webp',
    'https://api.imgbb.com/w04Prt6/c1f64245afb2.webp',
    'https://ibb.co/w04Prt6',
    'https://i.ibb.co/',
    'https://i.ibb.co:8443/w04Prt6/c1f64245afb2.webp',
    'https://i.ibb.co.evil.example/w04Prt6/c1f64245afb2.webp',
  ]
  assert.deepEqual(others.filter(isOwnUrl), [])
})

test('imgbb: an upload to its own endpoint is shown at its own host', async () => {
  const requestedUrls: string[] = []
  const url = 'https://i.ibb.co/w04Prt6/c1f64245afb2.webp'
  const request = async (input: string | URL | Request) => {
    requestedUrls.push(String(input))
    return Response.json(createUpload(url))
  }
  const options = { key: imgbbKey, endpoint: 'https://api.imgbb.com/1/upload', log, fetch: request }
  assert.equal(await createImgbbImages(options).store(createImage()), url)
  assert.deepEqual(requestedUrls, [`https://api.imgbb.com/1/upload?key=${imgbbKey}`])
})

test('the log has no secret', assertNoSecretLogged)
