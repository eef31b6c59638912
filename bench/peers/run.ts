// Measures Ironmonger beside other shops that npm installs: `npm run bench:peers`. `--folder PATH` keeps and re-uses what
// was installed, `--quick` takes one short round, names (`evershop medusa vendure`) leave the others out.
import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { startLoadGenerator, stopAll } from '#bench/children.ts'
import { findServerProcess } from '#bench/database.ts'
import { computeMedian } from '#bench/outcome.ts'
import { computeMedianOf, type Measured, measureInRounds } from '#bench/rounds.ts'
import { formatNumber } from '#bench/table.ts'
import { readTreeMemory } from '#bench/usage.ts'
import { startPostgres } from '#test/postgres.ts'
import { evershop } from './evershop.ts'
import { ironmonger, readCommit } from './ironmonger.ts'
import { createPeerTarget, type MeasuredBytes, measureBytes } from './loads.ts'
import { medusa } from './medusa.ts'
import type { OrderResult, PeerLoad } from './peer.ts'
import { stopAllGroups } from './processes.ts'
import { buildPeer, type RunningPeer, startFirst, startPeer } from './setup.ts'
import { vendure } from './vendure.ts'

const buyers = 20
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { folder: { type: 'string' }, quick: { type: 'boolean', default: false } },
})
const peers = [ironmonger, evershop, medusa, vendure].filter(
  ({ id }) => id === ironmonger.id || positionals.length === 0 || positionals.includes(id),
)
const pace = values.quick ? { rounds: 1, seconds: 1, runs: 1 } : { rounds: 5, seconds: 3, runs: 3 }
const races = values.quick ? 1 : 3
const work = values.folder ? resolve(values.folder) : mkdtempSync(join(tmpdir(), 'ironmonger-peers-'))
mkdirSync(work, { recursive: true })
report(`Ironmonger at ${readCommit()}, Node ${process.version}, ${work}`)

const server = await startPostgres()
// The shops are in process groups of their own, which a key press does not reach.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void cleanUp().finally(() => process.exit(1)))
try {
  const postgresPid = await findServerProcess(server.url)
  const running: RunningPeer[] = []
  const setup: string[][] = []
  const sizes: string[][] = []
  for (const peer of peers) {
    report(`${peer.name}: install and build`)
    const build = await buildPeer(work, peer)
    report(`${peer.name}: first start`)
    const first = await startFirst(work, peer, server.url)
    running.push(first.running)
    const { all, production } = build.sizes
    const [building, filling] = [formatNumber(build.seconds), formatNumber(first.seconds)]
    setup.push([peer.name, String(first.commands), building, filling, formatNumber(build.seconds + first.seconds)])
    sizes.push([peer.name, ...[all, production].flatMap(each => [String(each.packages), formatNumber(each.megabytes)])])
  }
  print(['shop', 'commands', 'install and build, s', 'demo data and first start, s', 'together, s'], setup)
  print(['shop', 'packages', 'MB', 'packages of production', 'MB of production'], sizes)

  report('starts')
  const starts = await measureStarts(running)
  const idle = running.map(({ pids }) => readTreeMemory(pids))
  const loads: { shop: RunningPeer; load: PeerLoad }[] = []
  for (const shop of running) loads.push(...(await shop.peer.createLoads(shop)).map(load => ({ shop, load })))
  loads.sort((a, b) => describe(a.load).localeCompare(describe(b.load)))
  const bytes: MeasuredBytes[] = []
  for (const { shop, load } of loads) bytes.push(await measureBytes(shop, load))
  report('loads')
  const generate = startLoadGenerator()
  const targets = loads.map(({ shop, load }) => createPeerTarget(generate, shop, load, postgresPid))
  const measured = await measureInRounds(pace, targets)
  const rows = loads.map(({ shop, load }, index) => {
    const { sent = 0, plain = 0, assets = 0 } = bytes[index] ?? {}
    const size = [sent, plain].map(each => each.toLocaleString('en-US'))
    return [
      describe(load),
      shop.peer.name,
      String(load.products),
      ...formatMeasured(measured[index] ?? []),
      ...size,
    ].concat(assets ? assets.toLocaleString('en-US') : '')
  })
  const head = ['request', 'shop', 'products', 'requests/s', 'p50, ms', 'p99, ms', 'CPU, ms', 'bytes sent', 'plain']
  print([...head, 'scripts and styles'], rows)
  const loaded = running.map(({ pids }) => readTreeMemory(pids))
  print(
    ['shop', 'start, s', 'idle, MB', 'after the loads, MB'],
    running.map(({ peer }, index) => [
      peer.name,
      formatNumber((starts[index] ?? 0) / 1000),
      formatNumber(idle[index] ?? 0),
      formatNumber(loaded[index] ?? 0),
    ]),
  )

  report('orders at once')
  const raced: string[][] = []
  for (const shop of running) raced.push([shop.peer.name, await raceAll(shop, 0, 1), await raceAll(shop, races, 1000)])
  print(['shop', `${buyers} buyers, 1 piece`, `${buyers} buyers, 1,000 pieces`], raced)
} finally {
  await cleanUp()
}

async function cleanUp(): Promise<void> {
  await stopAll()
  await stopAllGroups()
  await server.remove()
}

/** Restarts the shops in turn; returns the median of each. */
async function measureStarts(running: RunningPeer[]): Promise<number[]> {
  const times = running.map((): number[] => [])
  for (let run = 0; run < pace.runs; run++)
    for (const [index, shop] of running.entries()) {
      await shop.stop()
      const again = await startPeer(shop.peer, shop)
      running[index] = again
      times[index]?.push(again.startedIn)
    }
  return times.map(computeMedian)
}

/** Orders of all buyers at once, several times, each of another product. */
async function raceAll(shop: RunningPeer, firstRace: number, stock: number): Promise<string> {
  const results: string[] = []
  for (let race = firstRace; race < firstRace + races; race++) {
    try {
      const orders = await shop.peer.prepareOrders(shop, race, stock, buyers)
      const start = performance.now()
      const outcomes = await Promise.all(orders.map(place => place().catch((): OrderResult => 'failed')))
      const count = (result: OrderResult) => outcomes.filter(each => each === result).length
      const seconds = ((performance.now() - start) / 1000).toFixed(2)
      results.push(`${count('sold')} sold, ${count('refused')} refused, ${count('failed')} failed, ${seconds} s`)
    } catch (error) {
      results.push(`not measured: ${error instanceof Error ? error.message : error}`)
    }
  }
  return results.join('<br>')
}

function formatMeasured(measured: readonly Measured[]): string[] {
  const failures = measured.reduce((sum, each) => sum + each.failures, 0)
  if (failures > 0) return [`void: ${failures} failed`, '', '', '']
  return (['perSecond', 'p50', 'p99', 'cpu'] as const).map(name => formatNumber(computeMedianOf(measured, name)))
}

function describe({ what, format, isUncached }: PeerLoad): string {
  return `${what}, ${format}${isUncached ? ', not in the cache' : ''}`
}

function print(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const lines = [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`)
  process.stdout.write(`${lines.join('\n')}\n\n`)
}

function report(text: string): void {
  process.stderr.write(`${text}\n`)
}
