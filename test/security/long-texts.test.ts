import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'

/** Milliseconds in which long texts are read hundreds of times over; a slow regular expression would take minutes. */
const limit = 60_000

test('texts of 100,000 characters from clients are parsed within a time limit', async t => {
  for (const length of [100, 100_000]) {
    const worker = new Worker(new URL('./long-texts.ts', import.meta.url), { workerData: length })
    t.after(() => worker.terminate())
    const late = AbortSignal.timeout(limit)
    const [read] = await once(worker, 'message', { signal: late })
    assert.ok(read > 100)
  }
})
