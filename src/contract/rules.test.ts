import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  descriptionPreviewLength,
  formatMoney,
  isEmail,
  isOrderable,
  lineTotal,
  reviewPreviewLength,
  sameOriginPath,
  toCents,
  truncate,
} from './rules.ts'

test('an email holds word characters, @, a domain of letters or underscore, a dot, and 2 to 20 letters', () => {
  const good = [
    'a@b.co',
    ' Rita.Moss+shop@example.com ',
    'x_1@my_shop.example',
    'a@mail.example.co.uk',
    `a@b.${'c'.repeat(20)}`,
  ]
  const bad = ['', 'plain', '@b.co', 'a@b', 'a@b.c', 'a b@c.com', 'a@1.com', 'a@b.1x', 'a@.com', 'a@b c.com']
  assert.deepEqual(
    good.filter(email => !isEmail(email)),
    [],
  )
  assert.deepEqual(bad.filter(isEmail), [])
})

test('checking an email takes no longer for a hostile one', () => {
  const started = process.hrtime.bigint()
  isEmail(`${'a'.repeat(100_000)}@${'b'.repeat(100_000)}!`)
  assert.ok(process.hrtime.bigint() - started < 1_000_000_000n)
})

test('a quantity is orderable from the minimum to the stock, in whole pieces', () => {
  const tool = { minimum: 10, available: 20 }
  assert.deepEqual(
    [9, 10, 15, 20, 21, 10.5, Number.NaN].map(quantity => isOrderable(quantity, tool)),
    [false, true, true, true, false, false, false],
  )
})

test('a preview is cut at its length plus three dots, and only when the text is longer', () => {
  assert.equal(reviewPreviewLength, 112)
  assert.equal(descriptionPreviewLength, 136)
  assert.equal(truncate('x'.repeat(112), 112), 'x'.repeat(112))
  assert.equal(truncate('x'.repeat(113), 112), `${'x'.repeat(112)}...`)
  assert.equal(truncate('🔨'.repeat(3), 2), '🔨🔨...')
})

test('dollars become whole cents or nothing', () => {
  assert.deepEqual([100.55, 0.1, 1_000_000, 129, 0.07].map(toCents), [10055, 10, 100_000_000, 12900, 7])
  assert.deepEqual([0.001, 129.005, Number.NaN, Number.POSITIVE_INFINITY].map(toCents), [
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

test('totals carry no binary fractions, and money reads as dollars', () => {
  assert.equal(lineTotal(100.55, 7), 703.85)
  assert.equal(lineTotal(0.07, 3), 0.21)
  assert.equal(formatMoney(1548), '$1,548.00')
  assert.equal(formatMoney(99.97), '$99.97')
})

test('only a path of this site is followed', () => {
  assert.equal(sameOriginPath('/purchase/1?x=2#y'), '/purchase/1?x=2#y')
  for (const path of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '',
    null,
    '/a b',
    '/\t/evil.example',
  ]) {
    assert.equal(sameOriginPath(path), undefined, String(path))
  }
})
