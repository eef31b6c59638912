import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { openShop } from '#test/open-shop.ts'

export const suffixes = ['-320.avif', '-480.avif', '-800.avif', '-800.webp']
export const red = [200, 30, 20, 255]
export const blue = [20, 40, 200, 255]
export const clear = [20, 40, 200, 0]

export function createTwoColorImage(width: number, height: number, left = red, right = blue) {
  const channels = 4
  const pixels = Buffer.alloc(width * height * channels)
  for (let index = 0; index < width * height; index++) {
    pixels.set(index % width < width / 2 ? left : right, index * channels)
  }
  const image = sharp(pixels, { raw: { width, height, channels } })
  return right[3] === 255 ? image.removeAlpha() : image
}

/** The pixel at a place given in fractions of the width and height, with its opacity last. */
export async function readPixel(bytes: Buffer, x: number, y: number): Promise<readonly number[]> {
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const index = Math.floor(y * info.height) * info.width + Math.floor(x * info.width)
  return [...data.subarray(index * 4, index * 4 + 4)]
}

export function assertAlike(found: readonly number[], wanted: readonly number[], message?: string): void {
  const close = wanted.every((value, index) => Math.abs(value - (found[index] ?? -255)) < 40)
  assert.ok(close, `${message ?? 'color'}: ${found} is not like ${wanted}`)
}

/** A shop that takes images, with a buyer who uploads them. */
export async function openImageShop() {
  const shop = await openShop()
  const buyer = await shop.createBuyer()
  const admin = await shop.logInAsAdmin()
  const folder = join(shop.dataDir, 'images')

  const upload = (file: Uint8Array | string, name = 'image.jpg', { client } = buyer) =>
    client.uploadImage({ query: { key: 'whatever' }, form: { image: new File([file as BlobPart], name) } })

  async function uploadAndGetUrl(file: Uint8Array | string): Promise<string> {
    const { success, data } = await upload(file)
    assert.equal(success, true)
    assert.match(data.url, /^\/images\/[\da-f]{32}-800\.webp$/)
    return data.url
  }

  function fetchVariants(url: string) {
    const fetched = suffixes.map(async suffix => {
      const response = await shop.request(url.replace('-800.webp', suffix))
      assert.equal(response.status, 200, suffix)
      assert.equal(response.headers.get('content-type'), `image/${suffix.split('.')[1]}`)
      assert.equal(response.headers.get('cache-control'), 'public, max-age=31536000, immutable')
      return Buffer.from(await response.arrayBuffer())
    })
    return Promise.all(fetched)
  }

  async function readSizes(url: string) {
    const read = (await fetchVariants(url)).map(bytes => sharp(bytes).metadata())
    return (await Promise.all(read)).map(({ width, height }) => [width, height])
  }

  const listFiles = () => (existsSync(folder) ? readdirSync(folder).toSorted() : [])

  async function assertNothingStored(work: () => Promise<unknown>): Promise<void> {
    const before = listFiles()
    await work()
    assert.deepEqual(listFiles(), before)
  }

  return {
    shop,
    buyer,
    admin,
    folder,
    upload,
    uploadAndGetUrl,
    listFiles,
    fetchVariants,
    readSizes,
    assertNothingStored,
  }
}
