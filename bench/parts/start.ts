import type { Part } from '#bench/bench.ts'
import { newFolder, startShop } from '#bench/children.ts'
import { median } from '#bench/outcome.ts'
import { atMost } from '#bench/table.ts'

/** From the start of the process to its first page, on a database that is there already. */
export const start: Part = async ({ pace, newDatabase }) => {
  const onPostgres = { DATABASE_URL: await newDatabase() }
  const embedded = { DATA_DIR: newFolder() }
  async function startedIn(environment: Record<string, string>): Promise<number> {
    const shop = await startShop(environment)
    await shop.stop()
    return shop.startedIn
  }
  await startedIn(embedded)
  const times = { postgres: [] as number[], embedded: [] as number[] }
  for (let run = 0; run < pace.runs; run++) {
    times.postgres.push(await startedIn(onPostgres))
    times.embedded.push(await startedIn(embedded))
  }
  return [
    atMost('start to first page, PostgreSQL', median(times.postgres) / 1000, 's', 0.8),
    atMost('start to first page, PGlite', median(times.embedded) / 1000, 's', 2),
  ]
}
