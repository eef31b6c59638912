import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ProcessedImage } from '#providers/images/port.ts'
import { buildAvifSrcSet } from '#web/ui/images/avif-srcset.ts'
import { createImage, largestWebpSuffix, openFolder, openImgbb, openS3, readBytes } from './image-hosts.ts'

const hosts = { folder: openFolder(), S3: await openS3(), imgbb: await openImgbb() }

for (const name of ['folder', 'S3', 'imgbb'] as const) {
  const store = (image: ProcessedImage) => hosts[name].images.store(image)
  const isOwnUrl = (url: string) => hosts[name].images.isOwnUrl(url)

  test(`${name}: a stored image is served at its address, which the store owns`, async () => {
    const image = createImage()
    const url = await store(image)
    const response = await hosts[name].fetchImage(url)
    assert.equal(response.headers.get('content-type'), 'image/webp')
    assert.deepEqual(await readBytes(response), image.files.get(largestWebpSuffix))
    assert.ok(isOwnUrl(url))
  })

  test(`${name}: concurrent uploads do not disturb each other, not even of the same image`, async () => {
    const twice = createImage()
    const many = [twice, twice, ...Array.from({ length: 8 }, () => createImage())]
    const urls = await Promise.all(many.map(store))
    const response = await Promise.all(urls.map(async url => readBytes(await hosts[name].fetchImage(url))))
    assert.deepEqual(
      response,
      many.map(each => each.files.get(largestWebpSuffix)),
    )
  })

  test(`${name}: an address outside the storage is not its own`, async () => {
    const own = await store(createImage())
    const path = new URL(own, 'http://localhost').pathname
    const others = [
      '',
      `${own}?x`,
      `${own}#x`,
      `${own}\n`,
      ` ${own}`,
      `\\${own}`,
      own.replace(path, `/..${path}`),
      own.replace('/', '/\\'),
      own.replace('.webp', '.svg?.webp'),
      own.replace('.webp', '%2e%2e'),
      own.replace('://', '://evil.'),
      own.replace('://', '://user:password@'),
      own.replace('http:', 'https:'),
      own.replace('http:', ''),
      own.toUpperCase(),
      `https://evil.example${path}`,
      `https://evil.example/?${own}`,
      `//evil.example${path}`,
      `javascript:alert(1)//${path}`,
      'data:image/webp;base64,AAAA',
    ]
    assert.deepEqual(
      others.filter(other => other !== own && isOwnUrl(other)),
      [],
    )
  })
}

for (const name of ['folder', 'S3'] as const) {
  test(`${name}: every width that pages request is stored, and cacheable for good`, async () => {
    const { images, fetchImage: show } = hosts[name]
    const image = createImage()
    const url = await images.store(image)
    const asked = [...(buildAvifSrcSet(url) ?? '').matchAll(/(\S+) \d+w/g)].map(([, each = '']) => each)
    assert.equal(asked.length, 3)
    for (const each of [...asked, url]) {
      const response = await show(each)
      const [end = ''] = /-\d+\.\w+$/.exec(each) ?? []
      assert.equal(response.headers.get('content-type'), `image/${end.split('.')[1]}`)
      assert.equal(response.headers.get('cache-control'), 'public, max-age=31536000, immutable')
      assert.deepEqual(await readBytes(response), image.files.get(end))
    }
  })
}
