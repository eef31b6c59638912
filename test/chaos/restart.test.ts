import assert from 'node:assert/strict'
import { test } from 'node:test'
import { environmentNames } from '#test/databases.ts'
import { restart } from './restart.ts'
import { soak } from './soak.ts'

const server = process.env[environmentNames.postgres]
const where = { skip: server && process.platform === 'linux' ? false : 'needs PostgreSQL, and reads /proc' }

// Starts seven processes, which takes minutes while other tests run beside it.
test('two processes that are restarted in turn fail no request', { ...where, timeout: 400_000 }, async () => {
  assert.deepEqual((await restart(server ?? '', 2)).violations, [])
})

test('a few seconds of everything at once end without an error', where, async () => {
  assert.deepEqual((await soak(server ?? '', 3, () => {})).violations, [])
})
