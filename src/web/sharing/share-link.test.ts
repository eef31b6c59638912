import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatSharePath, readSharedRows } from './share-link.ts'

test('a shared link has the SKUs and pieces of all rows, and nothing else', () => {
  const rows = [
    { sku: 'CS-185', quantity: 12 },
    { sku: 'A&B=1/#2 +', quantity: '1000' },
  ]
  const path = formatSharePath(rows)
  assert.equal(path, '/quick-order#CS-185=12&A%26B%3D1%2F%232+%2B=1000')
  const hash = path.slice(path.indexOf('#'))
  assert.deepEqual(readSharedRows(hash), [
    { sku: 'CS-185', quantity: '12' },
    { sku: 'A&B=1/#2 +', quantity: '1000' },
  ])
})

test('other fragments have no rows, and a link has at most 1,000', () => {
  for (const hash of ['', '#', '#main', '#=5', '#a=&b=']) assert.deepEqual(readSharedRows(hash), [], hash)
  assert.equal(readSharedRows(`#${'x=1&'.repeat(1500)}`).length, 1000)
})
