import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Part } from '#bench/bench.ts'
import { secret, startShop } from '#bench/children.ts'
import { fillShop } from '#bench/fill.ts'
import { measureImport } from '#bench/import-times.ts'
import { computeMedian } from '#bench/outcome.ts'
import { createLimitRow, formatNumber, type Row } from '#bench/table.ts'
import { readMemory } from '#bench/usage.ts'
import { openPostgres } from '#db/postgres.ts'
import { rollUpDays } from '#shop/figures/roll-up-days.ts'
import { createTokenClient } from '#test/chaos/load-client.ts'
import { openShop, type TestShop } from '#test/open-shop.ts'

/** The overview, an export of all orders and a large import, in a shop of 1,000,000 orders and 40,000 tools. */
export const measureBackOffice: Part = async ({ pace, createDatabase }) => {
  const isQuick = pace.rounds === 1
  const size = isQuick
    ? { tools: 1_000, orders: 20_000, accounts: 1_000 }
    : { tools: 40_000, orders: 1_000_000, accounts: 100_000 }
  const url = await createDatabase()
  const pool = new pg.Pool({ connectionString: url })
  await fillShop(drizzle(pool, { casing: 'snake_case' }), size)
  await pool.end()

  const database = await openPostgres(url, () => {})
  const shop = await openShop({ RATE_LIMITS: 'off', SECRET: secret }, { database })
  const admin = await shop.logIn('admin@example.com', 'anvil-and-tongs')
  const buyer = await shop.createVerifiedBuyer()
  const overview = await measureOverview(shop, admin.token, size.orders, pace.runs)
  await shop.app.close()

  const server = await startShop({ DATABASE_URL: url, RATE_LIMITS: 'off' })
  const remoteAdmin = { ...admin, client: createTokenClient(server.origin, admin.token) }
  const remoteBuyer = { ...buyer, client: createTokenClient(server.origin, buyer.token) }
  const exported = await measureExport(server, admin.token)
  const rowCount = isQuick ? 1_000 : 50_000
  const imported = await measureImport(url, { admin: remoteAdmin, buyer: remoteBuyer }, rowCount)
  return [...overview, ...exported, ...imported]
}

async function measureOverview({ app, createClient }: TestShop, token: string, orders: number, runs: number) {
  const start = performance.now()
  const days = await rollUpDays(app.shop)
  const seconds = (performance.now() - start) / 1000
  // As autovacuum does.
  await app.shop.db.execute(sql`analyze`)
  const client = createClient(token)
  const rows: Row[] = [
    {
      what: `figures of ${days} past days stored for the first time, of ${formatNumber(orders)} orders`,
      figure: `${formatNumber(seconds)} s`,
    },
  ]
  for (const length of ['30', '90']) {
    const times: number[] = []
    for (let run = 0; run <= runs; run++) {
      const start = performance.now()
      await client.getOverview({ query: { days: length } })
      times.push(performance.now() - start)
    }
    rows.push(createLimitRow(`the overview of ${length} days`, computeMedian(times.slice(1)), 'ms', 150))
  }
  return rows
}

/** As CSV, by a client that reads as fast as it can. */
async function measureExport({ origin, pid }: { origin: string; pid: number }, token: string): Promise<Row[]> {
  const before = readMemory(pid)
  let [peak, rowCount, isRunning] = [before, 0, true]
  const sampling = (async () => {
    for (; isRunning; await pause(50)) peak = Math.max(peak, readMemory(pid))
  })()
  const start = performance.now()
  const response = await fetch(`${origin}/api/exports/orders`, { headers: { authorization: `Bearer ${token}` } })
  for await (const chunk of response.body ?? []) rowCount += countLineBreaks(chunk)
  const seconds = (performance.now() - start) / 1000
  isRunning = false
  await sampling
  // Without the heading.
  const count = rowCount - 1
  return [
    {
      what: `an export of ${count.toLocaleString('en-US')} orders`,
      figure: `${formatNumber(seconds)} s, ${formatNumber(count / seconds)} rows a second`,
    },
    createLimitRow(
      `its process: resident memory at most above the ${before.toFixed(0)} MB before`,
      peak - before,
      'MB',
      150,
    ),
  ]
}

function countLineBreaks(bytes: Uint8Array): number {
  let count = 0
  for (const byte of bytes) if (byte === 10) count += 1
  return count
}
