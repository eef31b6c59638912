import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CartLine } from '#contract/schemas/carts.ts'
import { createCartTool } from '#test/cart-tools.ts'
import { changeQuantity, checkLine } from './check-line.ts'

const tool = createCartTool('ADZE', {
  name: 'Adze',
  price: 12,
  priceBreaks: [{ from: 24, price: 11 }],
  minimum: 12,
  available: 100,
})
const line: CartLine = { toolId: '', toolName: 'Adze', sku: 'ADZE', quantity: 12, price: 12, tool }

test('a changed price waits to be accepted while the quantity is typed', () => {
  const changed = { ...line, price: 10 }
  for (const typed of [3, Number.NaN]) {
    const passing = changeQuantity(changed, typed)
    assert.equal(checkLine(passing).problem?.kind, 'quantity')
    const next = changeQuantity(passing, 36)
    assert.equal(next.price, 10)
    assert.equal(checkLine(next).problem?.kind, 'price')
  }
})

test('a price that was shown follows the quantity to its price breaks and back', () => {
  const prices = [24, 3, 36, 12].map((_, index, all) => {
    const passed = all.slice(0, index + 1).reduce(changeQuantity, line)
    return [passed.price, checkLine(passed).problem?.kind]
  })
  assert.deepEqual(prices, [
    [11, undefined],
    [12, 'quantity'],
    [11, undefined],
    [12, undefined],
  ])
})
