import type { Part } from '#test/bench/bench.ts'
import { fillSales } from '#test/bench/buyers.ts'
import { startGenerator, startShop } from '#test/bench/children.ts'
import { answers, failures } from '#test/bench/outcome.ts'
import { requestOf } from '#test/bench/requests.ts'
import { connections } from '#test/bench/rounds.ts'
import { atMost } from '#test/bench/table.ts'
import { memoryOf } from '#test/bench/usage.ts'

const most = 100_000
/** In turn, with an order after each nine. */
const paths = ['/', '/shop', '/api/tools', '/allReviews', '/api/review', '/blogs', '/no-such-page', '/api/nothing', '/']

/** What the process holds after a day of requests of every kind. */
export const memory: Part = async ({ newDatabase }) => {
  const url = await newDatabase()
  const shop = await startShop({ DATABASE_URL: url })
  const generate = startGenerator()
  const gets = paths.map(path => requestOf('GET', path))
  const requests = (await fillSales(url)).flatMap(({ request }) => [...gets, request])
  const before = memoryOf(shop.pid)
  const outcome = await generate({ port: shop.port, requests, connections, seconds: 600, most })
  const failed = failures(outcome, [200, 404])
  const what = `memory after ${answers(outcome).toLocaleString('en-US')} requests (${before.toFixed(0)} MB at the start)`
  return [{ ...atMost(what, memoryOf(shop.pid), 'MB', 160), failed }]
}
