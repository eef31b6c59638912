import assert from 'node:assert/strict'
import { test } from 'node:test'
import { environmentNames } from '#test/databases.ts'
import { race } from './race.ts'

test('200 buyers who race for 50 orders get 50, and no stock is lost', async () => {
  assert.deepEqual((await race(process.env[environmentNames.postgres], 1)).violations, [])
})
