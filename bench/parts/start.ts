import type { Part } from '#bench/bench.ts'
import { createFolder, startShop } from '#bench/children.ts'
import { computeMedian } from '#bench/outcome.ts'
import { createLimitRow } from '#bench/table.ts'

/** The time from the start of the process to its first page, on an existing database. */
export const measureStart: Part = async ({ pace, createDatabase }) => {
  const onPostgres = { DATABASE_URL: await createDatabase() }
  const embedded = { DATA_DIR: createFolder() }
  async function measureStartTime(environment: Record<string, string>): Promise<number> {
    const shop = await startShop(environment)
    await shop.stop()
    return shop.startedIn
  }
  await measureStartTime(embedded)
  const times = { postgres: [] as number[], embedded: [] as number[] }
  for (let run = 0; run < pace.runs; run++) {
    times.postgres.push(await measureStartTime(onPostgres))
    times.embedded.push(await measureStartTime(embedded))
  }
  return [
    createLimitRow('start to first page, PostgreSQL', computeMedian(times.postgres) / 1000, 's', 0.8),
    createLimitRow('start to first page, PGlite', computeMedian(times.embedded) / 1000, 's', 2),
  ]
}
