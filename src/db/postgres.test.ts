import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DatabaseTooOld } from './errors.ts'
import { assertSupportedVersion } from './postgres.ts'

test('a PostgreSQL server before version 15 is refused by name', () => {
  for (const version of [150_000, 150_018, 180_004]) assertSupportedVersion(version)
  assert.throws(
    () => assertSupportedVersion(140_019),
    error => error instanceof DatabaseTooOld && error.message === 'PostgreSQL 14; the shop needs 15 or newer',
  )
})
