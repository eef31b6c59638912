import assert from 'node:assert/strict'
import { test } from 'node:test'
import { descriptionPreviewLength, reviewPreviewLength, truncate } from './truncate.ts'

test('a preview is cut at its length plus three dots, and only when the text is longer', () => {
  assert.equal(reviewPreviewLength, 112)
  assert.equal(descriptionPreviewLength, 136)
  assert.equal(truncate('x'.repeat(112), 112), 'x'.repeat(112))
  assert.equal(truncate('x'.repeat(113), 112), `${'x'.repeat(112)}...`)
  assert.equal(truncate('🔨'.repeat(3), 2), '🔨🔨...')
})
