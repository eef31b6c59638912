import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '#api/rate-limiter.ts'
import { refusals } from '#contract/refusals.ts'
import { prepareShopWithPages } from './prepare.ts'

const shop = prepareShopWithPages({ RATE_LIMITS: 'on', TRUSTED_PROXIES: '1' })

const get = (path: string, ip: string) => shop.request(path, { headers: { 'x-forwarded-for': ip } })

test('searches of pages and of the API count together, by IP address; other pages and lists go on', async () => {
  const { max } = limits.search
  const [sentence] = [refusals.too_many_requests[1]]
  const search = async (index: number) => (await get(`/shop?q=saw${index}`, '192.0.2.1')).text()
  const pages: string[] = []
  shop.advanceClockToMinute()
  // A page searches three times: for the list, its length and the counts of its filters.
  for (let index = 0; index <= max / 3; index++) pages.push(await search(index))
  assert.deepEqual(
    pages.map(page => page.includes(sentence)),
    [...Array<boolean>(max / 3).fill(false), true],
  )
  for (const path of ['/api/tools?q=saw', '/api/toolCount?q=saw'])
    assert.equal((await get(path, '192.0.2.1')).status, 429)
  for (const path of ['/', '/shop', '/api/tools', '/sitemap.xml'])
    assert.equal((await get(path, '192.0.2.1')).status, 200, path)
  assert.equal((await get('/api/tools?q=saw', '192.0.2.2')).status, 200)
  assert.ok(!(await (await get('/shop?q=saw', '192.0.2.2')).text()).includes(sentence))
})

test('pages that are rendered count as reads, beside those of the API', async () => {
  const { max } = limits.read
  const read = async (path: string, ip: string) => (await get(path, ip)).status
  shop.advanceClockToMinute()
  // Input that is refused is answered the quickest.
  for (let count = 1; count < max; count++) assert.equal(await read('/api/toolCount?minPrice=x', '192.0.2.3'), 400)
  assert.deepEqual([await read('/form-not-sent', '192.0.2.3'), await read('/form-not-sent', '192.0.2.3')], [200, 429])
  assert.equal(await read('/form-not-sent', '192.0.2.4'), 200)
  shop.advanceClockToMinute()
  assert.equal(await read('/form-not-sent', '192.0.2.3'), 200)
})
