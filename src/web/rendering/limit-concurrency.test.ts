import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limitConcurrency } from './limit-concurrency.ts'

test('no more works are under way than may be, each begins in its turn, and one that fails makes room', async () => {
  const fewAtOnce = limitConcurrency(2)
  const begun: number[] = []
  const ends: (() => void)[] = []
  const works = [0, 1, 2, 3].map(work =>
    fewAtOnce(async () => {
      begun.push(work)
      await new Promise<void>(end => ends.push(end))
      if (work === 0) throw new Error('broken')
      return work
    }),
  )
  const failed = assert.rejects(works[0] ?? Promise.resolve(), /broken/)
  const settled = () => new Promise(setImmediate)
  await settled()
  assert.deepEqual(begun, [0, 1])
  ends[0]?.()
  await failed
  await settled()
  assert.deepEqual(begun, [0, 1, 2])
  ends[1]?.()
  ends[2]?.()
  await settled()
  ends[3]?.()
  assert.deepEqual(await Promise.all(works.slice(1)), [1, 2, 3])
  assert.equal(await fewAtOnce(async () => 4), 4)
})
