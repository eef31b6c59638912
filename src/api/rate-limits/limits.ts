import type { OperationId } from '#contract/operations.ts'

/** At most `max` hits within `seconds`. The last allowed hit restarts the interval: no further one for `seconds`. */
export interface Limit {
  readonly max: number
  readonly seconds: number
}

interface CallLimits {
  readonly ip?: Limit
  readonly emailAtIp?: Limit
  readonly email?: Limit
  readonly account?: Limit
  /** Per IP address, counted in the memory of one process. */
  readonly perMinuteInProcess?: number
}

export type AuthCall = 'login' | 'signUp' | 'passwordReset' | 'verificationMail' | 'passwordChange'

const minute = 60
const quarterHour = 15 * minute
const hour = 60 * minute
const limit = (max: number, seconds: number): Limit => ({ max, seconds })

/** Sized for an office behind one IP address. A successful login resets its `emailAtIp` count. */
export const callLimits: { readonly [Call in OperationId | AuthCall]?: CallLimits } = {
  login: { ip: limit(300, quarterHour), emailAtIp: limit(10, quarterHour), email: limit(100, hour) },
  signUp: { ip: limit(100, hour), email: limit(10, hour) },
  passwordReset: { ip: limit(100, hour), email: limit(6, hour) },
  verificationMail: { ip: limit(100, hour), email: limit(6, hour) },
  passwordChange: { ip: limit(60, hour) },
  issueAccessToken: { ip: limit(1500, quarterHour) },

  placeOrder: { account: limit(300, 10 * minute) },
  cancelOrder: { account: limit(300, 10 * minute) },
  createPaymentIntent: { account: limit(300, 10 * minute) },
  recordPayment: { account: limit(300, 10 * minute) },
  uploadImage: { account: limit(120, 10 * minute) },
  addReview: { account: limit(30, hour) },
  createProfile: { account: limit(60, 10 * minute) },
  updateProfile: { account: limit(60, 10 * minute) },

  listTools: { perMinuteInProcess: 3000 },
  countTools: { perMinuteInProcess: 3000 },
  listReviews: { perMinuteInProcess: 3000 },
}
