import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { reviews } from './reviews.ts'
import { tools } from './tools.ts'
import { variants } from './variants.ts'

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
  const sold = tools.map(({ name, priceCents }) => [name, priceCents / 100])
  for (const each of bestSellers)
    assert.ok(
      sold.some(([name, price]) => name === each[0] && price === each[1]),
      `${each}`,
    )
})

test('the full catalogue has 60 tools of different names and SKUs, whose breaks get cheaper', () => {
  const all = [...tools, ...variants.map(({ tool }) => tool)]
  assert.equal(all.length, 60)
  assert.equal(new Set(all.flatMap(({ name, sku }) => [name, sku])).size, 120)
  for (const { sku, priceCents, priceBreaks } of all) {
    const prices = [priceCents, ...priceBreaks.map(each => each.priceCents)]
    assert.deepEqual(
      prices,
      [...new Set(prices)].sort((a, b) => b - a),
      sku,
    )
  }
  for (const { tool, place } of variants) assert.ok(place.specifications.length > 2, tool.sku)
})

test('every best seller can be ordered, and some tool is short of its minimum', () => {
  const names = bestSellers.map(([name]) => name)
  const short = tools.filter(tool => tool.available < tool.minimum)
  assert.ok(short.length > 0)
  assert.deepEqual(
    short.filter(tool => names.includes(tool.name)),
    [],
  )
})

test('every tool and each of the 12 reviews has its image', () => {
  const images = new URL('../../../public/images/', import.meta.url)
  assert.equal(reviews.length, 12)
  for (const { image } of tools) {
    for (const variant of ['320.avif', '480.avif', '800.avif', '800.webp']) {
      assert.ok(existsSync(new URL(`${image}-${variant}`, images)), `${image}-${variant}`)
    }
  }
  for (const { avatar } of reviews) assert.ok(existsSync(new URL(`avatars/${avatar}.svg`, images)), avatar)
})
