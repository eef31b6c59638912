/** A shared cache in front of the shop that keeps public responses by their tags. */
export interface Cdn {
  /** Drops the responses with any of these tags. Rejects if the cache may still have them. */
  purge: (tags: readonly string[]) => Promise<void>
}

export interface CdnOptions {
  timeoutMs?: number
  /** Of the provider's API. */
  origin?: string | undefined
}

export const defaultTimeoutMs = 5_000
