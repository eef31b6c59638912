import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router'

type PageRoute = NonNullable<ServerBuild['routes'][string]>

/** Finds the pattern of the page at a path, such as '/shop/:id'; '/*' when there is none. */
export function createRouteMatcher({ routes }: ServerBuild): (path: string) => string {
  const childrenOf = (parent: string | undefined) =>
    Object.values(routes).flatMap(route => (route && route.parentId === parent ? asRoute(route) : []))
  const asRoute = ({ id, index, path }: PageRoute): RouteObject => {
    const own = path === undefined ? {} : { path }
    return index ? { ...own, index } : { ...own, children: childrenOf(id) }
  }
  const tree = childrenOf(undefined)
  return path => {
    // Client-side navigations request a page's data.
    const page = path.replace(/(\/_)?\.data$/, '') || '/'
    const matches = matchRoutes(tree, page) ?? [{ route: { path: '*' } }]
    return `/${matches.flatMap(({ route }) => route.path || []).join('/')}`
  }
}
