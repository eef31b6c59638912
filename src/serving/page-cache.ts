import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import {
  cachingHeaders,
  type EncodedResponse,
  type Encoding,
  encodeResponse,
  selectEncoding,
  send,
  sendOrNotModified,
} from '#http/encoded-response.ts'

interface PageCacheOptions {
  origin: string
  toCacheKey: (url: string) => string | undefined
  /** The response must not depend on `incoming`, except for refusals. */
  respond: (request: Request, incoming: IncomingMessage) => Promise<Response> | Response
  next: RequestListener
  changes: {
    subscribe: (listener: (tag: string) => void) => void
    isConnected: () => boolean
  }
  onHit: () => void
  onMiss: () => void
}

interface CachedResponse extends EncodedResponse {
  tags: readonly string[]
  isStorable: boolean
}

const megabyte = 1_000_000
/** Upper bound for changes without a notification, such as SQL by hand. */
const ttlMs = 60_000

/** `CDN-Cache-Control` makes a response storable; `Surrogate-Key` names the tags that invalidate it. */
export function createPageCache(options: PageCacheOptions): RequestListener {
  const { origin, toCacheKey, respond, next, changes, onHit, onMiss } = options
  const pages = createStore(24 * megabyte)
  // An unlimited number of searches must not evict pages.
  const queries = createStore(8 * megabyte)
  const getStore = (key: string) => (key.includes('?') ? queries : pages)
  const inFlight = new Map<string, Promise<CachedResponse>>()
  const versions = new Map<string, number>()
  const selectEncodingMemoized = memoizeLast(selectEncoding)

  function invalidate(tag: string): void {
    versions.set(tag, (versions.get(tag) ?? 0) + 1)
    inFlight.clear()
    for (const store of [pages, queries])
      for (const [key, { tags }] of store.entries()) if (tags.includes(tag)) store.delete(key)
  }
  changes.subscribe(invalidate)

  async function respondAndStore(key: string, encoding: Encoding, incoming: IncomingMessage): Promise<CachedResponse> {
    const versionsBefore = new Map(versions)
    const response = await respond(new Request(origin + key), incoming)
    const tags = response.headers.get('surrogate-key')?.split(' ') ?? []
    const isStorable = response.headers.has('cdn-cache-control')
    const cached = { ...(await encodeResponse(response, encoding)), tags, isStorable }
    const isCurrent = tags.every(tag => versions.get(tag) === versionsBefore.get(tag))
    if (isStorable && isCurrent && changes.isConnected()) getStore(key).set(encoding + key, cached)
    return cached
  }

  return (request, response) => {
    const { method, url = '/', headers } = request
    // Pages ignore the header, but the API reads it.
    const isPersonal = headers.authorization !== undefined && url.startsWith('/api/')
    if ((method !== 'GET' && method !== 'HEAD') || isPersonal) return next(request, response)
    const key = toCacheKey(url)
    if (key === undefined) return next(request, response)
    const encoding = selectEncodingMemoized(headers['accept-encoding'] ?? '')
    const cached = getStore(key).get(encoding + key)
    if (cached) {
      onHit()
      return sendCached(changes.isConnected() ? cached : withoutStoring(cached), request, response)
    }
    onMiss()
    const leader = inFlight.get(encoding + key)
    const responding = leader ?? respondAndStore(key, encoding, request)
    inFlight.set(encoding + key, responding)
    const removeInFlight = () => {
      if (inFlight.get(encoding + key) === responding) inFlight.delete(encoding + key)
    }
    responding
      .finally(removeInFlight)
      // A response that is not storable, such as a rate limit refusal, is only for the request that caused it.
      .then(shared => (leader && !shared.isStorable ? respondAndStore(key, encoding, request) : shared))
      .then(
        own => sendCached(own, request, response),
        // A response that can't be encoded is served without the cache.
        () => next(request, response),
      )
  }
}

const createStore = (maxSize: number) =>
  new LRUCache<string, CachedResponse>({
    maxSize,
    sizeCalculation: ({ body }, key) => body.length + 2 * key.length + 2000,
    ttl: ttlMs,
    // By default, the clock is read at nearly each hit.
    ttlResolution: 1000,
  })

function sendCached(cached: CachedResponse, request: IncomingMessage, response: ServerResponse): void {
  if (cached.isStorable) sendOrNotModified(cached, request, response)
  else send(cached, request, response)
}

/** While notifications are interrupted, a purged CDN would store an old response as a new one. */
function withoutStoring(cached: CachedResponse): CachedResponse {
  return {
    ...cached,
    headers: replaceHeaders(cached.headers),
    notModifiedHeaders: replaceHeaders(cached.notModifiedHeaders),
  }
}

function replaceHeaders(headers: readonly string[]): string[] {
  const pairs = headers.flatMap((name, index) => (index % 2 === 0 ? [[name, headers[index + 1] ?? '']] : []))
  const kept = pairs.filter(([name = '']) => !cachingHeaders.includes(name))
  return [...kept.flat(), 'cache-control', 'private, no-store']
}

/** Memoizes the last call: browsers send the same header. */
function memoizeLast<Result>(compute: (text: string) => Result): (text: string) => Result {
  let lastCall: { text: string; result: Result } | undefined
  return text => {
    if (lastCall?.text !== text) lastCall = { text, result: compute(text) }
    return lastCall.result
  }
}
