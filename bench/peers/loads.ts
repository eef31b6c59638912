import { once } from 'node:events'
import { request as send } from 'node:http'
import type { Load, LoadRequest } from '#bench/load-generator.ts'
import { countResponses, type Outcome } from '#bench/outcome.ts'
import type { Target } from '#bench/rounds.ts'
import { listChildren, listTree, readProcessTime, readTitle } from '#bench/usage.ts'
import type { PeerLoad } from './peer.ts'
import type { RunningPeer } from './setup.ts'

const connections = 8
const responseTimeoutMs = 30_000

export interface MeasuredBytes {
  /** The response's body as sent to a browser. */
  sent: number
  /** The body without compression. */
  plain: number
  /** Scripts and styles that the page names, as sent; 0 for JSON. */
  assets: number
}

export function createPeerTarget(
  generate: (load: Load) => Promise<Outcome>,
  shop: RunningPeer,
  { requests, isUncached }: PeerLoad,
  postgresPid: number,
): Target {
  const queue = [...requests]
  return {
    pids: shop.pids,
    startCpuTimer() {
      const before = readTimes(shop, postgresPid)
      return () => sum([...readTimes(shop, postgresPid)].map(([pid, time]) => time - (before.get(pid) ?? 0)))
    },
    async run(seconds) {
      const chosen = isUncached ? queue.slice(0, 8000) : queue
      const outcome = await generate({ port: shop.port, requests: chosen, connections, seconds })
      // Connections take requests in turn, at different speeds: a margin of twice as many are not sent again.
      if (isUncached) queue.splice(0, countResponses(outcome) * 2)
      return outcome
    },
  }
}

/** CPU time of each of the shop's processes, and of PostgreSQL's that serve its database. */
function readTimes({ pids, databaseUrl }: RunningPeer, postgresPid: number): Map<number, number> {
  const database = new URL(databaseUrl).pathname.slice(1)
  const backends = listChildren(postgresPid).filter(pid => readTitle(pid).includes(` ${database} `))
  return new Map([...pids.flatMap(listTree), ...backends].map(pid => [pid, readProcessTime(pid)]))
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0)

/** Requests the load's first response as a browser does, checks it, and counts its bytes. */
export async function measureBytes({ origin }: RunningPeer, load: PeerLoad): Promise<MeasuredBytes> {
  const [request] = load.requests
  if (!request) throw new Error(`no request for ${load.what}`)
  const compressed = await fetchBody(origin, request)
  const headers = { ...request.headers, 'accept-encoding': 'identity' }
  const plain = await fetchBody(origin, { ...request, headers })
  const text = plain.toString('utf8')
  if (!text.includes(load.expected) || /^\{"errors"/.test(text))
    throw new Error(`${origin}${request.path} does not have ${load.expected}: ${text.slice(0, 200)}`)
  let assets = 0
  if (load.format === 'HTML')
    for (const path of findAssets(text)) assets += (await fetchBody(origin, { ...request, path })).length
  return { sent: compressed.length, plain: plain.length, assets }
}

/** Addresses of scripts and styles of the same origin. */
function findAssets(html: string): Set<string> {
  const paths = [...html.matchAll(/(?:src|href)="(\/[^"]+\.(?:m?js|css)(?:\?[^"]*)?)"/g)].map(([, path = '']) => path)
  return new Set(paths.filter(path => !path.startsWith('//')))
}

async function fetchBody(origin: string, { method, path, headers, body }: LoadRequest): Promise<Buffer> {
  const signal = AbortSignal.timeout(responseTimeoutMs)
  const [response] = await once(send(origin + path, { method, headers, signal }).end(body), 'response')
  const bytes = Buffer.concat(await response.toArray())
  if (response.statusCode !== 200) throw new Error(`${origin}${path}: ${response.statusCode}`)
  return bytes
}
