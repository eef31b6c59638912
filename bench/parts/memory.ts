import type { Part } from '#bench/bench.ts'
import { fillSales } from '#bench/buyers.ts'
import { startGenerator, startShop } from '#bench/children.ts'
import { answers, failures } from '#bench/outcome.ts'
import { requestOf } from '#bench/requests.ts'
import { connections } from '#bench/rounds.ts'
import { atMost, type Row } from '#bench/table.ts'
import { memoryOf } from '#bench/usage.ts'

const most = 100_000
/** In turn, with an order after each nine. */
const paths = ['/', '/shop', '/api/tools', '/allReviews', '/api/review', '/blogs', '/no-such-page', '/api/nothing', '/']

/** How the image has the C library give memory back. */
const image = { MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '32768', MALLOC_MMAP_THRESHOLD_: '32768' }

/** What the process holds after a day of requests of every kind. */
export const memory: Part = async ({ newDatabase }) => {
  const url = await newDatabase()
  const generate = startGenerator()
  const gets = paths.map(path => requestOf('GET', path))
  const requests = (await fillSales(url)).flatMap(({ request }) => [...gets, request])
  const rows: Row[] = []
  for (const [where, environment] of Object.entries({ 'as the image has it': image, 'without its settings': {} })) {
    const shop = await startShop({ DATABASE_URL: url, ...environment })
    const before = memoryOf(shop.pid)
    const outcome = await generate({ port: shop.port, requests, connections, seconds: 600, most })
    const what = `memory after ${answers(outcome).toLocaleString('en-US')} requests, ${where} (${before.toFixed(0)} MB at the start)`
    rows.push({ ...atMost(what, memoryOf(shop.pid), 'MB', 160), failed: failures(outcome, [200, 404]) })
    await shop.stop()
  }
  return rows
}
