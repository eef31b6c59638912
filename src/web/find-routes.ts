import { matchRoutes, type RouteObject } from 'react-router'

/** React Router sets this undocumented global. */
interface RouterGlobals {
  __reactRouterDataRouter?: { routes: RouteObject[] }
}

export function findRoutes(to: string): RouteObject[] {
  const { __reactRouterDataRouter: router } = window as RouterGlobals
  const { pathname } = new URL(to, window.location.href)
  return matchRoutes(router?.routes ?? [], pathname)?.map(({ route }) => route) ?? []
}
