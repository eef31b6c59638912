import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { ServerBuild } from 'react-router'
import type { Log } from '#observability/logger.ts'
import type { PageSettings } from '#web/context.ts'
import { createPageHandler, type PageHandler } from '#web/rendering/page-handler.ts'
import { createRouteMatcher } from '#web/rendering/route-patterns.ts'
import { createCacheKeyMapper } from './cache-key.ts'

/** React Router's build of the pages, or a function that loads it anew for each request. */
export type Build = ServerBuild | (() => Promise<ServerBuild>)

export interface Pages {
  handle: PageHandler
  matchRoute: (path: string) => string
  toCacheKey: (url: string) => string | undefined
}

/** Built files: beside `build/server`, where this module is bundled. */
export const clientFolder = fileURLToPath(new URL('../client', import.meta.url))

export async function createPages(build: Build, getSettings: () => PageSettings, log: Log): Promise<Pages> {
  const matchRoute = createRouteMatcher(typeof build === 'function' ? await build() : build)
  const builtFiles = listBuiltFiles()
  return {
    handle: createPageHandler(build, getSettings, error => log('error', 'unexpected error', { error })),
    matchRoute,
    toCacheKey: createCacheKeyMapper({ matchRoute, isBuiltFile: path => builtFiles.has(path) }),
  }
}

function listBuiltFiles(): ReadonlySet<string> {
  if (!existsSync(clientFolder)) return new Set()
  const files = readdirSync(clientFolder, { recursive: true, encoding: 'utf8' })
  return new Set(files.map(file => `/${file.replaceAll('\\', '/')}`))
}
