import type { ServerBuild } from 'react-router'
import type { PageHandle } from '#web/context.ts'

type Routes = ServerBuild['routes']

/** Maps a path to its page's pattern or '/*'. Compiled once: React Router's `matchRoutes` ranks all routes at every call. */
export function createRouteMatcher({ routes }: ServerBuild): (path: string) => string {
  const patterns = Object.values(routes)
    .flatMap(route => (route && (route.path !== undefined || route.index) ? joinPaths(routes, route.id) : []))
    .filter(pattern => pattern !== '/*')
    .sort((a, b) => Number(a.includes(':')) - Number(b.includes(':')))
    .map(pattern => ({ pattern, expression: toRegExp(pattern) }))
  return path => {
    // Client-side navigations request a page's `.data`.
    const page = path.replace(/(\/_)?\.data$/, '') || '/'
    return patterns.find(({ expression }) => expression.test(page))?.pattern ?? '/*'
  }
}

/** Lists pages that are equal for all visitors, with the query parameters that they read: see `PageHandle`. */
export function listSharedPages({ routes }: ServerBuild): { path: string; parameters: readonly string[] }[] {
  return Object.values(routes).flatMap(route => {
    const { sharedBy } = (route?.module.handle ?? {}) as PageHandle
    return route && sharedBy ? [{ path: joinPaths(routes, route.id), parameters: sharedBy }] : []
  })
}

function joinPaths(routes: Routes, id: string): string {
  const segments: string[] = []
  for (let route = routes[id]; route; route = routes[route.parentId ?? '']) if (route.path) segments.unshift(route.path)
  return `/${segments.join('/')}`
}

/** Ignores case and trailing slashes, as React Router does. */
function toRegExp(pattern: string): RegExp {
  const segments = pattern
    .split('/')
    .map(segment => (segment.startsWith(':') ? '[^/]+' : segment.replace(/[^\w-]/g, '\\$&')))
  return new RegExp(`^${segments.join('/')}/*$`, 'i')
}
