import { type CacheTag, neverStored } from '#contract/endpoint.ts'

export interface CacheDependencies {
  readonly tags: Set<CacheTag>
  /** A call failed or change notifications are interrupted: the response must not be cached. */
  incomplete: boolean
}

/** Every page shows the shop's name, which is a setting. */
export const createCacheDependencies = (): CacheDependencies => ({ tags: new Set(['settings']), incomplete: false })

export const sharedMaxAgeSeconds = 60

/** Shared caches keep it for up to 60 s. Headers of RFC 9213, Fastly (`Surrogate-…`) and Cloudflare (`Cache-Tag`). */
export function setCacheHeaders(headers: Headers, { tags, incomplete }: CacheDependencies): void {
  if (incomplete) {
    headers.set('cache-control', neverStored)
    return
  }
  headers.set('cache-control', 'no-cache')
  headers.set('cdn-cache-control', `max-age=${sharedMaxAgeSeconds}`)
  headers.set('surrogate-control', `max-age=${sharedMaxAgeSeconds}`)
  if (tags.size === 0) return
  headers.set('surrogate-key', [...tags].join(' '))
  headers.set('cache-tag', [...tags].join(','))
}
