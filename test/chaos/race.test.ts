import assert from 'node:assert/strict'
import { test } from 'node:test'
import { variables } from '#test/databases.ts'
import { race } from './race.ts'

test('200 buyers who race for 50 orders get 50, and no stock is lost', async () => {
  assert.deepEqual((await race(process.env[variables.postgres], 1)).losses, [])
})
