import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router'
import { createRouteMatcher } from '#web/rendering/route-patterns.ts'

const build: ServerBuild = await import(new URL('../build/server/react-router-build.js', import.meta.url).href)

/** React Router's own answer. */
function matchByReactRouter(path: string): string {
  const listChildren = (parentId: string | undefined): RouteObject[] =>
    Object.values(build.routes).flatMap((route): RouteObject[] => {
      if (!route || route.parentId !== parentId) return []
      const path = route.path === undefined ? {} : { path: route.path }
      return route.index ? [{ ...path, index: true }] : [{ ...path, children: listChildren(route.id) }]
    })
  const matches = matchRoutes(listChildren(undefined), path) ?? [{ route: { path: '*' } }]
  return `/${matches.flatMap(({ route }) => route.path || []).join('/')}`
}

const paths = [
  ...[
    '/',
    '/home',
    '/shop',
    '/shop/x',
    '/shop/a/b',
    '/shop/',
    '/SHOP',
    '/shop//',
    '//shop',
    '/purchase/1',
    '/purchase',
  ],
  ...['/dashboard', '/Dashboard/', '/dashboard/users', '/dashboard/payment/7', '/dashboard/manageProducts/7'],
  ...[
    '/dashboard/nothing',
    '/sitemap.xml',
    '/sitemaps/1.xml',
    '/sitemaps',
    '/sitemapxxml',
    '/robots.txt',
    '/wp-login.php',
    '/.env',
    '/shop/%2F',
    '/a:b',
  ],
]

test('pages are matched as React Router matches them', () => {
  const match = createRouteMatcher(build)
  assert.deepEqual(
    paths.map(path => [path, match(path)]),
    paths.map(path => [path, matchByReactRouter(path)]),
  )
  assert.equal(match('/shop.data'), '/shop')
  assert.equal(match('/_.data'), '/')
})
