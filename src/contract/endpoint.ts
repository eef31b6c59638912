import type { z } from 'zod'
import { type AdminArea, adminAreas } from '#contract/states/admin-areas.ts'
import type { operations } from './operations.ts'
import type { RefusalCode } from './refusals.ts'

/**
 * `anybody`: a visitor, or whose access token comes along. `proof`: token of the identity provider. `account`: access token. `verified`: also a verified email, if required. `buyer`: also
 * no viewer of a company. `member`, `manager`: of a company. `admin`: of any area. `admin:orders|accounts`: of one of these. `full-admin`: of all.
 */
export type AccessRule =
  | 'public'
  | 'anybody'
  | 'proof'
  | 'account'
  | 'verified'
  | 'buyer'
  | 'member'
  | 'manager'
  | 'admin'
  | `admin:${AdminArea}`
  | `admin:${AdminArea}|${AdminArea}`
  | 'full-admin'

/** Whether a call needs no token. */
export const isOpen = (rule: AccessRule) => rule === 'public' || rule === 'anybody' || rule === 'proof'

export const isForAdmins = (rule: AccessRule) => rule === 'full-admin' || rule.startsWith('admin')

/** The areas of which an admin needs one. */
export const readAreas = (rule: AccessRule): readonly AdminArea[] =>
  rule === 'admin' ? adminAreas : adminAreas.filter(area => rule.replace('admin:', '').split('|').includes(area))

export type LimitClass = 'read' | 'search' | 'write' | 'heavy' | 'sign-in'

/** `Cache-Control` of personal replies. Old Fastly services ignore `no-store` but respect `private`. */
export const neverStored = 'private, no-store'

/** Kinds of data that shared responses depend on. `catalogue` covers tools without their stock, which orders change. */
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
  /** Media type of a reply that is a file, made as it is sent: it may have any size. */
  readonly file?: 'text/csv' | 'application/json'
  /** Marks a reply that is the same for every caller; a change of this data invalidates it. */
  readonly cacheTag?: CacheTag
  /** Which row of a full page provides the cursor of the next page. */
  readonly cursor?: 'first' | 'last'
}

export type EndpointTable = { readonly [Name in keyof typeof operations]: Endpoint }
