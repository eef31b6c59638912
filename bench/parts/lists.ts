import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Part } from '#bench/bench.ts'
import { fillShop, type ShopSize } from '#bench/fill.ts'
import { listCalls } from '#bench/list-calls.ts'
import { formatNumber, type Row } from '#bench/table.ts'
import { openPostgres } from '#db/postgres.ts'
import { openShop } from '#test/open-shop.ts'

/** Every list call of a large shop against the same call of a small one, through the contract client. */
export const measureLists: Part = async ({ pace, createDatabase }) => {
  const isQuick = pace.rounds === 1
  const full = { tools: 100_000, orders: 1_000_000, accounts: 100_000 }
  const small = await measureCalls(await createDatabase(), { tools: 100, orders: 100, accounts: 100 }, pace.runs)
  const large = await measureCalls(
    await createDatabase(),
    isQuick ? { tools: 5_000, orders: 5_000, accounts: 5_000 } : full,
    pace.runs,
  )
  return [...large].map(([name, time]): Row => {
    const smallTime = small.get(name) ?? Number.NaN
    const ratio = time / smallTime
    const times = {
      figure: `${formatNumber(time)} ms`,
      baseline: `${formatNumber(smallTime)} ms`,
      ratio: formatNumber(ratio),
    }
    return { what: `list of ${name}, and on a shop of 100 rows`, ...times, goal: '≤ 3', met: ratio <= 3 }
  })
}

/** The quickest of a few times, in milliseconds, of each call of a shop of that size. */
async function measureCalls(url: string, size: ShopSize, runs: number): Promise<Map<string, number>> {
  const shop = await openShop({}, { database: await openPostgres(url, () => {}) })
  const pool = new pg.Pool({ connectionString: url })
  await fillShop(drizzle(pool, { casing: 'snake_case' }), size)
  await pool.end()
  const admin = await shop.logIn('admin@example.com', 'anvil-and-tongs')
  const times = new Map<string, number>()
  for (const { name, make } of await listCalls(shop.app.shop.db)) {
    for (let run = 0; run < runs; run++) {
      const start = performance.now()
      await make({ visitor: shop.client, admin: admin.client })
      times.set(name, Math.min(times.get(name) ?? Number.POSITIVE_INFINITY, performance.now() - start))
    }
  }
  await shop.app.close()
  return times
}
