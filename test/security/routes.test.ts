import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, test } from 'node:test'
import type { ServerBuild } from 'react-router'
import type { AccessRule } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { type OperationId, operations } from '#contract/operations.ts'
import { adminAreas } from '#contract/states/admin-areas.ts'
import { prepareShopWithPages } from '#test/prepare.ts'

const shop = prepareShopWithPages()
let build: ServerBuild
before(async () => {
  build = await import(new URL('../../build/server/react-router-build.js', import.meta.url).href)
})

/** Who may use each route that is no call of the contract, and why that does no harm. */
const policies: Readonly<Record<string, string>> = {
  'ALL /*':
    'public: headers and compression of every response; as the last route, the refusal of methods but GET and HEAD',
  'GET /*': 'public: pages, which hold nothing of an account',
  'POST /*': 'public: a form posted to a page, of which nothing is read, ends at /form-not-sent',
  'GET /images/:file': 'public: images that were uploaded to be shown',
  'GET /appearance/:file': 'public: the logo, and the picture of the banner',
  'GET /healthz': 'public: tells that the process lives',
  'GET /readyz': 'public: tells that the database answers',
  'GET /api/openapi.json': 'public: the contract',
  'GET /api/auth/*': 'the identity provider’s own: its session cookie, or a token that was mailed',
  'POST /api/auth/*': 'the identity provider’s own: a password, its session cookie, or a token that was mailed',
  'ALL /api/webhooks/*': 'public: limits the size of what comes in',
  'POST /api/webhooks/payments': 'signed by the card payment provider',
  'ALL /api/*': 'public: refuses every other call',
  'ALL /sandbox/payments/*': 'only with the payment sandbox: limits the size of what comes in',
  'POST /sandbox/payments/v1/payment_methods': 'only with the payment sandbox: publishable key',
  'POST /sandbox/payments/v1/payment_intents': 'only with the payment sandbox: secret key',
  'GET /sandbox/payments/v1/payment_intents/:id':
    'only with the payment sandbox: publishable key and the intent’s client secret',
  'POST /sandbox/payments/v1/payment_intents/:id/confirm':
    'only with the payment sandbox: publishable key and client secret',
  'POST /sandbox/payments/v1/payment_intents/:id/authenticate':
    'only with the payment sandbox: publishable key and client secret',
  'POST /sandbox/payments/v1/payment_intents/:id/capture': 'only with the payment sandbox: secret key',
  'POST /sandbox/payments/v1/payment_intents/:id/cancel': 'only with the payment sandbox: secret key',
  'POST /sandbox/payments/v1/refunds': 'only with the payment sandbox: secret key',
  'GET /sandbox/payments/v1/refunds': 'only with the payment sandbox: secret key',
  'GET /sandbox/payments/v1/disputes': 'only with the payment sandbox: secret key',
  'POST /sandbox/payments/v1/disputes/:id': 'only with the payment sandbox: secret key',
  'ALL /dev/google': 'not in production, nor with Google’s credentials: vouches for any email',
  'GET /dev/outbox': 'not in production: shows every mail',
}

const accesses: readonly AccessRule[] = [
  'public',
  'anybody',
  'proof',
  'account',
  'verified',
  'buyer',
  'member',
  'manager',
  'admin',
  'full-admin',
  'admin:orders|accounts',
  'admin:catalogue|accounts',
  ...adminAreas.map(area => `admin:${area}` as const),
]

test('every route that is mounted is a call of the contract with an access, or has its policy here', () => {
  const ofContract = new Set(Object.values(operations).map(call => call.replace(' ', ' /api')))
  const mounted = new Set(shop.app.routes.map(({ method, path }) => `${method} ${path}`))
  const others = [...mounted].filter(route => !ofContract.has(route))
  assert.deepEqual(others.toSorted(), Object.keys(policies).toSorted())
  assert.deepEqual(
    [...ofContract].filter(route => !mounted.has(route)),
    [],
  )
  for (const name of Object.keys(operations) as OperationId[])
    assert.ok(accesses.includes(endpoints[name].access), name)
})

test('of the contract’s calls, exactly these read without an account, and none writes', () => {
  const open = (Object.keys(operations) as OperationId[]).filter(name =>
    ['public', 'anybody'].includes(endpoints[name].access),
  )
  assert.deepEqual(
    open.map(name => operations[name]),
    [
      'GET /review',
      'GET /tools',
      'GET /toolCount',
      'GET /toolIds',
      'GET /toolDetails/:id',
      'GET /toolFacets',
      'GET /brands',
      'GET /categories',
      'POST /toolLookup',
      'POST /skuSuggestions',
      'GET /pages',
      'GET /pages/:slug',
    ],
  )
})

/** Who may see each page. */
const pageAccess: Readonly<Record<string, 'public' | 'account' | 'admin'>> = {
  root: 'public',
  'layout/layout': 'public',
  'home/home': 'public',
  home: 'public',
  'catalogue/shop': 'public',
  'catalogue/tool': 'public',
  'reviews/all-reviews': 'public',
  'blogs/blogs': 'public',
  'sign-in/login': 'public',
  'sign-in/signup': 'public',
  'sign-in/signed-in': 'public',
  'sign-in/reset-password': 'public',
  'sign-in/verify-email': 'public',
  'sign-in/form-not-sent': 'public',
  'not-found': 'public',
  'seo/robots': 'public',
  'seo/sitemap': 'public',
  'seo/sitemap-file': 'public',
  'seo/manifest': 'public',
  'cart/cart-page': 'public',
  'quick-order/quick-order-page': 'public',
  'pages/page': 'public',
  'checkout/purchase': 'account',
  'checkout/check-out': 'public',
  'company/company-page': 'account',
  'company/part-numbers-page': 'account',
  'company/trade': 'public',
  'admin/companies/companies-page': 'admin',
  'admin/companies/company-details-page': 'admin',
  'admin/prices/price-lists-page': 'admin',
  'admin/prices/price-list-page': 'admin',
  'dashboard/dashboard': 'account',
  'dashboard/dashboard-errors': 'account',
  'orders/lists/my-orders': 'account',
  'orders/lists/own-orders': 'account',
  'dashboard/add-review': 'account',
  'dashboard/profile': 'account',
  'orders/order-page': 'account',
  'orders/reorder-page': 'account',
  'lists/saved-lists-page': 'account',
  'lists/saved-list-page': 'account',
  'addresses/address-book': 'account',
  'dashboard/sessions': 'account',
  'dashboard/two-factor/two-factor': 'account',
  'checkout/payment/payment': 'account',
  'admin/admin-layout': 'admin',
  'admin/accounts': 'admin',
  'admin/account/account-page': 'admin',
  'admin/account/order-for-page': 'admin',
  'admin/admin-actions': 'admin',
  'orders/lists/manage-orders': 'admin',
  'admin/find-page': 'admin',
  'admin/imports/import-page': 'admin',
  'admin/imports/imports-page': 'admin',
  'admin/imports/pictures-page': 'admin',
  'admin/manage-reviews': 'admin',
  'admin/overview/overview-page': 'admin',
  'admin/returns-page': 'admin',
  'admin/pages/add-page': 'admin',
  'admin/pages/edit-page': 'admin',
  'admin/pages/pages-page': 'admin',
  'admin/settings-page': 'admin',
  'admin/appearance/appearance-page': 'admin',
  'admin/stock/stock-page': 'admin',
  'admin/tools/add-tool': 'admin',
  'admin/tools/manage-tools': 'admin',
  'admin/tools/edit-tool': 'admin',
  'admin/categories/categories-page': 'admin',
}

/** The guards of a page: the client middleware of its own file and of those around it, outermost first. */
function listGuards(id: string | undefined): string[] {
  const page = id === undefined ? undefined : build.routes[id]
  if (!page) return []
  const file = page.id === 'root' || page.id === 'home' ? '' : `../../src/web/${page.id}.tsx`
  const source =
    file.endsWith('.tsx') && !page.id.startsWith('seo/') ? readFileSync(new URL(file, import.meta.url), 'utf8') : ''
  const guards = /export const clientMiddleware = \[(.*)\]/.exec(source)?.[1]?.split(', ') ?? []
  return [...listGuards(page.parentId), ...guards]
}

test('every page is listed as public, or guarded by client middleware and has no data of the server', () => {
  const pages = Object.values(build.routes).filter(route => route !== undefined)
  assert.deepEqual(pages.map(page => page.id).toSorted(), Object.keys(pageAccess).toSorted())
  const guards = { public: [], account: ['requireSession'], admin: ['requireSession', 'requireAdmin'] } as const
  for (const { id, module } of pages) {
    const access = pageAccess[id] ?? 'public'
    assert.equal('action' in module, false, id)
    assert.deepEqual(listGuards(id), guards[access], id)
    if (access !== 'public') assert.equal('loader' in module, false, id)
  }
})
