import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findDecimalSign } from './decimal-signs.ts'
import { readNumber, readPieces } from './read-number.ts'

test('numbers are read as people and spreadsheets write them', () => {
  for (const [text, value] of Object.entries({
    '12': 12,
    '12.5': 12.5,
    '12,50': 12.5,
    '0,350': 0.35,
    '0.350': 0.35,
    '.5': 0.5,
    '1,250.50': 1250.5,
    '1.250,50': 1250.5,
    '1 250,5': 1250.5,
    '1\u00a0250,5': 1250.5,
    '1\u202f250': 1250,
    "1'250.50": 1250.5,
    '1’250.50': 1250.5,
    '1,250,000': 1_250_000,
    '1.250.000': 1_250_000,
    '1234.567': 1234.567,
    '1234,567': 1234.567,
    '$1,250.00': 1250,
    '$ 12': 12,
    'CA$12.50': 12.5,
    '12,50 €': 12.5,
    '12,50 zł': 12.5,
    'EUR 12.50': 12.5,
    '12.50 USD': 12.5,
    '-3': -3,
    '−3,5': -3.5,
    '-$3.50': -3.5,
    '+7': 7,
    ' 12 ': 12,
    '１２': 12,
    '007': 7,
    '0': 0,
    '-0': 0,
  }))
    assert.deepEqual(readNumber(text), { value }, text)
})

test('an ambiguous number has two readings, unless the decimal sign is known', () => {
  assert.deepEqual(readNumber('1.250'), { readings: [1.25, 1250] })
  assert.deepEqual(readNumber('1,250'), { readings: [1.25, 1250] })
  assert.deepEqual(readNumber('10,000'), { readings: [10, 10_000] })
  assert.deepEqual(readNumber('-1,250'), { readings: [-1.25, -1250] })
  assert.deepEqual(readNumber('1.250', ','), { value: 1250 })
  assert.deepEqual(readNumber('1.250', '.'), { value: 1.25 })
  assert.deepEqual(readNumber('1,250', '.'), { value: 1250 })
  assert.deepEqual(readNumber('1,250', ','), { value: 1.25 })
  assert.deepEqual(readNumber('12,50', '.'), { value: 12.5 })
  assert.deepEqual(readNumber('12.50', ','), { value: 12.5 })
})

test('the decimal sign is found from the numbers that show one', () => {
  assert.equal(findDecimalSign(['10', '1.250', '118,40', 'x', '']), ',')
  assert.equal(findDecimalSign(['10', '1,250', '118.40']), '.')
  assert.equal(findDecimalSign(['1.250', '1,250', '10']), undefined)
  assert.equal(findDecimalSign(['118,40', '118.40']), undefined)
  assert.equal(findDecimalSign(['1,250,000']), '.')
})

test('other text is not read as a number', () => {
  const texts = [
    '',
    ' ',
    'x',
    '1x',
    '1,2,3',
    '1.2.3',
    '12,5000,0',
    '1,25.0.0',
    '1.250.50',
    '1,',
    '--1',
    '1e3',
    '$',
    '1 2',
    '10 BOX',
    'PCS 10',
    '١٢',
  ]
  for (const text of [...texts, '9'.repeat(50)]) assert.equal(readNumber(text), undefined, text)
})

test('pieces are read as whole numbers', () => {
  const pieces = ['1.250', '1,250', '10.000', '12', '12.5', '1 000'].map(readPieces)
  assert.deepEqual(pieces, [1250, 1250, 10_000, 12, 12.5, 1000])
  assert.deepEqual(['', 'x', '1,2,3'].map(readPieces), [Number.NaN, Number.NaN, Number.NaN])
})
