import { matchRoutes, type RouteObject } from 'react-router'

/** React Router's internals on the window: its routes. */
interface RouterGlobals {
  __reactRouterDataRouter?: { routes: RouteObject[] }
}

/** The route at a path and those around it, in the browser, with ids such as 'admin/admin-layout'. */
export function findRoutes(to: string): RouteObject[] {
  const { __reactRouterDataRouter: router } = window as RouterGlobals
  const { pathname } = new URL(to, window.location.href)
  return matchRoutes(router?.routes ?? [], pathname)?.map(({ route }) => route) ?? []
}
