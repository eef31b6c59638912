import assert from 'node:assert/strict'
import { test } from 'node:test'
import { byteCache } from './byte-cache.ts'

const full = () => {
  const cache = byteCache<string>(30, 1000)
  for (const key of ['a', 'b', 'c']) cache.set(key, key.toUpperCase(), 10, 0)
  return cache
}
const kept = (cache: ReturnType<typeof full>, now = 0) => ['a', 'b', 'c', 'd', 'e'].filter(key => cache.get(key, now))

test('the oldest makes room', () => {
  const cache = full()
  cache.set('d', 'D', 10, 0)
  assert.deepEqual(kept(cache), ['b', 'c', 'd'])
})

test('what was asked for stays longer than what was not', () => {
  const cache = full()
  cache.get('a', 0)
  cache.set('d', 'D', 10, 0)
  assert.deepEqual(kept(cache), ['a', 'c', 'd'])
})

test('when all was asked for, there is room all the same', () => {
  const cache = full()
  kept(cache)
  cache.set('d', 'D', 10, 0)
  kept(cache)
  cache.set('e', 'E', 20, 0)
  assert.deepEqual(kept(cache), ['d', 'e'])
})

test('what is larger than the room is not kept', () => {
  const cache = full()
  cache.set('d', 'D', 31, 0)
  assert.deepEqual(kept(cache), ['a', 'b', 'c'])
  cache.set('e', 'E', 30, 0)
  assert.deepEqual(kept(cache), ['e'])
})

test('the same key again takes the place of the one before', () => {
  const cache = full()
  cache.set('a', 'new', 10, 0)
  assert.deepEqual(kept(cache), ['a', 'b', 'c'])
  assert.equal(cache.get('a', 0), 'new')
})

test('nothing is kept longer than its age', () => {
  const cache = full()
  assert.deepEqual(kept(cache, 999), ['a', 'b', 'c'])
  assert.deepEqual(kept(cache, 1000), [])
})

test('what is dropped is gone and its room free', () => {
  const cache = full()
  cache.drop(value => value !== 'B')
  cache.set('d', 'D', 20, 0)
  assert.deepEqual(kept(cache), ['b', 'd'])
})
