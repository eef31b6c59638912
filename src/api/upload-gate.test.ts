import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused } from '#test/open-shop.ts'
import type { Caller } from './rate-limits/rate-limiter.ts'
import { createUploadGate } from './upload-gate.ts'

const createUpload = (index: number, fields: Partial<Caller> = {}): Caller => ({
  accountId: `account ${index}`,
  ip: `198.51.100.${index}`,
  isAdmin: false,
  ...fields,
})

const cases = [
  ['a process, admins among others,', 10, { isAdmin: true }],
  ['customers', 8, {}],
  ['an account', 2, { accountId: 'one' }],
  ['an IP address', 4, { ip: '203.0.113.1' }],
] as const

for (const [who, max, shared] of cases) {
  test(`${who} may read ${max} uploads at once`, async () => {
    const gate = createUploadGate()
    const reading = Promise.withResolvers<void>()
    const running = Array.from({ length: max }, (_, i) => gate.run(createUpload(i, shared), () => reading.promise))
    await assertRefused(
      gate.run(createUpload(max, shared), async () => {}),
      'uploads_busy',
    )
    if (max < 8) await gate.run(createUpload(99), async () => {})
    reading.resolve()
    await Promise.all(running)
    await gate.run(createUpload(max, shared), async () => {})
  })
}

test('an upload that fails frees its place', async () => {
  const gate = createUploadGate()
  const fail = () => gate.run(createUpload(1), () => Promise.reject(new Error('unreadable')))
  for (let count = 0; count < 3; count++) await assert.rejects(fail(), { message: 'unreadable' })
})
