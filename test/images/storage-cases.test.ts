import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { ProcessedImage } from '#providers/images/port.ts'
import { buildAvifSrcSet } from '#web/ui/avif-srcset.ts'
import { closeAll, createImage, openFolder, openImgbb, openS3, readBytes, webp } from './image-hosts.ts'

const stores = { folder: openFolder(), S3: await openS3(), imgbb: await openImgbb() }

after(closeAll)

for (const name of ['folder', 'S3', 'imgbb'] as const) {
  const keep = (kept: ProcessedImage) => stores[name].images.store(kept)
  const isOwnUrl = (address: string) => stores[name].images.isOwnUrl(address)

  test(`${name}: a stored picture is served at its address, which the store owns`, async () => {
    const kept = createImage()
    const address = await keep(kept)
    const shown = await stores[name].show(address)
    assert.equal(shown.headers.get('content-type'), 'image/webp')
    assert.deepEqual(await readBytes(shown), kept.files.get(webp))
    assert.ok(isOwnUrl(address))
  })

  test(`${name}: concurrent uploads do not disturb each other, not even of the same picture`, async () => {
    const twice = createImage()
    const many = [twice, twice, ...Array.from({ length: 8 }, () => createImage())]
    const addresses = await Promise.all(many.map(keep))
    const shown = await Promise.all(addresses.map(async address => readBytes(await stores[name].show(address))))
    assert.deepEqual(
      shown,
      many.map(each => each.files.get(webp)),
    )
  })

  test(`${name}: no other address is owned`, async () => {
    const own = await keep(createImage())
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
    const { images, show } = stores[name]
    const kept = createImage()
    const address = await images.store(kept)
    const asked = [...(buildAvifSrcSet(address) ?? '').matchAll(/(\S+) \d+w/g)].map(([, each = '']) => each)
    assert.equal(asked.length, 3)
    for (const each of [...asked, address, address.replace(webp, '-480.webp')]) {
      const shown = await show(each)
      const [end = ''] = /-\d+\.\w+$/.exec(each) ?? []
      assert.equal(shown.headers.get('content-type'), `image/${end.split('.')[1]}`)
      assert.equal(shown.headers.get('cache-control'), 'public, max-age=31536000, immutable')
      assert.deepEqual(await readBytes(shown), kept.files.get(end))
    }
  })
}
