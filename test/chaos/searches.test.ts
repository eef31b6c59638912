import assert from 'node:assert/strict'
import { test } from 'node:test'
import { environmentNames } from '#test/databases.ts'
import { search } from './searches.ts'

const server = process.env[environmentNames.postgres]

test('twelve of the worst searches at once hold up no other page', {
  skip: server && process.platform === 'linux' ? false : 'needs PostgreSQL, and reads /proc',
}, async () => {
  const { violations } = await search(server ?? '', { toolCount: 500, seconds: 2 })
  assert.deepEqual(violations, [])
})
