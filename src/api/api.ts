import type { Config } from '#config/config.ts'
import type { Identity } from '#providers/identity/port.ts'
import { createQueue, type Queue } from '#shop/queue.ts'
import type { Shop } from '#shop/shop.ts'
import { type Authenticator, createAuthenticator } from './authentication.ts'
import { createRateLimiter, noRateLimits, type RateLimiter } from './rate-limiter.ts'
import { createUploadBudget, type UploadBudget } from './upload-budget.ts'

export interface Api {
  shop: Shop
  identity: Identity
  authenticator: Authenticator
  rateLimiter: RateLimiter
  accountQueue: Queue
  uploadBudget: UploadBudget
  /** Queue of calls without an account and of page renders, keyed by network: see `toCustomerNetwork`. */
  visitorQueue: Queue
  passwordQueue: Queue
  trustedProxies: number
}

export function createApi(config: Config, shop: Shop, identity: Identity, now: () => Date): Api {
  return {
    shop,
    identity,
    authenticator: createAuthenticator(config.secretFor('access tokens'), now),
    rateLimiter: config.rateLimits ? createRateLimiter(shop.db, config.secretFor('rate limits'), now) : noRateLimits,
    // Calls that wait for locks on their account's rows must leave most of the connection pool to others.
    accountQueue: createQueue({ concurrency: Number.POSITIVE_INFINITY, perCaller: 3, maxOfCaller: 103 }),
    uploadBudget: createUploadBudget(),
    // Pages and lists take 10 to 40 ms each; one network must leave the process and the pool to others.
    visitorQueue: createQueue({ concurrency: 20, perCaller: 2, maxOfCaller: 200 }),
    // A hash takes 0.1 s, one of Node's four threads (which also read files) and, at sign-up, a database connection.
    passwordQueue: createQueue({ concurrency: 2, maxOfCaller: 300 }),
    trustedProxies: config.trustedProxies,
  }
}
