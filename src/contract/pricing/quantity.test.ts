import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { checkQuantity, isInStock, isOrderable } from './quantity.ts'

test('a quantity is orderable from the minimum to the stock, in whole pieces', () => {
  const tool = { minimum: 10, available: 20 }
  assert.deepEqual(
    [9, 10, 15, 20, 21, 10.5, Number.NaN].map(quantity => isOrderable(quantity, tool)),
    [false, true, true, true, false, false, false],
  )
  assert.equal(isInStock(tool), true)
  assert.equal(isInStock({ ...tool, available: 9 }), false)
})

test('a refused quantity gets a message and the nearest orderable quantities', () => {
  const packs = { minimum: 24, available: 310, increment: 24 }
  const refused: [number, typeof packs, number[], string][] = [
    [50, packs, [48, 72], '50 is not a multiple of 24. Next valid: 48 or 72.'],
    [-3, packs, [24], 'The minimum order is 24 pieces.'],
    [1e9, packs, [288], 'At most 288 pieces can be ordered.'],
    [Number.NaN, packs, [24], 'Enter a whole number from 24 to 288.'],
    [10.5, { minimum: 1, available: 20, increment: 1 }, [10, 11], 'Enter a whole number: 10 or 11.'],
    [24, { ...packs, available: 23 }, [], 'Fewer pieces are left than the minimum order of 24 pieces.'],
  ]
  for (const [quantity, rules, nearest, sentence] of refused)
    assert.deepEqual(checkQuantity(quantity, rules), { ok: false, nearest, sentence })
})

const rules = fc.record({
  minimum: fc.integer({ min: 1, max: 500 }),
  available: fc.integer({ min: 0, max: 2000 }),
  increment: fc.integer({ min: 1, max: 100 }),
})
const quantities = fc.oneof(fc.integer({ min: -10, max: 2200 }), fc.double({ min: -10, max: 2200 }), fc.double())

function listOrderable({ minimum, available, increment }: { minimum: number; available: number; increment: number }) {
  return Array.from({ length: available + 1 }, (_, quantity) => quantity).filter(
    quantity => quantity >= minimum && quantity % increment === 0,
  )
}

test('only the listed quantities are orderable, and the nearest are the neighbors of a refused one', () => {
  fc.assert(
    fc.property(quantities, rules, (quantity, rules) => {
      const orderable = listOrderable(rules)
      const check = checkQuantity(quantity, rules)
      assert.equal(check.ok, orderable.includes(quantity))
      if (check.ok) return
      const lower = orderable.findLast(each => each < quantity)
      const higher = orderable.find(each => Number.isNaN(quantity) || each > quantity)
      assert.deepEqual(
        check.nearest,
        [lower, higher].filter(each => each !== undefined),
      )
    }),
    { numRuns: 2000 },
  )
})
