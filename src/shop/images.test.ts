import assert from 'node:assert/strict'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { eq, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { images } from '#db/tables/content.ts'
import { createTwoColorImage, suffixes } from '#test/images/image-shop.ts'
import { assertRefused } from '#test/open-shop.ts'
import { prepare, prepareShop } from '#test/prepare.ts'
import { readActor } from '#test/read-actor.ts'
import { addImage, deleteUnusedImages } from './images.ts'

let width = 20
const shop = prepareShop()
const buyer = prepare(() => shop.createBuyer())

/** Sizes differ, so that no two images are equal. */
async function createImage(height = 20): Promise<File> {
  width += 2
  return new File([await createTwoColorImage(width, height).png().toBuffer()], 'image.png')
}

async function upload(image?: File, { client } = buyer): Promise<string> {
  return (await client.uploadImage({ form: { image: image ?? (await createImage()) } })).data.url
}

const addReview = (img: string) => {
  const { name, email } = buyer
  return buyer.client.addReview({ body: { name, email, comment: 'Good.', rating: '5', city: 'Leeds', img } })
}

const makeOlder = (days: number) =>
  shop.app.shop.db.execute(sql`update images set uploaded_at = uploaded_at - ${days} * interval '1 day'`)

const getFiles = (url: string) => {
  const name = url.replace('/images/', '').replace('-800.webp', '')
  return suffixes.map(suffix => join(shop.dataDir, 'images', name + suffix))
}
const isStored = (url: string) => getFiles(url).every(file => existsSync(file))
const isRecorded = async (url: string) => (await shop.app.shop.db.$count(images, eq(images.url, url))) === 1

test('an unused image is deleted with its files after two days, others are kept', async () => {
  const [unused, reviewed, ofTool, ofGallery, ofDeletedTool, young] = [
    await upload(),
    await upload(),
    await upload(),
    await upload(),
    await upload(),
    await upload(),
  ]
  await addReview(reviewed)
  const admin = await shop.logInAsAdmin()
  const fields = { name: 'Adze', price: 10, minimum: 1, available: 1, description: 'x' }
  await admin.client.addTool({ body: { ...fields, image: ofTool, furtherImages: [{ url: ofGallery, alt: '' }] } })
  const { insertedId: id } = await admin.client.addTool({ body: { ...fields, image: ofDeletedTool } })
  await admin.client.deleteTool({ params: { id } })
  await makeOlder(3)
  await shop.app.shop.db.update(images).set({ uploadedAt: new Date() }).where(eq(images.url, young))

  await deleteUnusedImages(shop.app.shop)
  assert.deepEqual([await isRecorded(unused), isStored(unused)], [false, false])
  for (const url of [reviewed, ofTool, ofGallery, ofDeletedTool, young])
    assert.deepEqual([await isRecorded(url), isStored(url)], [true, true], url)
  assert.equal((await shop.client.listTools({ query: { limit: 500 } })).length, 25)
  await assertRefused(addReview(unused), 'image_unknown')
})

test('an image that is about to be used is kept for two more days, and one uploaded again is restored', async () => {
  const url = await upload()
  await makeOlder(3)
  const { insertedId: id } = await addReview(url)
  const admin = await shop.logInAsAdmin()
  await admin.client.deleteReview({ params: { id } })
  await deleteUnusedImages(shop.app.shop)
  assert.ok(isStored(url))
  await makeOlder(3)
  await deleteUnusedImages(shop.app.shop)
  assert.ok(!isStored(url))
  width -= 2
  assert.equal(await upload(), url)
  assert.ok(isStored(url))
  await addReview(url)
})

test('an image is recorded before its files are stored, so that they are not deleted meanwhile', async () => {
  const { shop: appShop } = shop.app
  const recorded: boolean[] = []
  const watched: typeof appShop = {
    ...appShop,
    images: {
      ...appShop.images,
      async store(image) {
        const url = appShop.images.buildUrl?.(image.name) ?? ''
        recorded.push(await isRecorded(url))
        return appShop.images.store(image)
      },
    },
  }
  const uploader = await readActor(appShop, buyer)
  const url = await addImage(watched, uploader, await createImage())
  assert.deepEqual([recorded, isStored(url)], [[true], true])
})

test('an image that cannot be deleted does not stop the others', async () => {
  await makeOlder(3)
  await deleteUnusedImages(shop.app.shop)
  const urls = [await upload(), await upload(), await upload()].toSorted()
  await makeOlder(3)
  const { images, ...rest } = shop.app.shop
  const remove = async (url: string) => (url === urls[0] ? Promise.reject(new Error('locked')) : images.remove?.(url))
  const failed: string[] = []
  const onError = (url: string) => failed.push(url)
  assert.equal(await deleteUnusedImages({ ...rest, images: { ...images, remove } }, { onError }), 2)
  assert.deepEqual([failed, urls.map(isStored)], [[urls[0]], [true, false, false]])
})

test('files without a row are deleted two days after they were found', async () => {
  const url = `/images/${'0'.repeat(32)}-800.webp`
  for (const file of getFiles(url)) writeFileSync(file, 'left by a crash')
  await deleteUnusedImages(shop.app.shop)
  assert.ok(await isRecorded(url))
  await makeOlder(3)
  await deleteUnusedImages(shop.app.shop)
  assert.ok(!(await isRecorded(url)))
  assert.ok(readdirSync(join(shop.dataDir, 'images')).every(file => !file.startsWith('0'.repeat(32))))
})

test('a URL that was never uploaded is refused, whatever its host', async () => {
  for (const url of [
    `/images/${'a'.repeat(32)}-800.webp`,
    '/images/nope.webp',
    '/images/avatars/nope.svg',
    'https://i.ibb.co/w04Prt6/c1f64245afb2.webp',
    'https://evil.example/images/x.webp',
    'javascript:alert(1)',
  ])
    await assertRefused(addReview(url), 'image_unknown')
})

test('images are decoded one at a time', async () => {
  const other = await shop.createBuyer()
  // Large enough that sampling sees the decoding.
  const files = await Promise.all(Array.from({ length: 4 }, () => createImage(12_000)))
  let mostAtOnce = 0
  const sampling = setInterval(() => {
    mostAtOnce = Math.max(mostAtOnce, sharp.counters().process)
  }, 1)
  await Promise.all(files.map((file, index) => upload(file, index < 2 ? buyer : other)))
  clearInterval(sampling)
  assert.equal(mostAtOnce, 1)
})
