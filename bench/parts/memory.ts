import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Part } from '#bench/bench.ts'
import { addPlannedOrders } from '#bench/buyers.ts'
import { startLoadGenerator, startShop } from '#bench/children.ts'
import { countFailures, countResponses } from '#bench/outcome.ts'
import { createRequest } from '#bench/requests.ts'
import { connections } from '#bench/rounds.ts'
import { createLimitRow, type Row } from '#bench/table.ts'
import { readMemory } from '#bench/usage.ts'

/** Requested in turn, with an order after nine of them. */
const paths = ['/', '/shop', '/api/tools', '/allReviews', '/api/review', '/blogs', '/no-such-page', '/api/nothing', '/']

/** The settings by which the container image makes the C library return memory. */
const containerEnvironment = { MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '32768', MALLOC_MMAP_THRESHOLD_: '32768' }

/** Node's flags in the container image's start command. */
const containerFlags = [
  ...readFileSync(join(import.meta.dirname, '../../Dockerfile'), 'utf8').matchAll(/"(--[\w=-]+)"/g),
].map(([, flag = '']) => flag)

/** Memory of the process after 100,000 mixed requests. */
export const measureMemory: Part = async ({ pace, createDatabase }) => {
  const most = pace.rounds === 1 ? 2_000 : 100_000
  const url = await createDatabase()
  const generate = startLoadGenerator()
  const gets = paths.map(path => createRequest('GET', path))
  const requests = (await addPlannedOrders(url)).flatMap(({ request }) => [...gets, request])
  const rows: Row[] = []
  for (const [where, environment, flags] of [
    ["with the container image's settings", containerEnvironment, containerFlags],
    ["without the container image's settings", {}, []],
  ] as const) {
    const shop = await startShop({ DATABASE_URL: url, RATE_LIMITS: 'off', ...environment }, flags)
    const before = readMemory(shop.pid)
    const outcome = await generate({ port: shop.port, requests, connections, seconds: 600, amount: most })
    const what = `memory after ${countResponses(outcome).toLocaleString('en-US')} requests, ${where} (${before.toFixed(0)} MB at the start)`
    rows.push({
      ...createLimitRow(what, readMemory(shop.pid), 'MB', 160),
      failures: countFailures(outcome, [200, 404]),
    })
    await shop.stop()
  }
  return rows
}
