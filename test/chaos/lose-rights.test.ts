import assert from 'node:assert/strict'
import { test } from 'node:test'
import { environmentNames } from '#test/databases.ts'
import { loseRights } from './lose-rights.ts'

test('whoever has lost a right while a call was under way changes nothing by it', async () => {
  const serverUrl = process.env[environmentNames.postgres] ?? assert.fail('needs PostgreSQL')
  assert.deepEqual((await loseRights(serverUrl, 1)).violations, [])
})
