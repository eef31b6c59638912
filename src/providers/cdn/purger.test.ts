import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setImmediate as letOthersRun } from 'node:timers/promises'
import type { Cdn } from './port.ts'
import { createPurger } from './purger.ts'

async function advance({ mock: { timers } }: TestContext, milliseconds: number): Promise<void> {
  timers.tick(milliseconds)
  await letOthersRun()
}

test('changes close together are purged in one call, and the next ones after the interval', async t => {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'] })
  const purges: (readonly string[])[] = []
  const cdn: Cdn = { purge: async tags => void purges.push(tags) }
  const purger = createPurger(cdn, { intervalMs: 5_000, maxAgeMs: 60_000 }, assert.fail)
  for (let count = 0; count < 100; count++) purger.add(count % 2 ? 'tools' : 'reviews')
  await advance(t, 499)
  assert.deepEqual(purges, [])
  await advance(t, 1)
  assert.deepEqual(purges, [['reviews', 'tools']])
  purger.add('tools')
  await advance(t, 4_999)
  assert.equal(purges.length, 1)
  await advance(t, 1)
  assert.deepEqual(purges.at(-1), ['tools'])
  await advance(t, 60_000)
  assert.equal(purges.length, 2)
})

test('a change shortly before a purge is purged again, when other processes have dropped their copies', async t => {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'] })
  const purges: (readonly string[])[] = []
  const cdn: Cdn = { purge: async tags => void purges.push(tags) }
  const purger = createPurger(cdn, { intervalMs: 5_000, maxAgeMs: 60_000 }, assert.fail)
  purger.add('tools')
  await advance(t, 499)
  purger.add('reviews')
  await advance(t, 1)
  assert.deepEqual(purges, [['tools', 'reviews']])
  await advance(t, 5_000)
  assert.deepEqual(purges.slice(1), [['reviews']])
  await advance(t, 60_000)
  assert.equal(purges.length, 2)
})

test('a purge that failed is repeated until the old responses have expired', async t => {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'] })
  let tries = 0
  const errors: string[] = []
  const cdn: Cdn = {
    async purge() {
      tries += 1
      throw new Error('no answer')
    },
  }
  const purger = createPurger(cdn, { intervalMs: 5_000, maxAgeMs: 60_000 }, (_, event) => errors.push(event))
  purger.add('tools')
  for (let second = 0; second < 200; second++) await advance(t, 1_000)
  assert.equal(tries, 13)
  assert.deepEqual(new Set(errors), new Set(['CDN not purged']))
})

test('waiting tags are purged before the process ends', async () => {
  const purges: (readonly string[])[] = []
  const cdn: Cdn = { purge: async tags => void purges.push(tags) }
  const purger = createPurger(cdn, { intervalMs: 60_000, maxAgeMs: 60_000 }, assert.fail)
  purger.add('pages')
  await purger.close()
  assert.deepEqual(purges, [['pages']])
})

test('a purge that is under way when the process ends is waited for', async t => {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'] })
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  let isClosed = false
  const purger = createPurger({ purge: () => answered }, { intervalMs: 5_000, maxAgeMs: 60_000 }, assert.fail)
  purger.add('tools')
  await advance(t, 500)
  const closed = purger.close().then(() => {
    isClosed = true
  })
  await letOthersRun()
  assert.equal(isClosed, false)
  answer()
  await closed
})
