import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '#contract/refusal.ts'
import { mergeChange } from './merge-change.ts'

const shown = { name: 'Awl', price: 20, breaks: [{ from: 5, price: 18 }] }

test('a field that only somebody else changed stays as they left it', () => {
  const present = { ...shown, price: 35, breaks: [] }
  const change = { ...shown, name: 'Bradawl' }
  assert.deepEqual(mergeChange(change, present, shown), { name: 'Bradawl', price: 35, breaks: [] })
})

test('a field that both changed to different values is refused with the present one', () => {
  const present = { ...shown, name: 'Gimlet', price: 35 }
  const merge = () => mergeChange({ ...shown, name: 'Gimlet', price: 22 }, present, shown)
  assert.throws(merge, (error: unknown) => {
    assert.ok(error instanceof Refusal)
    assert.equal(error.code, 'edit_conflict')
    const message = 'Somebody else changed this meanwhile.'
    assert.deepEqual(error.errors, [{ field: 'price', message, present: 35 }])
    return true
  })
})

test('a change that says nothing of what was shown is taken', () => {
  const present = { ...shown, price: 35 }
  assert.deepEqual(mergeChange(shown, present, undefined), shown)
  assert.deepEqual(mergeChange(shown, present, { name: 'Awl' }), shown)
  assert.deepEqual(mergeChange({ ...shown, price: 22 }, present, { ...shown, price: 35 }), { ...shown, price: 22 })
})
