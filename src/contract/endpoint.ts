import type { z } from 'zod'
import type { operations } from './operations.ts'
import type { RefusalCode } from './refusals.ts'

/** Who may knock: anyone, whoever holds the identity provider's proof, a token's holder, or an admin. */
export type AccessRule = 'public' | 'proof' | 'account' | 'admin'

export interface Endpoint {
  readonly access: AccessRule
  readonly summary: string
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly headers?: z.ZodObject
  readonly body?: z.ZodType
  /** A multipart form in place of a JSON body. */
  readonly form?: z.ZodObject
  /** The largest body in bytes, and the refusal of a larger one; 100 kB unless told. */
  readonly limit?: readonly [bytes: number, refusal: RefusalCode]
  readonly reply: z.ZodType
  /** For a reply that is the same for everybody: what has to change before the reply does. */
  readonly cacheTag?: 'tools' | 'reviews'
  /** For a list in pages: which row of a full page is the cursor of the next. */
  readonly cursor?: 'first' | 'last'
}

export type EndpointTable = { readonly [Name in keyof typeof operations]: Endpoint }
