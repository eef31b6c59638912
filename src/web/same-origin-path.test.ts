import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findSameOriginPath } from './same-origin-path.ts'

test('only a path of this site is followed', () => {
  assert.equal(findSameOriginPath('/purchase/1?x=2#y'), '/purchase/1?x=2#y')
  for (const path of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '',
    null,
    '/a b',
    '/\t/evil.example',
    '/.//evil.example',
    '/ok/..//evil.example/login',
    '/%2e//evil.example',
  ]) {
    assert.equal(findSameOriginPath(path), undefined, String(path))
  }
})
