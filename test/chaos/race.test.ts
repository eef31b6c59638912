import assert from 'node:assert/strict'
import { test } from 'node:test'
import { environmentNames } from '#test/databases.ts'
import { race } from './race.ts'
import { raceCarts } from './race-carts.ts'
import { raceCompanies } from './race-companies.ts'
import { raceSteps } from './race-steps.ts'

test('of 200 buyers who pay for 50 orders at once 50 are charged, and no stock is lost', async () => {
  assert.deepEqual((await race(process.env[environmentNames.postgres], 1)).violations, [])
})

test('overlapping carts get all of their lines or none, while orders end and stock is edited', async () => {
  assert.deepEqual((await raceCarts(process.env[environmentNames.postgres], 200, 1)).violations, [])
})

test('members of a company who exclude each other at the same moment: one of them wins', async () => {
  assert.deepEqual((await raceCompanies(process.env[environmentNames.postgres], 10)).violations, [])
})

test('two steps at once end, whatever they change', async () => {
  assert.deepEqual((await raceSteps(process.env[environmentNames.postgres], 200, 1)).violations, [])
})
