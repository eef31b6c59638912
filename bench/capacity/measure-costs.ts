import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { addHistory, addPlannedOrders, issueDemoToken, type PlannedOrder } from '#bench/buyers.ts'
import { type RunningShop, startLoadGenerator, startShop } from '#bench/children.ts'
import { query } from '#bench/database.ts'
import type { LoadRequest } from '#bench/load-generator.ts'
import { computePercentiles, countFailures, countResponses } from '#bench/outcome.ts'
import { createRequest } from '#bench/requests.ts'
import { readCpuTime, readMachineTime } from '#bench/usage.ts'
import { demoAccounts } from '#dev/seed/demo-accounts.ts'
import { createRandom } from '#test/chaos/attack-result.ts'
import { findFreePort } from '#test/free-port.ts'
import { type Costs, type RequestKind, requestKinds } from './costs.ts'

const tools = 10_000
/** Few, so that requests hardly wait for one another. */
const connections = 4

export interface MeasuredShop {
  shop: RunningShop
  url: string
  requests: Record<RequestKind, LoadRequest[]>
  metricsPort: number
  postgresPid: number
}

/** A shop with 10,000 more tools, and buyers with an order each; without rate limits, as all requests have one address. */
export async function startMeasuredShop(url: string, postgresPid: number): Promise<MeasuredShop> {
  const metricsPort = await findFreePort()
  const shop = await startShop({ DATABASE_URL: url, RATE_LIMITS: 'off', METRICS_PORT: String(metricsPort) })
  const plannedOrders = await addPlannedOrders(url, tools)
  await addHistory(url, plannedOrders)
  const requests = await createRequests(shop, url, plannedOrders)
  return { shop, url, requests, metricsPort, postgresPid }
}

async function createRequests(shop: RunningShop, url: string, plannedOrders: readonly PlannedOrder[]) {
  const home = await (await fetch(shop.origin)).text()
  const [file = '/'] = /\/assets\/[\w.-]+\.js/.exec(home) ?? []
  const adminToken = { authorization: `Bearer ${await issueDemoToken(url, 'admin')}` }
  const toolIds = [...new Set(plannedOrders.map(({ toolId }) => toolId))]
  const { email, password } = demoAccounts[1]
  const origin = { origin: shop.origin }
  return {
    hit: [createRequest('GET', '/')],
    file: [createRequest('GET', file)],
    page: toolIds.map(id => createRequest('GET', `/shop/${id}`)),
    search: toolIds.map((_, index) => createRequest('GET', `/shop?q=bench+saw+${index + 1}`)),
    signedIn: plannedOrders.map(({ token }) =>
      createRequest('GET', '/api/orders', { authorization: `Bearer ${token}` }),
    ),
    order: plannedOrders.map(({ request }) => request),
    adminList: [createRequest('GET', '/api/allOrders?limit=51', adminToken)],
    signIn: [createRequest('POST', '/api/auth/sign-in/email', origin, { email, password })],
  } satisfies Record<RequestKind, LoadRequest[]>
}

/** CPU and statements of each kind, a load of some seconds after a shorter one; with the bytes of log that an order writes. */
export async function measureCosts(measured: MeasuredShop, seconds: number) {
  const generate = startLoadGenerator()
  const costs: Partial<Costs> = {}
  let logBytesPerOrder = 0
  let failures = 0
  for (const kind of requestKinds) {
    const { shop, requests } = measured
    const load = { port: shop.port, requests: requests[kind], connections }
    await generate({ ...load, seconds: seconds / 3 })
    requests[kind] = skip(requests[kind])
    const before = await readUsage(measured)
    const outcome = await generate({ ...load, requests: requests[kind], seconds })
    const after = await readUsage(measured)
    const count = countResponses(outcome)
    requests[kind] = skip(requests[kind])
    failures += countFailures(outcome)
    const statements = after.statements - before.statements
    costs[kind] = {
      processMs: (after.processMs - before.processMs) / count,
      databaseMs: (after.databaseMs - before.databaseMs) / count,
      statements: statements / count,
      heldMs: statements === 0 ? 0 : (after.statementMs - before.statementMs) / statements,
    }
    if (kind === 'order') logBytesPerOrder = (after.logBytes - before.logBytes) / count
    process.stderr.write(`  ${kind}: ${count} requests\n`)
  }
  return { costs: costs as Costs, logBytesPerOrder, failures }
}

/** Those not sent yet first, so that no page is cached and buyers order in turn. */
function skip(requests: LoadRequest[]): LoadRequest[] {
  const sent = Math.ceil(requests.length / 3)
  return requests.length === 1 ? requests : [...requests.slice(sent), ...requests.slice(0, sent)]
}

async function readUsage({ shop, url, metricsPort, postgresPid }: MeasuredShop) {
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  const readMetric = (name: string) => Number(new RegExp(`^${name}(?:{[^}]*})? (\\S+)`, 'm').exec(metrics)?.[1] ?? 0)
  const { rows } = await query<{ position: string }>(
    url,
    `select (pg_current_wal_insert_lsn() - '0/0')::text as position`,
  )
  return {
    processMs: readCpuTime(shop.pid),
    databaseMs: readCpuTime(postgresPid),
    statements: readMetric('shop_database_query_seconds_count'),
    statementMs: readMetric('shop_database_query_seconds_sum') * 1000,
    logBytes: Number(rows[0]?.position),
  }
}

const warmupMs = 2000

export interface PoissonLoad {
  kind: RequestKind
  perSecond: number
}

/**
 * Sends requests of these kinds as Poisson processes, whether earlier ones were answered or not, and returns the
 * percentiles of their times, the cores that the shop's process and other programs kept busy, and this process's CPU time
 * for each.
 * autocannon sends a second's requests at its beginning.
 */
export async function sendPoisson(
  { shop, requests, postgresPid }: MeasuredShop,
  loads: readonly PoissonLoad[],
  seconds: number,
) {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 })
  const random = createRandom(11)
  const times: number[] = []
  let failures = 0
  const readCpu = () => ({
    own: Object.values(process.cpuUsage()).reduce((sum, each) => sum + each / 1000, 0),
    machine: readMachineTime(),
    shop: readCpuTime(shop.pid),
    database: readCpuTime(postgresPid),
  })
  const before = readCpu()
  const start = performance.now()
  const sendAll = loads.map(async ({ kind, perSecond }) => {
    const pending: Promise<void>[] = []
    let next = 0
    for (let at = start; ; ) {
      at += (-Math.log(1 - random()) * 1000) / perSecond
      if (at > start + seconds * 1000) break
      const wait = at - performance.now()
      if (wait > 0) await pause(wait)
      const sent = requests[kind][next++ % requests[kind].length]
      if (sent) pending.push(send(sent))
    }
    await Promise.all(pending)
  })

  async function send({ method, path, headers, body }: LoadRequest): Promise<void> {
    const sentAt = performance.now()
    const client = request({ agent, host: '127.0.0.1', port: shop.port, method, path, headers })
    client.end(body)
    const [response]: IncomingMessage[] = await once(client, 'response')
    for await (const _ of response ?? []);
    if (response?.statusCode !== 200) failures += 1
    if (sentAt > start + warmupMs) times.push(performance.now() - sentAt)
  }

  await Promise.all(sendAll)
  agent.destroy()
  const elapsedMs = performance.now() - start
  const after = readCpu()
  const used = (name: keyof typeof after) => after[name] - before[name]
  return {
    ...computePercentiles(times),
    failures,
    processShare: used('shop') / elapsedMs,
    clientMs: used('own') / (times.length / (1 - warmupMs / elapsedMs)),
    otherCores: Math.max(0, used('machine') - used('own') - used('shop') - used('database')) / elapsedMs,
  }
}
