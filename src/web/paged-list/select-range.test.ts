import assert from 'node:assert/strict'
import { test } from 'node:test'
import { selectRange } from './select-range.ts'

const rows = ['a', 'b', 'c', 'd', 'e']
const select = (selected: string, anchor: string | undefined, target: string, isSelected: boolean) =>
  [...selectRange(rows, new Set(selected), { anchor, target, isSelected })].toSorted().join('')

test('a range is selected from its anchor in both directions, and what was selected stays', () => {
  assert.equal(select('b', 'b', 'd', true), 'bcd')
  assert.equal(select('d', 'd', 'b', true), 'bcd')
  assert.equal(select('ae', 'b', 'c', true), 'abce')
})

test('all rows of a range get the state of its target', () => {
  assert.equal(select('abcd', 'b', 'd', false), 'a')
})

test('without an anchor on the page, the target alone changes', () => {
  assert.equal(select('a', undefined, 'c', true), 'ac')
  assert.equal(select('a', 'gone', 'c', true), 'ac')
})
