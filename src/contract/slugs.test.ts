import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toSlug, toValueSlug } from './slugs.ts'

test('slugs keep letters of every script, without case and accents', () => {
  const slugs = {
    'Max. torque': 'max-torque',
    'Size 1.5 / 2': 'size-1.5-2',
    Зубр: 'зубр',
    Пилы: 'пилы',
    'Bügelsäge groß': 'bugelsage-gross',
    Łódź: 'lodz',
    'Πριόνι Χειρός': 'πριονι-χειροσ',
    מסור: 'מסור',
    'เลื่อย มือ': 'เลื่อย-มือ',
    'のこぎり がわ': 'のこぎり-がわ',
    '!?': '',
  }
  assert.deepEqual(Object.fromEntries(Object.keys(slugs).map(text => [text, toSlug(text)])), slugs)
  assert.equal(toSlug('Bu\u0308gel'), toSlug('Bügel'))
})

test('value slugs keep signs apart and are never empty', () => {
  const values = ['1/2', '1-2', '12', '1.2', '1+2', '5', '.5', '-5', '5%', '5"', '<5', '±5', '!', '?', '-']
  const slugs = values.map(toValueSlug)
  assert.equal(new Set(slugs).size, values.length, slugs.join(' '))
  assert.ok(slugs.every(slug => /^[\p{L}\p{M}\p{N}.~-]+$/u.test(slug)))
  assert.equal(toValueSlug('½'), toValueSlug('1/2'))
  assert.equal(toValueSlug('18 V'), '18-v')
  assert.equal(toValueSlug('SDS-plus'), 'sds-plus')
})
