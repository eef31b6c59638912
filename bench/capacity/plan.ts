import { type Costs, type RequestCost, type RequestKind, requestKinds } from './costs.ts'
import { computeMeanWaitMs } from './erlang.ts'
import type { Flow, Station, Step } from './simulation.ts'

/** Assumptions about visitors; none of them is measured. */
const visit = {
  publicPages: 8,
  files: 30,
  searches: 0.5,
  signIns: 0.1,
  signedInCalls: 2,
  orders: 0.03,
  /** Payment, its webhook and the invoice write about as much as an order: each costs as much as one in this model. */
  writesAfterOrder: 3,
  adminLists: 0.01,
}

export const assumptions = {
  /** Peak hour ÷ mean of the day. */
  peakFactor: 3,
  /** Share of a core or of a server's cores at the peak. */
  maxUtilization: 0.6,
  /** Public pages with different URLs, and as many searches, whose popularity falls as rank^-0.9. */
  publicPages: 10_000,
  pageBytes: 8_000 + 2_000,
  /** Places at which the CDN keeps copies of its own. */
  cdnPlaces: 10,
  cdnSeconds: 60,
  cdnFileHitRatio: 0.99,
  /** The default of `CDN_PURGE_SECONDS`. */
  purgeSeconds: 5,
  cdnFromVisitors: 100_000,
  connectionsPerProcess: 10,
  /** For `/readyz` and LISTEN. */
  directConnectionsPerProcess: 2,
  /** PostgreSQL's default, less three for its superuser. */
  maxConnections: 97,
  /** From the process to PostgreSQL and back. */
  roundTripMs: 0.5,
  /** Of a request's CPU in the process. */
  shareAfterStatements: 0.8,
}

/** Notifications of a tag that a process publishes at most. */
export const throttlePerSecond = 20
const cacheSeconds = 60

export interface Rates {
  /** Requests per second at the peak, of visitors, whoever answers them. */
  total: number
  /** Those that reach the shop's processes, by kind. */
  atShop: Record<RequestKind, number>
  ordersPerSecond: number
  hasCdn: boolean
  /** Of public pages. */
  cdnHitRatio: number
  /** Pages that a process holds on average. */
  cachedPages: number
}

/**
 * Requests at the peak; `processes` share them, and each has a cache of its own. With `purgeSeconds`, each process purges
 * the CDN after its orders, once in that time.
 */
export function computeRates(
  visitorsPerDay: number,
  processes: number,
  hasCdn: boolean,
  purgeSeconds = Number.POSITIVE_INFINITY,
): Rates {
  const visits = (visitorsPerDay / 86_400) * assumptions.peakFactor
  const orders = visits * visit.orders
  // Each order invalidates the tag `tools`, at most every 50 ms in each process.
  const invalidations = Math.min(orders, throttlePerSecond * processes) + 1 / cacheSeconds
  const purges = Math.min(orders, processes / purgeSeconds)
  const caches = {
    processes,
    invalidations,
    places: hasCdn ? assumptions.cdnPlaces : 1,
    lifetime: hasCdn ? 1 / (1 / assumptions.cdnSeconds + purges) : 0,
  }
  const pages = passCaches(visits * visit.publicPages, caches)
  const searches = passCaches(visits * visit.searches, caches)
  const files = visits * visit.files * (hasCdn ? 1 - assumptions.cdnFileHitRatio : 1)
  const perVisit = visit.publicPages + visit.files + visit.searches + visit.signIns + visit.signedInCalls
  return {
    total: visits * (perVisit + visit.orders * (1 + visit.writesAfterOrder) + visit.adminLists),
    atShop: {
      hit: pages.atShop - pages.misses + searches.atShop - searches.misses,
      file: files,
      page: pages.misses,
      search: searches.misses,
      signedIn: visits * visit.signedInCalls,
      order: orders * (1 + visit.writesAfterOrder),
      adminList: visits * visit.adminLists,
      signIn: visits * visit.signIns,
    },
    ordersPerSecond: orders,
    hasCdn,
    cdnHitRatio: 1 - pages.atShop / (visits * visit.publicPages),
    cachedPages: pages.cached + searches.cached,
  }
}

interface Caches {
  processes: number
  /** Per second, of everything in a process. */
  invalidations: number
  places: number
  /** Seconds for which the CDN keeps a page; 0 without a CDN. */
  lifetime: number
}

/**
 * A CDN keeps a page for a fixed time, so that of requests at rate r it passes on r / (1 + r t). A process keeps it until
 * the next invalidation, at rate i: of requests at rate r, i / (r + i) miss.
 */
function passCaches(perSecond: number, { processes, invalidations, places, lifetime }: Caches) {
  let [atShop, misses, cached] = [0, 0, 0]
  for (const share of popularity) {
    const atPlace = (perSecond * share) / places
    const passed = (places * atPlace) / (1 + atPlace * lifetime)
    const atProcess = passed / processes
    atShop += passed
    misses += (passed * invalidations) / (atProcess + invalidations)
    cached += atProcess / (atProcess + invalidations)
  }
  return { atShop, misses, cached }
}

const weights = Array.from({ length: assumptions.publicPages }, (_, index) => (index + 1) ** -0.9)
const sumOfWeights = weights.reduce((sum, each) => sum + each, 0)
const popularity = weights.map(weight => weight / sumOfWeights)

export interface Plan {
  rates: Rates
  processes: number
  primaryCores: number
  /** Of all processes to the primary, without a pooler. */
  connections: number
  /** Server connections of the pooler, undefined where none is needed. */
  pooledConnections: number | undefined
  cacheMegabytes: number
}

/** Seconds of CPU a second. */
const sumLoad = (rates: Rates, costs: Costs, field: 'processMs' | 'databaseMs') =>
  requestKinds.reduce((sum, kind) => sum + (rates.atShop[kind] * costs[kind][field]) / 1000, 0)

/** The smallest set of servers whose utilization at the peak is at most 60 %. */
export function planFor(visitorsPerDay: number, costs: Costs, hasCdn: boolean): Plan {
  const { maxUtilization } = assumptions
  let processes = 1
  let rates = computeRates(visitorsPerDay, processes, hasCdn)
  // More processes miss more, since each has a cache of its own.
  for (let needed = 0; needed !== processes; ) {
    if (needed > 0) processes = Math.max(needed, processes)
    rates = computeRates(visitorsPerDay, processes, hasCdn)
    needed = Math.max(1, Math.ceil(sumLoad(rates, costs, 'processMs') / maxUtilization))
    if (needed < processes) break
  }
  const { connectionsPerProcess, directConnectionsPerProcess, maxConnections, pageBytes } = assumptions
  const connections = processes * (connectionsPerProcess + directConnectionsPerProcess)
  return {
    rates,
    processes,
    primaryCores: Math.max(1, Math.ceil(sumLoad(rates, costs, 'databaseMs') / maxUtilization)),
    connections,
    pooledConnections: connections > maxConnections ? countPooled(rates, costs) : undefined,
    cacheMegabytes: Math.min((rates.cachedPages * pageBytes) / 1e6, 24),
  }
}

/** So many that a statement waits a tenth of the time that it holds a connection, at most. */
function countPooled(rates: Rates, costs: Costs): number {
  const perSecond = requestKinds.reduce((sum, kind) => sum + rates.atShop[kind] * costs[kind].statements, 0)
  const held = (kind: RequestKind) => rates.atShop[kind] * costs[kind].statements * getHeldMs(costs, kind)
  const meanMs = requestKinds.reduce((sum, kind) => sum + held(kind), 0) / perSecond
  let pooled = 10
  while (computeMeanWaitMs(pooled, perSecond, meanMs) > meanMs / 10) pooled += 1
  return pooled
}

const getHeldMs = (costs: Costs, kind: RequestKind) => costs[kind].heldMs + assumptions.roundTripMs

export const poolerName = 'connections of the pooler'

/** The plan as stations and flows of a simulation, with `growth` times the visitors' requests. */
export function toScenario(
  { rates, processes, primaryCores, pooledConnections }: Plan,
  costs: Costs,
  growth = 1,
): { stations: Station[]; flows: Flow[] } {
  const pool = assumptions.connectionsPerProcess
  const stations: Station[] = [
    { name: 'processes', lanes: processes, serversPerLane: 1 },
    { name: 'connections of a process', lanes: processes, serversPerLane: pool },
    { name: "primary's cores", lanes: 1, serversPerLane: primaryCores },
    { name: poolerName, lanes: 1, serversPerLane: pooledConnections ?? processes * pool },
  ]
  const flows = requestKinds.map(
    (kind): Flow => ({ name: kind, perSecond: rates.atShop[kind] * growth, steps: toSteps(costs[kind]) }),
  )
  return { stations, flows }
}

/** The process's CPU, before each statement and after the last, each of which holds a connection. */
function toSteps({ processMs, databaseMs, statements }: RequestCost): Step[] {
  const count = Math.round(statements)
  const { before, after } = splitProcessTime(processMs, count)
  const steps: Step[] = []
  for (let index = 0; index < count; index++) {
    steps.push({ kind: 'use', station: 0, meanMs: before })
    steps.push({ kind: 'acquire', station: 1 })
    steps.push({ kind: 'acquire', station: 3 })
    steps.push({ kind: 'use', station: 2, meanMs: databaseMs / count })
    steps.push({ kind: 'delay', ms: assumptions.roundTripMs })
    steps.push({ kind: 'release', station: 3 })
    steps.push({ kind: 'release', station: 1 })
  }
  return [...steps, { kind: 'use', station: 0, meanMs: after }]
}

/** Milliseconds before each statement, and after the last, when rendering blocks the event loop. */
export function splitProcessTime(processMs: number, statements: number): { before: number; after: number } {
  if (statements === 0) return { before: 0, after: processMs }
  const { shareAfterStatements } = assumptions
  return { before: (processMs * (1 - shareAfterStatements)) / statements, after: processMs * shareAfterStatements }
}
