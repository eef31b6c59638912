import type { Part } from '#bench/bench.ts'
import { type Costs, kindTitles, requestKinds, storedCosts } from '#bench/capacity/costs.ts'
import { measureCosts, type PoissonLoad, sendPoisson, startMeasuredShop } from '#bench/capacity/measure-costs.ts'
import { assumptions, computeRates, type Plan, planFor, toScenario, toSteps } from '#bench/capacity/plan.ts'
import { type SimulationResult, simulate } from '#bench/capacity/simulation.ts'
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

/** Requests a second of one process, so that it is about half busy. */
const loads: readonly PoissonLoad[] = [
  { kind: 'hit', perSecond: 100 },
  { kind: 'page', perSecond: 15 },
  { kind: 'search', perSecond: 10 },
  { kind: 'signedIn', perSecond: 60 },
  { kind: 'order', perSecond: 30 },
]

type Send = (loads: readonly PoissonLoad[], seconds: number) => ReturnType<typeof sendPoisson>

async function compareWithServer(costs: Costs, send: Send, { seconds }: { seconds: number }): Promise<Row[]> {
  const rows: Row[] = []
  for (const [name, factor] of [
    ['a light load', 0.4],
    ['the load', 1],
    ['a heavier load', 1.4],
  ] as const) {
    const scaled = loads.map(({ kind, perSecond }) => ({ kind, perSecond: perSecond * factor }))
    const measured = await send(scaled, seconds * 5)
    const simulated = simulate({
      stations: [
        { name: 'process', lanes: 1, serversPerLane: 1 },
        { name: 'connections', lanes: 1, serversPerLane: assumptions.connectionsPerProcess },
        { name: 'database', lanes: 1, serversPerLane: 2 },
        { name: 'replica', lanes: 1, serversPerLane: 1 },
        { name: 'pooler', lanes: 1, serversPerLane: assumptions.connectionsPerProcess },
      ],
      flows: scaled.map(({ kind, perSecond }) => ({
        name: kind,
        perSecond,
        steps: toSteps({ ...costs[kind], statements: Math.round(costs[kind].statements) }, false),
      })),
      seconds: 600,
      warmupSeconds: 10,
      seed,
    })
    const utilization = Math.round((simulated.stations[0]?.utilization ?? 0) * 100)
    const perSecond = scaled.reduce((sum, each) => sum + each.perSecond, 0)
    const format = ({ p50, p95 }: { p50: number; p95: number }) =>
      `p50 ${formatNumber(p50)} ms, p95 ${formatNumber(p95)} ms`
    rows.push({
      what: `${name} of ${formatNumber(perSecond)} requests a second (process ${utilization} % busy): measured; baseline simulated`,
      figure: format(measured),
      baseline: format(simulated.total),
      ratio: (measured.p95 / simulated.total.p95).toFixed(2),
      failures: measured.failures,
    })
  }
  return rows
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
  'replicas of 16 cores',
  'p95',
  'busy at twice the visitors',
]

function printPlans(costs: Costs): void {
  for (const hasCdn of [true, false]) {
    const lines = sizes
      .filter(size => hasCdn || size >= assumptions.cdnFromVisitors)
      .map(size => {
        const plan = planFor(size, costs, hasCdn && size >= assumptions.cdnFromVisitors)
        return formatPlan(size, plan, run(plan, costs, 1), run(plan, costs, 2))
      })
    process.stdout.write(`\n${hasCdn ? '' : 'Without a CDN:\n\n'}${formatTableLines([head, ...lines])}\n`)
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
  const { rates, processes, primaryCores, replicas, connections, pooledConnections, cacheMegabytes } = plan
  const atProcesses = Object.values(rates.atShop).reduce((sum, each) => sum + each, 0)
  const byUtilization = atTwice.stations.toSorted((one, other) => other.utilization - one.utilization)
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
    formatNumber(replicas),
    `${formatNumber(atPeak.total.p95)} ms`,
    busy.map(({ name, utilization }) => `${name} ${Math.round(utilization * 100)} %`).join(', '),
  ]
}
