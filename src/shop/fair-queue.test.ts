import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused } from '#test/open-shop.ts'
import { createFairQueue } from './fair-queue.ts'

test('what one caller may have in the queue is bounded, and so is what waits in all', async () => {
  const queue = createFairQueue({ concurrency: 1, maxWaiting: 3, maxOfOne: 2, refusal: 'documents_busy' })
  const { promise: open, resolve } = Promise.withResolvers<string>()
  const started: string[] = []
  const enter = (caller: string) =>
    queue(caller, () => {
      started.push(caller)
      return open
    })
  const accepted = ['ada', 'ada', 'ben', 'cid'].map(enter)
  await assertRefused(enter('ada'), 'documents_busy')
  await assertRefused(enter('ben'), 'documents_busy')
  // Who has nothing there waits, however full it is.
  accepted.push(enter('dot'))
  assert.deepEqual(started, ['ada'])
  resolve('done')
  assert.deepEqual(await Promise.all(accepted), ['done', 'done', 'done', 'done', 'done'])
  assert.deepEqual(started, ['ada', 'ada', 'ben', 'cid', 'dot'])
  assert.equal(await enter('ada'), 'done')
})

test('what failed leaves the queue', async () => {
  const queue = createFairQueue({ concurrency: 1, maxWaiting: 1, maxOfOne: 1, refusal: 'documents_busy' })
  const fail = () => queue('ada', () => Promise.reject(new Error('broken')))
  await assert.rejects(fail(), /broken/)
  await assert.rejects(fail(), /broken/)
})
