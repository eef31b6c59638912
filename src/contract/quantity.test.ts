import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isOrderable } from './quantity.ts'

test('a quantity is orderable from the minimum to the stock, in whole pieces', () => {
  const tool = { minimum: 10, available: 20 }
  assert.deepEqual(
    [9, 10, 15, 20, 21, 10.5, Number.NaN].map(quantity => isOrderable(quantity, tool)),
    [false, true, true, true, false, false, false],
  )
})
