import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'

/** Ten times the length takes about seven times the CPU time; a slow regular expression takes up to a hundred times. */
const mostTimesAsLong = 15
/** A slow regular expression takes longer; everything else ends in it on a busy machine, too. */
const giveUpMs = 300_000

test('texts of clients are parsed in a time that grows no faster than their length', async t => {
  const short = await measure(10_000)
  const long = await measure(100_000)
  assert.ok(long < mostTimesAsLong * short, `${short} µs, then ${long} µs`)

  async function measure(length: number): Promise<number> {
    const worker = new Worker(new URL('./long-texts.ts', import.meta.url), { workerData: length })
    t.after(() => worker.terminate())
    const [microseconds] = await once(worker, 'message', { signal: AbortSignal.timeout(giveUpMs) })
    return microseconds
  }
})
