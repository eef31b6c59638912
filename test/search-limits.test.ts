import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { callLimits } from '#api/rate-limits/limits.ts'
import { refusals } from '#contract/refusals.ts'
import { openShopWithPages, type TestShop } from './open-shop.ts'

let shop: TestShop
before(async () => {
  shop = await openShopWithPages({ RATE_LIMITS: 'on', TRUSTED_PROXIES: '1' })
})
after(() => shop.app.close())

const get = (path: string, ip: string) => shop.request(path, { headers: { 'x-forwarded-for': ip } })

test('searches of pages and of the API count together, by IP address; other pages and lists go on', async () => {
  const max = callLimits.search?.perMinuteInProcess ?? assert.fail('no limit')
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

test('pages that are rendered are counted by IP address', async () => {
  const max = callLimits.page?.perMinuteInProcess ?? assert.fail('no limit')
  const read = async (ip: string) => (await get('/form-not-sent', ip)).status
  shop.advanceClockToMinute()
  const statuses: number[] = []
  for (let count = 0; count < max; count++) statuses.push(await read('192.0.2.3'))
  assert.deepEqual(new Set(statuses), new Set([200]))
  assert.deepEqual([await read('192.0.2.3'), await read('192.0.2.4')], [429, 200])
  shop.advanceClockToMinute()
  assert.equal(await read('192.0.2.3'), 200)
})
