import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused } from '#test/open-shop.ts'
import { createCallerQueue } from './caller-queue.ts'

test('three calls of one caller run at a time, a hundred wait, and others are not held up', async () => {
  const queue = createCallerQueue({ maxRunning: 3, maxWaiting: 100 })
  const { promise: open, resolve } = Promise.withResolvers<string>()
  let running = 0
  const call = () => {
    running += 1
    return open
  }
  const accepted = Array.from({ length: 103 }, () => queue('ada', call))
  await assertRefused(queue('ada', call), 'too_many_requests')
  assert.equal(running, 3)
  assert.equal(await queue('ben', async hasWaited => hasWaited), false)
  resolve('done')
  assert.equal((await Promise.all(accepted)).length, 103)
  assert.equal(running, 103)
  const { promise: next, resolve: goOn } = Promise.withResolvers<boolean>()
  const waits = Array.from({ length: 4 }, () => queue('ada', async hasWaited => (await next) && hasWaited))
  goOn(true)
  assert.deepEqual(await Promise.all(waits), [false, false, false, true])
  await assert.rejects(
    queue('ada', () => Promise.reject(new Error('broken'))),
    /broken/,
  )
  assert.equal(await queue('ada', async () => 'again'), 'again')
})
