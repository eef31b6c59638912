import type { ServerBuild } from 'react-router'
import { type BuiltFiles, readBuiltFiles } from '#http/built-files.ts'
import { securityHeaders } from '#http/security-headers.ts'
import type { Log } from '#observability/logger.ts'
import type { PageSettings } from '#web/context.ts'
import { createPageHandler, type PageHandler } from '#web/rendering/page-handler.ts'
import { createRouteMatcher, listSharedPages, toOwnPath } from '#web/rendering/route-patterns.ts'
import { createCacheKeyMapper } from './cache-key.ts'

export type Build = ServerBuild | (() => Promise<ServerBuild>)

export interface Pages {
  handle: PageHandler
  matchRoute: (path: string) => string
  toOwnPath: (path: string) => string
  toCacheKey: (url: string) => string | undefined
  files: BuiltFiles
}

export async function createPages(build: Build, getSettings: () => PageSettings, log: Log): Promise<Pages> {
  const routes = typeof build === 'function' ? await build() : build
  const matchRoute = createRouteMatcher(routes)
  const files = readBuiltFiles(securityHeaders)
  return {
    handle: createPageHandler(build, getSettings, error => log('error', 'unexpected error', { error })),
    matchRoute,
    toOwnPath: path => toOwnPath(path, matchRoute),
    toCacheKey: createCacheKeyMapper({
      sharedPages: listSharedPages(routes),
      matchRoute: path => matchRoute(toOwnPath(path, matchRoute)),
      isBuiltFile: path => files.has(path),
    }),
    files,
  }
}
