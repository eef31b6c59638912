import type { OperationId } from '#contract/operations.ts'

/** At most so many uses within so many seconds; after the last of them, none for as long again. */
export interface Limit {
  readonly most: number
  readonly seconds: number
}

/** Which uses are counted together. */
interface Limits {
  /** Those from one address. */
  readonly address?: Limit
  /** Those from one address with one email. */
  readonly emailAtAddress?: Limit
  /** Those with one email, from anywhere. */
  readonly email?: Limit
  /** Those of one account, from anywhere. */
  readonly account?: Limit
  /** How many a minute from one address to one process, which counts them without its database. */
  readonly process?: number
}

/** What the identity provider is asked for, apart from what only reads. */
export type IdentityCall = 'login' | 'signUp' | 'passwordReset' | 'verificationMail' | 'newPassword'

const minute = 60
const quarter = 15 * minute
const hour = 60 * minute
const upTo = (most: number, seconds: number): Limit => ({ most, seconds })

/**
 * How often what may be done, in sizes that an office behind one address and its busiest buyer do not reach. For a login,
 * `emailAtAddress` counts the wrong passwords since the last right one; it is the same for emails without an account.
 */
export const limits: { readonly [Name in OperationId | IdentityCall]?: Limits } = {
  login: { address: upTo(300, quarter), emailAtAddress: upTo(10, quarter), email: upTo(100, hour) },
  signUp: { address: upTo(100, hour), email: upTo(10, hour) },
  passwordReset: { address: upTo(100, hour), email: upTo(6, hour) },
  verificationMail: { address: upTo(100, hour), email: upTo(6, hour) },
  newPassword: { address: upTo(60, hour) },
  issueAccessToken: { address: upTo(1500, quarter) },

  placeOrder: { account: upTo(300, 10 * minute) },
  cancelOrder: { account: upTo(300, 10 * minute) },
  createPaymentIntent: { account: upTo(300, 10 * minute) },
  recordPayment: { account: upTo(300, 10 * minute) },
  uploadImage: { account: upTo(120, 10 * minute) },
  addReview: { account: upTo(30, hour) },
  createProfile: { account: upTo(60, 10 * minute) },
  updateProfile: { account: upTo(60, 10 * minute) },

  listTools: { process: 3000 },
  countTools: { process: 3000 },
  listReviews: { process: 3000 },
}
