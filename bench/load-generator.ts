// autocannon in a process of its own: it takes a `Load` as a message and answers with its `Outcome`.
import autocannon from 'autocannon'
import { computePercentiles, type Outcome } from './outcome.ts'

export interface LoadRequest {
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body?: string
}

export interface Load {
  port: number
  /** Divided among the connections, each of which sends its own in turn; several send the same if there are fewer. */
  requests: readonly LoadRequest[]
  connections: number
  seconds: number
  /** Ends after that many requests, however long they take. */
  amount?: number
  /** Requests a second, sent at the beginning of each second. Without it, each connection sends without a pause. */
  rate?: number
}

process.on('message', async (load: Load) => process.send?.(await run(load)))

async function run({ port, requests, connections, seconds, amount, rate }: Load): Promise<Outcome> {
  const { promise: finished, resolve, reject } = Promise.withResolvers<autocannon.Result>()
  const times: number[] = []
  const cpu = process.cpuUsage()
  let start = performance.now()
  let client = 0
  const instance = autocannon(
    {
      url: `http://127.0.0.1:${port}`,
      connections,
      sampleInt: 100,
      setupClient: each => each.setRequests(selectRequests(requests, client++, connections)),
      ...(amount ? { amount } : { duration: seconds }),
      ...(rate && { overallRate: rate }),
    },
    (error: unknown, result: autocannon.Result) => (error ? reject(error) : resolve(result)),
  )
  // Until then autocannon has built its requests.
  instance.on('start', () => {
    start = performance.now()
  })
  instance.on('response', (_client, _status, _bytes, milliseconds) => times.push(milliseconds))
  const { errors, statusCodeStats = {} } = await finished
  const { user, system } = process.cpuUsage(cpu)
  const statuses = Object.fromEntries(Object.entries(statusCodeStats).map(([code, { count = 0 }]) => [code, count]))
  const elapsed = (performance.now() - start) / 1000
  return {
    statuses,
    unanswered: errors,
    ...computePercentiles(times),
    seconds: elapsed,
    ownCpu: (user + system) / 1000,
  }
}

/** Every n-th request for the connection; with fewer requests than connections, several send the same one. */
function selectRequests(requests: readonly LoadRequest[], index: number, connections: number): autocannon.Request[] {
  const own = requests.filter((_, each) => each % connections === index % requests.length)
  return own.map(request => ({ ...request }))
}
