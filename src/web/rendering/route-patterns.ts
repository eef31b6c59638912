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
    const page = path.replace(/(\/_)?\.data$/, '') || '/'
    return patterns.find(({ expression }) => expression.test(page))?.pattern ?? '/*'
  }
}

/** '/SHOP' becomes '/shop', ids and slugs lower case; a full stop, bracket or blank that a chat stuck to it is cut. */
export function toOwnPath(path: string, matchRoute: (path: string) => string): string {
  if (path.endsWith('.data')) return path
  const cut = path.replace(/[^/]+$/, segment =>
    changeSegment(segment, text => text.replace(/^\s+|[\s\p{P}\p{S}]+$/gu, '')),
  )
  const route = matchRoute(cut)
  if (route === '/*') return path
  const own = route.split('/')
  return cut
    .split('/')
    .map((segment, index) =>
      own[index]?.startsWith(':') ? changeSegment(segment, text => text.toLowerCase()) : (own[index] ?? segment),
    )
    .join('/')
}

function changeSegment(segment: string, change: (text: string) => string): string {
  try {
    const text = decodeURIComponent(segment)
    const changed = change(text)
    return changed === text ? segment : encodeURIComponent(changed)
  } catch {
    return segment
  }
}

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
