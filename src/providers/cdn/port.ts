export interface Cdn {
  /** Drops the responses with any of these tags. Rejects if the cache may still have them. */
  purge: (tags: readonly string[]) => Promise<void>
}

export interface CdnOptions {
  timeoutMs?: number
  origin?: string | undefined
}

export const defaultTimeoutMs = 5_000
