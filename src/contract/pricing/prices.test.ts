import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Prices, priceLine } from './prices.ts'
import { isOrderable, type QuantityRules } from './quantity.ts'

const hammer = {
  minimum: 12,
  available: 310,
  increment: 12,
  priceCents: 1000,
  priceBreaks: [
    { from: 48, priceCents: 900 },
    { from: 100, priceCents: 790 },
  ],
}

test('a line has the unit price of its quantity and the saving of the next break', () => {
  assert.deepEqual(priceLine(36, hammer), {
    unitCents: 1000,
    totalCents: 36_000,
    nextBreak: { from: 48, unitCents: 900, addPieces: 12, savesCents: 4800 },
  })
  assert.deepEqual(priceLine(48, hammer).unitCents, 900)
  assert.deepEqual(priceLine(96, hammer).nextBreak, { from: 108, unitCents: 790, addPieces: 12, savesCents: 11_880 })
  assert.deepEqual(priceLine(108, hammer), { unitCents: 790, totalCents: 85_320 })
  assert.equal(priceLine(96, { ...hammer, available: 107 }).nextBreak, undefined)
})

const tools = fc
  .record({
    minimum: fc.integer({ min: 1, max: 100 }),
    available: fc.integer({ min: 0, max: 2000 }),
    increment: fc.integer({ min: 1, max: 50 }),
    prices: fc.uniqueArray(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 7 }),
    quantities: fc.uniqueArray(fc.integer({ min: 2, max: 1500 }), { minLength: 6, maxLength: 6 }),
  })
  .map(({ prices, quantities, ...rules }): Prices & QuantityRules => {
    const [priceCents = 1, ...lower] = prices.toSorted((one, other) => other - one)
    const from = quantities.toSorted((one, other) => one - other)
    return {
      ...rules,
      minimum: Math.ceil(rules.minimum / rules.increment) * rules.increment,
      priceCents,
      priceBreaks: lower.map((priceCents, index) => ({ from: from[index] ?? 0, priceCents })),
    }
  })

test('a line gets its best price break, and the hint names a cheaper, orderable quantity', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2000 }), tools, (quantity, tool) => {
      const { unitCents, totalCents, nextBreak } = priceLine(quantity, tool)
      const reached = tool.priceBreaks.filter(({ from }) => from <= quantity).map(({ priceCents }) => priceCents)
      assert.equal(unitCents, Math.min(tool.priceCents, ...reached))
      assert.equal(totalCents, unitCents * quantity)
      if (!nextBreak) return
      assert.ok(isOrderable(nextBreak.from, tool))
      assert.ok(nextBreak.from > quantity && nextBreak.addPieces === nextBreak.from - quantity)
      assert.equal(priceLine(nextBreak.from, tool).unitCents, nextBreak.unitCents)
      assert.ok(nextBreak.unitCents < unitCents)
      assert.equal(nextBreak.savesCents, unitCents * nextBreak.from - nextBreak.unitCents * nextBreak.from)
    }),
    { numRuns: 2000 },
  )
})
