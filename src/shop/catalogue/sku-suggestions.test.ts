import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused } from '#test/open-shop.ts'
import { prepareShop } from '#test/prepare.ts'

const shop = prepareShop()

const suggest = async (...skus: string[]) =>
  (await shop.client.suggestSkus({ body: { skus } })).map(({ sku, tools }) => [sku, tools[0]?.sku])

test('a mistyped SKU finds the most similar one, in any case', async () => {
  assert.deepEqual(await suggest('CS-186', 'cs185', 'EBL-60', 'QQQQ'), [
    ['CS-186', 'CS-185'],
    ['cs185', 'CS-185'],
    ['EBL-60', 'EBL-600'],
    ['QQQQ', undefined],
  ])
})

test('at most three tools of the catalogue are suggested, for at most twenty SKUs', async () => {
  for (const sku of ['ZX-1001', 'ZX-1002', 'ZX-1003', 'ZX-1004']) await shop.addTool({ sku })
  const [suggestion] = await shop.client.suggestSkus({ body: { skus: ['ZX-100'] } })
  assert.deepEqual(
    suggestion?.tools.map(({ sku }) => sku),
    ['ZX-1001', 'ZX-1002', 'ZX-1003'],
  )
  const admin = await shop.logInAsAdmin()
  await admin.client.deleteTool({ params: { id: suggestion?.tools[0]?._id ?? '' } })
  const [[, next] = []] = await suggest('ZX-100')
  assert.equal(next, 'ZX-1002')
  await assertRefused(suggest(...Array.from({ length: 21 }, () => 'A')), 'invalid_input')
})

test('a search finds a tool by its SKU, before those that have it in their words', async () => {
  await shop.addTool({ name: 'Blade for QV-77', sku: 'BL-1' })
  await shop.addTool({ name: 'Quarry saw', sku: 'QV-77' })
  await shop.addTool({ name: 'Belt for QV-77', sku: 'BL-2' })
  const find = async (q: string) => (await shop.client.listTools({ query: { q } })).map(({ sku }) => sku)
  assert.equal((await find('qv-77'))[0], 'QV-77')
  assert.deepEqual((await find('qv-77')).toSorted(), ['BL-1', 'BL-2', 'QV-77'])
})
