import assert from 'node:assert/strict'
import { test } from 'node:test'
import { environmentNames } from '#test/databases.ts'
import { race } from './race.ts'
import { raceCarts } from './race-carts.ts'

test('200 buyers who race for 50 orders get 50, and no stock is lost', async () => {
  assert.deepEqual((await race(process.env[environmentNames.postgres], 1)).violations, [])
})

test('overlapping carts get all of their lines or none, while orders end and stock is edited', async () => {
  assert.deepEqual((await raceCarts(process.env[environmentNames.postgres], 200, 1)).violations, [])
})
