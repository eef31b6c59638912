import type { Config } from '#config/config.ts'
import type { Identity } from '#providers/identity/port.ts'
import { createQueue, type Queue } from '#shop/queue.ts'
import type { Shop } from '#shop/shop.ts'
import { type Authenticator, createAuthenticator } from './authentication.ts'
import { createRateLimiter, noRateLimits, type RateLimiter } from './rate-limiter.ts'
import { createUploadBudget, type UploadBudget } from './upload-budget.ts'

/** What the calls share. */
export interface Api {
  shop: Shop
  identity: Identity
  authenticator: Authenticator
  rateLimiter: RateLimiter
  /** Its callers are accounts. */
  accountQueue: Queue
  uploadBudget: UploadBudget
  /** For calls without an account, and for pages that are rendered. Its callers are networks: see `toCustomerNetwork`. */
  visitorQueue: Queue
  /** For calls that compare or hash a password, or compare a code. Its callers are networks. */
  passwordQueue: Queue
  trustedProxies: number
}

export function createApi(config: Config, shop: Shop, identity: Identity, now: () => Date): Api {
  return {
    shop,
    identity,
    authenticator: createAuthenticator(config.secretFor('access tokens'), now),
    rateLimiter: config.rateLimits ? createRateLimiter(shop.db, config.secretFor('rate limits'), now) : noRateLimits,
    // Calls that wait for locks of their account's rows leave most of the pool's connections to others.
    accountQueue: createQueue({ concurrency: Number.POSITIVE_INFINITY, perCaller: 3, maxOfCaller: 103 }),
    uploadBudget: createUploadBudget(),
    // One network's pages and lists, which take 10 to 40 ms each, leave the process and the pool to those of others.
    visitorQueue: createQueue({ concurrency: 20, perCaller: 2, maxOfCaller: 200 }),
    // Hashes of passwords take half of Node's four threads, which also read files, each for a tenth of a second; a sign-up keeps a
    // connection of the database meanwhile.
    passwordQueue: createQueue({ concurrency: 2, maxOfCaller: 300 }),
    trustedProxies: config.trustedProxies,
  }
}
