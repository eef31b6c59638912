import type { z } from 'zod'
import type { operations } from './operations.ts'
import type { RefusalCode } from './refusals.ts'

/**
 * Who may call: anyone, holders of the identity provider's proof, accounts by an access token, those of them whose email is
 * verified (where the shop requires that), or admins.
 */
export type AccessRule = 'public' | 'proof' | 'account' | 'verified' | 'admin'

/** What a call counts as: `src/api/rate-limiter.ts` says how many of it a caller may make. */
export type LimitClass = 'read' | 'search' | 'write' | 'heavy' | 'sign-in'

/** `Cache-Control` of personal replies. Old services of Fastly ignore `no-store` and heed `private`. */
export const neverStored = 'private, no-store'

/** Kinds of data that shared responses depend on. `catalogue` is tools without their stock, which orders change. */
export const cacheTags = ['tools', 'catalogue', 'reviews', 'settings', 'pages'] as const
export type CacheTag = (typeof cacheTags)[number]

export interface Endpoint {
  readonly access: AccessRule
  /** Default: `read` for a GET, otherwise `write`. */
  readonly limit?: LimitClass
  readonly summary: string
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly headers?: z.ZodObject
  readonly body?: z.ZodType
  readonly form?: z.ZodObject
  /** Maximum body size and the refusal of a larger body. Default: 100 kB. */
  readonly bodyLimit?: readonly [bytes: number, refusal: RefusalCode]
  readonly reply: z.ZodType
  /** The reply is a file of comma-separated values, which is read while it is sent. */
  readonly isCsv?: true
  /** Marks a reply that is the same for every caller; a change of this data invalidates it. */
  readonly cacheTag?: CacheTag
  /** The row of a full page whose id is the cursor of the next page of a paginated list. */
  readonly cursor?: 'first' | 'last'
}

export type EndpointTable = { readonly [Name in keyof typeof operations]: Endpoint }
