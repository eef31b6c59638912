import type { Endpoint } from '#contract/endpoint.ts'

type CacheTag = NonNullable<Endpoint['cacheTag']>

/** What a response was made from, collected from the endpoints that were called. */
export interface Dependencies {
  readonly tags: Set<CacheTag>
  /** Whether a call failed, so that something is missing in the response. */
  incomplete: boolean
}

export const createDependencies = (): Dependencies => ({ tags: new Set(), incomplete: false })

/** Seconds for which a shared cache may keep a response that nothing invalidates. */
const sharedMaxAge = 60

/**
 * Lets shared caches keep the response until one of its tags is invalidated, and browsers after revalidation:
 * `CDN-Cache-Control` (RFC 9213) and `Surrogate-Key`. An incomplete response is not cached at all.
 */
export function setCacheHeaders(headers: Headers, { tags, incomplete }: Dependencies): void {
  if (incomplete) {
    headers.set('cache-control', 'no-store')
    return
  }
  headers.set('cache-control', 'no-cache')
  headers.set('cdn-cache-control', `max-age=${sharedMaxAge}`)
  if (tags.size > 0) headers.set('surrogate-key', [...tags].join(' '))
}
