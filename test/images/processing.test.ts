import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import sharp from 'sharp'
import { assertAlike, blue, clear, createTwoColorImage, openImageShop, readPixel, red, suffixes } from './image-shop.ts'

const { shop, uploadAndGetUrl, listFiles, fetchVariants, readSizes } = await openImageShop()

after(() => shop.app.close())

test('a photo is stored upright, in every width and format, without its metadata', async () => {
  const photo = await createTwoColorImage(1600, 800)
    .withExif({ IFD0: { Artist: 'Rita Moss' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"></x:xmpmeta>')
    .withIccProfile('p3')
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const sent = await sharp(photo).metadata()
  assert.ok(sent.orientation === 6 && sent.exif && sent.xmp && sent.icc)
  assert.ok(sent.exif.includes('Rita Moss'))

  const url = await uploadAndGetUrl(photo)
  assert.deepEqual(await readSizes(url), [
    [160, 320],
    [240, 480],
    [400, 800],
    [400, 800],
  ])
  for (const bytes of await fetchVariants(url)) {
    const { orientation, exif, xmp, icc, iptc, comments } = await sharp(bytes).metadata()
    assert.deepEqual([orientation, exif, xmp, icc, iptc, comments], Array(6).fill(undefined))
    for (const trace of ['Rita Moss', 'Exif', 'xmpmeta']) assert.ok(!bytes.includes(trace), trace)
    assertAlike(await readPixel(bytes, 0.5, 0.1), red, 'top')
    assertAlike(await readPixel(bytes, 0.5, 0.9), blue, 'bottom')
  }
})

test('an image is accepted in each of the five formats, whatever its file name', async () => {
  const image = createTwoColorImage(900, 300)
  for (const file of [image.jpeg(), image.png(), image.webp(), image.avif(), image.gif()]) {
    const url = await uploadAndGetUrl(await file.toBuffer())
    assert.deepEqual(await readSizes(url), [
      [320, 107],
      [480, 160],
      [800, 267],
      [800, 267],
    ])
    for (const bytes of await fetchVariants(url)) {
      assertAlike(await readPixel(bytes, 0.1, 0.5), red)
      assertAlike(await readPixel(bytes, 0.9, 0.5), blue)
    }
  }
})

test('transparency is kept', async () => {
  for (const file of [
    createTwoColorImage(600, 300, red, clear).png(),
    createTwoColorImage(600, 300, red, clear).webp(),
  ]) {
    for (const bytes of await fetchVariants(await uploadAndGetUrl(await file.toBuffer()))) {
      assertAlike(await readPixel(bytes, 0.1, 0.5), red)
      assert.equal((await readPixel(bytes, 0.9, 0.5))[3], 0)
    }
  }
})

test('grey, 16-bit and print colors are converted to screen colors', async () => {
  const grey = [120, 120, 120, 255]
  for (const [file, left, right] of [
    [createTwoColorImage(400, 200, grey, grey).toColourspace('b-w').png(), grey, grey],
    [createTwoColorImage(400, 200).toColourspace('rgb16').png(), red, blue],
    [createTwoColorImage(400, 200, grey, red).toColourspace('cmyk').jpeg(), grey, red],
  ] as const) {
    for (const bytes of await fetchVariants(await uploadAndGetUrl(await file.toBuffer()))) {
      assertAlike(await readPixel(bytes, 0.1, 0.5), left)
      assertAlike(await readPixel(bytes, 0.9, 0.5), right)
    }
  }
})

test('of a moving image the first frame is kept', async () => {
  const frames = await Promise.all(
    [createTwoColorImage(300, 200, red, red), createTwoColorImage(300, 200, blue, blue)].map(f => f.png().toBuffer()),
  )
  for (const file of [
    sharp(frames, { join: { animated: true } }).gif(),
    sharp(frames, { join: { animated: true } }).webp(),
  ]) {
    const moving = await file.toBuffer()
    assert.equal((await sharp(moving).metadata()).pages, 2)
    const url = await uploadAndGetUrl(moving)
    for (const bytes of await fetchVariants(url)) {
      assert.equal((await sharp(bytes).metadata()).pages ?? 1, 1)
      assertAlike(await readPixel(bytes, 0.5, 0.5), red)
    }
    assert.deepEqual((await readSizes(url))[0], [300, 200])
  }
})

test('a small image is not enlarged, and a narrow one keeps a pixel', async () => {
  const small = await uploadAndGetUrl(await createTwoColorImage(100, 50).png().toBuffer())
  assert.deepEqual(await readSizes(small), Array(suffixes.length).fill([100, 50]))
  const dot = await uploadAndGetUrl(await createTwoColorImage(1, 1).png().toBuffer())
  assert.deepEqual(await readSizes(dot), Array(suffixes.length).fill([1, 1]))
  const line = await uploadAndGetUrl(await createTwoColorImage(4000, 1).png().toBuffer())
  assert.deepEqual((await readSizes(line)).at(-1), [800, 1])
})

test('the same image has the same URL, and another has another', async () => {
  const png = await createTwoColorImage(210, 120).png().toBuffer()
  const same = await createTwoColorImage(210, 120)
    .png({ compressionLevel: 1 })
    .withExif({ IFD0: { Artist: 'Rita' } })
    .toBuffer()
  const mirrored = await createTwoColorImage(210, 120, blue, red).png().toBuffer()
  const url = await uploadAndGetUrl(png)
  const kept = listFiles()
  assert.equal(await uploadAndGetUrl(png), url)
  assert.equal(await uploadAndGetUrl(same), url)
  assert.deepEqual(listFiles(), kept)
  assert.notEqual(await uploadAndGetUrl(mirrored), url)
  assert.equal(listFiles().length, kept.length + suffixes.length)
})
