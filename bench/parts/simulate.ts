import { availableParallelism } from 'node:os'
import type { Part } from '#bench/bench.ts'
import { type Costs, kindTitles, requestKinds, storedCosts } from '#bench/capacity/costs.ts'
import { measureCosts, type PoissonLoad, sendPoisson, startMeasuredShop } from '#bench/capacity/measure-costs.ts'
import {
  assumptions,
  computeRates,
  type Plan,
  planFor,
  poolerName,
  splitProcessTime,
  throttlePerSecond,
  toScenario,
} from '#bench/capacity/plan.ts'
import { type Flow, type SimulationResult, type Step, simulate } from '#bench/capacity/simulation.ts'
import { formatNumber, formatTableLines, type Row } from '#bench/table.ts'

const sizes = [10, 1_000, 100_000, 1_000_000, 10_000_000, 100_000_000]
const simulatedRequests = 200_000
const seed = 20_261_125

/**
 * The servers that a shop needs for so many visitors a day, by a simulation with measured costs: measures the costs and
 * compares the simulation with a load of the real server, unless `--stored` takes the costs of `costs.ts`.
 */
export const simulateCapacity: Part = async ({ pace, usesStoredCosts, createDatabase, postgresPid }) => {
  if (usesStoredCosts) {
    printPlans(storedCosts)
    return []
  }
  const measuredShop = await startMeasuredShop(await createDatabase(), postgresPid)
  const { costs, logBytesPerOrder, failures } = await measureCosts(measuredShop, pace.seconds * 2)
  const comparison = await compareWithServer(costs, (loads, seconds) => sendPoisson(measuredShop, loads, seconds), pace)
  await measuredShop.shop.stop()
  printPlans(costs)
  return [
    ...requestKinds.map(kind => ({ what: `cost: ${kindTitles[kind]}`, figure: formatCost(costs, kind), failures: 0 })),
    { what: 'log that an order writes', figure: `${formatNumber(logBytesPerOrder / 1000)} kB`, failures },
    ...comparison,
  ]
}

const formatShare = (share: number) => `${(share * 100).toFixed(1)} %`

const formatCost = (costs: Costs, kind: (typeof requestKinds)[number]) => {
  const { processMs, databaseMs, statements, heldMs } = costs[kind]
  const parts = [`${formatNumber(processMs)} ms in the process`, `${formatNumber(databaseMs)} ms in PostgreSQL`]
  return [...parts, `${formatNumber(statements)} statements of ${formatNumber(heldMs)} ms`].join(', ')
}

/** Requests a second of one process. */
const loads: readonly PoissonLoad[] = [
  { kind: 'hit', perSecond: 100 },
  { kind: 'page', perSecond: 15 },
  { kind: 'search', perSecond: 10 },
  { kind: 'signedIn', perSecond: 60 },
  { kind: 'order', perSecond: 30 },
]

type Send = (loads: readonly PoissonLoad[], seconds: number) => ReturnType<typeof sendPoisson>

const cores = availableParallelism()

/** The real server, PostgreSQL and the client share this machine's cores, with other programs if there are any. */
async function compareWithServer(costs: Costs, send: Send, { seconds }: { seconds: number }): Promise<Row[]> {
  const rows: Row[] = []
  for (const factor of [0.4, 1, 1.4]) {
    const scaled = loads.map(({ kind, perSecond }) => ({ kind, perSecond: perSecond * factor }))
    const measured = await send(scaled, seconds * 5)
    const { total, stations } = simulateMachine(addInvalidations(scaled), costs, measured)
    const perSecond = scaled.reduce((sum, each) => sum + each.perSecond, 0)
    const [processShare, coresShare] = [stations[0], stations[2]].map(each =>
      Math.round((each?.utilization ?? 0) * 100),
    )
    const format = ({ p50, p95 }: { p50: number; p95: number }) =>
      `p50 ${formatNumber(p50)} ms, p95 ${formatNumber(p95)} ms`
    rows.push({
      what: `${formatNumber(perSecond)} mixed requests a second, process ${Math.round(measured.processShare * 100)} % busy, simulated ${processShare} %, cores ${coresShare} % busy, of which other programs ${Math.round((measured.otherCores / cores) * 100)} %: measured; baseline simulated`,
      figure: format(measured),
      baseline: format(total),
      ratio: (measured.p95 / total.p95).toFixed(2),
      failures: measured.failures,
    })
  }
  return rows
}

/** An order invalidates the cached page: the next request for it renders it. */
function addInvalidations(loads: readonly PoissonLoad[]): PoissonLoad[] {
  const getRate = (wanted: PoissonLoad['kind']) => loads.find(({ kind }) => kind === wanted)?.perSecond ?? 0
  const invalidations = Math.min(getRate('order'), throttlePerSecond)
  const misses = (getRate('hit') * invalidations) / (getRate('hit') + invalidations)
  const changes: Partial<Record<PoissonLoad['kind'], number>> = { hit: -misses, page: misses }
  return loads.map(({ kind, perSecond }) => ({ kind, perSecond: perSecond + (changes[kind] ?? 0) }))
}

/** How long other programs keep a core, in milliseconds. */
const otherSliceMs = 3

function simulateMachine(
  loads: readonly PoissonLoad[],
  costs: Costs,
  { clientMs, otherCores }: { clientMs: number; otherCores: number },
): SimulationResult {
  const [process, connections, machine] = [0, 1, 2]
  const runInProcess = (meanMs: number): Step[] => [
    { kind: 'acquire', station: process },
    { kind: 'use', station: machine, meanMs },
    { kind: 'release', station: process },
  ]
  const flows = loads.map(({ kind, perSecond }): Flow => {
    const { processMs, databaseMs, statements } = costs[kind]
    const count = Math.round(statements)
    const { before, after } = splitProcessTime(processMs, count)
    const statement: Step[] = [
      ...runInProcess(before),
      { kind: 'acquire', station: connections },
      { kind: 'use', station: machine, meanMs: databaseMs / count },
      { kind: 'release', station: connections },
    ]
    const client: Step = { kind: 'use', station: machine, meanMs: clientMs }
    return {
      name: kind,
      perSecond,
      steps: [client, ...Array<Step[]>(count).fill(statement).flat(), ...runInProcess(after)],
    }
  })
  const stations = [
    { name: 'process', lanes: 1, serversPerLane: 1 },
    { name: 'connections', lanes: 1, serversPerLane: assumptions.connectionsPerProcess },
    { name: 'cores', lanes: 1, serversPerLane: cores },
  ]
  const others: Flow = {
    name: 'other programs',
    perSecond: (otherCores * 1000) / otherSliceMs,
    isCounted: false,
    steps: [{ kind: 'use', station: machine, meanMs: otherSliceMs }],
  }
  return simulate({ stations, flows: [...flows, others], seconds: 600, warmupSeconds: 10, seed })
}

const head = [
  'visitors a day',
  'requests a second at the peak',
  'at the processes',
  'orders a second',
  'CDN hit ratio of pages',
  'the same if orders purge it',
  'pages rendered a second',
  'processes',
  'page cache of each',
  'connections without a pooler',
  "pooler's",
  "primary's cores",
  'p95',
  'busy at twice the visitors',
]

/** The others say what servers the load needs. */
const loadColumns = 7

function printPlans(costs: Costs): void {
  for (const hasCdn of [true, false]) {
    const lines = sizes
      .filter(size => hasCdn || size >= assumptions.cdnFromVisitors)
      .map(size => {
        const plan = planFor(size, costs, hasCdn && size >= assumptions.cdnFromVisitors)
        return formatPlan(size, plan, run(plan, costs, 1), run(plan, costs, 2))
      })
    const all = [head, ...lines]
    const load = all.map(cells => cells.slice(0, loadColumns))
    const servers = all.map(([size = '', ...cells]) => [size, ...cells.slice(loadColumns - 1)])
    const heading = hasCdn ? '' : '\nWithout a CDN:\n'
    process.stdout.write(`${heading}\n${formatTableLines(load)}\n\n${formatTableLines(servers)}\n`)
  }
}

/** So many seconds of the peak that the number of requests is about the same for each size. */
function run(plan: Plan, costs: Costs, growth: number): SimulationResult {
  const { stations, flows } = toScenario(plan, costs, growth)
  const perSecond = flows.reduce((sum, flow) => sum + flow.perSecond, 0)
  const seconds = simulatedRequests / perSecond
  return simulate({ stations, flows, seconds, warmupSeconds: seconds / 10, seed })
}

function formatPlan(size: number, plan: Plan, atPeak: SimulationResult, atTwice: SimulationResult): string[] {
  const { rates, processes, primaryCores, connections, pooledConnections, cacheMegabytes } = plan
  const atProcesses = Object.values(rates.atShop).reduce((sum, each) => sum + each, 0)
  const stations = atTwice.stations.filter(({ name }) => pooledConnections !== undefined || name !== poolerName)
  const byUtilization = stations.toSorted((one, other) => other.utilization - one.utilization)
  const saturated = byUtilization.filter(({ utilization }) => utilization > 0.95)
  const busy = saturated.length > 0 ? saturated : byUtilization.slice(0, 1)
  return [
    formatNumber(size),
    formatNumber(rates.total),
    formatNumber(atProcesses),
    formatNumber(rates.ordersPerSecond),
    rates.hasCdn ? formatShare(rates.cdnHitRatio) : 'no CDN',
    rates.hasCdn ? formatShare(computeRates(size, processes, true, assumptions.purgeSeconds).cdnHitRatio) : '–',
    formatNumber(rates.atShop.page),
    formatNumber(processes),
    `${formatNumber(cacheMegabytes)} MB`,
    formatNumber(connections),
    pooledConnections === undefined ? '–' : formatNumber(pooledConnections),
    formatNumber(primaryCores),
    `${formatNumber(atPeak.total.p95)} ms`,
    busy.map(({ name, utilization }) => `${name} ${Math.round(utilization * 100)} %`).join(', '),
  ]
}
