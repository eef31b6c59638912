import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSitemap, createSitemapFile } from './create-sitemap.ts'

const origin = 'https://shop.example'
/** Six pages of the shop and one of `slugs`. */
const pageCount = 7
const slugs = ['about-us']
const createList =
  (count: number) =>
  async ({ limit, cursor }: { limit: number; cursor: string | undefined }) => {
    const ids = Array.from({ length: count }, (_, index) => `tool-${index}`)
    const start = cursor === undefined ? 0 : ids.indexOf(cursor) + 1
    return ids.slice(start, start + limit)
  }
const readLocations = (xml = '') => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url)

test('a sitemap that one file can hold lists the pages and tools', async () => {
  for (const count of [0, 1, 9]) {
    const xml = await createSitemap(origin, { listToolIds: createList(count), slugs }, 10)
    assert.match(xml, /<urlset /)
    assert.equal(readLocations(xml).length, pageCount + count)
    assert.ok(readLocations(xml).includes(`${origin}/pages/about-us`))
  }
})

test('a larger sitemap is an index of files that list each page and tool once', async () => {
  for (const [count, fileCount] of [
    [10, 1],
    [11, 2],
    [20, 2],
    [29, 3],
  ] as const) {
    const sources = { listToolIds: createList(count), slugs }
    const index = await createSitemap(origin, sources, 10)
    if (fileCount > 1) assert.match(index, /<sitemapindex /)
    const expectedFiles = Array.from({ length: fileCount }, (_, position) => `${origin}/sitemaps/${position + 1}.xml`)
    if (fileCount > 1) assert.deepEqual(readLocations(index), expectedFiles)
    const files = await Promise.all(
      expectedFiles.map((_, position) => createSitemapFile(origin, sources, position + 1, 10)),
    )
    const urls = files.flatMap(readLocations)
    assert.equal(new Set(urls).size, pageCount + count)
    assert.equal(urls.length, pageCount + count)
  }
})

test('there is no file beyond the last one', async () => {
  for (const fileNumber of [0, 3, 9999])
    assert.equal(await createSitemapFile(origin, { listToolIds: createList(20), slugs }, fileNumber, 10), undefined)
})
