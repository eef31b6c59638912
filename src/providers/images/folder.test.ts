import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { createAdaptorServer } from '@hono/node-server'
import { createTwoColorImage, openImageShop, suffixes } from '#test/images/image-shop.ts'
import { createFolderImages } from './folder.ts'
import { processImage } from './process-image.ts'

const { shop, folder, uploadAndGetUrl } = await openImageShop()

after(() => shop.app.close())

test('only stored images are served from the folder, and no file beside it', async context => {
  const url = await uploadAndGetUrl(await createTwoColorImage(48, 20).png().toBuffer())
  const name = url.replace('/images/', '')
  const secret = 'nobody may read this'
  mkdirSync(join(folder, 'inner'), { recursive: true })
  for (const file of ['secret', `x${name}`, name.replace('-800.webp', '-320.webp')]) {
    writeFileSync(join(shop.dataDir, file), secret)
  }
  for (const file of ['notes.txt', `${name}.1.part`, 'index.html', `inner/${name}`]) {
    writeFileSync(join(folder, file), secret)
  }
  assert.equal(readFileSync(join(shop.dataDir, 'secret'), 'utf8'), secret)

  const server = createAdaptorServer({ fetch: shop.app.fetch }).listen(0, '127.0.0.1')
  context.after(() => server.close())
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  /** A `Request` would normalize the path. */
  const fetchImage = async (path: string) => {
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
    const { status, body } = await fetchImage(path)
    assert.ok(status === 404 || status === 400, `${path}: ${status}`)
    assert.ok(!body.includes(secret), path)
  }
  assert.equal((await fetchImage(url)).status, 200)
})

test('an image that is stored several times at once leaves four complete files', async context => {
  const ownFolder = mkdtempSync(join(tmpdir(), 'ironmonger-images-'))
  context.after(() => rmSync(ownFolder, { recursive: true }))
  const images = createFolderImages(ownFolder)
  const image = await processImage(await createTwoColorImage(900, 700).png().toBuffer())
  const addresses = await Promise.all([1, 2, 3, 4].map(() => images.store(image)))
  assert.deepEqual(new Set(addresses), new Set([`/images/${image.name}-800.webp`]))
  assert.deepEqual(readdirSync(ownFolder).toSorted(), suffixes.map(end => image.name + end).toSorted())
})
