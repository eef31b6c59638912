import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { before, test } from 'node:test'
import { readTools } from './catalogue.ts'
import { reviews } from './reviews.ts'

type Cells = Awaited<ReturnType<typeof readTools>>[number]['cells']
let tools: Cells[]
let all: Cells[]
before(async () => {
  const [some, further] = [await readTools('tools.csv'), await readTools('further-tools.csv')]
  tools = some.map(({ cells }) => cells)
  all = [...tools, ...further.map(({ cells }) => cells)]
})

const bestSellers = [
  ['Marble Slotting Saw', 100.55],
  ['Powermatic Shaper', 99.97],
  ['Wood Floor Belt Sander', 78.55],
  ['Reciprocal saw', 179],
  ['Handheld Power Drill', 155],
  ['Revolt E.9V Jigsaw', 139],
  ['Gerber Diesel Multi Piler', 93],
  ['Circular Saw', 129],
]

test('the catalogue has 24 tools of different names, the eight best sellers among them at their prices', () => {
  assert.equal(tools.length, 24)
  assert.equal(new Set(tools.map(tool => tool.name)).size, 24)
  const sold = tools.map(({ name, price }) => [name, Number(price)])
  for (const each of bestSellers)
    assert.ok(
      sold.some(([name, price]) => name === each[0] && price === each[1]),
      `${each}`,
    )
})

test('the full catalogue has 60 tools of different names and SKUs, whose breaks get cheaper', () => {
  assert.equal(all.length, 60)
  assert.equal(new Set(all.flatMap(({ name, sku }) => [name, sku])).size, 120)
  for (const { sku, price, priceBreaks = '', specifications = '' } of all) {
    const prices = [price, ...priceBreaks.split('; ').map(each => each.split(': ')[1])].map(Number)
    assert.ok(prices.length > 1, sku)
    assert.deepEqual(
      prices,
      [...new Set(prices)].sort((a, b) => b - a),
      sku,
    )
    assert.ok(specifications.split('\n').length > 2, sku)
  }
})

test('every best seller can be ordered, and some tool is short of its minimum', () => {
  const names = bestSellers.map(([name]) => name)
  const short = tools.filter(tool => Number(tool.available) < Number(tool.minimum))
  assert.ok(short.length > 0)
  assert.deepEqual(
    short.filter(tool => names.includes(tool.name ?? '')),
    [],
  )
})

test('every tool and each of the 12 reviews has its image', () => {
  const images = new URL('../../../public/images/', import.meta.url)
  assert.equal(reviews.length, 12)
  for (const { image = '' } of all)
    for (const variant of ['320.avif', '480.avif', '800.avif', '800.webp']) {
      const file = image.replace('/images/', '').replace('800.webp', variant)
      assert.ok(existsSync(new URL(file, images)), file)
    }
  for (const { avatar } of reviews) assert.ok(existsSync(new URL(`avatars/${avatar}.svg`, images)), avatar)
})
