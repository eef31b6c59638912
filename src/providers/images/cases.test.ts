import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { crc32, createDeflate } from 'node:zlib'
import { createAdaptorServer } from '@hono/node-server'
import sharp from 'sharp'
import { maxImageBytes } from '#contract/limits.ts'
import { parseRefusal } from '#contract/refusals.ts'
import { openShop, type Person, refused, type TestShop } from '#test/open-shop.ts'
import { createFolderImages } from './folder.ts'
import { processImage } from './process-image.ts'

let shop: TestShop
let buyer: Person
let admin: Person
before(async () => {
  shop = await openShop()
  buyer = await shop.newBuyer()
  admin = await shop.logIn('admin@example.com', 'anvil-and-tongs')
})
after(() => shop.store.close())

const ends = ['-320.avif', '-480.avif', '-800.avif', '-480.webp', '-800.webp']
const red = [200, 30, 20, 255]
const blue = [20, 40, 200, 255]
const clear = [20, 40, 200, 0]

/** A picture whose left half has the one color and whose right half the other. */
function halves(width: number, height: number, left = red, right = blue) {
  const channels = 4
  const pixels = Buffer.alloc(width * height * channels)
  for (let index = 0; index < width * height; index++) {
    pixels.set(index % width < width / 2 ? left : right, index * channels)
  }
  const picture = sharp(pixels, { raw: { width, height, channels } })
  return right[3] === 255 ? picture.removeAlpha() : picture
}

const upload = (file: Uint8Array | string, name = 'picture.jpg', { client } = buyer) =>
  client.uploadImage({ query: { key: 'whatever' }, form: { image: new File([file as BlobPart], name) } })

async function uploaded(file: Uint8Array | string): Promise<string> {
  const { success, data } = await upload(file)
  assert.equal(success, true)
  assert.match(data.url, /^\/images\/[\da-f]{32}-800\.webp$/)
  return data.url
}

/** The bytes of each variant, as the shop serves them. */
function variants(url: string) {
  const fetched = ends.map(async end => {
    const response = await shop.request(url.replace('-800.webp', end))
    assert.equal(response.status, 200, end)
    assert.equal(response.headers.get('content-type'), `image/${end.split('.')[1]}`)
    assert.equal(response.headers.get('cache-control'), 'public, max-age=31536000, immutable')
    return Buffer.from(await response.arrayBuffer())
  })
  return Promise.all(fetched)
}

async function sizes(url: string) {
  const read = (await variants(url)).map(bytes => sharp(bytes).metadata())
  return (await Promise.all(read)).map(({ width, height }) => [width, height])
}

/** The pixel at a place given in fractions of the width and height, with its opacity last. */
async function pixel(bytes: Buffer, x: number, y: number): Promise<readonly number[]> {
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const index = Math.floor(y * info.height) * info.width + Math.floor(x * info.width)
  return [...data.subarray(index * 4, index * 4 + 4)]
}

function alike(found: readonly number[], wanted: readonly number[], message?: string): void {
  const close = wanted.every((value, index) => Math.abs(value - (found[index] ?? -255)) < 40)
  assert.ok(close, `${message ?? 'color'}: ${found} is not like ${wanted}`)
}

const imagesOf = ({ dataDir }: TestShop) => join(dataDir, 'images')
const stored = () => (existsSync(imagesOf(shop)) ? readdirSync(imagesOf(shop)).toSorted() : [])

async function leavesNothing(work: () => Promise<unknown>): Promise<void> {
  const before = stored()
  await work()
  assert.deepEqual(stored(), before)
}

test('a photo comes out upright, in every width and format, and tells nothing of where it was taken', async () => {
  const photo = await halves(1600, 800)
    .withExif({ IFD0: { Artist: 'Rita Moss' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"></x:xmpmeta>')
    .withIccProfile('p3')
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const sent = await sharp(photo).metadata()
  assert.ok(sent.orientation === 6 && sent.exif && sent.xmp && sent.icc)
  assert.ok(sent.exif.includes('Rita Moss'))

  const url = await uploaded(photo)
  assert.deepEqual(await sizes(url), [
    [160, 320],
    [240, 480],
    [400, 800],
    [240, 480],
    [400, 800],
  ])
  for (const bytes of await variants(url)) {
    const { orientation, exif, xmp, icc, iptc, comments } = await sharp(bytes).metadata()
    assert.deepEqual([orientation, exif, xmp, icc, iptc, comments], Array(6).fill(undefined))
    for (const trace of ['Rita Moss', 'Exif', 'xmpmeta']) assert.ok(!bytes.includes(trace), trace)
    alike(await pixel(bytes, 0.5, 0.1), red, 'top')
    alike(await pixel(bytes, 0.5, 0.9), blue, 'bottom')
  }
})

test('a picture is taken in each of the five formats, whatever its name says', async () => {
  const picture = halves(900, 300)
  for (const file of [picture.jpeg(), picture.png(), picture.webp(), picture.avif(), picture.gif()]) {
    const url = await uploaded(await file.toBuffer())
    assert.deepEqual(await sizes(url), [
      [320, 107],
      [480, 160],
      [800, 267],
      [480, 160],
      [800, 267],
    ])
    for (const bytes of await variants(url)) {
      alike(await pixel(bytes, 0.1, 0.5), red)
      alike(await pixel(bytes, 0.9, 0.5), blue)
    }
  }
})

test('what is transparent stays so', async () => {
  for (const file of [halves(600, 300, red, clear).png(), halves(600, 300, red, clear).webp()]) {
    for (const bytes of await variants(await uploaded(await file.toBuffer()))) {
      alike(await pixel(bytes, 0.1, 0.5), red)
      assert.equal((await pixel(bytes, 0.9, 0.5))[3], 0)
    }
  }
})

test('grey, 16-bit and print colors come out as a screen shows them', async () => {
  const grey = [120, 120, 120, 255]
  for (const [file, left, right] of [
    [halves(400, 200, grey, grey).toColourspace('b-w').png(), grey, grey],
    [halves(400, 200).toColourspace('rgb16').png(), red, blue],
    [halves(400, 200, grey, red).toColourspace('cmyk').jpeg(), grey, red],
  ] as const) {
    for (const bytes of await variants(await uploaded(await file.toBuffer()))) {
      alike(await pixel(bytes, 0.1, 0.5), left)
      alike(await pixel(bytes, 0.9, 0.5), right)
    }
  }
})

test('of a moving picture the first frame is kept', async () => {
  const frames = await Promise.all(
    [halves(300, 200, red, red), halves(300, 200, blue, blue)].map(f => f.png().toBuffer()),
  )
  for (const file of [
    sharp(frames, { join: { animated: true } }).gif(),
    sharp(frames, { join: { animated: true } }).webp(),
  ]) {
    const moving = await file.toBuffer()
    assert.equal((await sharp(moving).metadata()).pages, 2)
    const url = await uploaded(moving)
    for (const bytes of await variants(url)) {
      assert.equal((await sharp(bytes).metadata()).pages ?? 1, 1)
      alike(await pixel(bytes, 0.5, 0.5), red)
    }
    assert.deepEqual((await sizes(url))[0], [300, 200])
  }
})

test('a small picture is not enlarged, and a narrow one keeps a pixel', async () => {
  const small = await uploaded(await halves(100, 50).png().toBuffer())
  assert.deepEqual(await sizes(small), Array(5).fill([100, 50]))
  const dot = await uploaded(await halves(1, 1).png().toBuffer())
  assert.deepEqual(await sizes(dot), Array(5).fill([1, 1]))
  const line = await uploaded(await halves(4000, 1).png().toBuffer())
  assert.deepEqual((await sizes(line)).at(-1), [800, 1])
})

test('the same picture has the same address, and another has another', async () => {
  const png = await halves(210, 120).png().toBuffer()
  const same = await halves(210, 120)
    .png({ compressionLevel: 1 })
    .withExif({ IFD0: { Artist: 'Rita' } })
    .toBuffer()
  const mirrored = await halves(210, 120, blue, red).png().toBuffer()
  const url = await uploaded(png)
  const kept = stored()
  assert.equal(await uploaded(png), url)
  assert.equal(await uploaded(same), url)
  assert.deepEqual(stored(), kept)
  assert.notEqual(await uploaded(mirrored), url)
  assert.equal(stored().length, kept.length + 5)
})

test('a file that is no picture of those kinds is refused, and nothing of it is kept', async () => {
  const jpeg = await halves(800, 600).jpeg().toBuffer()
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
  const files: Record<string, Uint8Array | string> = {
    'drawing.svg': svg,
    'drawing.jpg': `<?xml version="1.0"?>\n${svg}`,
    'words.jpg': 'This is no picture.',
    'page.html': '<!doctype html><html><script>alert(1)</script></html>',
    'cut.jpg': jpeg.subarray(0, jpeg.length / 2),
    'head.jpg': jpeg.subarray(0, 20),
    'paper.pdf': '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF',
    'scan.tiff': await halves(40, 20).tiff().toBuffer(),
    'pixels.ppm': 'P3\n1 1\n255\n255 0 0\n',
    'matrix.csv': '1,2\n3,4\n',
    'script.gif': 'GIF89a/*\u0001\u0000\u0001\u0000*/=1;alert(1)',
    'noise.png': randomBytes(100_000),
  }
  for (const [name, file] of Object.entries(files)) {
    await leavesNothing(() => refused(upload(file, name), 'image_unreadable'))
  }
})

/** A picture of so many pixels in few bytes: black, with one bit for each. */
async function blackPng(width: number, height: number): Promise<Buffer> {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    check.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, check])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const row = Buffer.alloc(1 + Math.ceil(width / 8))
  const rows = Readable.from(
    (function* () {
      for (let index = 0; index < height; index++) yield row
    })(),
  )
  const pixels = await buffer(rows.pipe(createDeflate()))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

test('a picture of more than 40 million pixels is refused before they take any memory', async () => {
  const bomb = await blackPng(50_000, 50_000)
  assert.ok(bomb.length < 400_000)
  const before = process.resourceUsage().maxRSS
  await leavesNothing(() => refused(upload(bomb), 'image_too_detailed'))
  assert.ok(process.resourceUsage().maxRSS - before < 50_000)

  const detailed = await blackPng(8_000, 5_001)
  await leavesNothing(() => refused(upload(detailed), 'image_too_detailed'))
  assert.deepEqual((await sizes(await uploaded(await blackPng(8_000, 5_000)))).at(-1), [800, 500])
})

test('a file of 10 MB is taken, and a byte more is refused', async () => {
  const jpeg = await halves(300, 200).jpeg().toBuffer()
  const padded = (bytes: number) => Buffer.concat([jpeg, Buffer.alloc(bytes - jpeg.length)])
  await uploaded(padded(maxImageBytes))
  await leavesNothing(() => refused(upload(padded(maxImageBytes + 1)), 'image_too_large'))
})

/** A request to the call with a body as it is. */
async function post(body: BodyInit, headers: Record<string, string> = {}) {
  const authorization = `Bearer ${buyer.token}`
  const init = { method: 'POST', headers: { authorization, ...headers }, body, duplex: 'half' }
  const response = await shop.request('/api/images/upload?key=whatever', init)
  return { status: response.status, code: parseRefusal(await response.json()).code }
}

test('20 MB are refused, whether the request says so ahead or not', async () => {
  const noise = randomBytes(20_000_000)
  const type = { 'content-type': 'multipart/form-data; boundary=edge' }
  const tooLarge = { status: 413, code: 'image_too_large' }
  await leavesNothing(async () => {
    await refused(upload(noise), 'image_too_large')
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
  const form = (fields: Record<string, string | Blob>) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    return form
  }
  const picture = new File([(await halves(30, 20).png().toBuffer()) as BlobPart], 'picture.png')
  const badInput = { status: 400, code: 'invalid_input' }
  await leavesNothing(async () => {
    assert.deepEqual(await post(form({})), badInput)
    assert.deepEqual(await post(form({ picture })), badInput)
    assert.deepEqual(await post(form({ image: 'iVBORw0KGgo=' })), badInput)
    assert.deepEqual(await post(new URLSearchParams({ image: 'iVBORw0KGgo=' })), badInput)
    assert.deepEqual(await post(JSON.stringify({ image: 'x' }), { 'content-type': 'application/json' }), badInput)
    assert.deepEqual(await post('{', { 'content-type': 'multipart/form-data' }), badInput)
    assert.deepEqual(await post('--edge', { 'content-type': 'multipart/form-data; boundary=edge' }), badInput)
    assert.deepEqual(await post(''), badInput)
  })
})

test('only somebody who is logged in uploads', async () => {
  const picture = await halves(32, 20).png().toBuffer()
  const anonymous = { ...buyer, client: shop.client }
  await leavesNothing(() => refused(upload(picture, 'picture.png', anonymous), 'sign_in_required'))
  await upload(picture, 'picture.png', admin)
})

test('reviews and tools take an uploaded picture, and the address of no other host', async () => {
  const img = await uploaded(await halves(640, 480).jpeg().toBuffer())
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
    await refused(buyer.client.addReview({ body: { ...review, img: address } }), 'image_unknown')
    await refused(admin.client.addTool({ body: { ...tool, image: address } }), 'image_unknown')
    await refused(admin.client.updateTool({ params: { id }, body: { ...tool, image: address } }), 'image_unknown')
  }
  assert.equal((await shop.client.listTools({ query: { id } }))[0]?.image, img)
})

test('nothing but kept pictures is served from the folder, and nothing beside it', async context => {
  const url = await uploaded(await halves(48, 20).png().toBuffer())
  const name = url.replace('/images/', '')
  const secret = 'nobody may read this'
  mkdirSync(join(imagesOf(shop), 'inner'), { recursive: true })
  for (const file of ['secret', `x${name}`, name.replace('-800.webp', '-320.webp')]) {
    writeFileSync(join(shop.dataDir, file), secret)
  }
  for (const file of ['notes.txt', `${name}.1.part`, 'index.html', `inner/${name}`]) {
    writeFileSync(join(imagesOf(shop), file), secret)
  }
  assert.equal(readFileSync(join(shop.dataDir, 'secret'), 'utf8'), secret)

  const server = createAdaptorServer({ fetch: shop.store.fetch }).listen(0, '127.0.0.1')
  context.after(() => server.close())
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  /** The path as it is: a `Request` would tidy it up. */
  const fetched = async (path: string) => {
    const [response] = (await once(get({ host: '127.0.0.1', port, path }), 'response')) as [IncomingMessage]
    return { status: response.statusCode, body: await text(response) }
  }
  for (const path of [
    '/images/..%2fsecret',
    '/images/..%2Fsecret',
    '/images/%2e%2e/secret',
    '/images/%2e%2e%2fsecret',
    '/images/../secret',
    '/images/..%5csecret',
    '/images/..%252fsecret',
    `/images/..%2fx${name}`,
    `/images/..%2f${name.replace('-800.webp', '-320.webp')}`,
    `/images/${name}%00`,
    `/images/${name}%2f..%2f..%2fsecret`,
    `/images/inner%2f${name}`,
    `/images/inner/${name}`,
    `/images/${name}.1.part`,
    '/images/notes.txt',
    '/images/index.html',
    '/images/inner',
    '/images/',
    '/images',
    `/images/${'0'.repeat(32)}-800.webp`,
  ]) {
    const { status, body } = await fetched(path)
    assert.ok(status === 404 || status === 400, `${path}: ${status}`)
    assert.ok(!body.includes(secret), path)
  }
  assert.equal((await fetched(url)).status, 200)
})

test('an empty file is no picture', async () => {
  await leavesNothing(() => refused(upload(''), 'image_unreadable'))
})

test('a picture that is kept several times at once is kept', async context => {
  const folder = mkdtempSync(join(tmpdir(), 'ironmonger-images-'))
  context.after(() => rmSync(folder, { recursive: true }))
  const images = createFolderImages(folder)
  const picture = await processImage(await halves(900, 700).png().toBuffer())
  const addresses = await Promise.all([1, 2, 3, 4].map(() => images.store(picture)))
  assert.deepEqual(new Set(addresses), new Set([`/images/${picture.name}-800.webp`]))
  assert.deepEqual(readdirSync(folder).toSorted(), ends.map(end => picture.name + end).toSorted())
})
