import assert from 'node:assert/strict'
import { test } from 'node:test'
import { authCalls } from '#api/auth-routes.ts'
import { callLimits } from './limits.ts'

/** Such as 'account: 300 in 10 min', with the calls that have it. */
function listFigures(): Record<string, string[]> {
  const figures = Object.entries(callLimits).flatMap(([call, limits]) =>
    Object.entries(limits).map(([counter, limit]) => {
      const figure = typeof limit === 'number' ? limit : `${limit.max} in ${limit.seconds / 60} min`
      return { call, figure: `${counter}: ${figure}` }
    }),
  )
  const groups = Map.groupBy(figures, ({ figure }) => figure)
  return Object.fromEntries([...groups].map(([figure, of]) => [figure, of.map(({ call }) => call).toSorted()]))
}

test('calls are limited by these figures', () => {
  assert.deepEqual(listFigures(), {
    'ip: 300 in 15 min': ['login', 'socialLogin'],
    'emailAtIp: 10 in 15 min': ['login'],
    'email: 100 in 60 min': ['login'],
    'ip: 30 in 60 min': ['signUp'],
    'email: 10 in 60 min': ['signUp'],
    'ip: 100 in 60 min': ['passwordReset', 'verificationMail'],
    'email: 6 in 60 min': ['passwordReset', 'verificationMail'],
    'ip: 60 in 60 min': ['mailedToken', 'passwordProof', 'secondFactor'],
    'email: 20 in 60 min': ['passwordProof'],
    'email: 20 in 360 min': ['secondFactor'],
    'ip: 1500 in 15 min': ['issueAccessToken', 'session'],
    'account: 1000 in 1440 min': ['checkOut', 'placeOrder'],
    'account: 6000 in 60 min': ['addToCart', 'setCartLine'],
    'account: 300 in 60 min': ['mergeCart'],
    'account: 300 in 10 min': [
      'addAddress',
      'addSavedList',
      'cancelOrder',
      'changeOrder',
      'changePoNumber',
      'createPaymentIntent',
      'recordPayment',
      'updateAddress',
      'updateSavedList',
    ],
    'account: 120 in 10 min': ['getCreditNote', 'getOrderDocument', 'getPackingSlip', 'uploadImage'],
    'account: 60 in 60 min': ['closeAccount', 'requestReturn', 'withdrawReturn'],
    'customer: 200 in 1440 min': ['uploadImage'],
    'customersAtIp: 500 in 1440 min': ['uploadImage'],
    'account: 30 in 60 min': ['addReview'],
    'customersAtIp: 200 in 1440 min': ['addReview'],
    'account: 60 in 10 min': ['createProfile', 'updateProfile'],
    'account: 20 in 60 min': ['exportPersonalData'],
    'perMinuteInProcess: 600': [
      'countOrders',
      'getPage',
      'getSavedList',
      'listBrands',
      'listCategories',
      'listOrders',
      'listPages',
      'listReviews',
      'listSavedLists',
      'listTools',
      'page',
    ],
    'perMinuteInProcess: 1200': [
      'countTools',
      'deleteAddress',
      'deleteSavedList',
      'emptyCart',
      'findProfile',
      'getOrder',
      'getOrderDetails',
      'getTool',
      'isAdmin',
      'listAddresses',
      'listCart',
      'removeCartLine',
    ],
    'perMinuteInProcess: 3000': ['getToolDetails'],
    'perMinuteInProcess: 120': ['countToolFacets', 'findTools'],
    'perMinuteInProcess: 60': ['listToolIds', 'suggestSkus'],
    'perMinuteInProcess: 240': ['search'],
  })
})

test('calls of the identity provider count against the limit of their kind', () => {
  const kinds = Map.groupBy(Object.entries(authCalls), ([, kind]) => kind)
  assert.deepEqual(Object.fromEntries([...kinds].map(([kind, calls]) => [kind, calls.map(([call]) => call)])), {
    signUp: ['POST /sign-up/email'],
    login: ['POST /sign-in/email'],
    socialLogin: ['POST /sign-in/social', 'GET /callback/google', 'GET /callback/oidc'],
    verificationMail: ['POST /send-verification-email'],
    mailedToken: ['POST /confirm-email', 'POST /check-password-token', 'POST /reset-password'],
    passwordReset: ['POST /request-password-reset'],
    passwordProof: [
      'POST /change-password',
      'POST /two-factor/enable',
      'POST /two-factor/disable',
      'POST /two-factor/generate-backup-codes',
    ],
    secondFactor: ['POST /two-factor/verify-totp', 'POST /two-factor/verify-backup-code'],
    session: [
      'GET /get-session',
      'GET /list-sessions',
      'POST /revoke-session',
      'POST /revoke-other-sessions',
      'POST /sign-out',
    ],
  })
})
