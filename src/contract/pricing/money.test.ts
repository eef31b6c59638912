import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatNumber } from '#contract/format-number.ts'
import { computeLineTotal, formatCents, formatMoney, toCents } from './money.ts'

test('amounts convert to whole cents, or to undefined', () => {
  assert.deepEqual([100.55, 0.1, 1_000_000, 129, 0.07].map(toCents), [10055, 10, 100_000_000, 12900, 7])
  assert.deepEqual([0.001, 129.005, Number.NaN, Number.POSITIVE_INFINITY].map(toCents), [
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

test('totals have no binary rounding errors, and money is formatted with the sign of its currency', () => {
  assert.equal(computeLineTotal(100.55, 7), 703.85)
  assert.equal(computeLineTotal(0.07, 3), 0.21)
  assert.equal(formatMoney(1548, 'USD'), '$1,548.00')
  assert.equal(formatMoney(99.97, 'USD'), '$99.97')
  assert.deepEqual(
    [-5, 0].map(amount => formatMoney(amount, 'USD')),
    ['−$5.00', '$0.00'],
  )
  assert.equal(formatCents(154_805, 'USD'), '$1,548.05')
  assert.deepEqual(
    (['EUR', 'CHF', 'AUD'] as const).map(currency => formatMoney(-1548, currency)),
    ['−€1,548.00', '−CHF\u00a01,548.00', '−A$1,548.00'],
  )
})

test('thousands are grouped before the decimal point only', () => {
  assert.deepEqual([0, 7, 999, 1000, -1000, 123456, 1234567, 1234.5678].map(formatNumber), [
    '0',
    '7',
    '999',
    '1,000',
    '-1,000',
    '123,456',
    '1,234,567',
    '1,234.5678',
  ])
  assert.deepEqual(
    [999.99, 1000, 1_234_567.8].map(amount => formatMoney(amount, 'USD')),
    ['$999.99', '$1,000.00', '$1,234,567.80'],
  )
})
