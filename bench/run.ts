// Measures the shop and prints a table: `npm run bench`, or some parts, `npm run bench -- pages orders`. `--quick` takes
// one short round, for a check that the parts run.
import { copyTemplateDatabase, createTemplateDatabase } from '#test/databases.ts'
import { startPostgres } from '#test/postgres.ts'
import type { Part } from './bench.ts'
import { startShop, stopAll } from './children.ts'
import { findServerProcess } from './database.ts'
import { firstRender } from './parts/first-render.ts'
import { halfLoad } from './parts/half-load.ts'
import { lists } from './parts/lists.ts'
import { memory } from './parts/memory.ts'
import { navigation } from './parts/navigation.ts'
import { orders } from './parts/orders.ts'
import { visit } from './parts/page-load.ts'
import { pages } from './parts/pages.ts'
import { processes } from './parts/processes.ts'
import { seenElsewhere } from './parts/propagation.ts'
import { start } from './parts/start.ts'
import { formatTable, type Row } from './table.ts'

const parts: Record<string, Part> = {
  pages,
  'first-render': firstRender,
  'seen-elsewhere': seenElsewhere,
  orders,
  'half-load': halfLoad,
  visit,
  navigation,
  start,
  memory,
  processes,
  lists,
}

const [flags, names] = [process.argv.slice(2).filter(isFlag), process.argv.slice(2).filter(name => !isFlag(name))]
const unknown = [...names.filter(name => !parts[name]), ...flags.filter(flag => flag !== '--quick')]
if (unknown.length > 0) {
  process.stderr.write(`There is no ${unknown.join(', ')}. Parts: ${Object.keys(parts).join(', ')}; and --quick.\n`)
  process.exit(2)
}
const pace = flags.length > 0 ? { rounds: 1, seconds: 1, runs: 2 } : { rounds: 5, seconds: 3, runs: 5 }

const server = await startPostgres()
try {
  const shop = await startShop({ DATABASE_URL: await createTemplateDatabase(server.url) })
  await shop.stop()
  const bench = {
    pace,
    postgres: await findServerProcess(server.url),
    createDatabase: () => copyTemplateDatabase(server.url),
  }
  const rows: Row[] = []
  for (const name of names.length > 0 ? names : Object.keys(parts)) {
    process.stderr.write(`${name} …\n`)
    rows.push(...((await parts[name]?.(bench)) ?? []))
    await stopAll()
  }
  process.stdout.write(`${formatTable(rows)}\n`)
} finally {
  await stopAll()
  await server.stop()
}

function isFlag(argument: string): boolean {
  return argument.startsWith('--')
}
