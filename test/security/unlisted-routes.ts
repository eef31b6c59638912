import fc from 'fast-check'
import { generateIdentityCalls, generateTyped, type KnownValues, mostlyGet, mostlyPost } from './identity-requests.ts'
import {
  type Attempt,
  anyText,
  encodeInPath,
  encoding,
  generateHeaders,
  generateMostly,
  generateObject,
  generatePath,
  method,
  queryOf,
  who,
} from './requests.ts'
import { junk } from './values.ts'

/** Requests to all that is not a call of the contract: identity provider, webhooks, payment sandbox and pages. */
export function generateUnlistedAttempts(known: KnownValues): fc.Arbitrary<Attempt> {
  return fc.oneof(
    { weight: 4, arbitrary: generateIdentityCalls(known) },
    { weight: 3, arbitrary: generateSandboxCalls(known) },
    { weight: 1, arbitrary: webhookCalls },
    { weight: 4, arbitrary: generatePageRequests(known) },
  )
}

const webhookCalls: fc.Arbitrary<Attempt> = fc.record({
  who,
  method: mostlyPost,
  path: fc.constantFrom('/api/webhooks/payments', '/api/webhooks', '/api/webhooks/%E0', '/api/webhooks/other'),
  headers: fc
    .tuple(
      generateTyped('application/json'),
      fc.constantFrom('', 't=1,v1=00', 't=,v1=', 't=NaN,v1=x,v1=y', `t=1${',v1=0'.repeat(2_000)}`),
    )
    .map(([headers, signature]) => ({ ...headers, 'stripe-signature': signature })),
  body: fc.oneof(
    fc.constantFrom(...junk),
    generateObject({ id: anyText, object: fc.constant('event'), data: fc.jsonValue() }),
  ),
  encoding,
})

const sandboxFields = [
  'type',
  'card[number]',
  'card[exp_month]',
  'card[exp_year]',
  'card[cvc]',
  'billing_details[name]',
  'amount',
  'currency',
  'metadata[orderId]',
  'metadata[__proto__]',
  'client_secret',
  'payment_method',
  'payment_intent',
  'outcome',
]

/** Calls of the card form, mostly with the publishable key that every page shows, else without a key or with a wrong one. */
function generateSandboxCalls({ intent, clientSecret }: KnownValues): fc.Arbitrary<Attempt> {
  const usual: Record<string, string> = {
    type: 'card',
    'card[number]': '4242424242424242',
    'card[exp_month]': '12',
    'card[exp_year]': '34',
    'card[cvc]': '123',
    client_secret: clientSecret,
    amount: '1000',
    outcome: 'complete',
  }
  const field = fc
    .constantFrom(...sandboxFields)
    .chain(name => fc.tuple(fc.constant(name), generateMostly(fc.constant(usual[name] ?? 'x'), anyText)))
  const card = Object.entries(usual)
  const form = fc
    .tuple(
      generateMostly(fc.constant(card), fc.constant<typeof card>([])),
      fc.array(field, { maxLength: 4 }),
      fc.boolean(),
    )
    .map(([usual, others, raw]) => {
      const pairs = [...others, ...usual]
      return raw ? pairs.map(pair => pair.join('=')).join('&') : String(new URLSearchParams(pairs))
    })
  return fc.record<Attempt>({
    who,
    method: mostlyPost,
    path: fc
      .tuple(
        fc.constantFrom(
          'payment_methods',
          'payment_intents',
          '{id}',
          '{id}/confirm',
          '{id}/authenticate',
          '{id}/cancel',
          'refunds',
          'disputes',
          'disputes/dp_1',
          'other',
        ),
        generateMostly(fc.constant(intent), encodeInPath(anyText)),
        queryOf([['client_secret', fc.constant(clientSecret)]]),
      )
      .map(([call, id, query]) => `/sandbox/payments/v1/${call.replace('{id}', `payment_intents/${id}`)}${query}`),
    headers: fc
      .tuple(
        generateTyped('application/x-www-form-urlencoded'),
        generateMostly(fc.constant('Bearer pk_test_sandbox'), fc.constantFrom('', 'Bearer', 'Bearer sk_test_x')),
      )
      .map(([headers, authorization]) => ({ ...headers, authorization })),
    body: fc.oneof({ weight: 9, arbitrary: form }, { weight: 1, arbitrary: fc.constantFrom(...junk) }),
    encoding,
  })
}

const pagePaths = [
  '/',
  '/home',
  '/shop',
  '/shop/{id}',
  '/shop/{id}.data',
  '/purchase/{id}',
  '/allReviews',
  '/blogs',
  '/pages/{anything}',
  '/pages/{anything}.data',
  '/dashboard/pages/{anything}',
  '/login',
  '/signup',
  '/signed-in',
  '/reset-password',
  '/verify-email',
  '/verified',
  '/dashboard',
  '/dashboard/{anything}',
  '/dashboard/payment/{id}',
  '/dashboard/manageProducts/{id}',
  '/dashboard/manageProducts/{id}/stock',
  '/robots.txt',
  '/sitemap.xml',
  '/sitemaps/{anything}',
  '/manifest.webmanifest',
  '/_root.data',
  '/shop.data',
  '/allReviews.data',
  '/dashboard.data',
  '/{anything}.data',
  '/__manifest',
  '/{anything}',
  '/{anything}/{anything}',
  '//{anything}',
  '/assets/{anything}',
  '/images/{anything}',
  '/images/avatars/{anything}',
  '/dev/outbox',
  '/dev/google',
  '/healthz',
  '/readyz',
  '/api',
  '/api/',
  '/api/openapi.json',
  '/api/{anything}',
]

const pageQuery = [
  'q',
  'sort',
  'minPrice',
  'maxPrice',
  'orderable',
  'shown',
  'after',
  'from',
  'error',
  'token',
  '_routes',
  'p',
  'paths',
  'version',
  'index',
  'redirect_uri',
  'state',
]

function generatePageRequests({ toolId }: KnownValues): fc.Arbitrary<Attempt> {
  return fc.record<Attempt>({
    who,
    method: generateMostly(fc.constant('GET'), generateMostly(mostlyGet, method)),
    path: fc
      .tuple(
        fc.constantFrom(...pagePaths).chain(path => generatePath(path, { id: fc.constant(toolId) })),
        queryOf(pageQuery.map(name => [name, anyText] as const)),
      )
      .map(([path, query]) => path + query),
    headers: generateHeaders(),
    body: generateMostly<string | undefined>(fc.constant(undefined), fc.constantFrom(...junk)),
    encoding,
  })
}
