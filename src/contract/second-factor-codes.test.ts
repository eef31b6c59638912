import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAppCode, normalizeCode } from './second-factor-codes.ts'

test('a code is the same however an app, a list or a keyboard writes it', () => {
  for (const typed of [
    '123456',
    ' 123 456\n',
    '123-456',
    '１２３４５６',
    '123\u00a0456',
    '1 2 3 4 5 6',
    '123\u2013456',
    '\u200e123456',
  ])
    assert.equal(normalizeCode(typed), '123456', JSON.stringify(typed))
  for (const typed of ['Ab1cD-eF2gH', 'ab1cdef2gh', 'AB1CD EF2GH', 'ab1cd\u2011ef2gh'])
    assert.equal(normalizeCode(typed), 'ab1cdef2gh', JSON.stringify(typed))
  assert.deepEqual(['123456', '12345', '1234567', 'ab1cdef2gh', ''].map(isAppCode), [true, false, false, false, false])
})
