import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as letOthersRun } from 'node:timers/promises'
import { assertRefused } from '#test/open-shop.ts'
import { createQueue, iterateInTurn, type Queue } from './queue.ts'

/** Work ends on request. The first letter of its name is its caller. */
function createWork(queue: Queue) {
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const enter = (name: string) =>
    queue(async () => {
      started.push(name)
      await new Promise<void>(resolve => ends.set(name, resolve))
    }, name[0])
  const end = async (name: string) => {
    ends.get(name)?.()
    await letOthersRun()
  }
  const endAll = async () => {
    for (const name of started) await end(name)
  }
  return { started, enter, end, endAll }
}

test('callers take turns', async () => {
  const { started, enter, endAll } = createWork(createQueue({ concurrency: 2 }))
  const work = ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2'].map(enter)
  await letOthersRun()
  assert.deepEqual(started, ['a1', 'a2'])
  await endAll()
  assert.deepEqual(started, ['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
  await Promise.all(work)
})

test('a caller runs no more than its limit at a time, and others pass it', async () => {
  const { started, enter, end, endAll } = createWork(createQueue({ concurrency: 3, perCaller: 2 }))
  const work = ['a1', 'a2', 'a3', 'b1', 'b2'].map(enter)
  await letOthersRun()
  assert.deepEqual(started, ['a1', 'a2', 'b1'])
  await end('b1')
  assert.deepEqual(started, ['a1', 'a2', 'b1', 'b2'])
  await endAll()
  await Promise.all(work)
})

test('work above the limits of a caller or of the queue is refused, unless it can run at once', async () => {
  const limits = { perCaller: 1, maxWaiting: 2, maxOfCaller: 2, refusal: 'busy' } as const
  const { started, enter, endAll } = createWork(createQueue({ concurrency: 2, ...limits }))
  const work = ['a1', 'a2'].map(enter)
  await assertRefused(enter('a3'), 'busy')
  work.push(enter('b1'), enter('b2'))
  await assertRefused(enter('c1'), 'busy')
  await endAll()
  assert.deepEqual(started, ['a1', 'b1', 'a2', 'b2'])
  await Promise.all(work)
  const again = enter('a4')
  await letOthersRun()
  await endAll()
  await again
})

test('failed work ends its turn', async () => {
  const queue = createQueue({ concurrency: 1, maxOfCaller: 1 })
  for (let count = 0; count < 3; count++)
    await assert.rejects(
      queue(() => Promise.reject(new Error('broken'))),
      { message: 'broken' },
    )
})

test('an iteration holds its turn from its first item until it ends', async () => {
  const queue = createQueue({ concurrency: 1 })
  const iterate = () => iterateInTurn(queue, 'a', toAsync([1, 2]))
  const [first, second, third] = [iterate(), iterate(), iterate()]
  assert.equal((await first.next()).value, 1)
  const started: string[] = []
  const next = second.next().then(() => started.push('second'))
  await letOthersRun()
  assert.deepEqual(started, [])
  await first.return(undefined)
  await next
  assert.deepEqual(await Array.fromAsync(second), [2])
  assert.deepEqual(await Array.fromAsync(third), [1, 2])
})

async function* toAsync<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items
}
