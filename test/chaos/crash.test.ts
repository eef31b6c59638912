import assert from 'node:assert/strict'
import { test } from 'node:test'
import { environmentNames } from '#test/databases.ts'
import { formatResult } from './attack-result.ts'
import { crash } from './crash.ts'

// An import whose process was killed is continued after a minute; other tests run beside it.
test('what the shop has acknowledged survives three kills under load', { timeout: 400_000 }, async () => {
  const result = await crash(process.env[environmentNames.postgres], 3, Date.now() % 1_000_000)
  assert.deepEqual(result.violations, [], formatResult(result))
})
