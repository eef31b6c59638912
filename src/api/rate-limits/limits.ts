import type { OperationId } from '#contract/operations.ts'
import type { Limit } from '#shop/rate-limit-store.ts'

interface CallLimits {
  readonly ip?: Limit
  readonly emailAtIp?: Limit
  readonly email?: Limit
  readonly account?: Limit
  /** Beside `account`, for what is stored: per account that is no admin's. */
  readonly customer?: Limit
  /** The same, per IP address. */
  readonly customersAtIp?: Limit
  /** Per IP address, counted in the memory of one process. */
  readonly perMinuteInProcess?: number
}

export type AuthCall =
  | 'login'
  | 'socialLogin'
  | 'signUp'
  | 'passwordReset'
  | 'verificationMail'
  | 'mailedToken'
  | 'passwordProof'
  | 'secondFactor'
  | 'session'

/** A call for tools with words, from the API or a page. */
type SearchCall = 'search'

type PageCall = 'page'

export type LimitedCall = OperationId | AuthCall | SearchCall | PageCall

const minute = 60
const quarterHour = 15 * minute
const hour = 60 * minute
const day = 24 * hour
const limit = (max: number, seconds: number): Limit => ({ max, seconds })

const ofAnOffice: CallLimits = { perMinuteInProcess: 1200 }

/** Sized for an office behind one IP address. A successful login resets its `emailAtIp` count. */
export const callLimits: { readonly [Call in LimitedCall]?: CallLimits } = {
  login: {
    ip: limit(300, quarterHour),
    emailAtIp: limit(10, quarterHour),
    email: limit(100, hour),
  },
  socialLogin: { ip: limit(300, quarterHour) },
  signUp: { ip: limit(30, hour), email: limit(10, hour) },
  passwordReset: { ip: limit(100, hour), email: limit(6, hour) },
  verificationMail: { ip: limit(100, hour), email: limit(6, hour) },
  mailedToken: { ip: limit(60, hour) },
  passwordProof: { ip: limit(60, hour), email: limit(20, hour) },
  secondFactor: { ip: limit(60, hour), email: limit(20, 6 * hour) },
  session: { ip: limit(1500, quarterHour) },
  issueAccessToken: { ip: limit(1500, quarterHour) },

  placeOrder: { account: limit(1000, day) },
  checkOut: { account: limit(1000, day) },
  setCartLine: { account: limit(6000, hour) },
  addToCart: { account: limit(6000, hour) },
  mergeCart: { account: limit(300, hour) },
  cancelOrder: { account: limit(300, 10 * minute) },
  changeOrder: { account: limit(300, 10 * minute) },
  changePoNumber: { account: limit(300, 10 * minute) },
  addSavedList: { account: limit(300, 10 * minute) },
  updateSavedList: { account: limit(300, 10 * minute) },
  getOrderDocument: { account: limit(120, 10 * minute) },
  getPackingSlip: { account: limit(120, 10 * minute) },
  requestReturn: { account: limit(60, hour) },
  withdrawReturn: { account: limit(60, hour) },
  getCreditNote: { account: limit(120, 10 * minute) },
  addAddress: { account: limit(300, 10 * minute) },
  updateAddress: { account: limit(300, 10 * minute) },
  createPaymentIntent: { account: limit(300, 10 * minute) },
  recordPayment: { account: limit(300, 10 * minute) },
  uploadImage: {
    account: limit(120, 10 * minute),
    customer: limit(200, day),
    customersAtIp: limit(500, day),
  },
  addReview: { account: limit(30, hour), customersAtIp: limit(200, day) },
  createProfile: { account: limit(60, 10 * minute) },
  updateProfile: { account: limit(60, 10 * minute) },
  exportPersonalData: { account: limit(20, hour) },
  closeAccount: { account: limit(60, hour) },

  listSavedLists: { perMinuteInProcess: 600 },
  getSavedList: { perMinuteInProcess: 600 },
  listOrders: { perMinuteInProcess: 600 },
  countOrders: { perMinuteInProcess: 600 },
  isAdmin: ofAnOffice,
  getTool: ofAnOffice,
  findProfile: ofAnOffice,
  listAddresses: ofAnOffice,
  deleteAddress: ofAnOffice,
  listCart: ofAnOffice,
  removeCartLine: ofAnOffice,
  emptyCart: ofAnOffice,
  deleteSavedList: ofAnOffice,
  getOrder: ofAnOffice,
  getOrderDetails: ofAnOffice,

  // Lists of tools have up to 500 rows, and these calls count where no answer is cached.
  listTools: { perMinuteInProcess: 600 },
  countTools: { perMinuteInProcess: 1200 },
  getToolDetails: { perMinuteInProcess: 3000 },
  countToolFacets: { perMinuteInProcess: 120 },
  listBrands: { perMinuteInProcess: 600 },
  listCategories: { perMinuteInProcess: 600 },
  listToolIds: { perMinuteInProcess: 60 },
  findTools: { perMinuteInProcess: 120 },
  suggestSkus: { perMinuteInProcess: 60 },
  listReviews: { perMinuteInProcess: 600 },
  listPages: { perMinuteInProcess: 600 },
  getPage: { perMinuteInProcess: 600 },
  // The shop page makes three: the list, its length and the counts of its filters.
  search: { perMinuteInProcess: 240 },
  // Only pages that are rendered count, not cached ones.
  page: { perMinuteInProcess: 600 },
}
