import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { byteCache } from '#byte-cache.ts'
import type { Client } from '#contract/client.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { type OperationId, operations, parseOperation } from '#contract/operations.ts'
import type { CacheTag, Notifications } from '#db/notifications.ts'
import { type Encoding, encodingFor, type Sealed, sealed } from './encoded-response.ts'

/** What a request brings along for what is made of it. */
export interface Making {
  incoming: IncomingMessage
  /** Gathers what the answer shows. */
  shows: Set<CacheTag>
  /** Hears that a list could not be had, so that the answer is not to be kept. */
  lacks: () => void
}

interface Kept extends Sealed {
  shows: ReadonlySet<CacheTag>
}

const publicPages =
  /^\/(?:(?:_|home|shop|allReviews|blogs|shop\/[\da-f-]{36})?(?:\.data)?|sitemap\.xml)(?:\?.{0,1000})?$/
const publicCalls = new Map<string, CacheTag>(
  (Object.keys(operations) as OperationId[]).flatMap(name => {
    const { cacheTag: shows }: Endpoint = endpoints[name]
    return shows ? [[`/api${parseOperation(operations[name]).path}`, shows]] : []
  }),
)

const megabyte = 1_000_000
/** A change made past every process, by hand, shows after that many milliseconds. */
const longest = 60_000

/**
 * Answers what is the same for everybody from memory: public pages and lists, as the bytes that were sent before, until
 * what they show changes. Everything else, and what is not there, is left to `make` and `rest`.
 */
export function keepPages(
  origin: string,
  changes: Notifications,
  make: (request: Request, making: Making) => Promise<Response> | Response,
  rest: RequestListener,
  seen: { hit: () => void; miss: () => void },
): RequestListener {
  // Searches are endless: they may not push out what everybody asks for.
  const caches = { plain: byteCache<Kept>(24 * megabyte, longest), searches: byteCache<Kept>(8 * megabyte, longest) }
  const cacheOf = (url: string) => (url.includes('?') ? caches.searches : caches.plain)
  const underWay = new Map<string, Promise<Kept>>()
  const news = { tools: 0, reviews: 0 }

  changes.subscribe(noun => {
    news[noun] += 1
    underWay.clear()
    for (const cache of Object.values(caches)) cache.drop(({ shows }) => shows.has(noun))
  })

  async function makeAndKeep(key: string, url: string, encoding: Encoding, incoming: IncomingMessage): Promise<Kept> {
    const before = { ...news }
    const shows = new Set<CacheTag>()
    const called = publicCalls.get(pathOf(url))
    if (called) shows.add(called)
    let isWhole = true
    const lacks = () => {
      isWhole = false
    }
    const made = await make(new Request(origin + url), { incoming, shows, lacks })
    const kept = { ...(await sealed(made, encoding)), shows }
    const isNew = [...shows].every(noun => news[noun] === before[noun])
    if (kept.status === 200 && isWhole && isNew && changes.isConnected())
      cacheOf(url).set(key, kept, kept.body.length + 2 * key.length + 2000, Date.now())
    return kept
  }

  const encodingOf = remembered(encodingFor)

  return (request, response) => {
    const { method, url = '/', headers } = request
    if ((method !== 'GET' && method !== 'HEAD') || headers.authorization !== undefined) return rest(request, response)
    const encoding = encodingOf(headers['accept-encoding'] ?? '')
    const key = encoding + url
    const found = cacheOf(url).get(key, Date.now())
    if (found) {
      seen.hit()
      return answer(found, request, response)
    }
    if (!isPublic(url)) return rest(request, response)
    seen.miss()
    const others = underWay.get(key)
    const making = others ?? makeAndKeep(key, url, encoding, request)
    underWay.set(key, making)
    const done = () => {
      if (underWay.get(key) === making) underWay.delete(key)
    }
    making.finally(done).then(
      // That somebody asks too often is nobody else's answer.
      kept => (others && kept.status === 429 ? rest(request, response) : answer(kept, request, response)),
      () => response.writeHead(500).end(),
    )
  }
}

/** The client that notes what its replies show, and that one was lacking. */
export function noting(client: Client, { shows, lacks }: Partial<Making> = {}): Client {
  const noted: Record<string, unknown> = { ...client }
  for (const name of Object.keys(operations) as OperationId[]) {
    const endpoint: Endpoint = endpoints[name]
    const call: (input: never) => Promise<unknown> = client[name]
    if (endpoint.cacheTag) {
      const noun = endpoint.cacheTag
      noted[name] = (input: never) => {
        shows?.add(noun)
        return call(input).catch(error => {
          lacks?.()
          throw error
        })
      }
    }
  }
  return noted as Client
}

function answer(kept: Kept, request: IncomingMessage, response: ServerResponse): void {
  if (request.headers['if-none-match']?.includes(kept.tag)) response.writeHead(304, kept.unchanged).end()
  else response.writeHead(kept.status, kept.headers).end(kept.body)
}

const isPublic = (url: string) => publicPages.test(url) || (url.length < 1000 && publicCalls.has(pathOf(url)))

const pathOf = (url: string) => url.split('?', 1)[0] ?? url

/** The same, with the last answer at hand: browsers all ask alike. */
function remembered<Answer>(of: (text: string) => Answer): (text: string) => Answer {
  let last: { text: string; answer: Answer } | undefined
  return text => {
    if (last?.text !== text) last = { text, answer: of(text) }
    return last.answer
  }
}
