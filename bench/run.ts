// Measures the shop and prints a table: `npm run bench`, or some parts, `npm run bench -- pages orders`. `--quick` takes
// one short round on small shops, for a check that the parts run. `--stored` lets `simulate` take the stored costs of
// requests. A part that fails, or has a void row, ends the program with 1.
import { copyTemplateDatabase, createTemplateDatabase } from '#test/databases.ts'
import { startPostgres } from '#test/postgres.ts'
import type { Part } from './bench.ts'
import { startShop, stopAll } from './children.ts'
import { findServerProcess } from './database.ts'
import { measureBackOffice } from './parts/back-office.ts'
import { measureBulk } from './parts/bulk.ts'
import { measureDownloads } from './parts/downloads.ts'
import { measureFirstRender } from './parts/first-render.ts'
import { measureHalfLoad } from './parts/half-load.ts'
import { measureInteractions } from './parts/interactions.ts'
import { measureLists } from './parts/lists.ts'
import { measureMemory } from './parts/memory.ts'
import { measureNavigation } from './parts/navigation.ts'
import { measureOrders } from './parts/orders.ts'
import { measurePageLoad } from './parts/page-load.ts'
import { measurePages } from './parts/pages.ts'

import { measurePriceList } from './parts/price-list.ts'
import { measureProcesses } from './parts/processes.ts'
import { measurePropagation } from './parts/propagation.ts'
import { simulateCapacity } from './parts/simulate.ts'
import { measureStart } from './parts/start.ts'
import { formatTable, type Row } from './table.ts'

const parts: Record<string, Part> = {
  pages: measurePages,
  'first-render': measureFirstRender,
  propagation: measurePropagation,
  orders: measureOrders,
  'half-load': measureHalfLoad,
  'page-load': measurePageLoad,
  navigation: measureNavigation,
  interactions: measureInteractions,
  start: measureStart,
  memory: measureMemory,
  processes: measureProcesses,
  lists: measureLists,
  bulk: measureBulk,
  'back-office': measureBackOffice,
  'price-list': measurePriceList,
  downloads: measureDownloads,
  simulate: simulateCapacity,
}

const [flags, names] = [process.argv.slice(2).filter(isFlag), process.argv.slice(2).filter(name => !isFlag(name))]
const unknown = [
  ...names.filter(name => !parts[name]),
  ...flags.filter(flag => !['--quick', '--stored'].includes(flag)),
]
if (unknown.length > 0) {
  process.stderr.write(
    `There is no ${unknown.join(', ')}. Parts: ${Object.keys(parts).join(', ')}; and --quick, --stored.\n`,
  )
  process.exit(2)
}
const pace = flags.includes('--quick') ? { rounds: 1, seconds: 1, runs: 1 } : { rounds: 5, seconds: 3, runs: 5 }

const server = await startPostgres()
try {
  const shop = await startShop({ DATABASE_URL: await createTemplateDatabase(server.url) })
  await shop.stop()
  const bench = {
    pace,
    usesStoredCosts: flags.includes('--stored'),
    postgresPid: await findServerProcess(server.url),
    createDatabase: () => copyTemplateDatabase(server.url),
  }
  const rows: Row[] = []
  for (const name of names.length > 0 ? names : Object.keys(parts)) {
    process.stderr.write(`${name} …\n`)
    try {
      rows.push(...((await parts[name]?.(bench)) ?? []))
    } catch (error) {
      process.stderr.write(`${error instanceof Error ? error.stack : error}\n`)
      process.exitCode = 1
    }
    await stopAll()
  }
  process.stdout.write(`${formatTable(rows)}\n`)
  if (rows.some(({ failures = 0 }) => failures > 0)) process.exitCode = 1
} finally {
  await stopAll()
  await server.remove()
}

function isFlag(argument: string): boolean {
  return argument.startsWith('--')
}
