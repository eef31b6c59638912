import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import sharp from 'sharp'
import { assertRefused, openShop } from '#test/open-shop.ts'
import {
  assertNoSecretLogged,
  createImage,
  html,
  largestWebpSuffix,
  lines,
  openImgbb,
  openS3,
  readBytes,
  sendReply,
  withRequestListener,
} from './image-hosts.ts'

const hosts = { S3: await openS3(), imgbb: await openImgbb() }

/** How a host may fail. 'impatient', the adapter with a short time-out, is for hosts that never respond. */
const failures: readonly [name: string, answer: RequestListener, adapter: 'images' | 'impatient'][] = [
  ['breaks the connection', request => request.socket.destroy(), 'images'],
  ['never answers', () => {}, 'impatient'],
  ['stops halfway', (_, response) => void response.writeHead(500, { 'content-length': 99 }).write('{'), 'impatient'],
  ['shows an error page', (_, response) => sendReply(response, 502, html, { 'content-type': 'text/html' }), 'images'],
  ['has too much to do', (_, response) => sendReply(response, 503, ''), 'images'],
  ['has had too many requests', (_, response) => sendReply(response, 429, ''), 'images'],
  ['refuses our key', (_, response) => sendReply(response, 403, ''), 'images'],
  ['sends us elsewhere', (_, response) => sendReply(response, 307, '', { location: '/elsewhere' }), 'images'],
]

for (const name of ['S3', 'imgbb'] as const) {
  for (const [failure, answer, adapter] of failures) {
    test(`${name}: a host that ${failure} is unavailable with the reason in the log, and recovers`, async () => {
      const host = hosts[name]
      const image = createImage()
      const { requests, logged } = await withRequestListener(host.server, answer, () =>
        assertRefused(host[adapter].store(image), 'images_unavailable'),
      )
      assert.equal(logged.length, 1, logged.join())
      assert.match(logged[0] ?? '', /"level":"error",.*"event":"image host unavailable","error":\{"message":"[^"]/)
      assert.ok(!requests.some(({ url }) => url?.includes('elsewhere')))
      assert.deepEqual(
        await readBytes(await host.fetchImage(await host.images.store(image))),
        image.files.get(largestWebpSuffix),
      )
    })
  }

  test(`${name}: a shop whose host is down refuses uploads only, until it recovers`, async t => {
    const { environment, server, fetchImage: show } = hosts[name]
    const shop = await openShop(environment, { onError: event => lines.push(event) })
    t.after(() => shop.app.close())
    const buyer = await shop.signUp()
    const form = { image: new File([await createDrawing()], 'me.png', { type: 'image/png' }) }
    const upload = () => buyer.client.uploadImage({ form })
    const review = { email: buyer.email, name: buyer.name, comment: 'Good steel.', rating: '5', city: 'Leeds' }
    const { data } = await upload()
    assert.equal((await sharp(await readBytes(await show(data.url))).metadata()).width, 800)
    await withRequestListener(
      server,
      request => request.socket.destroy(),
      async () => {
        await assertRefused(upload(), 'images_unavailable')
        assert.ok((await shop.client.listTools({})).length > 0)
        await buyer.client.addReview({ body: { ...review, img: data.url } })
      },
    )
    assert.equal((await shop.client.listReviews({})).at(-1)?.img, data.url)
    await buyer.client.addReview({ body: { ...review, img: (await upload()).data.url } })
    const img = 'https://evil.example/x.webp'
    await assertRefused(buyer.client.addReview({ body: { ...review, img } }), 'image_unknown')
  })
}

const createDrawing = () =>
  sharp({ create: { width: 900, height: 900, channels: 3, background: '#b45309' } })
    .png()
    .toBuffer()

test('images from before an image host was configured are still served', async t => {
  const dataDir = mkdtempSync(join(tmpdir(), 'ironmonger-images-'))
  mkdirSync(join(dataDir, 'images'))
  const { name } = createImage()
  writeFileSync(join(dataDir, 'images', name + largestWebpSuffix), 'kept')
  const shop = await openShop({ DATA_DIR: dataDir, ...hosts.S3.environment })
  t.after(() => shop.app.close())
  assert.equal(await (await shop.request(`/images/${name}${largestWebpSuffix}`)).text(), 'kept')
})

test('no secret is in the log', assertNoSecretLogged)
