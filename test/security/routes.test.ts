import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import type { ServerBuild } from 'react-router'
import type { AccessRule } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { type OperationId, operations } from '#contract/operations.ts'
import { servePages } from '#site.ts'
import { openShop, type TestShop } from '#test/open-shop.ts'

let shop: TestShop
let build: ServerBuild
before(async () => {
  shop = await openShop()
  build = await import(new URL('../../build/server/index.js', import.meta.url).href)
})
after(() => shop.store.close())

/** Who may use each route that is no call of the contract, and why that does no harm. */
const policies: Readonly<Record<string, string>> = {
  'ALL /*': 'public: headers and compression around every answer; below all else, the refusal of other methods',
  'GET /*': 'public: pages, which hold nothing of an account',
  'GET /:file{.+\\.\\w+}': 'public: files of the build',
  'GET /assets/*': 'public: files of the build',
  'GET /images/:file': 'public: pictures that were uploaded to be shown',
  'GET /healthz': 'public: tells that the process lives',
  'GET /readyz': 'public: tells that the database answers',
  'GET /api/openapi.json': 'public: the contract',
  'GET /api/auth/*': 'the identity provider’s own: its session cookie, or a token that was mailed',
  'POST /api/auth/*': 'the identity provider’s own: a password, its session cookie, or a token that was mailed',
  'ALL /api/webhooks/*': 'public: limits the size of what comes in',
  'POST /api/webhooks/payments': 'signed by the card payment provider',
  'ALL /api/*': 'public: refuses every other call',
  'ALL /sandbox/payments/*': 'demo only: limits the size of what comes in',
  'POST /sandbox/payments/v1/payment_methods': 'demo only: publishable key',
  'POST /sandbox/payments/v1/payment_intents': 'demo only: secret key',
  'GET /sandbox/payments/v1/payment_intents/:id': 'demo only: publishable key and the intent’s client secret',
  'POST /sandbox/payments/v1/payment_intents/:id/confirm': 'demo only: publishable key and client secret',
  'POST /sandbox/payments/v1/payment_intents/:id/authenticate': 'demo only: publishable key and client secret',
  'POST /sandbox/payments/v1/payment_intents/:id/cancel': 'demo only: secret key',
  'POST /sandbox/payments/v1/refunds': 'demo only: secret key',
  'ALL /dev/google': 'demo only: vouches for any email, without credentials of Google’s',
  'GET /dev/outbox': 'demo only: shows every mail',
}

const accesses: readonly AccessRule[] = ['public', 'proof', 'account', 'admin']

test('every route that is mounted is a call of the contract with an access, or has its policy here', () => {
  const ofContract = new Set(Object.values(operations).map(call => call.replace(' ', ' /api')))
  const mounted = new Set(servePages(shop.store, build).routes.map(({ method, path }) => `${method} ${path}`))
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
  const open = (Object.keys(operations) as OperationId[]).filter(name => endpoints[name].access === 'public')
  assert.deepEqual(
    open.map(name => operations[name]),
    ['GET /review', 'GET /tools', 'GET /toolCount'],
  )
})

/** The access to each page: public, or by the guard in its own loader. */
const guards: Readonly<Record<string, 'public' | 'signedIn' | 'signedInAdmin'>> = {
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
  'sign-in/verified': 'public',
  'layout/not-found': 'public',
  'seo/robots': 'public',
  'seo/sitemap': 'public',
  'seo/manifest': 'public',
  'checkout/purchase': 'signedIn',
  'dashboard/dashboard': 'signedIn',
  'dashboard/my-orders': 'signedIn',
  'dashboard/add-review': 'signedIn',
  'dashboard/profile': 'signedIn',
  'checkout/payment/payment': 'signedIn',
  'admin/accounts': 'signedInAdmin',
  'admin/admin-actions': 'signedInAdmin',
  'admin/manage-orders': 'signedInAdmin',
  'admin/add-tool': 'signedInAdmin',
  'admin/manage-tools': 'signedInAdmin',
  'admin/edit-tool': 'signedInAdmin',
}

test('every page is public by this list, or has a guard in its own loader and no data of the server’s', () => {
  const pages = Object.values(build.routes).filter(route => route !== undefined)
  assert.deepEqual(pages.map(page => page.id).toSorted(), Object.keys(guards).toSorted())
  for (const { id, module } of pages) {
    const guard = guards[id]
    assert.equal('action' in module, false, id)
    if (guard === 'public' || guard === undefined) continue
    assert.equal('loader' in module, false, id)
    const source = readFileSync(new URL(`../../src/web/${id}.tsx`, import.meta.url), 'utf8')
    const loader = /export (?:async )?function clientLoader(.+?)\n}/s.exec(source)?.[1] ?? ''
    assert.ok(new RegExp(`\\b${guard}\\(request\\)`).test(loader), `${id} without ${guard}`)
  }
})
