/** Measures every list call of a small and a large shop, as docs/performance.md tells: `node scripts/long-lists.ts`. */

import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { openPostgres } from '#db/postgres.ts'
import { fillShop, type ShopSize } from '#test/bench/fill.ts'
import { listCalls } from '#test/bench/list-calls.ts'
import { createDemoShop } from '#test/databases.ts'
import { openShop } from '#test/open-shop.ts'
import { startPostgres } from '#test/postgres.ts'

const rounds = 5
const print = (line: string) => process.stdout.write(`${line}\n`)
const server = await startPostgres()
try {
  const small = await measure({ tools: 100, orders: 100, accounts: 100 })
  const large = await measure({ tools: 100_000, orders: 1_000_000, accounts: 100_000 })
  print('| call | 100 rows, ms | full size, ms | times |\n| --- | --: | --: | --: |')
  for (const [name, time] of large) {
    const before = small.get(name) ?? Number.NaN
    print(`| ${name} | ${before.toFixed(1)} | ${time.toFixed(1)} | ${(time / before).toFixed(1)} |`)
  }
} finally {
  await server.stop()
}

/** The quickest of a few times, in milliseconds, of each call of a shop of that size. */
async function measure(size: ShopSize): Promise<Map<string, number>> {
  const url = await createDemoShop(server.url)
  const shop = await openShop({}, await openPostgres(url, () => {}))
  const pool = new pg.Pool({ connectionString: url })
  await fillShop(drizzle(pool, { casing: 'snake_case' }), size)
  await pool.end()
  const admin = await shop.logIn('admin@example.com', 'anvil-and-tongs')
  const times = new Map<string, number>()
  for (const { name, make } of await listCalls(shop.store.shop.db)) {
    for (let round = 0; round < rounds; round++) {
      const start = performance.now()
      await make({ anybody: shop.client, admin: admin.client })
      times.set(name, Math.min(times.get(name) ?? Number.POSITIVE_INFINITY, performance.now() - start))
    }
  }
  await shop.store.close()
  return times
}
